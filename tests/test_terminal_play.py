"""Tests of play in a terminal: input, output, and that no game gets lost."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tables import GAMES_AND_SEATS, RELEASED_GAMES, entries_into

from pygame_core import GAMES, Match
from pygame_core.__main__ import main
from pygame_core.bots import choose
from pygame_core.bots.player_process import Limits
from pygame_core.i18n import format_number
from pygame_core.match import require_game
from pygame_core.medina.components import WALL_SPACES
from pygame_core.medina.text_view import FREE_CHAR, WALL_CHAR, WELL_CHAR, board_letters
from pygame_core.state import View, open_hand
from pygame_core.terminal.play import TerminalSession
from pygame_core.terminal.transcript import numbered_lines, player_names, standing_sentence

Say = Callable[..., str]


class ScriptedInput:
    """Standard input with these lines. After them it ends, or somebody presses Ctrl-C."""

    def __init__(self, lines: tuple[str, ...], end: type[BaseException] | None) -> None:
        self.lines, self.end = [*lines], end

    def readline(self, most: int = -1) -> str:
        if self.lines:
            return self.lines.pop(0) + "\n"
        if self.end:
            raise self.end
        return ""

    def fileno(self) -> int:
        raise OSError


@pytest.fixture
def say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Say:
    """A function that runs a command in an empty folder with these lines of input, and returns its output."""
    monkeypatch.chdir(tmp_path)

    def play_lines(command: str, *lines: str, code: int = 0, end: type[BaseException] | None = None) -> str:
        monkeypatch.setattr("sys.stdin", ScriptedInput(lines, end))
        assert main(["play", *command.split(), "--seconds", "0"]) == code
        return capsys.readouterr().out

    return play_lines


def render_table(view: View, called: list[str]) -> list[str]:
    """Return a position as the terminal shows it."""
    return [line.rstrip() for line in GAMES[view["game"]].render_text_view(view, called)]


def load_saved_match(name: str) -> Match:
    """Return the match in a file."""
    return Match.load(Path(name).read_bytes())


MEDINA = "medina --seats you,bot:casual --seed 3"
ALHAMBRA = "alhambra --seats you,bot:casual --seed 3"
PALAZZO = "palazzo --seats you,you,bot:casual --seed 3"


# -- whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_a_whole_game_is_played_by_numbers(game: str, tmp_path: Path) -> None:
    """Every second number may be too high. The command refuses it, and the next number is played."""
    command = [
        sys.executable,
        "-m",
        "pygame_core",
        "play",
        game,
        "--seats",
        "you,bot:casual,bot:beginner",
        "--seed",
        "7",
    ]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, sys.path)), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        command,
        input="4\n1\n" * 2000,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        cwd=tmp_path,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    match = Match.load((tmp_path / f"{game}-7.json").read_bytes())
    assert match.to_move() is None
    *_, result, kept = done.stdout.splitlines()
    assert result == standing_sentence(match)
    assert kept == f"Saved in {game}-7.json."
    told = [
        said
        for event in match.events(None)
        for said in GAMES[game].sentences.event_sentences(event, player_names(match), you=0)
    ]
    assert [said for said in told if said.startswith("You ")]
    answers = done.stdout.replace("Player 1> ", "\n").splitlines()
    assert [line for line in answers if line in {*told}] == told
    assert set(done.stderr.splitlines()) == {"casual is thinking…", "beginner is thinking…"}
    assert [path.name for path in tmp_path.iterdir()] == [f"{game}-7.json"]


def test_the_game_of_a_finished_save_is_only_told(say: Say) -> None:
    match = Match.new("medina", 2, seed=1)
    while match.to_move() is not None:
        match.play(match.legal()[0])
    Path("over.json").write_text(json.dumps(match.save()))
    assert standing_sentence(match) in say("--load over.json")


# -- tables ------------------------------------------------------------------------------------------------------------


def random_game_views(game: str, seats: int) -> Iterator[Match[Any]]:
    """Yield every position of a random game."""
    match, rng = Match.new(require_game(game), seats, seats), Random(1)
    while match.to_move() is not None:
        yield match
        match.play(rng.choice(match.legal()))
    yield match


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_a_table_has_every_player_and_no_other_hand(game: str, seats: int) -> None:
    for match in random_game_views(game, seats):
        called = [f"Player {n}" for n in range(1, seats + 1)]
        for seat in (None, match.to_move()):
            lines = render_table(match.view(seat), called)
            for name, points in zip(called, match.scores(), strict=True):
                assert (
                    len([line for line in lines if re.match(rf"[> ] {name} +{format_number(points)} point", line)]) == 1
                )
            hands = [line for line in lines if "your hand" in line]
            assert len(hands) == (seat is not None and GAMES[game].has_secrets)


def test_a_table_shows_the_hand_the_yard_and_the_open_money() -> None:
    match = Match.new("alhambra", 3, seed=7)
    shown = "\n".join(render_table(match.view(2), ["Ada", "Bo", "Cy"]))
    assert "florins         arcades (6)" in shown
    assert "your hand       5 of florins, 8 of florins, 3 of dirhams, 4 of ducats" in shown
    assert re.search("^> Cy +0 points, 4 cards$", shown, re.MULTILINE)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_city_of_medina_is_a_grid_in_which_everything_stands(seats: int) -> None:
    for match in random_game_views("medina", seats):
        view = match.view(0)
        lines = render_table(view, player_names(match))
        columns = lines[0].split()
        grid: dict[str, str] = {}
        letters = board_letters()
        for line in lines[2 : 2 + (10 if seats == 2 else 11)]:
            row = int(line[:4])
            grid |= {f"{column}{row}": line[7 + 2 * n] for n, column in enumerate(columns)}
        expected = dict.fromkeys(grid, FREE_CHAR) | {view["well"]: WELL_CHAR}
        expected |= dict.fromkeys(view["merchants"], letters["merchant"])
        for palace in view["palaces"]:
            letter = letters[palace["colour"]]
            expected |= dict.fromkeys(palace["buildings"], letter if palace["owner"] is None else letter.upper())
            expected |= dict.fromkeys(palace["stables"], letters["stable"])
        assert grid == expected
        ring = "\n".join(lines[: len(grid) // len(columns) + 4])
        assert ring.count(WALL_CHAR) == sum(map(len, view["walls"]))
    assert {name for of_tower in view["walls"] for name in of_tower} <= {*WALL_SPACES[seats]}


@pytest.mark.parametrize(
    ("space", "line", "column"), [("N1", 1, 7), ("N16", 1, 37), ("W1", 2, 5), ("E11", 12, 39), ("S16", 13, 37)]
)
def test_a_wall_stands_at_its_side(space: str, line: int, column: int) -> None:
    match: Match = Match.new("medina", 4, seed=3)
    match.play(["wall", space])
    lines = render_table(match.view(0), player_names(match))
    assert lines[line].ljust(column + 1)[column] == WALL_CHAR
    assert (lines[1].split()[0], lines[1].split()[-1], *lines[13].split()[:1], lines[13].split()[-1]) == (
        "1",
        "3",
        "4",
        "2",
    )


# -- input -------------------------------------------------------------------------------------------------------------


def test_actions_are_listed_in_words_with_their_notation(say: Say) -> None:
    heard = say(ALHAMBRA)
    match = Match.new("alhambra", 2, seed=3)
    assert match.to_move() == 0
    for n, action in enumerate(match.legal(), 1):
        said = GAMES["alhambra"].sentences.action_name(action, match.view(0))
        assert re.search(rf"^ +{n}  {re.escape(said)} +{re.escape(json.dumps(action))}$", heard, re.M)


@pytest.mark.parametrize(
    ("game", "words", "meant"),
    [
        ("medina", "building gray", lambda action: action[:2] == ["building", "grey"]),
        ("medina", "Gray buildings", lambda action: action[:2] == ["building", "grey"]),
        ("medina", "a1 purple build", lambda action: action == ["building", "purple", "a1"]),
        ("medina", "walls", lambda action: action[0] == "wall"),
        ("medina", "walls n1", lambda action: action == ["wall", "N1"]),
        ("palazzo", "draw", lambda action: action == ["tiles"]),
        ("alhambra", "dirhams take", lambda action: action == ["take", "g6"]),
    ],
)
def test_actions_are_found_by_words_in_any_order(
    say: Say, game: str, words: str, meant: Callable[[list[Any]], bool]
) -> None:
    heard = re.split(r"Player \d> ", say(f"{game} --seats you,you --seed 3", "", f"list {words}"))[-2]
    listed = [json.loads(line[line.index("[") :]) for line in heard.splitlines() if "[" in line]
    expected = [action for action in Match.new(require_game(game), 2, 3).legal() if meant(action)]
    assert listed == expected
    assert listed


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_every_action_is_found_by_each_word_that_is_shown_of_it(
    game: str, seats: int, capsys: pytest.CaptureFixture[str]
) -> None:
    match, rng = Match.new(require_game(game), seats, 3), Random(1)
    for _turn in range(entries_into(game, seats, 12)):
        at = TerminalSession(match, 0.0, {}, Limits())
        seat = match.to_move()
        assert seat is not None
        action = rng.choice(match.legal())
        name = GAMES[game].sentences.action_name(action, match.view(seat))
        words = re.findall(r"\w+", name)
        for said in (*words, " ".join(words), " ".join(reversed(words)), name.upper(), json.dumps(action)):
            at.print_actions(seat, said)
            assert json.dumps(action) in capsys.readouterr().out, said
        match.play(action)


def test_words_that_no_action_has_are_answered_by_a_sentence(say: Say) -> None:
    heard = say("medina --seats you,you --seed 3", "list elephant", "list building elephant", "list wall n1")
    first, second, third, _left = re.split(r"Player \d> ", heard)[1:]
    assert first == "No action has “elephant” in it.\n"
    assert "“building elephant”" in second
    assert [line.split()[1:7] for line in third.splitlines()] == [["Build", "a", "wall", "on", "space", "a"]]


def test_many_actions_are_counted_and_listed_by_a_word(say: Say) -> None:
    heard = say("medina --seats you,you --seed 3", "list wall")
    match = Match.new("medina", 2, seed=3)
    buildings = sum(action[0] == "building" for action in match.legal())
    assert f"{len(match.legal())} actions: Place a building ({buildings}), Place a merchant (" in heard
    walls = [json.dumps(action) for action in match.legal() if action[0] == "wall"]
    assert re.findall(r"\[\"wall.*$", heard, re.M) == walls
    assert '["merchant' not in heard


def test_an_action_can_be_written_and_may_be_wasteful(say: Say) -> None:
    for seed in range(100):
        match = Match.new("alhambra", 2, seed)
        hand = open_hand(match.view(0), 0)
        written = [["buy", n, [*cards], "keep"] for n, cards in product(range(4), combinations(hand, 3))]
        wasteful = [action for action in written if action not in match.legal() and match.allows(action) is None]
        if match.to_move() == 0 and wasteful:
            break
    say(f"alhambra --seats you,bot:casual --seed {seed}", json.dumps(wasteful[0]))
    assert load_saved_match(f"alhambra-{seed}.json").log[0][1] == wasteful[0]


WRONG_INPUTS = {
    "an unknown word": ("dance", "Unknown command 'dance'. Type a number"),
    "a word in another script": ("☃", "Unknown command '\\u2603'"),
    "number nought": ("0", "actions: type 1 to "),
    "a number out of range": ("999", "actions: type 1 to "),
    "a number beyond all": ("9" * 5000, "actions: type 1 to "),
    "a number below nought": ("-1", "Unknown command '-1'"),
    "half an action": ('["take",', "isn't JSON. Write an action like this: ["),
    "an endless action": ("[" * 100_000, "isn't JSON"),
    "no action": ("[]", "An action is a list that begins with a verb"),
    "a list of lists": ("[[[[[[[[[[1]]]]]]]]]]", "There's no action called"),
    "an illegal action": ('["pass"]', "You can't pass while you can take money"),
    "an action with a number that is none": ('["buy", NaN, [], "keep"]', "This action has wrong parts. It looks like"),
    "undo before anything": ("undo", "There's nothing of yours to undo yet."),
    "undo! before anything": ("undo!", "There's nothing of yours to undo yet."),
    "save nowhere": ("save", "Add the name of a file"),
    "save into no folder": ("save missing/game.json", "There's no folder missing."),
    "save over a folder": ("save! .", ".: "),
    "a file name that is none": ("save a\0b", "'a\\x00b' can't be the name of a file"),
}


@pytest.mark.parametrize(("said", "answer"), WRONG_INPUTS.values(), ids=WRONG_INPUTS)
def test_what_cannot_be_gets_a_sentence_and_changes_nothing(say: Say, said: str, answer: str) -> None:
    heard = say(ALHAMBRA, said, "save after.json")
    (line,) = [line for line in heard.splitlines() if answer in line]
    assert len(line) < 400
    assert load_saved_match("after.json").log == []


def test_help_names_every_word(say: Say) -> None:
    heard = say(ALHAMBRA, "help")
    for word in ("NUMBER", "list", "hint", "undo", "undo!", "log", "save FILE", "save!", "quit", '["take"'):
        assert word in heard


def test_enter_shows_the_table_again(say: Say) -> None:
    assert say(ALHAMBRA, "").count("your hand") == 2


def test_a_hint_has_three_candidates_with_their_numbers_and_a_reason(say: Say) -> None:
    heard = say(ALHAMBRA, "hint")
    match = Match.new("alhambra", 2, seed=3)
    hints = re.findall(r"(\d+)  (.+): expected lead [+−]?\d+", heard)
    assert len(hints) == 3
    for number, action in hints:
        assert GAMES["alhambra"].sentences.action_name(match.legal()[int(number) - 1], match.view(0)) == action
    assert re.search(r"^      .*\.$", heard, re.M)


def test_a_hint_of_the_only_move_has_no_figure(say: Say) -> None:
    """The bot did not search."""
    match = Match.new("palazzo", [{"name": "Ada", "kind": "human"}, {"name": "Bob", "kind": "bot:casual"}], 1)
    while match.to_move() != 0 or len(match.legal()) > 1:
        match.play(choose("random", match.view(match.to_move()), Random(len(match.log))).action)
    Path("forced.json").write_text(json.dumps(match.save()), "utf-8")
    heard = say("--load forced.json", "hint")
    assert "Nothing else is worth considering." in heard
    assert "expected lead" not in heard
    assert "Each figure" not in heard


def test_the_log_is_told(say: Say) -> None:
    heard = say(MEDINA, "1", "log")
    match = load_saved_match("medina-3.json")
    for event in match.events(None):
        assert (
            f"{event['n'] + 1:4}  {GAMES['medina'].sentences.event_sentences(event, player_names(match), you=0)[0]}"
            in heard
        )


# -- undo --------------------------------------------------------------------------------------------------------------


def test_undo_takes_back_the_last_action_of_ones_own_and_what_followed(say: Say) -> None:
    say(MEDINA, "save before.json", "1", "save after.json", "undo", "save undone.json")
    assert [seat for seat, _, _ in load_saved_match("after.json").log][-1] == 1
    assert (
        load_saved_match("undone.json").save()
        == load_saved_match("before.json").save()
        == load_saved_match("medina-3.json").save()
    )


def test_undo_goes_no_further_than_what_was_revealed_unless_it_is_practice(say: Say) -> None:
    heard = say(ALHAMBRA, "1", "undo", "save refused.json", "undo!", "save undone.json")
    assert "turns this into a practice game. To do that, type `undo!`" in heard
    assert len(load_saved_match("refused.json").log) > 1
    assert not load_saved_match("refused.json").practice
    assert load_saved_match("undone.json").practice
    assert load_saved_match("undone.json").log == []


# -- several people ----------------------------------------------------------------------------------------------------


def test_the_terminal_is_handed_over_before_a_hand_is_shown(say: Say) -> None:
    heard = say(PALAZZO, *["", "1"] * 60)
    first, *turns = re.split(r"(Player \d), press Enter when the others aren't looking\. ", heard)
    assert "your hand" not in first
    assert {*turns[::2]} == {"Player 1", "Player 2"}
    match = Match.new("palazzo", 3, seed=3)
    own, other = (
        next(line for line in render_table(match.view(seat), ["", "", ""]) if "your hand" in line)
        for seat in (int(turns[0][-1]) - 1, 2 - int(turns[0][-1]))
    )
    assert own in turns[1]
    assert other not in turns[1]
    for name, turn in zip(turns[::2], turns[1::2], strict=True):
        assert {*re.findall(r"^> (\w+ \d) .*card", turn, re.M)} <= {name}


def test_who_takes_over_is_told_what_happened_meanwhile(say: Say) -> None:
    heard = say("palazzo --seats you,you --seed 3", *["", "1"] * 10)
    match = load_saved_match("palazzo-3.json")
    first, second, third, *_more = heard.split("press Enter when the others aren't looking. ")[1:]
    assert first.startswith("\n  supply")
    told = [*numbered_lines(match, match.events(None))]
    assert second.startswith(told[0] + "\n")
    own = next(n for n, (seat, _, _) in enumerate(match.log) if seat != match.log[0][0])
    since = max(n for n, (seat, _, _) in enumerate(match.log[:own]) if seat == match.log[0][0]) + 1
    assert third.startswith(next(line for line in told if line.startswith(f"{since + 1:4}  ")) + "\n")


def test_without_secrets_nothing_is_handed_over(say: Say) -> None:
    assert "aren't looking" not in say("medina --seats you,you --seed 3", "1", "2")


def test_one_can_leave_instead_of_taking_over(say: Say) -> None:
    assert "No moves yet" in say(PALAZZO, "quit", "1", "1")


# -- saved games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "end", "code"), [(["quit", "1"], None, 0), ([], None, 0), ([], KeyboardInterrupt, 130)], ids=str
)
def test_whoever_leaves_is_told_where_the_game_is_kept(
    say: Say, lines: list[str], end: type[BaseException] | None, code: int
) -> None:
    heard = say(MEDINA, "1", *lines, code=code, end=end)
    assert heard.splitlines()[-1] == "The game is saved. To continue: python -m pygame_core play --load medina-3.json"
    assert {seat for seat, _, _ in load_saved_match("medina-3.json").log} == {0, 1}


def test_a_game_goes_on_where_it_was_left(say: Say) -> None:
    """The bots play as they would have played without the break."""
    say(MEDINA, "1", "2", "3")
    say("--load medina-3.json", "4", "1")
    Path("apart").mkdir()
    os.chdir("apart")
    say(MEDINA, "1", "2", "3", "4", "1")
    assert load_saved_match("../medina-3-2.json").save() == load_saved_match("medina-3.json").save()


def test_no_file_that_was_there_is_written_over(say: Say) -> None:
    Path("medina-3.json").write_text("dear")
    heard = say(MEDINA, "save medina-3.json", "1", "save! other.json", "save other.json", "save! other.json")
    assert heard.count("already exists") == 2
    assert Path("medina-3.json").read_text() == "dear"
    assert load_saved_match("other.json").save() == load_saved_match("medina-3-2.json").save()


def test_nothing_is_kept_of_a_game_that_was_not_begun(say: Say, tmp_path: Path) -> None:
    assert "No moves yet" in say(MEDINA)
    assert not [*tmp_path.iterdir()]


def test_a_game_that_cannot_be_kept_goes_on_and_says_so(
    say: Say, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*args: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(os, "replace", full)
        heard = say(MEDINA, "1", "save other.json")
    assert "The game is saved" not in heard
    assert len(load_saved_match("other.json").log) > 1


# -- bots of one's own -------------------------------------------------------------------------------------------------


def write_bot(body: str) -> None:
    """Write `mybot.py` into the current folder."""
    Path("mybot.py").write_text(f"class Greedy:\n    def choose(self, view, legal, rng):\n        {body}\n")


def test_a_bot_of_ones_own_plays_at_the_terminal(say: Say) -> None:
    write_bot("return legal[-1]")
    said = say("medina --seats you,mybot.py:Greedy,bot:casual --seed 3 --names Zahra --options first=2", "1")
    match = load_saved_match("medina-3.json")
    assert [(seat["name"], seat["kind"]) for seat in match.seats] == [
        ("Zahra", "human"),
        ("Greedy", "bot:custom"),
        ("casual", "bot:casual"),
    ]
    assert "Greedy " in said
    assert [entry[0] for entry in match.log[:2]] == [1, 2]
    replayed = Match.new("medina", match.seats, 3, match.options)
    assert match.log[0][1] == replayed.legal()[-1]


def test_a_saved_game_asks_who_plays_on_for_a_bot_of_ones_own(say: Say) -> None:
    write_bot("return legal[0]")
    say("alhambra --seats mybot.py:Greedy,you,mybot.py:Greedy --seed 3", "1")
    said = say("--load alhambra-3.json", "", "genius", "nobot.py", "casual", "mybot.py:Greedy", "1")
    assert said.count("This seat was a bot of your own. Choose who plays on.") == 2
    assert "'genius'" in said
    assert "There's no file nobot.py that can be read." in said
    match = load_saved_match("alhambra-3-2.json")
    assert [(seat["name"], seat["kind"]) for seat in match.seats] == [
        ("casual", "bot:casual"),
        ("Player 2", "human"),
        ("Greedy", "bot:custom"),
    ]


def test_leaving_while_a_player_is_chosen_changes_no_file(say: Say) -> None:
    write_bot("return legal[0]")
    say("alhambra --seats you,mybot.py:Greedy --seed 3", "1", "quit")
    before = Path("alhambra-3.json").read_text()
    say("--load alhambra-3.json", "quit")
    assert Path("alhambra-3.json").read_text() == before


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("raise KeyError('D')", "mybot.py, line 3: KeyError: 'D'. Choose who plays on."),
        ("return ['dance']", "It answered ['dance']. Not allowed: "),
        ("__import__('os')._exit(1)", "Its process ended in mid-game. Choose who plays on."),
        ("__import__('time').sleep(9)", "It took too long for a move. Choose who plays on."),
    ],
)
def test_a_bot_that_fails_loses_nothing(say: Say, body: str, sentence: str) -> None:
    write_bot(body)
    said = say("medina --seats you,mybot.py:Greedy --options first=1 --move-seconds 0.2 --seed 3", "1", "you", "1")
    assert sentence in said
    match = load_saved_match("medina-3.json")
    assert [seat["kind"] for seat in match.seats] == ["human", "human"]
    assert len({seat["name"] for seat in match.seats}) == 2
    assert [entry[0] for entry in match.log] == [0, 1]


def test_after_an_undo_a_bot_begins_again(say: Say) -> None:
    Path("mybot.py").write_text("""
class Counting:
    def begin(self, seat, game): self.moves = 0; print("begun", seat, game)
    def choose(self, view, legal, rng):
        self.moves += 1
        with open("moves", "a") as file: file.write(f"{self.moves} ")
        return legal[0]
""")
    say("medina --seats you,mybot.py --seed 3 --options first=1", "1", "1", "1", "1", "undo!", "1", "1")
    assert Path("moves").read_text().split() == ["1", "2", "3", "4", "1", "2"]


def test_a_bot_that_cannot_be_loaded_is_refused(say: Say, capsys: pytest.CaptureFixture[str]) -> None:
    Path("mybot.py").write_text("x = (")
    assert say("alhambra --seats you,mybot.py", code=2) == ""
    assert not [*Path().glob("*.json")]
