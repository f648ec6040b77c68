"""The reader of the parameters of a link, without what other people and programs have added to it. Pure.

Chats and mail programs put signs and spaces around a link, and sites add parameters of their own. None of these can be
part of a link, so the reader leaves them out. It guesses nothing: any other part stays as it is.
"""

import re
from urllib.parse import parse_qsl

FREE_TEXT_PARAMETERS = ("names", "host")
"""Parameters whose values may have any signs and spaces."""
TRAILING_SIGNS = (
    ".,;:!?)]}>'\"`*»›”’…/\\|~\u3002\uff0e\uff0c\u3001\uff1b\uff1a\uff01\uff1f\uff09\u3011\u300d\u300f\u300b\u3009"
)
"""Signs that may follow a link in a text, also those of Chinese and Japanese. No value of a parameter ends with one."""
TRAILING_ENTITIES = re.compile(r"(?:&(?:[lg]t|quot|apos|#39|#x27);)+$", re.IGNORECASE)
"""The same signs as HTML writes them."""
IGNORED_CHARACTERS = re.compile(r"[\s\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
"""Spaces, line breaks and invisible characters. They come from line breaks of mail programs."""
TRACKING_PREFIXES = ("utm_", "mc_", "hsa_", "_hs", "oly_", "vero_", "pk_", "mtm_", "piwik_", "matomo_")
TRACKING_PARAMETERS = (
    *("fbclid", "gclid", "dclid", "msclkid", "yclid", "twclid", "ttclid", "wbraid", "gbraid", "srsltid", "li_fat_id"),
    *("igshid", "igsh", "si", "mkt_tok", "_ga", "_gl", "ref", "ref_src", "ref_url", "referrer"),
)
"""Parameters that other sites add to links, to count visitors."""
ADDED_QUERY = re.compile(
    rf"\?(?=(?:{'|'.join(TRACKING_PREFIXES)})\w*=|(?:{'|'.join(TRACKING_PARAMETERS)})=)", re.IGNORECASE
)
"""The sign before such parameters, where a site has added them behind a query or a fragment."""


def read_parameters(text: str) -> dict[str, str]:
    """Return the parameters of a query or a fragment, with or without `?` or `#`. Of equal names, the last one counts.

    >>> read_parameters("?seats=you,you&seed=7&fbclid=x&utm_source=mail")
    {'seats': 'you,you', 'seed': '7'}
    >>> read_parameters("#replay=eN%0Apj&amp;at=12).")
    {'replay': 'eNpj', 'at': '12'}
    """
    return dict(read_pairs(text))


def read_pairs(text: str) -> list[tuple[str, str]]:
    """Return the same parameters in their order, with every pair of equal names."""
    own = text.lstrip("?#").partition("#")[0].partition(":~:")[0].replace("&amp;", "&")
    own = TRAILING_ENTITIES.sub("", own)
    found = []
    for key, value in parse_qsl(ADDED_QUERY.sub("&", own), keep_blank_values=True, errors="replace"):
        name = _without_decoration(key)
        if name and not is_tracking_parameter(name):
            found.append((name, value if name in FREE_TEXT_PARAMETERS else _without_decoration(value)))
    return found


def is_tracking_parameter(name: str) -> bool:
    """Return True if other sites add this parameter to links.

    >>> [is_tracking_parameter(name) for name in ("utm_campaign", "FBCLID", "reference")]
    [True, True, False]
    """
    return name.lower().startswith(TRACKING_PREFIXES) or name.lower() in TRACKING_PARAMETERS


def _without_decoration(text: str) -> str:
    """Return a key or a value without spaces, and without the signs behind a link."""
    return IGNORED_CHARACTERS.sub("", text).rstrip(TRAILING_SIGNS)
