"""A page has no sockets; asyncio names two families in the signature of what would open one."""

AF_UNSPEC, AI_PASSIVE = 0, 1
