"""IP addresses: `urllib.parse` asks whether a host in brackets is one. The browser has answered that before Python
reads an address."""


class IPv4Address:
    """An address that never stands in brackets."""


def ip_address(host: str) -> str:
    """Return the host, unread."""
    return host
