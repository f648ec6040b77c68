"""The old name of `pygame_core.link_codec`, which stays importable."""

from pygame_core.link_codec import read, write

__all__ = ["read", "write"]
