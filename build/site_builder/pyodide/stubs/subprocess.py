"""A page has no processes; asyncio names a pipe in the signature of what would start one."""

PIPE = -1
