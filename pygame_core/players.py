"""Players: the bots of a program, a file or a package, and the one form in which all commands name a player.

A player gets a view of its seat and nothing else. Import this module for bots of your own. Games against the levels
alone do not need it.

>>> parse("mybot.py:Greedy(worlds=12)")
Spec(player='', file='mybot.py', module='', name='Greedy', args={'worlds': 12})
>>> str(parse("master(seconds=2)")), parse("master:2").json()
('master:2', {'player': 'master', 'args': {'seconds': 2}})
"""

import inspect
import json
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, cast

from pygame_core.i18n import _, list_phrases, quote_input
from pygame_core.match import BOT_LEVELS, CUSTOM_LEVEL, SeatEntry, is_player_spec
from pygame_core.names import MAX_NAME_CHARS, clean_name
from pygame_core.safe_json import parse_json
from pygame_core.state import Illegal, JsonAction, JsonObject, PartT, Result, Seat, View, read_integer

ENTRY_POINT_GROUP = "pygame_core.players"
LEVEL_MODULE = "pygame_core.bots.level_player"  # loaded by name, as any other player, because bots import this module
PERSON = "you"
RESERVED_NAMES = (PERSON, CUSTOM_LEVEL)
LEVEL_PREFIX = "bot"  # as in the addresses of the page: "bot:casual" is "casual"
IDENTIFIER = r"[^\W\d]\w*"
PLAYER_NAME = re.compile(r"[a-z]+")
SECONDS = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")
LEVEL_ALIAS = re.compile(rf"{LEVEL_PREFIX}:([a-z]+(:.*)?)", re.DOTALL)
ARGUMENT_NAME = re.compile(rf"\s*({IDENTIFIER})\s*=\s*")
ARGUMENT_END = re.compile(r"\s*(,|$)")
FILE_SPEC = re.compile(rf"(?P<file>.+?\.py)(:(?P<name>{IDENTIFIER}))?(\((?P<args>.*)\))?", re.DOTALL)
MODULE_SPEC = re.compile(
    rf"(?P<module>{IDENTIFIER}(\.{IDENTIFIER})*)(:(?P<name>{IDENTIFIER}))?(\((?P<args>.*)\))?", re.DOTALL
)
FUNCTION_NAME = "choose"
EXAMPLE_PERSON = '{"name": "Zahra", "kind": "human"}'
EXAMPLE_ARGS = '{"worlds": 12}'
EXAMPLE_SPEC = '{"file": "mybot.py", "name": "Greedy"}'
SHOWN_ANSWER_CHARS = 80
MOVE_PARAMETERS = ("view", "legal", "rng")
FOREIGN_FOLDERS = (str(Path(__file__).parent), str(Path(os.__file__).parent), "<")  # where no author looks for a bug
Definition = Callable[..., Any]
"""A class or function that defines a player. Any: it has settings of its own."""
DefinitionT = TypeVar("DefinitionT", bound=Definition)
Settings = Mapping[str, Any]
"""The settings of a player. Any: JSON of its own."""
if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    ViewT_contra = TypeVarWithDefault("ViewT_contra", bound=View, default=Any, contravariant=True)  # Any: of any game
else:  # Python 3.11 knows no defaults
    ViewT_contra = TypeVar("ViewT_contra", contravariant=True)


class Player(Protocol[ViewT_contra, PartT]):
    """A player of one seat in one game. A function `choose(view, legal, rng)` is a player, too: `PlayerFunction`.

    `Player` plays any game, and `Player[MedinaView, MedinaActionPart]` only Medina; see `pygame_core.types`.

    Each game has an object of its own. The methods `begin(seat, game)` and `end(result)` are optional. `begin` comes
    before the first move, with the seat (0-based) and the name of the game; `end` gets the result of the game. An error
    in `end` changes no result, and `palaces check` shows it. With `wants_memory = True`, a player gets views that
    remember all revealed cards.
    """

    def choose(self, view: ViewT_contra, legal: list[list[PartT]], rng: Random) -> "list[PartT] | Choice":
        """Return the action to play, in notation.

        `legal` has every legal action that wastes nothing, and is never empty. An action outside it is accepted if the
        rules allow it. The generator is the same for the same seed of a game.
        """


class PlayerFunction(Protocol[ViewT_contra, PartT]):
    """A player that is only a function: the type of `choose` of a `Player`, without an object."""

    def __call__(self, view: ViewT_contra, legal: list[list[PartT]], rng: Random, /) -> "list[PartT] | Choice":
        """Return the action to play, in notation."""


class Choice(NamedTuple):
    """An action with the reasons of the player: some actions with their values, in points, the best first."""

    action: JsonAction
    values: list[tuple[JsonAction, float]] = []  # noqa: RUF012 - nobody changes it


PlayerFactory = Callable[[], Player]
"""Makes the player of one game."""


@dataclass(frozen=True)
class Spec:
    """The name of a player: one of `player`, `file` and `module`, with the settings `args`, which are JSON.

    `name` is the class or function in the file or module; "" means `choose`, or else its only player. Raises Illegal,
    with a sentence, for a spec that has no text form.
    """

    player: str = ""
    file: str = ""
    module: str = ""
    name: str = ""
    args: Settings = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        try:
            plain = parse_json(json.dumps(dict(self.args), allow_nan=False))
        except (TypeError, ValueError):
            raise _settings_error(self.name or self.player or self.file or self.module) from None
        if not all(re.fullmatch(IDENTIFIER, key) for key in plain):
            raise _settings_error(self.name or self.player or self.file or self.module)
        object.__setattr__(self, "args", plain)
        if not self._is_well_formed():
            raise _syntax_error(self.player or self.file or self.module)

    def _is_well_formed(self) -> bool:
        if [bool(self.player), bool(self.file), bool(self.module)].count(True) != 1:
            return False
        if self.name and not re.fullmatch(IDENTIFIER, self.name):
            return False
        if self.player:
            return bool(PLAYER_NAME.fullmatch(self.player)) and not self.name
        if self.file:
            match = FILE_SPEC.fullmatch(self.file)
            return bool(match) and self.file == self.file.strip() and not re.search(r"\.py[:(]", self.file)
        if PLAYER_NAME.fullmatch(self.module) and (not self.name or self.module in BOT_LEVELS):
            return False  # its text would name a registered player, or a level with its seconds
        if self.module == LEVEL_PREFIX and PLAYER_NAME.fullmatch(self.name):
            return False  # its text would name a level
        match = MODULE_SPEC.fullmatch(self.module)
        return bool(match) and not self.module.endswith(".py")

    def __str__(self) -> str:
        """Return the text form, which `parse` reads."""
        where = self.player or self.file or self.module
        if (
            self.player
            and set(self.args) == {"seconds"}
            and SECONDS.fullmatch(seconds := _to_json(self.args["seconds"]))
        ):
            return f"{where}:{seconds}"
        settings = ",".join(f"{key}={_to_json(value)}" for key, value in self.args.items())
        return where + (f":{self.name}" if self.name else "") + (f"({settings})" if settings else "")

    def json(self) -> JsonObject:
        """Return the JSON form, which `Spec.from_json` reads."""
        parts: JsonObject = {key: getattr(self, key) for key in ("player", "file", "module", "name")}
        return {key: part for key, part in (parts | {"args": dict(self.args)}).items() if part}

    @classmethod
    def from_json(cls, data: object) -> "Spec":
        """Return the spec of its JSON form. Raises Illegal, with a sentence, if it is none."""
        if isinstance(data, dict) and data.keys() >= {"player", "name"}:
            sentence = _("“name” is the class or function in a file or module. Leave it out with “player”.")
            raise Illegal(None, sentence)
        known = ("player", "file", "module", "name", "args")
        if isinstance(data, dict) and (unknown := [str(key) for key in data if key not in known]):
            sentence = _("A player has no entry {key}. Choose from: {known}.")
            refusal = sentence.format(key=quote_input(unknown[0]), known=list_phrases(known))
            raise Illegal(None, refusal + suggest(unknown[0], known))
        if isinstance(data, dict):
            if not isinstance(data.get("args", {}), dict):
                raise Illegal(
                    None, _("“args” is an object with settings, as in {example}.").format(example=EXAMPLE_ARGS)
                )
            if len({"player", "file", "module"} & set(data)) != 1:
                raise Illegal(
                    None, _("Give one of “player”, “file” and “module”, as in {example}.").format(example=EXAMPLE_SPEC)
                )
            parts: JsonObject = {"args": {}} | data
            if isinstance(parts["args"], dict) and all(isinstance(parts[key], str) for key in data if key != "args"):
                return cls(**parts)
        raise _syntax_error(repr(data))

    def label(self) -> str:
        """Return a short name for a seat: that of the level, the class or the file."""
        where = self.player or Path(self.file.replace("\\", "/")).stem or self.module.rpartition(".")[2]
        name = self.name if self.name not in ("", FUNCTION_NAME) else str(self) if self.player else where
        return clean_name(name[:MAX_NAME_CHARS]) or where[:MAX_NAME_CHARS]


def _to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


# -- the text form -----------------------------------------------------------------------------------------------------


def parse(text: str) -> Spec:
    r"""Return the spec of a text. Raises Illegal, with a sentence, if it is none.

    >>> parse("package.module:Greedy").json(), parse(r"C:\bots\mybot.py:Greedy").file
    ({'module': 'package.module', 'name': 'Greedy'}, 'C:\\bots\\mybot.py')
    """
    if not isinstance(text, str):
        raise _syntax_error(repr(text))
    text = text.strip()
    if alias := LEVEL_ALIAS.fullmatch(text):
        text = alias[1]
    word, colon, rest = text.partition(":")
    if colon and PLAYER_NAME.fullmatch(word) and (word in BOT_LEVELS or SECONDS.fullmatch(rest)):
        return Spec(player=word, args={"seconds": parse_json(rest) if _is_json_number(rest) else rest})
    forms = [match for form in (FILE_SPEC, MODULE_SPEC) if (match := form.fullmatch(text))]
    for n, match in enumerate(forms):
        try:
            args = _parse_settings(match["args"], text)
        except Illegal:
            if n + 1 < len(forms):
                continue  # a setting of a module may contain ".py("
            raise
        name = match["name"] or ""
        if match.re is FILE_SPEC:
            return Spec(file=match["file"], name=name, args=args)
        is_player = not name and bool(PLAYER_NAME.fullmatch(match["module"]))
        return (
            Spec(player=match["module"], args=args) if is_player else Spec(module=match["module"], name=name, args=args)
        )
    raise _syntax_error(text)


def _is_json_number(text: str) -> bool:
    return bool(SECONDS.fullmatch(text)) and (text[0] != "0" or text[1:2] in ("", "."))


def split_specs(text: str) -> list[str]:
    """Return the texts between commas, without those commas that are inside parentheses.

    >>> split_specs("mybot.py:Greedy(worlds=12,name=\\"),\\"), casual")
    ['mybot.py:Greedy(worlds=12,name="),")', 'casual']
    """
    parts, depth = [""], 0
    for piece in re.findall(r'"(?:\\.|[^"\\])*"|.', text, re.DOTALL):
        depth += {"(": 1, ")": -1}.get(piece, 0)
        if piece == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += piece
    return [part.strip() for part in parts]


def read_spec(player: object) -> Spec:
    """Return the spec in its text or JSON form, or itself. Raises Illegal, with a sentence, for anything else.

    >>> read_spec({"player": "master", "args": {"seconds": 2}}) == read_spec("master:2")
    True
    """
    if isinstance(player, Spec):
        return player
    if callable(player):
        raise Illegal(None, _("Give a file or a name of a player, as in mybot.py:choose, instead of its code."))
    return (
        parse(player)
        if isinstance(player, str)
        else Spec.from_json(dict(player) if isinstance(player, Mapping) else player)
    )


def _parse_settings(text: str | None, whole: str) -> JsonObject:
    settings: JsonObject = {}
    at, decoder = 0, json.JSONDecoder()
    while text and text.strip():
        key = ARGUMENT_NAME.match(text, at)
        if not key or key[1] in settings:
            raise _settings_error(whole)
        try:
            settings[key[1]], at = decoder.raw_decode(text, key.end())
        except (ValueError, RecursionError):
            raise _settings_error(whole) from None
        end = ARGUMENT_END.match(text, at)
        if not end:
            raise _settings_error(whole)
        at = end.end()
        if not end[1]:
            break
    return settings


def _syntax_error(text: str) -> Illegal:
    sentence = _("{text} doesn't name a player. Write a level, or a file as in mybot.py:Greedy(worlds=12).")
    return Illegal(None, sentence.format(text=quote_input(text)))


def _settings_error(text: str) -> Illegal:
    sentence = _("The settings in {text} aren't clear. Write each as name=value, with a JSON value, as in worlds=12.")
    return Illegal(None, sentence.format(text=quote_input(text)))


# -- the registry ------------------------------------------------------------------------------------------------------

_registered: dict[str, Definition] = {}


def register(name: str) -> Callable[[DefinitionT], DefinitionT]:
    """Return a decorator that gives a player a name, lowercase ASCII letters, for this process.

    Commands and tournaments load the player from its file, so a notebook has to name a file. Raises Illegal, with a
    sentence, for another form of name, for a level, and for a name that is taken.
    """
    if not PLAYER_NAME.fullmatch(name):
        raise Illegal(None, _("A player's name has lowercase letters from a to z, and nothing else."))
    if name in BOT_LEVELS:
        raise Illegal(None, _("{name} is a level here. Choose another name.").format(name=quote_input(name)))
    if name in RESERVED_NAMES:
        raise Illegal(None, _("{name} is a reserved name. Choose another name.").format(name=quote_input(name)))

    def add(definition: DefinitionT) -> DefinitionT:
        known = _registered.setdefault(name, definition)
        if _find_source(known) != _find_source(definition):
            sentence = _("Two players are called {name}: {origins}. Rename one of them.")
            origins = list_phrases([f"{one.__module__}:{one.__qualname__}" for one in (known, definition)])
            raise Illegal(None, sentence.format(name=name, origins=origins))
        _registered[name] = definition
        return definition

    return add


def _find_source(definition: Definition) -> tuple[str, str]:
    """Return the file, or else the module, and the name of a definition. A script that is loaded is the same file."""
    file = getattr(sys.modules.get(definition.__module__), "__file__", None)
    return os.path.realpath(file) if file else definition.__module__, definition.__qualname__


def list_players() -> dict[str, str]:
    """Return the names of all levels and registered players, each with its origin; "" for a level.

    It leaves out entries of packages that can't be players: see `package_warnings`. Raises Illegal, with a sentence, if
    two packages have a player of one name.
    """
    return {name: "" if name in BOT_LEVELS else _origin(name) for name in _list_names()}


def _list_names() -> list[str]:
    registered = {*_registered, *(point.name for point in _entry_points() if not _describe_bad_entry(point))}
    return [*BOT_LEVELS, *sorted(registered - {*BOT_LEVELS})]


def _origin(name: str) -> str:
    own = _registered.get(name)
    return f"{own.__module__}:{own.__qualname__}" if own and not _find_place(own) else str(resolve(Spec(name)))


def _find_place(own: Definition) -> dict[str, str] | None:
    """Return where other processes find a registered player; None in a notebook, and inside a function or class."""
    name = own.__qualname__
    if not name.isidentifier():
        return None
    if own.__module__ != "__main__":
        return {"module": own.__module__, "name": name}
    file = str(getattr(sys.modules["__main__"], "__file__", ""))
    return {"file": file, "name": name} if file.endswith(".py") else None


def _entry_points() -> Iterable[EntryPoint]:
    return entry_points(group=ENTRY_POINT_GROUP)


def find_package(name: str) -> str:
    """Return the distribution that has a player of this name; "" for a level and a player of this process."""
    if name in BOT_LEVELS or name in _registered:
        return ""
    return next((_package_of(point) for point in _entry_points() if point.name == name), "")


def package_warnings() -> list[str]:
    """Return a sentence for each entry of a package that can't be a player, or whose module is missing.

    No code of a package runs.
    """
    warnings = []
    for point in _entry_points():
        if bad := _describe_bad_entry(point):
            warnings.append(bad)
        elif not _has_module(point.module):
            sentence = _("The player {name} of {package} can't play: There's no module called {module}.")
            warnings.append(
                sentence.format(name=quote_input(point.name), package=_package_of(point), module=point.module)
            )
    return warnings


def _package_of(point: EntryPoint) -> str:
    return point.dist.name if point.dist else point.value


def _describe_bad_entry(point: EntryPoint) -> str:
    """Return why the entry of a package can't be a player; "" if it can."""
    name, package = quote_input(point.name), _package_of(point)
    if not PLAYER_NAME.fullmatch(point.name):
        sentence = _(
            "{package} has a player called {name}, which isn't listed: its name needs lowercase letters from a to z."
        )
        return sentence.format(package=package, name=name)
    if point.name in (*BOT_LEVELS, *RESERVED_NAMES):
        sentence = _("{package} has a player called {name}, which isn't listed: this name is taken here.")
        return sentence.format(package=package, name=name)
    try:
        _target_spec(point.value, {})
    except Illegal:
        sentence = _("{package} has a player called {name}, which isn't listed: it needs a target as in {example}.")
        return sentence.format(package=package, name=name, example="package.module:Greedy")
    return ""


def _has_module(name: str) -> bool:
    """Return True if there is such a module. Nothing is imported, not even the package around it."""
    first, *rest = name.split(".")
    try:
        found = find_spec(first)
        for n, _part in enumerate(rest, 2):
            if not found or found.submodule_search_locations is None:
                return False
            found = PathFinder.find_spec(".".join(name.split(".")[:n]), found.submodule_search_locations)
    except (ImportError, ValueError):
        return False
    return found is not None


def resolve(spec: Spec) -> Spec:
    """Return where a registered player is, as a file or module, which other processes can load.

    All other specs, and levels, stay as they are. Raises Illegal, with a sentence, for an unknown name.
    """
    if not spec.player or spec.player in BOT_LEVELS:
        return spec
    if spec.player == PERSON:
        raise Illegal(None, _("Only bots can play here. Use the command `play` to play yourself."))
    points = {point.value: point for point in _entry_points() if point.name == spec.player}
    found = {value: _target_spec(value, spec.args) for value in points}
    if len(points) > 1:
        sentence = _("Several packages have a player called {name}: {packages}. Uninstall one, or name its file.")
        packages = list_phrases([_package_of(point) for point in points.values()])
        raise Illegal(None, sentence.format(name=spec.player, packages=packages))
    if own := _registered.get(spec.player):
        place = _find_place(own)
        if not place:
            sentence = _("Other processes can't find {name}. Put it into a file, and name that, as in mybot.py:choose.")
            raise Illegal(None, sentence.format(name=quote_input(spec.player)))
        found[f"{own.__module__}:{own.__qualname__}"] = Spec(**place, args=spec.args)
    if len(found) > 1:
        sentence = _("Two players are called {name}: {origins}. Rename one of them.")
        raise Illegal(None, sentence.format(name=spec.player, origins=list_phrases([*found])))
    if not found:
        sentence = _("There's no player called {name}. Choose one of: {known}.")
        file = f"{spec.player}.py"
        hint = " " + _("Did you mean {word}?").format(word=file) if Path(file).is_file() else ""
        raise Illegal(None, sentence.format(name=quote_input(spec.player), known=list_phrases(_list_names())) + hint)
    return next(iter(found.values()))


def _target_spec(target: str, args: Settings) -> Spec:
    module, _colon, name = target.partition(":")
    return Spec(module=module, name=name, args=args)


# -- seats -------------------------------------------------------------------------------------------------------------


def seat_kind(spec: Spec) -> str:
    """Return the kind of a player's seat, as a save has it: `human`, `bot:LEVEL`, or `bot:custom`."""
    if spec.player == PERSON:
        return "human"
    return f"bot:{spec.player if spec.player in BOT_LEVELS else CUSTOM_LEVEL}"


def unique_names(names: Sequence[str]) -> list[str]:
    """Return the names of players, numbered if one occurs several times.

    >>> unique_names(["casual", "random", "random"])
    ['casual', 'random#1', 'random#2']
    >>> unique_names(["a", "a", "a#1"])
    ['a#2', 'a#3', 'a#1']
    """
    taken = {name for name in names if names.count(name) == 1}
    made: list[str] = []
    for name in names:
        numbered = (f"{name}#{n}" for n in count(1))
        made.append(name if name in taken else next(new for new in numbered if new not in {*taken, *made}))
    return made


def seat_entries(specs: Sequence[Spec]) -> list[SeatEntry]:
    """Return the seats of these players, with names. The name of your own bot says which it is.

    Raises Illegal, with a sentence, for a name that nobody has registered. No code of a player runs.

    >>> seat_entries([parse("you"), parse("mybot.py:Greedy"), parse("master:2")])[1:]
    [{'name': 'Greedy', 'kind': 'bot:custom'}, {'name': 'master:2', 'kind': 'bot:master'}]
    """
    for spec in specs:
        if spec.player != PERSON and spec.player not in _registered:
            resolve(spec)
    names = iter(unique_names([spec.label() for spec in specs if spec.player != PERSON]))
    people = [_("Player {n}").format(n=n) for n in range(1, len(specs) + 1)]
    return [
        {"name": people[n] if spec.player == PERSON else next(names), "kind": seat_kind(spec)}
        for n, spec in enumerate(specs)
    ]


def fill_seats(seats: Sequence[object]) -> list[object]:
    """Return these seats with entries for specs in their text or JSON form. Entries of a save stay as they are.

    So do words that only a module without a package could mean, because they are names of people. Raises Illegal, with
    a sentence, for settings that a level does not have. No file is opened.
    """
    specs = {n: read_spec(seat) for n, seat in enumerate(seats) if is_player_spec(seat)}
    for spec in specs.values():
        if spec.player == PERSON and spec.args:
            sentence = _("{name} has no setting called {setting}.")
            raise Illegal(None, sentence.format(name=PERSON, setting=next(iter(spec.args))))
        if spec.player in BOT_LEVELS and spec.args:
            load(spec)  # raises Illegal
        is_own = spec.player not in ("", PERSON, *BOT_LEVELS, *_registered)
        if is_own and spec.player not in _list_names():
            sentence = _("There's no player called {name}. For a person, write {example}.")
            raise Illegal(None, sentence.format(name=quote_input(spec.player), example=EXAMPLE_PERSON))
    people = {n for n, spec in specs.items() if spec.module.isidentifier() and not spec.name}
    entries = seat_entries([Spec(PERSON) if n in people else specs.get(n, Spec(PERSON)) for n in range(len(seats))])
    return [entries[n] if n in specs and n not in people else seat for n, seat in enumerate(seats)]


# -- answers -----------------------------------------------------------------------------------------------------------


def plain_action(action: object) -> object:
    """Return the action of a player as JSON reads it, with integers of any library; None if it is no list or tuple.

    >>> plain_action(("buy", 0, ["b9"])), plain_action(["buy", object()]), plain_action("buy")
    (['buy', 0, ['b9']], None, None)
    """
    if not isinstance(action, list | tuple):
        return None
    try:
        return parse_json(json.dumps(action, allow_nan=False, default=_plain_integer))
    except (TypeError, ValueError, RecursionError):
        return None


def _plain_integer(part: object) -> int:
    number = read_integer(part)
    if number is None:
        raise TypeError
    return number


def shorten_answer(answer: object) -> str:
    """Return the answer of a player as Python writes it, cut for a sentence."""
    text = ascii(answer)
    return text if len(text) <= SHOWN_ANSWER_CHARS else text[: SHOWN_ANSWER_CHARS - 1] + "…"


# -- playing -----------------------------------------------------------------------------------------------------------


class PlayerRunner:
    """Runs a player through one game after another. Its errors are those of the player."""

    def __init__(self, make_player: PlayerFactory) -> None:
        self._make_player = make_player
        self._player: Player | None = None
        self._rng = Random(0)

    @property
    def wants_memory(self) -> bool:
        """True if the player gets views that remember revealed cards: as its class or factory says."""
        maker = getattr(self._make_player, "func", self._make_player)
        return getattr(maker, "wants_memory", False) is True

    def begin(self, seat: Seat, game: str, seed: str) -> None:
        """Begin a new game with a new player, with the seed of its generator."""
        self._rng = Random(seed)
        self._player = self._make_player()
        getattr(self._player, "begin", _ignore)(seat, game)

    def choose(self, view: View, legal: list[JsonAction]) -> Choice:
        """Return the answer of the player in the game that has begun. Nothing about it is checked."""
        assert self._player is not None
        answer = self._player.choose(view, legal, self._rng)
        return answer if isinstance(answer, Choice) else Choice(answer)

    def end(self, result: Result | None) -> None:
        """Tell the player the result of its game."""
        getattr(self._player, "end", _ignore)(result)


def _ignore(*args: object) -> None:
    """Stand in for an optional method."""


# -- loading -----------------------------------------------------------------------------------------------------------


def load(spec: Spec) -> PlayerFactory:
    """Return a factory of players, which makes one for each game. This runs the code of the file or module.

    A player that is registered in this process is that one. Raises Illegal, with a sentence that has the line, if that
    code cannot run, has no such player or other settings.
    """
    if own := _registered.get(spec.player):
        return _make_factory(own, spec.player, spec.args)
    spec = resolve(spec)
    if spec.player:
        level_factory: Callable[[Spec], PlayerFactory] = import_module(LEVEL_MODULE).level_factory
        return level_factory(spec)
    where = spec.file or spec.module
    module = _run_file(spec.file) if spec.file else _import_module(spec.module)
    definition = _find_definition(module, spec.name, where)
    return _make_factory(definition, f"{where}:{spec.name or definition.__name__}", spec.args)


def _make_factory(definition: Definition, name: str, args: Settings) -> PlayerFactory:
    is_class = isinstance(definition, type)
    if is_class and not callable(getattr(definition, FUNCTION_NAME, None)):
        sentence = _("{name} has no choose. Add `def choose(self, view, legal, rng):`.")
        raise Illegal(None, sentence.format(name=name))
    _require_action(getattr(definition, FUNCTION_NAME) if is_class else definition, name)
    if is_class:
        _require_parameters(cast("type", definition), name)
    _require_settings(definition, name, args, 0 if is_class else len(MOVE_PARAMETERS))
    make = partial(definition, **args)
    return make if is_class else partial(_FunctionPlayer, make)


class _GamesBegin(BaseException):
    """A file begins to play games while it is loaded. No `except Exception` of its author may catch this."""


_is_loading = ContextVar("_is_loading", default=False)


@contextmanager
def _loading() -> Iterator[None]:
    token = _is_loading.set(True)
    try:
        yield
    finally:
        _is_loading.reset(token)


def stop_loading() -> None:
    """End the loading of a script, if one is being loaded, where it begins to play games: its players are before that.

    Otherwise the process of its player would play all its games again.
    """
    if _is_loading.get():
        raise _GamesBegin


class _FunctionPlayer:
    """A player that is only a function."""

    def __init__(self, choose: Callable[..., JsonAction | Choice]) -> None:
        self._choose = choose

    def choose(self, view: View, legal: list[JsonAction], rng: Random) -> JsonAction | Choice:
        return self._choose(view, legal, rng)


def _run_file(file: str) -> ModuleType:
    path = Path(file)
    try:
        source = path.read_bytes()
    except OSError:
        raise Illegal(None, _("There's no file {file} that can be read.").format(file=file)) from None
    module = ModuleType(path.stem)
    module.__file__ = str(path)
    sys.modules.setdefault(path.stem, module)  # dataclasses look their module up
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)
    try:
        with _loading():
            exec(compile(source, str(path), "exec"), module.__dict__)
    except _GamesBegin:
        pass
    except (Exception, SystemExit) as error:
        raise _broken_player(error, file) from None
    return module


def _import_module(name: str) -> ModuleType:
    if os.getcwd() not in sys.path:  # noqa: PTH109 - sys.path has text
        sys.path.append(os.getcwd())  # noqa: PTH109
    try:
        with _loading():
            return import_module(name)
    except _GamesBegin:
        sentence = _('{name} plays games while it loads. Put them under `if __name__ == "__main__":`.')
        raise Illegal(None, sentence.format(name=name)) from None
    except ModuleNotFoundError as error:
        if error.name and f"{name}.".startswith(f"{error.name}."):
            hint = suggest(name.lower(), _list_names()) if name.lower() != name else ""
            raise Illegal(None, _("There's no module called {name}.").format(name=name) + hint) from None
        raise _broken_player(error, name) from None
    except (Exception, SystemExit) as error:
        raise _broken_player(error, name) from None


def _find_definition(module: ModuleType, name: str, where: str) -> Definition:
    own = {
        key: value
        for key, value in vars(module).items()
        if callable(value) and getattr(value, "__module__", "") == module.__name__ and not key.startswith("_")
    }
    if name:
        found = getattr(module, name, None)
        if callable(found):
            return cast("Definition", found)
        raise Illegal(None, _("{file} has no {name}.").format(file=where, name=name) + suggest(name, own))
    if callable(choose := vars(module).get(FUNCTION_NAME)):
        return cast("Definition", choose)
    classes = [value for value in own.values() if isinstance(value, type) and hasattr(value, FUNCTION_NAME)]
    if len(classes) > 1:
        sentence = _("{file} has several players: {names}. Name one, as in {spec}.")
        names = [one.__name__ for one in classes]
        raise Illegal(None, sentence.format(file=where, names=list_phrases(names), spec=f"{where}:{names[0]}"))
    if not classes:
        sentence = _("{file} has no choose. Add `def choose(view, legal, rng):`.")
        raise Illegal(None, sentence.format(file=where))
    return classes[0]


def _require_action(choose: Callable[..., object], name: str) -> None:
    """Refuse a function that cannot return an action, because calling it only makes a coroutine or a generator."""
    if inspect.iscoroutinefunction(choose) or inspect.isasyncgenfunction(choose):
        raise _misshapen_player(choose, _("{name} can't be async. Write `def choose`.").format(name=name))
    if inspect.isgeneratorfunction(choose):
        raise _misshapen_player(choose, _("{name} can't have yield. Return one action of legal.").format(name=name))


def _require_parameters(player: type, name: str) -> None:
    """Refuse a class whose method `choose` cannot take a view, the legal actions and a generator."""
    method = inspect.getattr_static(player, FUNCTION_NAME)
    if not inspect.isfunction(method):
        return
    try:
        inspect.signature(method).bind(None, *MOVE_PARAMETERS)
    except TypeError:
        sentence = _("{name} needs three parameters. Write `def choose(self, view, legal, rng):`.")
        raise _misshapen_player(method, sentence.format(name=f"{name}.{FUNCTION_NAME}")) from None


def _require_settings(definition: Definition, name: str, args: Settings, skipped: int) -> None:
    try:
        parameters = [*inspect.signature(definition).parameters.values()]
    except (TypeError, ValueError):
        return
    positional = [one for one in parameters if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    has_rest = any(one.kind == one.VAR_POSITIONAL for one in parameters)
    if skipped and not has_rest and len(positional) < skipped:
        sentence = _("{name} needs three parameters. Write `def choose(view, legal, rng):`.")
        raise _misshapen_player(definition, sentence.format(name=name))
    settings = [one for one in parameters if one not in positional[:skipped] and one.kind != one.VAR_POSITIONAL]
    known = [one.name for one in settings if one.kind not in (one.VAR_KEYWORD, one.POSITIONAL_ONLY)]
    if not any(one.kind == one.VAR_KEYWORD for one in settings):
        for key in args:
            if key not in known:
                sentence = _("{name} has no setting called {setting}.")
                raise Illegal(None, sentence.format(name=name, setting=key) + suggest(key, known))
    for one in settings:
        if one.default is one.empty and one.kind != one.VAR_KEYWORD and one.name not in args:
            sentence = _("{name} needs the setting {setting}.")
            raise _misshapen_player(definition, sentence.format(name=name, setting=one.name))


def suggest(word: str, known: Iterable[str]) -> str:
    """Return a sentence, after a space, with the known word that is most like this one; "" if none is."""
    from difflib import get_close_matches  # only for an error

    found = get_close_matches(word, known, 1)
    return " " + _("Did you mean {word}?").format(word=found[0]) if found else ""


class BrokenPlayer(Illegal):
    """The refusal of a player whose code cannot run. `line` is the line of the error, counted from 1, if it has one."""

    line: int | None = None


def _misshapen_player(function: Callable[..., object], sentence: str) -> BrokenPlayer:
    refusal = BrokenPlayer(None, sentence)
    code = getattr(inspect.unwrap(function), "__code__", None)
    refusal.line = getattr(code, "co_firstlineno", None)
    return refusal


def _broken_player(error: BaseException, file: str) -> BrokenPlayer:
    refusal = BrokenPlayer(None, describe_error(error, file))
    refusal.line = find_error(error, file)[1]
    return refusal


def error_text(error: BaseException) -> str:
    """Return the text of an error. The code of a player may have its own type of error, whose text cannot be made."""
    try:
        return str(error)
    except Exception as failure:
        return f"its text raised {type(failure).__name__}"


def describe_error(error: BaseException, file: str) -> str:
    """Return one sentence about an error in the code of a player, with the file and line that `find_error` finds."""
    said = ": ".join(filter(None, (type(error).__name__, error_text(error))))
    if isinstance(error, SyntaxError):
        said = f"SyntaxError: {error.msg}"
    said = " ".join(said.split()).rstrip(".")
    file, line = find_error(error, file)
    if line is None:
        return _("{file}: {error}.").format(file=file, error=said)
    return _("{file}, line {line}: {error}.").format(file=file, line=line, error=said)


def find_error(error: BaseException, file: str) -> tuple[str, int | None]:
    """Return the file and the line of an error: the innermost ones outside this package and the standard library.

    Without such a line, return the file as it was given, and None.
    """
    if isinstance(error, SyntaxError):
        return _short_path(error.filename or file, file), error.lineno
    frames = traceback.extract_tb(error.__traceback__)
    own = [one for one in frames if not one.filename.startswith(FOREIGN_FOLDERS)]
    return (_short_path(own[-1].filename, file), own[-1].lineno) if own else (file, None)


def _short_path(found: str, file: str) -> str:
    """Return the path of the file as its author typed it, or the name of another file."""
    return file if Path(found) == Path(file) else Path(found).name
