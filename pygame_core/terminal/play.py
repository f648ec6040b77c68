"""`play`: people and bots at one terminal. The game is kept after every action, in a file that is told at the end."""

import argparse
import io
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from pygame_core import GAMES, Illegal, Match
from pygame_core.bots import LEVELS, Budget, check, choose, seen
from pygame_core.bots.decision import BEST
from pygame_core.bots.telling import figures, followed, reasons, told
from pygame_core.bots.tournament import unique
from pygame_core.reading import parsed
from pygame_core.terminal import INTERRUPTED, listed
from pygame_core.terminal.transcript import load, names, numbered, standing
from pygame_core.words import N_, _, ngettext

LISTED = 40  # actions; more are counted, and listed when asked for
CLEAR = "\033[2J\033[3J\033[H"  # the screen and what was scrolled out of it

HELP = N_("""\
NUMBER        play the action of this number
["take","b3"] play an action in the notation of saves; a wasteful one, too, if the rules allow it
Enter         show the table again
list [WORDS]  list what can be played, all of it or what has these words in it
hint          what the level master would consider, and why
undo          take your last action back; undo! even if something has been revealed since: the game is practice then
log           the game so far
save FILE     write the game to a file; save! over one that is there
quit          leave; the game is kept""")


def play(asked: argparse.Namespace) -> int:
    """Carry out the command as the parser read it: `game`, `seats`, `seed`, `load` and `seconds`.

    Raises Illegal, with a sentence, if there can be no such table; OSError if the save cannot be read.
    """
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    sitting = Sitting(_match(asked), asked.seconds)
    try:
        sitting.run()
    except (EOFError, KeyboardInterrupt) as left:
        print()
        sitting.leave()
        return INTERRUPTED if isinstance(left, KeyboardInterrupt) else 0
    return 0


def _match(asked: argparse.Namespace) -> Match:
    if asked.load:
        if asked.seats or asked.seed is not None:
            raise Illegal(None, _("A saved game has its own seats and seed: leave --seats and --seed out."))
        match = load(asked.load)
        if asked.game not in (None, match.game):
            raise Illegal(None, _("This is a saved game of {game}: leave the game out.").format(game=match.game))
        for seat in match.seats:
            if seat["kind"] != "human":
                check(seat["kind"].removeprefix("bot:"))
        return match
    if not asked.game:
        raise Illegal(None, _("Name a game, or a saved one with --load."))
    kinds = listed(asked.seats or "you,bot:skilled")
    for kind in kinds:
        if kind != "you" and (not kind.startswith("bot:") or kind[4:] not in LEVELS):
            known = ", ".join(["you", *(f"bot:{level}" for level in LEVELS)])
            sentence = _("There is no seat {seat}; a seat is one of: {known}.")
            raise Illegal(None, sentence.format(seat=ascii(kind[:40]), known=known))
    bots = iter(unique([kind[4:] for kind in kinds if kind != "you"]))
    seats = [
        {"name": _("Player {n}").format(n=n), "kind": "human"} if kind == "you" else {"name": next(bots), "kind": kind}
        for n, kind in enumerate(kinds, 1)
    ]
    return Match.new(asked.game, seats, asked.seed)


class Sitting:
    """A match at a terminal: who looks at it, and where the game is kept."""

    def __init__(self, match: Match, seconds: float) -> None:
        self.match = match
        self.names = names(match)
        self.game = GAMES[match.game]
        self.budget = Budget(playouts=None, seconds=seconds)
        self.people = [seat for seat, player in enumerate(match.seats) if player["kind"] == "human"]
        self.looking = self.people[0] if len(self.people) == 1 else None
        self.kept: Path | None = None
        self.commands: dict[str, Callable[[int, str], bool]] = {
            "help": self.help,
            "list": self.list,
            "hint": self.hint,
            "undo": lambda seat, rest: self.undo(seat, practice=False),
            "undo!": lambda seat, rest: self.undo(seat, practice=True),
            "log": self.log,
            "save": lambda seat, rest: self.save(rest, "x"),
            "save!": lambda seat, rest: self.save(rest, "w"),
            "quit": self.quit,
        }

    def run(self) -> None:
        """Play to the end. Raises EOFError when somebody leaves."""
        print(
            _("{game}, seed {seed}. `help` lists what you can say.").format(
                game=self.game.text.title(), seed=self.match.seed
            )
        )
        while (seat := self.match.to_move()) is not None:
            if seat in self.people:
                self.person(seat)
            else:
                self.bot(seat, self.match.seats[seat]["kind"].removeprefix("bot:"))
        print("\n".join(self.table(None)))
        print(standing(self.match))
        self.leave()

    def leave(self) -> None:
        """Say where the game is kept."""
        if not self.match.log and not self.kept:
            print(_("Nothing was played, so nothing is kept."))
        elif self.keep():
            sentence = _("The game is kept: python -m pygame_core play --load {file}")
            print(sentence.format(file=self.kept))

    # -- moves -----------------------------------------------------------------------------------------------------

    def person(self, seat: int) -> None:
        """Let a person say things until the position has changed."""
        self.hand_over(seat)
        self.show(seat)
        while True:
            try:
                if self.obey(seat, input(f"{self.names[seat]}> ").strip()):
                    return
            except Illegal as refusal:
                print(refusal)
            except OSError as error:
                print(_("{file}: {reason}.").format(file=error.filename or "?", reason=error.strerror))

    def bot(self, seat: int, level: str) -> None:
        """Let a bot move; in the same position it draws the same lots, however the game came there."""
        rng = Random(f"{self.match.seed} {seat} {len(self.match.log)}")
        with thinking(self.names[seat]):
            decision = choose(level, seen(level, self.match), rng, self.budget)
        self.act(decision.action)

    def act(self, action: object) -> None:
        """Play an action, tell it and keep the game. Raises Illegal if it is not allowed."""
        self.match.play(action)
        for event in self.match.events(None, len(self.match.log) - 1):
            print("\n".join(self.game.text.sentences(event, self.names)))
        self.keep()

    def hand_over(self, seat: int) -> None:
        """Where seats have secrets and people take turns, nobody sees the next one's hand before it is their turn."""
        if seat == self.looking or not self.game.secrets or len(self.people) == 1:
            return
        if sys.stdout.isatty():
            print(CLEAR, end="")
        if input(_("Hand over to {name}, who then presses Enter. ").format(name=self.names[seat])).strip() == "quit":
            raise EOFError
        self.looking = seat
        since = self._last(seat)
        for line in numbered(self.match, self.match.events(None, 0 if since is None else since + 1)):
            print(line)

    def table(self, seat: int | None) -> list[str]:
        """The table in lines, as a seat sees it."""
        return [line.rstrip() for line in self.game.lines(self.match.view(seat), self.names)]

    def show(self, seat: int) -> None:
        """The table as a seat sees it, and what it can do."""
        print("\n".join(["", *self.table(seat), ""]))
        actions = self.match.legal()
        if len(actions) <= LISTED:
            self.list(seat, "")
            return
        verbs = Counter(action[0] for action in actions)
        counted = ", ".join(f"{verb} {n}" for verb, n in verbs.items())
        sentence = _("{n} actions: {counted}. `list WORDS` lists those with these words in them, `list` all.")
        print(sentence.format(n=len(actions), counted=counted))

    # -- what people say -------------------------------------------------------------------------------------------

    def obey(self, seat: int, said: str) -> bool:
        """Do what a person says; whether the position has changed. Raises Illegal with what is wrong."""
        word, _space, rest = said.partition(" ")
        if not said:
            self.show(seat)
            return False
        if said[0] == "[":
            self.act(self._written(said))
            return True
        if said.isascii() and said.isdigit():
            actions = self.match.legal()
            n = len(actions)
            if len(said) > 9 or not 1 <= int(said) <= n:
                sentence = ngettext("There is {n} action: say {n}.", "There are {n} actions: say 1 to {n}.", n)
                raise Illegal(None, sentence.format(n=n))
            self.act(actions[int(said) - 1])
            return True
        if word not in self.commands:
            sentence = _("There is no {word} here; say a number, an action such as {action}, or one of: {known}.")
            action = json.dumps(self.match.legal()[0])
            raise Illegal(None, sentence.format(word=ascii(word[:40]), action=action, known=", ".join(self.commands)))
        return self.commands[word](seat, rest.strip())

    def _written(self, said: str) -> Any:
        try:
            return parsed(said)
        except ValueError:
            sentence = _("That is not JSON; an action is written like this: {action}.")
            raise Illegal(None, sentence.format(action=json.dumps(self.match.legal()[0]))) from None

    def help(self, seat: int, rest: str) -> bool:
        print(_(HELP))
        return False

    def list(self, seat: int, said: str) -> bool:
        view, sought, found = self.match.view(seat), words(said), False
        for n, action in enumerate(self.match.legal(), 1):
            shown = f"{self.game.text.action_name(action, view):50}  {json.dumps(action)}"
            if all(any(means(word, other) for other in words(shown)) for word in sought):
                print(f"{n:4}  {shown}")
                found = True
        if not found:
            print(_("Nothing that can be played now has “{words}” in it.").format(words=said))
        return False

    def hint(self, seat: int, rest: str) -> bool:
        view, actions = self.match.view(seat), self.match.legal()
        with thinking("master"):
            rng = Random(f"{self.match.seed} {len(self.match.log)}")
            decision = choose("master", seen("master", self.match), rng, self.budget._replace(least=BEST))
        choice = len(decision.candidates) > 1  # the figure of an only move was not looked into
        for candidate in decision.candidates:
            said = (
                told(self.game.text, candidate, view) if choice else self.game.text.action_name(candidate.action, view)
            )
            print(f"{actions.index(candidate.action) + 1:4}  {said}")
        because = [*followed(self.game.text, decision), *reasons(self.game.text, decision)]
        for said in (*because, *([figures(len(self.match.seats))] if choice else [])):
            print(f"      {said}")
        return False

    def undo(self, seat: int, practice: bool) -> bool:
        """Take back all from this seat's last action on, or nothing."""
        last, twin = self._last(seat), self.match.copy()
        if last is None:
            raise Illegal(None, _("You have done nothing yet that could be taken back."))
        try:
            while len(twin.log) > last:
                twin.undo(practice)
        except Illegal as refusal:
            raise Illegal(None, refusal.message + " " + _("Say `undo!` if it may.")) from None
        self.match = twin
        self.keep()
        return True

    def _last(self, seat: int) -> int | None:
        """The place in the log of a seat's last action."""
        return max((n for n, (of, _action, _draws) in enumerate(self.match.log) if of == seat), default=None)

    def log(self, seat: int, rest: str) -> bool:
        for line in numbered(self.match, self.match.events(None)):
            print(line)
        return False

    def save(self, name: str, mode: str) -> bool:
        if not name:
            raise Illegal(None, _("Name a file: save FILE."))
        try:
            with Path(name).open(mode, encoding="utf-8") as file:
                file.write(self._json())
        except FileExistsError:
            sentence = _("{file} is there already; choose another name, or say save! to write over it.")
            raise Illegal(None, sentence.format(file=name)) from None
        except ValueError:
            raise Illegal(None, _("No file can be called {file}.").format(file=ascii(name[:40]))) from None
        print(_("Saved in {file}.").format(file=name))
        return False

    def quit(self, seat: int, rest: str) -> bool:
        raise EOFError

    # -- keeping ---------------------------------------------------------------------------------------------------

    def keep(self) -> bool:
        """Write the game to its own file, whole or not at all; say so if that cannot be."""
        try:
            if self.kept is None:
                self.kept = self._free()
            part = self.kept.with_suffix(".part")
            part.write_text(self._json(), encoding="utf-8")
            os.replace(part, self.kept)  # noqa: PTH105
        except OSError as error:
            sentence = _("The game cannot be kept here ({reason}); use `save FILE`.")
            print(sentence.format(reason=error.strerror), file=sys.stderr)
            return False
        return True

    def _free(self) -> Path:
        """A file that was not there: no earlier game is written over."""
        for n in count(1):
            path = Path(f"{self.match.game}-{self.match.seed}{f'-{n}' if n > 1 else ''}.json")
            try:
                path.open("x").close()
            except FileExistsError:
                continue
            return path
        raise AssertionError

    def _json(self) -> str:
        return json.dumps(self.match.save(), ensure_ascii=False) + "\n"


def words(said: str) -> list[str]:
    """The words and numbers in what somebody says, small and capital letters the same.

    >>> words('Build grey on c5  ["building", "grey", "c5"]')
    ['build', 'grey', 'on', 'c5', 'building', 'grey', 'c5']
    """
    return re.findall(r"\w+", said.casefold())


def means(word: str, other: str) -> bool:
    """Whether somebody who says a word may mean another: its beginning, or several of it; a number is only itself.

    >>> means("build", "building"), means("walls", "wall"), means("n1", "n10"), means("building", "build")
    (True, True, False, False)
    """
    if not word.isalpha():
        return word == other
    return other.startswith(word) or word == f"{other}s"


@contextmanager
def thinking(name: str) -> Iterator[None]:
    """Say on standard error that somebody thinks; in a terminal only as long as it lasts."""
    passing = sys.stderr.isatty()
    print(_("{name} is thinking …").format(name=name), end="\r" if passing else "\n", file=sys.stderr, flush=True)
    try:
        yield
    finally:
        if passing:
            print("\033[K", end="", file=sys.stderr, flush=True)
