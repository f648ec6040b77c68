"""Fails the type check: an entry of the log has no such key and no such verb."""

from pygame_core.palazzo.types import Event


def tell(event: Event) -> None:
    if event["verb"] == "tiles":
        print(event["suply"])
    print(event["verb"] == "aucton")
