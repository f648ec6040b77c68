"""Tests of refusals that cross a process boundary."""

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor

import pytest

from pygame_core import Illegal, Match, Newer

CONTEXT = multiprocessing.get_context("spawn")


def play_illegal_action(number: int) -> None:
    Match.new("alhambra", 3, seed=number).play(["pass"])


def test_a_pool_brings_a_refusal_back() -> None:
    with CONTEXT.Pool(1) as pool, pytest.raises(Illegal) as refused:
        pool.map_async(play_illegal_action, range(2)).get(timeout=60)
    with ProcessPoolExecutor(1, CONTEXT) as executor, pytest.raises(Illegal) as again:
        executor.submit(play_illegal_action, 0).result(timeout=60)
    reason = Match.new("alhambra", 3, seed=0).allows(["pass"])
    assert reason is not None
    for refusal in (refused.value, again.value):
        assert (refusal.clause, refusal.message, str(refusal)) == (reason.clause, reason.message, str(reason))


@pytest.mark.parametrize("refusal", [Illegal("A10", "No."), Illegal(None, "No."), Newer(None, "No.")])
def test_a_refusal_survives_a_pickle_and_a_copy(refusal: Illegal) -> None:
    refusal.add_note("in game 7")
    for twin in (pickle.loads(pickle.dumps(refusal)), copy.copy(refusal), copy.deepcopy(refusal)):
        assert type(twin) is type(refusal)
        assert (twin.clause, twin.message, str(twin)) == (refusal.clause, refusal.message, str(refusal))
        assert twin.__notes__ == ["in game 7"]
