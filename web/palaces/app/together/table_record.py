"""What a device keeps of a table, so that a reload or a restart loses nothing: JSON under the table's number. Pure."""

import json

from palaces.app.together.table_state import Guest, GuestTable, HostTable
from palaces.app.together.wire import HOLDERS, WAYS
from pygame_core.names import is_valid_name
from pygame_core.safe_json import parse_json
from pygame_core.state import JsonObject


def write_record(table: HostTable | GuestTable, key: str) -> str:
    """Return what a device keeps of a table; "" for nothing. `key` is that of the game in the storage."""
    if isinstance(table, HostTable):
        known = [[guest.fingerprint, guest.name, guest.seat] for guest in table.guests if guest.seat is not None]
        kept: JsonObject = {
            "role": "host",
            "key": key,
            "way": table.way,
            "host": table.host_name,
            "holders": table.holders,
            "known": known,
            "started": table.is_started,
            "substituted": table.substituted,
        }
    elif table.number and table.door and table.step != "closed":
        kept = {
            "role": "guest",
            "game": key,
            "way": table.way,
            "host": table.host_name,
            "name": table.name,
            "code": table.code,
            "seat": table.seat,
            "door": table.door,
        }
    else:
        return ""
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


def read_host_table(number: str, text: str, key: str, seats: int) -> HostTable | None:
    """Return the table that this device deals for a stored game, or None if the text is not about it."""
    match _parse(text):
        case {
            "role": "host",
            "key": str(kept_key),
            "way": "middle" | "own" as way,
            "host": str(host_name),
            "holders": [*holders],
            "known": [*known],
            "started": bool(is_started),
            "substituted": [*substituted],
        } if kept_key == key and len(holders) == seats and all(holder in HOLDERS for holder in holders):
            guests = []
            for n, each in enumerate(known):
                match each:
                    case [str(fingerprint), str(name), int(seat)] if 0 <= seat < seats and is_valid_name(name):
                        guests.append(Guest(-1 - n, fingerprint, name, seat, presence="away"))
            pairs = tuple((seat, n) for seat, n in _number_pairs(substituted) if 0 <= seat < seats)
            return HostTable(
                number,
                way,
                host_name[:40],
                tuple(holders),
                guests=tuple(guests),
                is_started=is_started,
                substituted=pairs,
            )
    return None


def _number_pairs(values: list[object]) -> list[tuple[int, int]]:
    return [(each[0], each[1]) for each in values if isinstance(each, list) and [type(n) for n in each] == [int, int]]


def read_guest_table(number: str, text: str, code: str) -> GuestTable | None:
    """Return the table to which this device comes back with a code, or None if the text is not about it."""
    match _parse(text):
        case {
            "role": "guest",
            "way": way,
            "host": str(host_name),
            "name": str(name),
            "code": str(kept_code),
            "seat": int() | None as seat,
            "door": str(door),
        } if code and kept_code == code and way in WAYS and is_valid_name(name) and door:
            return GuestTable(
                "seek",
                code=code,
                name=name,
                host_name=host_name[:40],
                number=number,
                way=way,
                seat=seat,
                is_watching=seat is None,
                door=door,
                is_away=True,
                is_started=True,
            )
    return None


def _parse(text: str) -> object:
    try:
        return parse_json(text)
    except ValueError:
        return None
