"""Deals that nobody chose: the seed follows from a secret of every seat, promised before the first was known.

Each device draws a secret and first shows only its hash. When all hashes are known, the secrets are shown. So no device
can choose its secret by those of the others.
"""

import os
from collections.abc import Sequence
from importlib import import_module
from typing import TypedDict

from pygame_core.i18n import _
from pygame_core.state import Illegal

SECRET_BYTES = 16
TABLE_DIGITS = 16
_HEX = frozenset("0123456789abcdef")


class FairDeal(TypedDict):
    """The part of a save from which its seed follows."""

    table: str
    """The number of the table, 16 hexadecimal digits."""
    secrets: list[str | None]
    """By seat, its secret as 32 hexadecimal digits; None for a seat without a device of its own."""


def fresh_secret() -> str:
    """Return a secret that nobody can foresee, as 32 hexadecimal digits."""
    return os.urandom(SECRET_BYTES).hex()


def promise(secret: str) -> str:
    """Return the hash of a secret, as 64 hexadecimal digits.

    >>> promise("00" * 16)[:8]
    '374708ff'
    """
    return hash_bytes(bytes.fromhex(secret)).hex()


def fair_seed(table: str, secrets: Sequence[str | None]) -> int:
    """Return the seed that follows from the number of the table and the secrets by seat.

    >>> fair_seed("0" * 16, ["00" * 16, None])
    8778340375115756
    """
    parts = [bytes.fromhex(secret) if secret else b"" for secret in secrets]
    digest = hash_bytes(bytes.fromhex(table) + b"".join(bytes([len(part)]) + part for part in parts))
    return int.from_bytes(digest, "big") % 2**53


def read_fair_deal(value: object, seats: int, seed: int) -> FairDeal:
    """Return the fair deal of a save. Raises Illegal if it is malformed, or if another seed follows from it."""
    match value:
        case {"table": str(table), "secrets": [*secrets], **rest} if not rest and len(secrets) == seats:
            is_whole = _is_hex(table, TABLE_DIGITS) and any(secrets)
            if is_whole and all(secret is None or _is_hex(secret, 2 * SECRET_BYTES) for secret in secrets):
                if fair_seed(table, secrets) != seed:
                    raise Illegal(None, _("The seed of this game doesn't follow from everybody's numbers."))
                return {"table": table, "secrets": secrets}
    raise Illegal(None, _("The numbers of this game's fair deal are damaged."))


def _is_hex(value: object, digits: int) -> bool:
    return isinstance(value, str) and len(value) == digits and _HEX.issuperset(value)


def hash_bytes(data: bytes) -> bytes:
    """Return the SHA-256 of some bytes, also where a page has no library yet."""
    try:
        sha256 = import_module("_sha2").sha256  # built in: a page has no library yet when it loads a save
    except ImportError:  # Python 3.11
        sha256 = import_module("hashlib").sha256
    digest: bytes = sha256(data).digest()
    return digest
