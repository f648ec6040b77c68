"""Logging: asyncio refers to one level. The page reports errors on its console."""

DEBUG = 10
