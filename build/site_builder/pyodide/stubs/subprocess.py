"""Processes: a page has none. asyncio refers to a constant in a signature."""

PIPE = -1
