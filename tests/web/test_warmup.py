"""Tests that the bots' worker can run its warm-up, and that the warm-up ends."""

from itertools import count
from types import SimpleNamespace

import pytest
from palaces.workers import warmup


def test_every_piece_of_the_rehearsal_can_be_done() -> None:
    for piece in warmup.warmup_tasks():
        piece()


def test_all_of_it_is_done_in_each_round_with_pauses_in_between(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(
        warmup, "warmup_tasks", lambda: iter([lambda: done.append("one"), lambda: done.append("other")])
    )
    ticks = count()
    monkeypatch.setattr(warmup, "time", SimpleNamespace(monotonic=lambda: next(ticks)))
    monkeypatch.setattr(warmup, "ROUND_SECONDS", (20, 40))
    monkeypatch.setattr(warmup, "SLICE_SECONDS", 5)
    seen = []
    for _ in warmup.rehearsal():
        seen.append(done[-1])
    turns = [name for before, name in zip([None, *seen], seen, strict=False) if name != before]
    assert turns == ["one", "other", "one", "other"]
    assert len(seen) > len(turns)
