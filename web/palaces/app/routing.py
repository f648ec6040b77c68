"""The address of the page: its query string as an `Address`, and sentences about errors in its URL parameters."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from palaces.app.i18n import N_, _, ngettext
from palaces.app.link_reader import FREE_TEXT_PARAMETERS, read_pairs
from palaces.app.settings import SETTINGS, Settings, Speed
from pygame_core import GAMES, Illegal, Match
from pygame_core.bots import LEVELS
from pygame_core.game import Game
from pygame_core.i18n import list_phrases
from pygame_core.match import CUSTOM_LEVEL, MAX_SEED
from pygame_core.names import clean_name

if TYPE_CHECKING:
    from datetime import date

PAUSE_MS_BY_SPEED: dict[Speed, int] = {"normal": 600, "calm": 840, "fast": 360, "instant": 0}
"""The minimum time between two moves of bots by speed, in milliseconds."""
MAX_CHALLENGE_POINTS = 999
MAX_SAVED_GAMES = 100
"""The maximum number of games that a browser keeps. There may be more unfinished ones. A game takes 4 to 12 KB."""
BOT_NAMES = ("Zahra", "Yusuf", "Layla", "Idris", "Samira", "Tariq")
DEFAULT_SEATS = ("you", "bot:casual", "bot:casual")
DEFAULT_GAME = next(iter(GAMES))
"""The game of an address that names none."""
OPTION_NAMES = tuple(dict.fromkeys(option.name for game in GAMES.values() for option in game.options))
"""The options of all games."""


@dataclass(frozen=True, slots=True)
class Address(Settings):
    """A table as its address describes it. If `seed` is None, any deal will do. `table` distinguishes games with the
    same settings.

    `options` are pairs of an option name and the chosen word, in the game's order. Default options are left out.
    """

    game: str = DEFAULT_GAME
    seats: tuple[str, ...] = DEFAULT_SEATS
    names: tuple[str, ...] = ()
    seed: int | None = None
    table: int = 1
    options: tuple[tuple[str, str], ...] = ()
    deal: str = ""
    """The date of a daily deal, as in "2026-11-26". It decides the seats, the seed and the options."""
    beat: int | None = None
    """The points of a challenge: the reader tries to beat them with this deal."""
    learn: int | None = None
    """The requested step of the lesson, from 1. It replaces the table."""
    puzzle: int | None = None
    """The number of the requested puzzle, from 1. It replaces the table."""

    def to_query(self) -> str:
        """Return the query of the address in one fixed form. It is also the name under which the game is saved.

        >>> Address(seed=7).to_query()
        'game=alhambra&seats=you,bot:casual,bot:casual&seed=7'
        """
        if self.puzzle is not None:
            return urlencode([("game", self.game), ("puzzle", self.puzzle), *self.link_settings().items()])
        pairs: list[tuple[str, object]] = [("game", self.game)]
        if self.deal:
            pairs.append(("deal", self.deal))
        else:
            pairs += self._table_pairs()
        if self.beat is not None:
            pairs.append(("beat", self.beat))
        if self.learn is not None:
            pairs.append(("learn", self.learn))
        pairs += self.link_settings().items()
        if self.table != 1:
            pairs.append(("table", self.table))
        return urlencode(pairs, safe=",:")

    def _table_pairs(self) -> list[tuple[str, object]]:
        """Return the parameters that fix a table without a daily deal."""
        pairs: list[tuple[str, object]] = [("seats", ",".join(self.seats))]
        if any(self.names):
            pairs.append(("names", ",".join(self.names)))
        pairs += self.options
        if self.seed is not None:
            pairs.append(("seed", self.seed))
        return pairs

    def storage_key(self) -> str:
        """Return the query without settings that may change during a game. A daily deal is one game, with a challenge
        or without."""
        plain = self.with_default_settings()
        return (replace(plain, beat=None) if self.deal else plain).to_query()

    def chosen_settings(self) -> dict[str, str | int]:
        """Return all settings by name."""
        return {name: getattr(self, name) for name in SETTINGS}

    def link_settings(self) -> dict[str, str | int]:
        """Return the settings that a link carries: those that differ from their default. The language is none of them,
        because a link is for readers of every language."""
        chosen = self.chosen_settings()
        return {name: chosen[name] for name in chosen if name != "lang" and chosen[name] != SETTINGS[name].default}

    def with_default_settings(self) -> "Address":
        """Return the same table with default settings."""
        return replace(self, **default_settings())  # type: ignore[arg-type]

    def match_options(self) -> dict[str, int | str]:
        """Return the options of the game as `Match.new` takes them."""
        words = dict(self.options)
        return {
            option.name: choice.value
            for option in GAMES[self.game].options
            for choice in option.choices
            if choice.url_word == words.get(option.name)
        }

    def match_players(self, own_names: tuple[str, ...] = ()) -> list[dict[str, str]]:
        """Return the seats as `Match.new` takes them. People without a name have one of `own_names`, in their order."""
        bots, people = iter(BOT_NAMES), iter(own_names)
        players = []
        for n, seat in enumerate(self.seats):
            own = self.names[n].strip() if n < len(self.names) else ""
            if seat == "you":
                chosen = next(people, "")
                players.append({"name": own or chosen or default_name(n), "kind": "human"})
            else:
                given = next(bots)
                players.append({"name": own or given, "kind": seat})
        return players

    def without_stored_settings(self, kept: Mapping[str, str]) -> "Address":
        """Return a copy without the settings that this browser has stored with the same value."""
        same = {
            name: SETTINGS[name].default for name, value in valid_settings(kept).items() if value == getattr(self, name)
        }
        return replace(self, **same)  # type: ignore[arg-type]


URL_PARAMETERS = {field.name for field in fields(Address)} - {"options"} | {*OPTION_NAMES}
"""The parameters of an address."""

SEED_RANGE_NOTICE = N_("The seed in the link must be a whole number from {least} to {most}.")
TABLE_RANGE_NOTICE = N_("The table in the link must be a whole number from {least} to {most}.")
POINTS_RANGE_NOTICE = N_("The points to beat in the link must be a whole number from {least} to {most}.")
# Translators: an example is "This is the deal of Jan 1, 2031. Your clock says Feb 28, 2019."
FUTURE_DEAL_NOTICE = N_("This is the deal of {date}. Your clock says {today}.")
FIXED_BY_DEAL_NOTICE = N_("A daily deal has fixed players and cards, so the rest of the link was ignored.")
STEP_RANGE_NOTICE = N_("The lesson step in the link must be a whole number from {least} to {most}.")

MOMENT_PARAMETER = "at"
"""The move that a link shows. It belongs to the game after `#`, and some write it before that."""
MAX_NAMED_PARAMETERS = 3
"""The number of unknown parameters that the notice about them names."""
HOME_FORM_FIELDS = ("people", "opponents", "level")
"""The fields of the home page's form that replace the seats."""


def default_address(query: str, own: str = DEFAULT_GAME) -> Address:
    """Return the default table of the game that a query names, or of the page's own game. Other errors do not matter.

    >>> default_address("?game=palazzo&seats=9").game
    'palazzo'
    """
    game = _read_values(query).get("game")
    return Address(game if game and game in GAMES else own)


def parse_query(
    query: str,
    own: str = DEFAULT_GAME,
    kept: Mapping[str, str] | None = None,
    *,
    embedded: bool = False,
    today: "date | None" = None,
) -> tuple[Address, list[str]]:
    """Parse the query of an address, with or without `?`. Return the address, and sentences about ignored parts.

    If the query names no game, it is `own`, the game of the page. Settings that the query does not name come from
    `kept`. In a frame (`embedded`), nothing is said about unknown or repeated parameters: its reader has not written
    them. `today` is the date of "today" as a daily deal, by default that of the clock.

    Raises Illegal, with one sentence, if the query cannot mean any game.

    >>> parse_query("?seats=you,bot:random&seed=3")[0].seats
    ('you', 'bot:random')
    """
    given = _seats_from_form(_read_values(query))
    notes = [] if embedded else [*_unknown_parameter_notices(given), *_repeated_parameter_notices(query)]
    game = given.get("game", own)
    if game not in GAMES:
        raise Illegal(None, _("There's no game called “{game}” here.").format(game=game[:30]))
    puzzle = None
    if given.get("puzzle"):
        from palaces.app.puzzle_record import parse_puzzle  # imported only for a puzzle

        game, puzzle = parse_puzzle(given["puzzle"], game)
    seats = tuple(given["seats"].split(",")) if "seats" in given else DEFAULT_SEATS
    for seat in seats:
        if seat != "you" and not (seat.startswith("bot:") and seat[4:] in (*LEVELS, CUSTOM_LEVEL)):
            known = list_phrases(["you", *(f"bot:{level}" for level in LEVELS)])
            sentence = _("Unknown player “{seat}” in the link. Use one of these: {known}.")
            raise Illegal(None, sentence.format(seat=seat[:30], known=known))
    counts = GAMES[game].seat_counts
    if len(seats) not in counts:
        sentence = _("Number of players in the link: {n}. This game takes {fewest} to {most}.")
        raise Illegal(None, sentence.format(n=len(seats), fewest=counts[0], most=counts[-1]))
    names = tuple(clean_name(name) for name in given["names"].split(",")[: len(seats)]) if given.get("names") else ()
    names = names if any(names) else ()
    seed = _parse_number(given["seed"], SEED_RANGE_NOTICE, range(MAX_SEED + 1)) if given.get("seed") else None
    table = _parse_number(given["table"], TABLE_RANGE_NOTICE, range(10_000)) if given.get("table") else 1
    settings = (
        valid_settings(kept or {})
        | {name: value for name, value in default_settings().items() if name in given}
        | valid_settings(given)
    )
    notes += [_setting_notice(name) for name in SETTINGS if name in given and name not in valid_settings(given)]
    beat = (
        _parse_number(given["beat"], POINTS_RANGE_NOTICE, range(MAX_CHALLENGE_POINTS + 1))
        if given.get("beat")
        else None
    )
    options = _parse_options(GAMES[game], given, len(seats))
    learn = _parse_tutorial_step(GAMES[game], given["learn"], notes) if given.get("learn") else None
    asked = Address(game, seats, names, seed, table=table, options=options, beat=beat, learn=learn, puzzle=puzzle)
    if given.get("deal") and learn is None and puzzle is None:
        asked = _parse_deal(asked, given, notes, today)
    return replace(asked, **settings), notes  # type: ignore[arg-type]


def _read_values(query: str) -> dict[str, str]:
    """Return the last value of each parameter. All but names are words and numbers, where capitals don't matter."""
    return {name: value if name in FREE_TEXT_PARAMETERS else value.lower() for name, value in read_pairs(query)}


def default_settings() -> dict[str, str | int]:
    """Return every setting with its default value."""
    return {name: setting.default for name, setting in SETTINGS.items()}


def valid_settings(given: Mapping[str, str]) -> dict[str, str | int]:
    """Return the settings among these entries that have a valid value."""
    parsed = {name: setting.parse(given[name]) for name, setting in SETTINGS.items() if name in given}
    return {name: value for name, value in parsed.items() if value is not None}


def _unknown_parameter_notices(given: Mapping[str, str]) -> list[str]:
    """Return the sentence about all unknown parameters, if there are any."""
    unknown = [_quoted(key[:30]) for key in given if key not in URL_PARAMETERS and key != MOMENT_PARAMETER]
    if not unknown:
        return []
    named, more = unknown[:MAX_NAMED_PARAMETERS], len(unknown) - MAX_NAMED_PARAMETERS
    keys = list_phrases(named)
    if more > 0:
        sentence = ngettext(
            "Unknown options in the link: {keys} and {n} more. They were ignored.",
            "Unknown options in the link: {keys} and {n} more. They were ignored.",
            more,
        )
        return [sentence.format(keys=keys, n=more)]
    sentence = ngettext(
        "Unknown option {keys} in the link. It was ignored.",
        "Unknown options in the link: {keys}. They were ignored.",
        len(unknown),
    )
    return [sentence.format(keys=keys)]


def _quoted(name: str) -> str:
    """Return a name in the quotation marks of the language."""
    return _("“{name}”").format(name=name)


def _repeated_parameter_notices(query: str) -> list[str]:
    """Return the sentence about all known parameters with different values, if there are any."""
    found = {*read_pairs(query)}
    repeated = [name for name in sorted(URL_PARAMETERS) if sum(name == key for key, _value in found) > 1]
    if not repeated:
        return []
    sentence = ngettext(
        "{keys} is in the link more than once. Using the last value.",
        "{keys} are in the link more than once. Using the last values.",
        len(repeated),
    )
    return [sentence.format(keys=list_phrases(map(_quoted, repeated)))]


def _setting_notice(name: str) -> str:
    """Return the sentence about an invalid value of a setting."""
    return _(SETTINGS[name].unknown_value_notice).format(most=SETTINGS[name].values[-1])


def _seats_from_form(given: Mapping[str, str]) -> Mapping[str, str]:
    """Return the parameters of an address. Fields of the home page's form, sent without its script, become seats."""
    people, opponents, level = (given.get(name, "") for name in HOME_FORM_FIELDS)
    if "seats" in given or not re.fullmatch("[0-9],[0-9]", f"{people},{opponents}"):
        return given
    seats = ["you"] * int(people) + [f"bot:{level}"] * int(opponents)
    return {name: value for name, value in given.items() if name not in HOME_FORM_FIELDS} | {"seats": ",".join(seats)}


def _parse_number(text: str, range_notice: str, values: range) -> int:
    """Return the number in a text. Raises Illegal, with the translated notice, if it is not one of the values."""
    if not re.fullmatch(r"[0-9]{1,16}", text) or int(text) not in values:
        raise Illegal(None, _(range_notice).format(least=values[0], most=values[-1]))
    return int(text)


def _parse_tutorial_step(game: Game, step: str, notes: list[str]) -> int | None:
    """Return the step of a lesson, or None if the game has no lesson."""
    if game.lesson is None:
        notes.append(_("There's no lesson for this game yet. Here's a game to play instead."))
        return None
    return _parse_number(step, STEP_RANGE_NOTICE, range(1, len(game.lesson.steps) + 1))


def _parse_deal(asked: Address, given: Mapping[str, str], notes: list[str], today: "date | None") -> Address:
    """Return the address of the daily deal that a query names, at the table of `asked`."""
    from pygame_core import daily  # deferred because few links need it

    clock = today or daily.today()
    day = clock if given["deal"] == "today" else daily.parse_day(given["deal"])
    if day > clock:
        from palaces.app.dates import short_date

        notes.append(_(FUTURE_DEAL_NOTICE).format(date=short_date(day, clock), today=short_date(clock, day)))
    if any(given.get(name) for name in ("seats", "names", "seed", *OPTION_NAMES)):
        notes.append(_(FIXED_BY_DEAL_NOTICE))
    dealt = daily.daily_deal(day, asked.game)
    seats = tuple("you" if kind == "human" else kind for kind in dealt.players)
    return Address(asked.game, seats, seed=dealt.seed, table=asked.table, deal=day.isoformat(), beat=asked.beat)


def is_match_of_deal(match: Match, address: Address) -> bool:
    """Return True if a match has the deal, the seats and the options of a daily deal."""
    kinds = [seat["kind"] for seat in match.seats]
    dealt = [player["kind"] for player in address.match_players()]
    same = (match.game, match.seed, kinds) == (address.game, address.seed, dealt)
    return same and match.options == GAMES[match.game].resolve_options({}, len(kinds))


def _parse_options(game: Game, given: Mapping[str, str], seats: int) -> tuple[tuple[str, str], ...]:
    """Return the chosen words that are not the default. Raises Illegal for an unknown option or word."""
    own = {option.name for option in game.options}
    game.resolve_options({name: given[name] for name in OPTION_NAMES if given.get(name) and name not in own}, seats)
    chosen = []
    for option in game.options:
        word = given.get(option.name)
        words = {choice.url_word: choice.value for choice in option.available_choices(seats)}
        if word and word not in words:
            sentence = _("Unknown value “{option}={word}” in the link. Use one of these: {words}.")
            said = sentence.format(option=option.name, word=word[:30], words=list_phrases(words))
            raise Illegal(None, said)
        if word and words[word] != option.default:
            chosen.append((option.name, word))
    return tuple(chosen)


def default_name(seat: int) -> str:
    """Return the name of a person who has chosen none."""
    return _("Player {n}").format(n=seat + 1)


def parse_own_names(text: str) -> tuple[str, ...]:
    """Parse stored names of people.

    >>> parse_own_names("Ada,,Bo"), parse_own_names("")
    (('Ada', '', 'Bo'), ())
    """
    return tuple(clean_name(name) for name in text.split(",")) if text else ()


def address_of_match(match: Match, like: Address, table: int = 1) -> Address:
    """Return the address of a match from a save, with the settings of another address. A name loses its commas, and an
    unknown level becomes casual. If the other address names a daily deal and the match is of it, so does this one."""
    if like.deal and is_match_of_deal(match, like):
        return replace(like, table=table, beat=None, learn=None)
    known = (*LEVELS, CUSTOM_LEVEL)
    seats = tuple(
        "you" if seat["kind"] == "human" else seat["kind"] if seat["kind"][4:] in known else "bot:casual"
        for seat in match.seats
    )
    names = tuple(clean_name(seat["name"].replace(",", " ")) for seat in match.seats)
    words = (
        (option.name, option.find_url_word(match.options.get(option.name))) for option in GAMES[match.game].options
    )
    options = tuple((name, word) for name, word in words if word is not None)
    asked = Address(match.game, seats, names, match.seed, table=table, options=options)
    return replace(asked, **like.chosen_settings())  # type: ignore[arg-type]


def rotate_seats(match: Match, like: Address) -> Address:
    """Return the address of a rematch: the same players and options, each player one seat later, and a new deal.

    Players keep their names. A single person has none in the address.
    """
    address = address_of_match(match, replace(like, deal=""))
    alone = address.seats.count("you") == 1
    players = [
        (kind, "" if alone and kind == "you" else name) for kind, name in zip(address.seats, address.names, strict=True)
    ]
    seats, names = zip(*players[-1:], *players[:-1], strict=True)
    return replace(address, seats=seats, names=names, seed=None)
