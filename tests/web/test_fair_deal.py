"""Tests of deals that nobody chose: of the numbers of all devices, of saves with them, and of hosts that cheat."""

import json
from dataclasses import replace
from random import Random

import pytest
from palaces.features import fair_verdict
from palaces.features.fair_verdict import Promise
from palaces.loop.together import fair_exchange
from test_together import Wire, play_to_end

from pygame_core import Illegal, Match
from pygame_core.fair_deal import fair_seed, fresh_secret, promise


def opened(people: int = 2) -> Wire:
    wire = Wire("medina", people + 1)
    for name in ("Noor", "Ben", "Yusuf")[:people]:
        wire.join(name)
    return wire


def test_all_devices_mix_the_cards_and_every_page_says_so_after_the_end() -> None:
    wire = opened()
    dealt_alone = wire.host.match.setup
    assert 'aria-pressed="true"' in fair_exchange.render_fair_deal_switch(wire.host)
    wire.do(None, ("together", "start"))
    fair = wire.host.whole_match.fair
    assert fair is not None
    assert all(fair["secrets"])
    assert wire.host.match.setup != dealt_alone
    assert wire.host.whole_match.seed == wire.host.address.seed == fair_seed(fair["table"], fair["secrets"])
    play_to_end(wire, Random(2))
    assert wire.host.mover is None
    assert [fair_verdict.verdict(model) for model in (wire.host, *wire.guests)] == ["The deal was fair."] * 3
    assert Match.load(wire.host.whole_match.save()).fair == fair


def test_a_device_that_does_not_answer_deals_nothing() -> None:
    wire = opened()
    wire.do(None, ("peer", "away", 2, ""))
    before = wire.host.match
    wire.do(None, ("together", "start"))
    assert wire.host.match is before
    assert "device didn't answer" in wire.host.notices[-1].text
    assert wire.host.together.covers_table  # type: ignore[union-attr]


def test_a_silent_device_ends_the_exchange() -> None:
    wire = opened()
    deliver = wire.deliver

    def swallow(sender: int | None, peer: int, text: str) -> None:
        if sender != 1:
            deliver(sender, peer, text)

    wire.deliver = swallow  # type: ignore[method-assign]
    wire.do(None, ("together", "start"))
    assert wire.host.together.fair is not None  # type: ignore[union-attr]
    wire.do(None, ("together", "deal-late", 9))
    assert not wire.host.notices
    wire.do(None, ("together", "deal-late", 1))
    assert wire.host.notices[-1].text.startswith("Ben's device didn't answer")
    assert wire.host.together.fair is None  # type: ignore[union-attr]


def test_a_secret_that_was_not_promised_deals_nothing() -> None:
    wire = opened(1)
    deliver = wire.deliver

    def lie(sender: int | None, peer: int, text: str) -> None:
        told = json.loads(text)
        if sender == 0 and told["t"] == "reveal-deal":
            text = json.dumps({**told, "secret": "00" * 16})
        deliver(sender, peer, text)

    wire.deliver = lie  # type: ignore[method-assign]
    wire.do(None, ("together", "start"))
    assert wire.host.whole_match.fair is None
    assert wire.host.notices


def test_the_switch_turns_it_off() -> None:
    wire = opened()
    wire.do(None, ("together", "fair-deal"), ("together", "start"))
    assert wire.host.whole_match.fair is None
    assert wire.host.together.is_started  # type: ignore[union-attr]


def fair_match() -> tuple[Match, tuple[Promise, ...]]:
    secrets = [fresh_secret(), fresh_secret()]
    hashes = tuple(map(promise, secrets))
    match = Match.new("medina", 2, seed=fair_seed("0" * 16, secrets))
    match.fair = {"table": "0" * 16, "secrets": [*secrets]}
    for _ in range(4):
        match.play(match.legal()[0])
    return match, tuple(Promise(secret, hashes, (*secrets,)) for secret in secrets)


def test_a_cheating_host_is_found_out() -> None:
    match, [own, _other] = fair_match()
    assert fair_verdict.find_fault(match, "0" * 16, 0, own) == ""
    assert fair_verdict.find_fault(match, "1" * 16, 0, own) == "seed"
    assert fair_verdict.find_fault(match, "0" * 16, 0, replace(own, secret=fresh_secret())) == "own"
    assert fair_verdict.find_fault(match, "0" * 16, 0, replace(own, hashes=(own.hashes[0], "0" * 64))) == "promise"
    other = Match.new("medina", 2, seed=match.seed)
    assert fair_verdict.find_fault(other, "0" * 16, 0, own) == "seed"
    alhambra = Match.new("alhambra", 2, seed=match.seed)
    alhambra.fair = match.fair
    alhambra.play(["take", alhambra.view(None)["money"][0]])
    seat, action, draws = alhambra.log[0]
    alhambra.log[0] = (seat, action, [*draws[:-1], "y9" if draws[-1] != "y9" else "y8"])
    assert fair_verdict.find_fault(alhambra, "0" * 16, 0, own) == "draws"


@pytest.mark.parametrize(
    "fair",
    [
        None,
        [],
        {},
        {"table": "0" * 16, "secrets": [None, None]},
        {"table": "0" * 15, "secrets": ["00" * 16, None]},
        {"table": "0" * 16, "secrets": ["00" * 16]},
        {"table": "0" * 16, "secrets": ["zz" * 16, None]},
        {"table": "0" * 16, "secrets": ["00" * 16, None], "more": 1},
        {"table": "0" * 16, "secrets": ["00" * 16, None]},
    ],
)
def test_a_save_with_other_numbers_is_refused(fair: object) -> None:
    save = {**fair_match()[0].save(), "fair": fair}
    with pytest.raises(Illegal, match="number"):
        Match.load(save)
