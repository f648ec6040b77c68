"""`play`: people and bots at one terminal. Every action saves the game to a file, which is named at the end."""

import argparse
import io
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain, count
from pathlib import Path
from random import Random
from typing import cast

from pygame_core import GAMES, Illegal, Match
from pygame_core.bots import LEVELS, Budget, bot_view, choose, require_level
from pygame_core.bots.decision import SHOWN_CANDIDATE_COUNT
from pygame_core.bots.explain import candidate_sentence, continuation_sentences, figures_sentence, reason_sentences
from pygame_core.bots.level_player import level_budget
from pygame_core.bots.player_process import Limits, PlayerError
from pygame_core.i18n import _, list_phrases, ngettext, pgettext, quote_input
from pygame_core.match import CUSTOM_LEVEL
from pygame_core.players import PERSON, Spec, parse, resolve, seat_kind
from pygame_core.safe_json import parse_json
from pygame_core.state import JsonAction, Seat
from pygame_core.terminal import INTERRUPTED_EXIT_CODE, program_name
from pygame_core.terminal.output import is_quiet, print_note
from pygame_core.terminal.own_bots import OwnBots
from pygame_core.terminal.seats import read_names, read_options, read_players
from pygame_core.terminal.transcript import load_match, numbered_lines, player_names, standing_sentence
from pygame_core.terminal.translation import error_reason, file_error_sentence, language_option

MAX_LISTED_ACTIONS = 40  # longer lists are counted, and shown on request
HELP_COLUMN_CHARS = 20
CUSTOM_KIND = f"bot:{CUSTOM_LEVEL}"
CLEAR_SCREEN = "\033[2J\033[3J\033[H"  # clears the screen and the scrollback


def run_play(asked: argparse.Namespace) -> int:
    """Run the command with the parsed arguments `game`, `seats`, `names`, `options`, `seed`, `load`, `seconds` and the
    limits of bots.

    Raises Illegal, with a sentence, if these settings are not possible; OSError if the save cannot be read.
    """
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    match, specs = _load_match(asked) if asked.load else _deal_match(asked)
    sitting = TerminalSession(match, asked.seconds, specs, Limits(asked.move_seconds, asked.game_seconds))
    try:
        sitting.seat_bots()
        sitting.run_session()
    except (EOFError, KeyboardInterrupt) as left:
        print()
        sitting.leave_session()
        return INTERRUPTED_EXIT_CODE if isinstance(left, KeyboardInterrupt) else 0
    finally:
        sitting.own_bots.close()
    return 0


def _load_match(asked: argparse.Namespace) -> tuple[Match, dict[Seat, Spec]]:
    """Return a saved match, and the players of its seats. Your own bot has none, because a save has no code."""
    if asked.seats or asked.names or asked.options or asked.seed is not None:
        raise Illegal(
            None,
            _("A saved game has its own players, options and seed. Leave out --seats, --names, --options and --seed."),
        )
    match = load_match(asked.load)
    if asked.game not in (None, match.game):
        sentence = _("This is a saved game of {game}. Leave out the name of the game.")
        raise Illegal(None, sentence.format(game=GAMES[match.game].sentences.game_title()))
    levels = {
        n: seat["kind"].removeprefix("bot:")
        for n, seat in enumerate(match.seats)
        if seat["kind"] not in ("human", CUSTOM_KIND)
    }
    for level in levels.values():
        require_level(level)
    return match, {seat: Spec(player=level) for seat, level in levels.items()}


def _deal_match(asked: argparse.Namespace) -> tuple[Match, dict[Seat, Spec]]:
    """Return a new match, and the players of the seats of its bots."""
    if not asked.game:
        raise Illegal(None, _("Name a game, or use --load with a saved game."))
    specs = read_players(asked.seats or "you,skilled")
    names = read_names(asked.names, [_default_name(n, spec) for n, spec in enumerate(specs, 1)])
    seats = [{"name": name, "kind": seat_kind(spec)} for name, spec in zip(names, specs, strict=True)]
    options = read_options(asked.game, asked.options, len(seats))
    match = Match.new(asked.game, seats, asked.seed, options)
    return match, {n: spec for n, spec in enumerate(specs) if spec.player != PERSON}


def _default_name(n: int, spec: Spec) -> str:
    """Return the name of the player in the `n`-th seat, counted from 1, if people give it no other one."""
    if spec.player == PERSON:
        return _("Player {n}").format(n=n)
    resolve(spec)  # raises Illegal for a name that nobody has
    return bot_name(spec.player) if spec.player in LEVELS and not spec.args else spec.label()


class TerminalSession:
    """A match at a terminal, with the viewing seat and the file of the game."""

    def __init__(self, match: Match, seconds: float, specs: dict[Seat, Spec], limits: Limits) -> None:
        self.match = match
        self.game = GAMES[match.game]
        self.budget = Budget(playouts=None, seconds=seconds)
        self.specs = specs
        self.own_bots = OwnBots(limits)
        self._read_seats()
        self.save_path: Path | None = None
        self.commands: dict[str, Callable[[int, str], bool]] = {
            "help": self.print_help,
            "list": self.print_actions,
            "hint": self.print_hint,
            "undo": lambda seat, rest: self.undo_own_action(seat, practice=False),
            "undo!": lambda seat, rest: self.undo_own_action(seat, practice=True),
            "log": self.print_log,
            "save": lambda seat, rest: self.save_to_file(rest, "x"),
            "save!": lambda seat, rest: self.save_to_file(rest, "w"),
            "quit": self.quit_session,
        }
        self.command_words = command_words()

    def _read_seats(self) -> None:
        """Find out who sits where."""
        self.names = player_names(self.match)
        self.human_seats = [seat for seat, player in enumerate(self.match.seats) if player["kind"] == "human"]
        self.addressed_seat = self.human_seats[0] if len(self.human_seats) == 1 else None
        self.viewing_seat = self.addressed_seat

    def seat_bots(self) -> None:
        """Start your own bots. Raises Illegal, with a sentence, if one can't be loaded.

        For a seat of a saved game, a person chooses who plays on. Raises EOFError if they leave.
        """
        for seat, player in enumerate(self.match.seats):
            if player["kind"] == CUSTOM_KIND:
                if spec := self.specs.get(seat):
                    self.own_bots.seat_bot(seat, spec)
                elif self.match.to_move() is not None:
                    self.choose_successor(seat, _("This seat was a bot of your own. Choose who plays on."))
            elif spec := self.specs.get(seat):
                level_budget(spec, self.budget)  # raises Illegal for settings that the level doesn't have

    def choose_successor(self, seat: Seat, reason: str) -> None:
        """Ask who plays on in the seat of a bot, until the answer is a player. Raises EOFError if people leave."""
        print(f"{self.names[seat]}: {reason}")
        advice = _("Type `you`, a level ({levels}) or your bot, such as mybot.py:Greedy.")
        print(advice.format(levels=list_phrases(LEVELS)))
        while True:
            said = input(f"{self.names[seat]}> ").strip()
            if said in ("quit", self.command_words["quit"]):
                raise EOFError
            try:
                self._replace_player(seat, parse(said))
            except Illegal as refusal:
                print(refusal)
            else:
                return

    def _replace_player(self, seat: Seat, spec: Spec) -> None:
        """Let another player play on in a seat. Raises Illegal, with a sentence, and changes nothing, if it can't."""
        name, kind = _default_name(seat + 1, spec), seat_kind(spec)
        others = [player["name"] for n, player in enumerate(self.match.seats) if n != seat]
        name = next(one for one in chain([name], (f"{name}#{n}" for n in count(2))) if one not in others)
        if kind == CUSTOM_KIND:
            self.own_bots.seat_bot(seat, spec)
        else:
            if spec.player != PERSON:
                level_budget(spec, self.budget)
            self.own_bots.dismiss_bot(seat)
        self.specs = {**self.specs, seat: spec}
        self.match.replace_player(seat, name, kind)
        self._read_seats()

    def run_session(self) -> None:
        """Play to the end. Raises EOFError when a person leaves."""
        sentence = _("{game}, seed {seed}. Type `{help}` for all commands.")
        title, word = self.game.sentences.game_title(), self.command_words["help"]
        print(sentence.format(game=title, seed=self.match.seed, help=word))
        while (seat := self.match.to_move()) is not None:
            if seat in self.human_seats:
                self.prompt_person(seat)
            else:
                self.play_bot_move(seat)
        if result := self.match.result():
            self.own_bots.end_game(result)
        print("\n".join(self.table_lines(None)))
        print(standing_sentence(self.match))
        self.leave_session()

    def leave_session(self) -> None:
        """Print the file that has the game."""
        if not self.match.log and not self.save_path:
            print(_("No moves yet, so nothing was saved."))
        elif self.keep_game():
            # Translators: a command of the terminal. `palaces play --load alhambra-7.json`
            continues = _("The game is saved. To continue: {command}")
            sentence = _("Saved in {file}.") if self.match.to_move() is None else continues
            command = f"{program_name()} play --load {self.save_path}{language_option(os.environ)}"
            print(sentence.format(file=self.save_path, command=command))

    # -- moves -----------------------------------------------------------------------------------------------------

    def prompt_person(self, seat: int) -> None:
        """Read commands from a person until the position has changed."""
        self.hand_over(seat)
        self.print_position(seat)
        while True:
            try:
                if self.run_command(seat, input(f"{self.names[seat]}> ").strip()):
                    return
            except Illegal as refusal:
                print(refusal)
            except OSError as error:
                print(file_error_sentence(error))

    def play_bot_move(self, seat: int) -> None:
        """Let a bot move; the choices of a level depend only on the seed, the seat and the length of the log.

        If your own bot fails, a person chooses who plays on.
        """
        if seat in self.own_bots:
            try:
                with show_thinking(self.names[seat]):
                    action = self.own_bots.choose(self.match, seat)
            except PlayerError as error:
                self.choose_successor(seat, _("{error} Choose who plays on.").format(error=error))
                return
        else:
            spec = self.specs[seat]
            rng = Random(f"{self.match.seed} {seat} {len(self.match.log)}")
            with show_thinking(self.names[seat]):
                budget = level_budget(spec, self.budget)
                level = require_level(spec.player)
                action = choose(level, bot_view(level, self.match), rng, budget).action
        self.play_action(action)

    def play_action(self, action: JsonAction) -> None:
        """Play an action, print its events and save the game. Raises Illegal if it is not allowed."""
        self.match.play(action)
        for event in self.match.events(None, len(self.match.log) - 1):
            print("\n".join(self.game.sentences.event_sentences(event, self.names, you=self.addressed_seat)))
        self.keep_game()

    def hand_over(self, seat: int) -> None:
        """Hide the next person's hand until it is their turn, if seats have secrets and several people play."""
        if seat == self.viewing_seat or not self.game.has_secrets or len(self.human_seats) == 1:
            return
        if sys.stdout.isatty():
            print(CLEAR_SCREEN, end="")
        question = _("{name}, press Enter when the others aren't looking.").format(name=self.names[seat])
        if input(f"{question} ").strip() in ("quit", self.command_words["quit"]):
            raise EOFError
        self.viewing_seat = seat
        since = self._last_entry_index(seat)
        events = self.match.events(None, 0 if since is None else since + 1)
        for line in numbered_lines(self.match, events, self.addressed_seat):
            print(line)

    def table_lines(self, seat: int | None) -> list[str]:
        """Return the table in lines, as a seat sees it."""
        return [line.rstrip() for line in self.game.render_text_view(self.match.view(seat), self.names)]

    def print_position(self, seat: int) -> None:
        """Print the table as a seat sees it, and its legal actions."""
        print("\n".join(["", *self.table_lines(seat), ""]))
        actions = self.match.legal()
        if len(actions) <= MAX_LISTED_ACTIONS:
            self.print_actions(seat, "")
            return
        verbs = Counter(action[0] for action in actions)
        counted = list_phrases(f"{self.game.sentences.verb_name(verb)} ({n})" for verb, n in verbs.items())
        sentence = _(
            "{n} actions: {counted}. Type `{list}` for all of them, or `{list} WORDS` for those with these words."
        )
        print(sentence.format(n=len(actions), counted=counted, list=self.command_words["list"]))

    # -- commands of people ----------------------------------------------------------------------------------------

    def run_command(self, seat: int, said: str) -> bool:
        """Run a person's command and return True if the position has changed. Raises Illegal with the error."""
        word, _space, rest = said.partition(" ")
        if not said:
            self.print_position(seat)
            return False
        if said[0] == "[":
            self.play_action(self._parse_notation(said))
            return True
        if said.isascii() and said.isdigit():
            actions = self.match.legal()
            n = len(actions)
            if len(said) > 9 or not 1 <= int(said) <= n:
                sentence = ngettext("There's {n} action: type {n}.", "There are {n} actions: type 1 to {n}.", n)
                raise Illegal(None, sentence.format(n=n))
            self.play_action(actions[int(said) - 1])
            return True
        english = next((command for command, own in self.command_words.items() if word == own), word)
        if english not in self.commands:
            sentence = _("Unknown command {word}. Type a number, an action such as {action}, or one of: {known}.")
            action = json.dumps(self.match.legal()[0])
            known = list_phrases(self.command_words.values())
            raise Illegal(None, sentence.format(word=quote_input(word), action=action, known=known))
        return self.commands[english](seat, rest.strip())

    def _parse_notation(self, said: str) -> JsonAction:
        try:
            return cast("JsonAction", parse_json(said))
        except ValueError:
            sentence = _("That isn't JSON. Write an action like this: {action}.")
            raise Illegal(None, sentence.format(action=json.dumps(self.match.legal()[0]))) from None

    def print_help(self, seat: int, rest: str) -> bool:
        for usage, description in help_rows(self.command_words):
            print(f"{usage:{HELP_COLUMN_CHARS}} {description}")
        return False

    def print_actions(self, seat: int, said: str) -> bool:
        view, sought, found = self.match.view(seat), split_words(said), False
        for n, action in enumerate(self.match.legal(), 1):
            shown = f"{self.game.sentences.action_name(action, view)!s:50}  {json.dumps(action)}"
            if all(any(is_word_match(word, other) for other in split_words(shown)) for word in sought):
                print(f"{n:4}  {shown}")
                found = True
        if not found:
            print(_("No action has “{words}” in it.").format(words=said))
        return False

    def print_hint(self, seat: int, rest: str) -> bool:
        view, actions = self.match.view(seat), self.match.legal()
        with show_thinking(bot_name("master")):
            rng = Random(f"{self.match.seed} {len(self.match.log)}")
            decision = choose(
                "master",
                bot_view("master", self.match),
                rng,
                self.budget._replace(min_candidates=SHOWN_CANDIDATE_COUNT),
            )
        choice = len(decision.candidates) > 1  # the figure of the only move was not computed
        for candidate in decision.candidates:
            said = (
                candidate_sentence(self.game.sentences, candidate, view)
                if choice
                else self.game.sentences.action_name(candidate.action, view)
            )
            print(f"{actions.index(candidate.action) + 1:4}  {said}")
        because = [
            *continuation_sentences(self.game.sentences, decision),
            *reason_sentences(self.game.sentences, decision),
        ]
        for said in (*because, *([figures_sentence(len(self.match.seats))] if choice else [])):
            print(f"      {said}")
        return False

    def undo_own_action(self, seat: int, practice: bool) -> bool:
        """Undo everything from this seat's last action on, or nothing."""
        last, twin = self._last_entry_index(seat), self.match.copy()
        if last is None:
            raise Illegal(None, _("There's nothing of yours to undo yet."))
        try:
            while len(twin.log) > last:
                twin.undo(practice)
        except Illegal as refusal:
            advice = _("To do that, type `{undo}`.").format(undo=self.command_words["undo!"])
            raise Illegal(None, f"{refusal.message} {advice}") from None
        self.match = twin
        self.own_bots.begin_again()
        self.keep_game()
        return True

    def _last_entry_index(self, seat: int) -> int | None:
        """Return the index of a seat's last action in the log."""
        return max((n for n, (of, _action, _draws) in enumerate(self.match.log) if of == seat), default=None)

    def print_log(self, seat: int, rest: str) -> bool:
        for line in numbered_lines(self.match, self.match.events(None), self.addressed_seat):
            print(line)
        return False

    def save_to_file(self, name: str, mode: str) -> bool:
        if not name:
            raise Illegal(None, _("Add the name of a file: {save} FILE.").format(save=self.command_words["save"]))
        try:
            with Path(name).open(mode, encoding="utf-8") as file:
                file.write(self._save_json())
        except FileExistsError:
            sentence = _("{file} already exists. Choose another name, or type {replace} to replace it.")
            raise Illegal(None, sentence.format(file=name, replace=self.command_words["save!"])) from None
        except ValueError:
            raise Illegal(None, _("{file} can't be the name of a file.").format(file=quote_input(name))) from None
        print(_("Saved in {file}.").format(file=name))
        return False

    def quit_session(self, seat: int, rest: str) -> bool:
        raise EOFError

    # -- saving ----------------------------------------------------------------------------------------------------

    def keep_game(self) -> bool:
        """Write the game to its own file, completely or not at all; print an error if that fails."""
        try:
            if self.save_path is None:
                self.save_path = self._create_free_path()
            part = self.save_path.with_suffix(".part")
            part.write_text(self._save_json(), encoding="utf-8")
            os.replace(part, self.save_path)  # noqa: PTH105
        except OSError as error:
            sentence = _("The game can't be saved here ({reason}). Use `{save} FILE`.")
            print(sentence.format(reason=error_reason(error), save=self.command_words["save"]), file=sys.stderr)
            return False
        return True

    def _create_free_path(self) -> Path:
        """Create and return a new file, so that no earlier game is overwritten."""
        for n in count(1):
            path = Path(f"{self.match.game}-{self.match.seed}{f'-{n}' if n > 1 else ''}.json")
            try:
                path.open("x").close()
            except FileExistsError:
                continue
            return path
        raise AssertionError

    def _save_json(self) -> str:
        return json.dumps(self.match.save(), ensure_ascii=False) + "\n"


def command_words() -> dict[str, str]:
    """Return the words of the commands in the current language, by their English words. People can type both.

    >>> command_words()["undo!"]
    'undo!'
    """
    words: dict[str, str] = {
        "help": pgettext("command", "help"),
        "list": pgettext("command", "list"),
        "hint": pgettext("command", "hint"),
        "undo": pgettext("command", "undo"),
        "log": pgettext("command", "log"),
        "save": pgettext("command", "save"),
        "quit": pgettext("command", "quit"),
    }
    return words | {f"{english}!": f"{words[english]}!" for english in ("undo", "save")}


def help_rows(words: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return what people can type, with its meaning, given the words of the commands in the current language."""
    undo = _("undo your last action ({undo} also undoes revealed cards, but makes this a practice game)")
    save = _("save the game to a file ({replace} replaces an existing one)")
    return [
        (_("NUMBER"), _("play the action with this number")),
        ('["take","b3"]', _("play an action in the notation of saves, even a wasteful one")),
        (_("Enter"), _("show the table again")),
        (_("{list} [WORDS]").format(list=words["list"]), _("list all actions, or only those with these words")),
        (words["hint"], _("show the moves that a master would consider, and why")),
        (words["undo"], undo.format(undo=words["undo!"])),
        (words["log"], _("show the game so far")),
        (_("{save} FILE").format(save=words["save"]), save.format(replace=words["save!"])),
        (words["quit"], _("leave (the game is saved)")),
    ]


def bot_name(level: str) -> str:
    """Return the name of a bot of a level, as a player."""
    names = {
        "random": pgettext("name of a bot", "random"),
        "beginner": pgettext("name of a bot", "beginner"),
        "casual": pgettext("name of a bot", "casual"),
        "skilled": pgettext("name of a bot", "skilled"),
        "master": pgettext("name of a bot", "master"),
    }
    return str(names[level])


def split_words(said: str) -> list[str]:
    """Return the words and numbers in a command, in lowercase.

    >>> split_words('Build grey on c5  ["building", "grey", "c5"]')
    ['build', 'grey', 'on', 'c5', 'building', 'grey', 'c5']
    """
    return re.findall(r"\w+", said.casefold())


def is_word_match(word: str, other: str) -> bool:
    """Return True if a person's word matches another: by its beginning, or as a plural; a number matches only itself.

    >>> is_word_match("build", "building"), is_word_match("walls", "wall")
    (True, True)
    >>> is_word_match("n1", "n10"), is_word_match("building", "build")
    (False, False)
    """
    if not word.isalpha():
        return word == other
    return other.startswith(word) or word == f"{other}s"


@contextmanager
def show_thinking(name: str) -> Iterator[None]:
    """Print to standard error that a player is thinking; in a terminal, remove the message afterwards."""
    passing = sys.stderr.isatty() and not is_quiet()
    print_note(_("{name} is thinking…").format(name=name), end="\r" if passing else "\n")
    try:
        yield
    finally:
        if passing:
            print_note("\033[K", end="")
