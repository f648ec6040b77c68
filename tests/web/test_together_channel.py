"""Tests of the limits for messages between devices: sizes, rates, and parts of long messages."""

import json
import subprocess
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SCRIPT = HERE.parent.parent / "web/scripts/together-channel.js"
SMALL = '{"v":1,"t":"undo"}'


def read_messages(*inboxes: tuple[bool, list[tuple[int, str]]], long: tuple[str, ...] = ()) -> Any:
    """Return what the inboxes return for these texts, each with its time in ms; and the parts of long messages."""
    command = ["node", str(HERE / "together_channel.js"), str(SCRIPT)]
    orders = json.dumps({"inboxes": inboxes, "long": long})
    run = subprocess.run(command, input=orders.encode(), capture_output=True)
    assert run.returncode == 0, run.stderr.decode()
    return json.loads(run.stdout)


def test_a_guest_sends_few_and_short_messages() -> None:
    """40 at once, then 20 a second, each at most 1 KB. What is too much is strange, and the next ones are read."""
    burst = [(0, SMALL)] * 41
    second = [(1000, SMALL)] * 21
    sizes = [(60_000, SMALL + " " * (1024 - len(SMALL))), (60_000, SMALL + " " * (1025 - len(SMALL))), (60_000, SMALL)]
    guest = read_messages((True, [*burst, *second, *sizes]))["read"][0]
    is_read = [each != "strange" for each in guest]
    assert is_read == [*[True] * 40, False, *[True] * 20, False, True, False, True]
    assert guest[0] == {"text": SMALL, "message": {"v": 1, "t": "undo"}}


def test_a_long_message_comes_in_parts_and_is_joined() -> None:
    """A character of two halves is never cut, and no part has more than 16 KB."""
    texts = [json.dumps({"v": 1, "t": "view", "x": "y" * n + "\U0001f600" * 9000}, ensure_ascii=False) for n in (0, 1)]
    for text, parts in zip(texts, read_messages(long=tuple(texts))["parts"], strict=True):
        assert all(len(part.encode()) <= 16_384 for part in parts)
        told = read_messages((False, [(0, part) for part in parts]))["read"][0]
        assert told[:-1] == ["part"] * (len(parts) - 1)
        assert told[-1]["text"] == text
    assert read_messages(long=(SMALL,))["parts"] == [[SMALL]]
    assert "".join(part[1:] for part in read_messages(long=("z" * 10_000,))["parts"][0]) == "z" * 10_000


def test_a_message_that_never_ends_is_dropped() -> None:
    """Parts of more than 256 KB are strange. The next message is read."""
    parts = [(0, "+" + "x" * 16_000)] * 17
    told = read_messages((False, [*parts, (0, SMALL)]))["read"][0]
    assert told == [*["part"] * 16, "strange", {"text": SMALL, "message": {"v": 1, "t": "undo"}}]


def test_a_guest_sends_no_parts() -> None:
    assert read_messages((True, [(0, f"={SMALL}"), (0, "+")]))["read"] == [["strange", "strange"]]
