"""Tests of the lab without a browser: its model, its sentences, links, files and figures."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from palaces.lab import bot_link, bot_tutorial, own_bots
from palaces.lab.bot_file import file_name, file_text
from palaces.lab.lab_model import MAX_LOG_LINES, LabModel, LogLine, RunSettings
from palaces.lab.lab_update import Effect, first_model, update
from palaces.lab.lab_view import editor_label, editor_marks, render_lab, shown_text
from palaces.lab.lab_words import error_heading
from palaces.lab.open_bot_storage import open_bot_to_json, reopen_bot
from palaces.lab.own_bots import OwnBot
from palaces.lab.result_view import render_interval_chart
from palaces.lab.run_statistics import GameResult, compare_runs
from palaces.prerender.lab_shell import read_examples

from pygame_core import Illegal, Match, __version__
from pygame_core.players import Choice, load, parse

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = read_examples()
SAVE = Match.new("alhambra", 2, seed=1).save()
BLANK = LabModel(examples=EXAMPLES)


def send(model: LabModel, *message: object) -> LabModel:
    return update(model, list(message))[0]


def effects_of(model: LabModel, *message: object) -> list[Effect]:
    return list(update(model, list(message))[1])


def game_event(n: int, share: float, **more: Any) -> dict[str, Any]:
    """Return an event of the engine: game `n` of a run with two seats."""
    seat = n % 2
    scores = [100, 80] if (share == 1) == (seat == 0) else [80, 100]
    facts = {"kind": "game", "n": n, "deal": n // 2, "seat": seat, "scores": scores, "share": share, "seconds": 0.5}
    return facts | {"save": SAVE, "values": {}, "log": []} | more


def play_run(model: LabModel, shares: list[float], end: str = "done") -> LabModel:
    """Return the model after a run with these shares of wins."""
    model = send(model, "run")
    for event in [{"kind": "starting"}, {"kind": "ready"}, *(game_event(n, share) for n, share in enumerate(shares))]:
        model = send(model, "event", event)
    return send(model, "event", {"kind": end, "games": len(shares)})


def failed(model: LabModel, **error: Any) -> LabModel:
    """Return the model after a run in which the bot failed in its first game."""
    facts = {"type": "", "message": "", "line": None, "trace": []} | error
    event = {"kind": "failed", "n": 0, "deal": 0, "seat": 0, "save": SAVE, "log": ["7 legal actions"], "error": facts}
    return send(send(model, "run"), "event", event)


def test_a_first_visit_opens_an_example_that_plays_unchanged() -> None:
    model = first_model(BLANK)
    assert model.text == EXAMPLES["score_now"]
    [(name, order)] = effects_of(model, "run")
    assert name == "run"
    assert order == {
        "text": EXAMPLES["score_now"],
        "file": "score_now.py",
        "game": "alhambra",
        "seats": 2,
        "opponents": ["casual"],
        "games": 100,
        "seed": 1,
    }
    page = "".join(render_lab(model).values())
    assert "No games yet. Play 100 games to see how it does." in page
    assert page.count('class="primary"') == 1


def test_the_result_shows_wins_with_their_interval_and_each_game() -> None:
    model = play_run(first_model(BLANK), [1, 0, 0.5, 0])
    page = render_lab(model)["lab-out"]
    assert "37.5%" in page
    assert "1 won · 1 tied · 2 lost" in page
    assert ">Game 1: won 100 to 80. Step through it.<" in page
    assert model.status.startswith("4 games. 37.5 percent wins, between")
    assert len(send(model, "filter", "tied").shown_games) == 1


def test_negative_scores_have_a_minus_sign_and_a_colon() -> None:
    model = send(first_model(BLANK), "run")
    model = send(model, "event", {"kind": "ready"})
    model = send(model, "event", game_event(0, 0.0, scores=[-5, 82]))
    model = send(model, "event", game_event(1, 1.0, scores=[80, 90]))
    page = "".join(render_lab(send(model, "event", {"kind": "done", "games": 2})).values())
    assert "−5\xa0:\xa082<" in page
    assert "lost −5 to 82." in page
    assert "90–80<" in page


def test_a_run_tells_how_far_it_is_and_keeps_what_is_played() -> None:
    model = send(first_model(BLANK), "run")
    assert "Starting Python…" in render_lab(model)["lab-out"]
    for n in range(20):
        model, _effects = update(model, ["event", game_event(n, float(n % 3 == 0))], now=n + 1.0)
    assert model.status == "20 of 100 games. 7 wins."
    assert "20 of 100 games · about 1 minute left" in render_lab(model)["lab-out"]
    assert effects_of(model, "stop") == [("stop",)]
    assert effects_of(model, "run") == []
    stopped = send(model, "event", {"kind": "stopped", "games": 20})
    assert "Stopped after 20 games." in render_lab(stopped)["lab-out"]
    assert send(stopped, "event", game_event(20, 1)) == stopped  # an event of a run that is over


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        ([0] * 40, [1, 1, 0, 0] * 10, "Better"),
        ([1, 1, 0, 0] * 10, [0] * 40, "Worse"),
        ([0, 1, 0, 0] * 10, [0, 0, 1, 0] * 10, "Not clear yet"),
        ([0, 1, 0, 0] * 10, [0, 1, 0, 0] * 10, "No difference"),
    ],
)
def test_a_change_gets_a_plain_verdict_on_the_same_deals(before: list[float], after: list[float], verdict: str) -> None:
    model = play_run(first_model(BLANK), before)
    changed = play_run(send(model, "text", model.text + "# changed\n"), after)
    page = render_lab(changed)["lab-out"]
    assert f"<strong>{verdict}</strong>" in page
    assert ("Play 400 to find out" in page) == (verdict == "Not clear yet")


def test_the_same_wins_with_other_points_are_no_equal_runs() -> None:
    model = play_run(first_model(BLANK), [0, 1] * 20)
    changed = send(send(model, "text", model.text + "# changed\n"), "run")
    for n, share in enumerate([0, 1] * 40):  # of which 20 deals were not in the first run
        closer = {"scores": [90, 89] if game_event(n, share)["scores"][0] == 100 else [89, 90]}
        changed = send(changed, "event", game_event(n, share, **closer))
    changed = send(changed, "event", {"kind": "done", "games": 80})
    page = render_lab(changed)["lab-out"]
    assert "<strong>As many wins</strong>" in page
    assert "In the 20 deals that both runs played, points changed, but nobody else won." in page
    assert changed.status.endswith("As many wins as before. Points changed.")
    assert (
        "In the 20 deals that both runs played, all points are the same."
        in render_lab(play_run(send(model, "text", model.text + "# changed\n"), [0, 1] * 40))["lab-out"]
    )


def test_a_result_of_an_earlier_text_says_so() -> None:
    model = play_run(first_model(BLANK), [0, 1] * 20)
    note = "You&#39;ve changed your bot since this run."
    assert note not in render_lab(model)["lab-out"]
    changed = send(model, "text", model.text + "# changed\n")
    assert note in render_lab(changed)["lab-out"]
    assert note not in render_lab(send(changed, "run"))["lab-out"]


def test_an_example_that_sits_down_becomes_ones_own_bot() -> None:
    model = play_run(first_model(BLANK), [0, 1] * 20)
    assert "Play against it" in render_lab(model)["lab-out"]
    sitting, effects = update(model, ["sit-down"])
    assert [effect[0] for effect in effects] == ["keep-bots", "sit-down"]
    assert (sitting.source, effects[1]) == ("own", ("sit-down", "alhambra", sitting.name))
    locked = replace(model, can_store=False)
    assert "Play against it" not in render_lab(locked)["lab-out"]
    assert update(locked, ["sit-down"]) == (locked, [])


def test_lines_printed_while_it_loads_are_in_the_log() -> None:
    model = send(first_model(BLANK), "run")
    model = send(model, "event", {"kind": "ready", "log": ["loaded"]})
    model = send(model, "event", game_event(0, 1, log=[[1, "moved"]]))
    assert model.run
    assert model.run.log == (LogLine(None, 0, "loaded"), LogLine(0, 1, "moved"))
    assert "<span>Loading</span><code" in render_lab(send(model, "detail", "log"))["lab-out"]
    stored = reopen_bot(first_model(BLANK), open_bot_to_json(model))
    assert stored
    assert stored.run
    assert stored.run.log == model.run.log


def test_the_difference_pairs_games_by_deal_and_seat() -> None:
    """By hand: changes by deal are 1, 0.5, 0, 0, 0. With two more deals, the center is 1.5 / 7, the error 0.1984."""
    blank = GameResult(0, "", 0, (1, 0), 0.0, 0.1, 1, "", "")
    before = [blank._replace(deal=str(n // 2), seat=n % 2) for n in range(10)]
    after = [each._replace(share=float(n in (0, 1, 2))) for n, each in enumerate(before)]
    difference = compare_runs(reversed(after), before)
    assert difference
    assert round(difference.mean, 6) == 0.3
    assert round((difference.high + difference.low) / 2, 6) == round(1.5 / 7, 6)
    assert round((difference.high - difference.low) / 2 / 1.96, 6) == round((2.25 / 49 - 1.5**2 / 7**3) ** 0.5, 6)
    assert compare_runs(after[:8], before) is None


def test_other_opponents_are_no_earlier_run() -> None:
    model = play_run(first_model(BLANK), [0] * 20)
    other = play_run(send(model, "opponent", "random"), [1] * 20)
    assert other.before is None
    assert other.difference is None


def test_more_games_are_played_by_both_versions() -> None:
    model = play_run(first_model(BLANK), [0, 1, 0, 0] * 10)
    first_text = model.text
    model = play_run(send(model, "text", first_text + "# changed\n"), [0, 0, 1, 0] * 10)
    begun, [(_name, order)] = update(model, ["more", 400])
    assert (order["text"], order["games"]) == (first_text, 400)
    assert "Your earlier version plays these deals first" in render_lab(begun)["lab-out"]
    begun = send(begun, "event", game_event(0, 1))
    begun, effects = update(begun, ["event", {"kind": "done", "games": 1}])
    assert [(name, order["text"], order["games"]) for name, order in effects] == [("run", model.text, 400)]
    assert begun.before
    assert begun.before.text == first_text


def test_stopping_the_earlier_version_brings_the_latest_result_back() -> None:
    model = play_run(first_model(BLANK), [0, 1, 0, 0] * 10)
    latest = play_run(send(model, "text", model.text + "# changed\n"), [0, 0, 1, 0] * 10)
    begun = send(latest, "more", 400)
    for n in range(3):
        begun = send(begun, "event", game_event(n, 1))
    stopped = send(begun, "event", {"kind": "stopped", "games": 3})
    assert (stopped.run, stopped.before, stopped.settings.games) == (latest.run, latest.before, 100)
    assert stopped.difference == latest.difference


def test_the_same_text_again_keeps_the_earlier_version() -> None:
    model = play_run(first_model(BLANK), [0] * 40)
    changed = play_run(send(model, "text", model.text + "# changed\n"), [1] * 40)
    again = play_run(changed, [1] * 40)
    assert (again.before, again.difference) == (changed.before, changed.difference)
    assert play_run(model, [0] * 40).before is None


def test_a_long_move_is_no_standstill() -> None:
    model = send(send(first_model(BLANK), "run"), "event", {"kind": "ready"})
    model, _effects = update(model, ["event", {"kind": "moves", "moves": 3}], now=4.0)
    assert "Playing the first games… · 3 moves" in render_lab(model)["lab-out"]
    assert model.status == "Starting Python…"
    model, _effects = update(model, ["event", {"kind": "moves", "moves": 9}], now=11.0)
    assert model.status == "9 moves so far."
    ended = send(send(model, "event", game_event(0, 1)), "event", {"kind": "stopped", "games": 1, "limit": "run"})
    assert "Stopped after 1 game. A run ends after 10 minutes." in render_lab(ended)["lab-out"]


def test_settings_wait_for_the_end_of_a_run() -> None:
    model = send(first_model(BLANK), "run")
    assert render_lab(model)["lab-run"].count("disabled") == 3
    assert send(model, "games", "20") == model


def test_the_strip_has_a_column_for_each_deal() -> None:
    page = render_lab(play_run(first_model(BLANK), [1, 0, 0.5]))["lab-out"]
    assert '<span><i class="won"></i><i class="lost"></i></span><span><i class="tied"></i><i class="none"></i>' in page


def test_an_error_marks_its_line() -> None:
    trace = [{"line": 9, "text": "worth"}, {"line": 13, "text": "<module>"}]
    error = {"reason": "error", "type": "ZeroDivisionError", "message": "division by zero", "line": 9, "trace": trace}
    model = failed(first_model(BLANK), **error)
    assert model.alert == "Your bot stopped at line 9. ZeroDivisionError: division by zero."
    assert [tuple(mark) for mark in editor_marks(model)] == [(9, "bad", "division by zero")]
    assert editor_label(model) == "Code of your bot, line 9, error"
    page = render_lab(model)["lab-out"]
    assert "line 9, in worth\nline 13<" in page
    assert "in game 1, at its move 1" in page
    assert "7 legal actions" in page
    assert ("go-to", 9) in effects_of(model, "go-to")
    [(name, record)] = effects_of(model, "table")
    assert name == "step"
    assert json.loads(record)["save"] == SAVE
    changed = send(model, "text", model.text + "# changed\n")
    assert editor_marks(changed) == []


def test_a_recursion_is_written_once() -> None:
    trace = [{"line": 2, "text": "one"}, {"line": 4, "text": "other"}] * 10
    model = failed(first_model(BLANK), reason="error", type="RecursionError", message="too deep", line=2, trace=trace)
    assert "line 2, in one (× 10)\nline 4, in other (× 10)<" in render_lab(model)["lab-out"]


@pytest.mark.parametrize("message", ["You hold no b5. (A11)", "“Done.”", "Why?", "Stop.\n", "Wait…"])
def test_an_alert_ends_with_one_full_stop(message: str) -> None:
    model = failed(first_model(BLANK), reason="error", type="Illegal", message=message, line=2)
    assert model.alert == f"Your bot stopped at line 2. Illegal: {message}"


@pytest.mark.parametrize("wins", range(0, 101, 5))
def test_names_of_bands_keep_off_the_line_of_an_equal_bot(wins: int) -> None:
    run = play_run(first_model(BLANK), [1.0] * wins + [0.0] * (100 - wins)).run
    assert run
    assert run.summary
    chart = str(render_interval_chart(run.summary, None, 0.5))
    found = re.search(r'<text x="([\d.]+)" y="27" text-anchor="(end|start)" class="now">now<', chart)
    assert found
    at, width = float(found[1]), 33
    start, end = (at - width, at) if found[2] == "end" else (at, at + width)
    assert 0 <= start < end <= 440
    assert not start < 220 < end


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (
            {"reason": "load", "type": "SyntaxError", "message": "'(' was never closed", "line": 12},
            "Line 12 isn't Python yet: '(' was never closed.",
        ),
        (
            {"reason": "load", "type": "SyntaxError", "message": ""},
            "Your bot stopped",
        ),
        (
            {"reason": "load", "type": "NoChoose", "message": "bot.py has no choose. Add `def choose(…):`."},
            "There's no choose. Add def choose(view, legal, rng):",
        ),
        (
            {"reason": "load", "type": "ModuleNotFoundError", "message": "requests", "line": 1},
            "import requests isn't available here. The lab has most of the standard library, and pygame_core.",
        ),
        (
            {"reason": "time", "line": 7, "limit": "move"},
            "Your bot took longer than 2 seconds for a move. At line 7, let it think less or end its loop.",
        ),
        (
            {"reason": "time", "line": 7, "limit": "game"},
            "Your bot took longer than 60 seconds for a game. Let it think less.",
        ),
        (
            {"reason": "illegal", "message": "You hold no b5. (A11)", "clause": "A11", "action": ["buy", 0, ["b5"]]},
            "It answered ['buy', 0, ['b5']]. Not allowed: You hold no b5. (A11)",
        ),
        ({"reason": "illegal", "action": "None"}, "It answered None. Return one action of legal."),
        ({"reason": "illegal", "action": "7"}, "It answered 7. Return one action of legal."),
        (
            {"reason": "error", "type": "SystemExit", "message": "3", "line": 4},
            "Line 4 ends Python. A bot can only return an action.",
        ),
        (
            {"reason": "load", "type": "SystemExit", "message": "3", "line": 1},
            "Line 1 ends Python. A bot can only return an action.",
        ),
        (
            {"reason": "error", "type": "SystemExit", "message": "Program terminated with exit(3)"},
            "Your bot ended Python. It can only return an action.",
        ),
        (
            {"reason": "error", "type": "NoInput", "message": "a bot can't ask", "line": 2},
            "Line 2 asks for input, but nobody answers a bot.",
        ),
        (
            {"reason": "error", "type": "StackOverflow", "message": "too much recursion", "line": 2},
            "Your bot's recursion is too deep. Remove the recursion limit from line 2.",
        ),
        (
            {"reason": "error", "type": "StackOverflow", "message": "Maximum call stack size exceeded"},
            "Your bot's recursion is too deep. End it earlier.",
        ),
        ({"reason": "memory"}, "Out of memory after 0 games. Keep less in your bot."),
        (
            {"reason": "load", "type": "NoChoose", "message": "choose needs three parameters.", "line": 2},
            "Line 2: choose needs three parameters.",
        ),
        (
            {"reason": "illegal", "action": "a\u202eb" + "c" * 5000},
            "It answered a⟨U+202E⟩b" + "c" * 289 + "…. Return one",
        ),
    ],
)
def test_every_failure_says_what_to_do(error: dict[str, Any], sentence: str) -> None:
    model = failed(first_model(BLANK), **error)
    assert model.error
    assert error_heading(model.error).startswith(sentence)
    assert model.alert.startswith(sentence)
    if model.error.type in ("SystemExit", "NoInput", "StackOverflow"):
        assert model.alert == sentence


def test_a_changed_example_becomes_ones_own_bot_and_stays() -> None:
    model, effects = update(first_model(BLANK), ["text", "def choose(view, legal, rng):\n    return legal[0]\n"])
    [(name, stored)] = effects
    assert name == "keep-bots"
    assert (model.source, model.name) == ("own", "Score now")
    again = first_model(replace(BLANK, bots=own_bots.parse_bots(stored)))
    assert (again.source, again.name, again.text) == ("own", "Score now", model.text)
    renamed = send(again, "name", "  Mine ")
    assert [bot.name for bot in renamed.bots] == ["Mine"]
    assert send(renamed, "delete", "Mine").source == "example"


def test_a_deleted_bot_can_come_back() -> None:
    model = send(send(first_model(BLANK), "new"), "panel", "examples")
    deleted = send(model, "delete", "My bot")
    assert (deleted.bots, deleted.source, deleted.panel) == ((), "example", "examples")
    assert ">Undo<" in render_lab(deleted)["lab-panel"]
    restored, effects = update(deleted, ["undelete"])
    assert restored.bots == model.bots
    assert effects[0] == ("keep-bots", own_bots.bots_to_json(model.bots))
    live = send(model, "run")
    assert effects_of(live, "delete", "My bot")[0] == ("stop",)


def test_a_bot_without_room_replaces_no_other() -> None:
    bots = tuple(OwnBot(f"Bot {n}", "medina", "x") for n in range(50))
    model, effects = update(first_model(replace(BLANK, bots=bots)), ["new"])
    assert (model.bots, model.is_kept) == (bots, False)
    assert [name for name, *_rest in effects] == ["stop", "focus"]
    head = render_lab(model)["lab-code-head"]
    assert "This browser keeps 50 bots. Delete one to keep this one." in head
    assert "Not kept" in head
    room = send(send(model, "delete", "Bot 3"), "text", "x = 2\n")
    assert (room.is_kept, len(room.bots)) == (True, 50)


def test_two_tabs_keep_the_bots_of_both() -> None:
    model = send(first_model(BLANK), "new")
    other = own_bots.bots_to_json([OwnBot("Other", "medina", "x")])
    assert {bot.name for bot in send(model, "bots", other, True).bots} == {"My bot", "Other"}
    assert [bot.name for bot in send(model, "bots", other, False).bots] == ["Other"]


def test_another_game_has_another_best_result() -> None:
    model = play_run(send(first_model(BLANK), "new"), [1.0] * 100)
    assert send(model, "game", "medina").bots[0].best is None


@pytest.mark.parametrize("opened", ["own", "example", "lesson"])
def test_a_reload_keeps_the_bot_and_its_result(opened: str) -> None:
    model = first_model(BLANK)
    if opened == "own":
        model = send(model, "text", model.text + "# mine\n")
    elif opened == "lesson":
        model = send(send(model, "lesson", "open"), "text", "def choose(view, legal, rng): ...\n")
    model = play_run(model, [0] * 40, end="stopped")
    changed = play_run(send(model, "text", model.text + "# changed\n"), [1, 0] * 20) if opened == "own" else model
    fresh = replace(BLANK, bots=changed.bots, progress=changed.progress)
    again = reopen_bot(fresh, open_bot_to_json(changed))
    assert again
    assert render_lab(again) == render_lab(replace(changed, status="", alert=""))
    assert (again.text, again.settings) == (changed.text, changed.settings)
    gone = reopen_bot(BLANK, open_bot_to_json(changed))
    assert (gone is None) == (opened == "own")


def test_a_reload_keeps_the_error() -> None:
    model = failed(first_model(BLANK), reason="error", type="E", message="m", line=9, trace=[{"line": 9, "text": "f"}])
    again = reopen_bot(BLANK, open_bot_to_json(model))
    assert again
    assert render_lab(again) == render_lab(model)


@pytest.mark.parametrize("stored", ["", "{", "[]", "{}", '{"source": "own"}', "[" * 50])
def test_a_damaged_record_of_a_tab_opens_nothing(stored: str) -> None:
    assert reopen_bot(BLANK, stored) is None


def test_a_record_with_other_types_opens_nothing() -> None:
    stored = json.loads(open_bot_to_json(play_run(first_model(BLANK), [1, 0])))
    for part, value in [("scores", [1, "2"]), ("seat", 5)]:
        damaged = json.loads(json.dumps(stored))
        damaged["run"]["games"][0][3 if part == "scores" else 2] = value
        assert reopen_bot(BLANK, json.dumps(damaged)) is None
    assert reopen_bot(BLANK, json.dumps(stored | {"settings": ["chess", "casual", 2, 100]})) is None


def test_names_of_bots_differ() -> None:
    model = send(send(first_model(BLANK), "new"), "new")
    assert [bot.name for bot in model.bots] == ["My bot 2", "My bot"]
    assert send(model, "name", "My bot").name == "My bot 2"


def test_the_best_whole_run_of_an_own_bot_is_kept() -> None:
    model = send(first_model(BLANK), "new")
    model = play_run(play_run(model, [1.0, 0.0] * 50), [1.0, 0.0, 0.0, 0.0] * 25)
    assert model.bots[0].best == 50
    assert play_run(send(model, "opponent", "random"), [1.0] * 100).bots[0].best == 50


@pytest.mark.parametrize(
    "stored", ["", "{", "3", "[3, null]", '[{"name": "a", "game": "chess", "text": ""}]', "[" * 50]
)
def test_damaged_storage_has_no_bots(stored: str) -> None:
    assert own_bots.parse_bots(stored) == ()


def test_storage_has_limits() -> None:
    bots = [OwnBot(f"Bot {n}", "medina", "x" * 10) for n in range(60)]
    assert len(own_bots.parse_bots(own_bots.bots_to_json(bots))) == 50
    assert own_bots.parse_bots(json.dumps([OwnBot("Long", "medina", "x" * 20_001)._asdict()])) == ()


def test_code_that_is_too_long_is_neither_kept_nor_run() -> None:
    model, effects = update(first_model(BLANK), ["text", "#" * 20_001])
    assert (effects, model.bots) == ([], ())
    assert "more than 20 kB" in render_lab(model)["lab-code-head"]
    assert effects_of(model, "run") == []


def test_code_that_is_too_long_leaves_no_error_and_no_way_to_run() -> None:
    model = failed(send(first_model(BLANK), "text", "def choose(view, legal, rng): 1 / 0\n"), reason="error", type="E")
    assert model.is_kept
    page = render_lab(send(model, "text", "#" * 20_001))
    assert "Your bot stopped" not in page["lab-out"]
    assert "Kept" not in page["lab-code-head"]
    assert ' disabled aria-description="Your bot has more than 20 kB' in page["lab-run"]


# -- links and files ---------------------------------------------------------------------------------------------------

HOSTILE = "<img src=x onerror=alert(1)>\u202e\u200b"


def test_a_bot_from_a_link_is_text_until_it_runs() -> None:
    claim = bot_link.Claim(92.5, 40, "casual")
    link = bot_link.write("One reply", "alhambra", EXAMPLES["one_reply"], claim)
    model = first_model(BLANK, link)
    assert model.is_read_only
    assert (model.run, model.bots) == (None, ())
    page = "".join(render_lab(model).values())
    assert "The link claims 92.5% wins against casual in 40 games." in page
    assert page.count("Run 100 games") == 2  # one for narrow windows
    assert f"pygame_core {__version__} · yours is {__version__}" in page
    assert send(model, "text", "import os") == model
    ran, effects = update(model, ["run"])
    assert [name for name, *_rest in effects] == ["keep-bots", "focus", "run"]
    assert (ran.source, ran.text) == ("own", EXAMPLES["one_reply"])
    assert send(model, "copy-bot").source == "own"


def test_hostile_text_is_shown_as_text_with_its_hidden_characters() -> None:
    model = first_model(BLANK, bot_link.write(HOSTILE, "medina", f"# {HOSTILE}\n"))
    page = "".join(render_lab(model).values())
    assert "<img" not in page
    assert "⟨U+202E⟩" in page
    assert "This text contains 4 hidden characters." in page
    assert shown_text(model) == "# <img src=x onerror=alert(1)>⟨U+202E⟩⟨U+200B⟩\n"
    assert send(model, "copy-bot").name == "<img src=x onerror=alert(1)>"


@pytest.mark.parametrize("link", ["", "?", "AAAA", "é", "x" * 7000, bot_link.write("a", "medina", "b")[:-3]])
def test_a_damaged_link_is_refused_in_one_sentence(link: str) -> None:
    with pytest.raises(Illegal, match=r"^This link is incomplete or was changed\. Ask for it again\.$"):
        bot_link.read(link)
    if link:
        model = first_model(BLANK, link)
        assert "Ask for it again. The code below isn&#39;t from it." in render_lab(model)["lab-code-head"]
        assert "Ask for it again" in model.alert


def test_a_link_has_a_limit() -> None:
    rng = Random(1)
    noise = "".join(chr(rng.randrange(33, 126)) for _letter in range(19_000))
    with pytest.raises(Illegal, match=r"Too long for a link\. Save it as a file instead\."):
        bot_link.write("Long", "medina", noise)
    long = send(send(first_model(BLANK), "text", noise), "panel", "share")
    assert "Too long for a link. Save it as a file instead." in render_lab(long)["lab-panel"]
    shared = send(replace(first_model(BLANK), address="https://site/lab.html"), "panel", "share")
    [(_name, copied)] = effects_of(shared, "copy")
    assert copied in render_lab(shared)["lab-panel"]
    assert bot_link.read(copied.split("#bot=")[1]).text == shared.text


def test_a_saved_file_runs_unchanged_with_simulate(tmp_path: Path) -> None:
    [(_name, name, text)] = effects_of(first_model(BLANK), "save")
    (tmp_path / name).write_text(text, encoding="utf-8")
    command = text.splitlines()[1].removeprefix("#").split()
    assert command[0] == "palaces"
    command[command.index("--games") + 1] = "2"
    run = subprocess.run(
        [sys.executable, "-m", "pygame_core", *command[1:], "--jobs", "1"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "score_now" in run.stdout


def test_a_file_has_a_name_and_a_comment_of_one_line() -> None:
    assert file_name("os") == "os_bot.py"
    assert file_name("../../etc") == "etc.py"
    assert file_text("a\nimport os", "medina", "x = 1").splitlines()[0].startswith("# a import os: a bot for Medina")


# -- the tutorial ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", bot_tutorial.STEPS, ids=lambda step: step.example)
def test_each_step_of_the_tutorial_changes_one_line_of_an_example(
    step: bot_tutorial.TutorialStep, tmp_path: Path
) -> None:
    solved, simple = (make(step, EXAMPLES) for make in (bot_tutorial.solved_text, bot_tutorial.starting_text))
    pairs = zip(solved.splitlines(), simple.splitlines(), strict=True)
    assert [n for n, (one, other) in enumerate(pairs, 1) if one != other] == [bot_tutorial.changed_line(step, simple)]
    match = Match.new("alhambra", 2, seed=1)
    seat = match.to_move()
    (tmp_path / "bot.py").write_text(simple)
    player = load(parse(str(tmp_path / "bot.py")))()
    answer = player.choose(match.view(seat), match.legal(), Random(1))
    assert match.allows(list(answer.action if isinstance(answer, Choice) else answer)) is None


def test_the_tutorial_keeps_progress() -> None:
    model, effects = update(first_model(BLANK), ["lesson", 1])
    assert ("keep-progress", '{"step": 1, "done": []}') in effects
    assert "Line 13." in render_lab(model)["lab-out"]
    shown = send(model, "lesson", "show")
    assert shown.text == EXAMPLES["exact_first"]
    assert "Done: line 13." in render_lab(shown)["lab-out"]
    assert play_run(shown, [0.0] * 100).progress.done == frozenset()
    done = play_run(shown, [1.0] * 10 + [0.0] * 90)
    assert done.progress.done == {1}
    assert "Goal reached." in render_lab(done)["lab-out"]
    assert bot_tutorial.parse_progress('{"step": 1, "done": [1]}') == done.progress
    assert send(done, "lesson").source != "lesson"
    assert send(done, "lesson", "keep").bots[0].text == EXAMPLES["exact_first"]


def test_a_step_without_its_change_is_not_finished() -> None:
    model = play_run(send(first_model(BLANK), "lesson", "open"), [0.0] * 100)
    assert model.progress.done == frozenset()
    shown = send(model, "lesson", "show")
    assert "Done: line" in render_lab(shown)["lab-out"]
    assert "0%" not in render_lab(shown)["lab-out"]  # the result of the text before
    done = play_run(shown, [0.0] * 100)
    page = render_lab(done)["lab-out"]
    assert done.progress.done == {0}
    assert "Goal reached." in page
    assert "Goal:" not in page


@pytest.mark.parametrize("stored", ["", "[]", '{"step": 9, "done": []}', '{"step": "1", "done": []}'])
def test_damaged_progress_is_that_of_the_beginning(stored: str) -> None:
    assert bot_tutorial.parse_progress(stored) == bot_tutorial.Progress()


# -- other states ------------------------------------------------------------------------------------------------------


def test_without_network_and_copy_the_lab_says_so() -> None:
    model = first_model(replace(BLANK, is_ready=False))
    page = render_lab(model)
    assert "The lab needs one visit online. Games still work." in page["lab-code-head"]
    assert " disabled" in page["lab-run"]
    assert effects_of(model, "run") == []


def test_refused_storage_is_said() -> None:
    page = render_lab(send(first_model(BLANK), "not-kept"))
    assert "This browser can&#39;t keep your bot. Save it as a file." in page["lab-code-head"]


def test_a_broken_engine_is_said() -> None:
    model = send(send(first_model(BLANK), "run"), "event", {"kind": "broken", "message": "no memory"})
    assert model.alert.startswith("The bot's Python couldn't start here.")
    assert not model.is_live


def test_every_game_has_an_example() -> None:
    for game in ("palazzo", "medina"):
        model = send(first_model(BLANK), "game", game)
        assert model.text == EXAMPLES["ranked"]
        assert model.settings == RunSettings(game=game)
    own = send(send(first_model(BLANK), "new"), "game", "medina")
    assert (own.source, own.bots[0].game) == ("own", "medina")


def test_printed_lines_are_shown_with_their_game() -> None:
    model = send(send(first_model(BLANK), "run"), "event", game_event(0, 1, log=["<b>hello</b>"]))
    model = send(model, "event", {"kind": "lines", "dropped": 5})
    page = render_lab(send(model, "detail", "log"))["lab-out"]
    assert "&lt;b&gt;hello&lt;/b&gt;" in page
    assert "Older lines were dropped." in page
    assert "Log · 1 line" in page
    many = send(model, "event", game_event(1, 1, log=[f"line {n}" for n in range(MAX_LOG_LINES)]))
    assert many.run
    assert [many.run.log[0].text, many.run.log[-1].text] == ["line 0", f"line {MAX_LOG_LINES - 1}"]


def test_french_phrases_of_a_count_fit_one() -> None:
    """“1 parties sur 20” is wrong in French, where the noun follows the first number."""
    text = (ROOT / "pygame_core/locale/fr/palaces.po").read_text(encoding="utf-8")
    assert re.findall(r'^msgstr "\{n\} \w+s sur .*', text, re.MULTILINE) == []
