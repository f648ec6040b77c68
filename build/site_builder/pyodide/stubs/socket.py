"""Sockets: a page has none. asyncio refers to two constants in a signature."""

AF_UNSPEC, AI_PASSIVE = 0, 1
