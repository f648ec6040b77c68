"""Game: the single interface between one game and all other code.

Matches, links, bots, the terminal, the page, the build and the tests read everything about a game from its `Game` in
`pygame_core.GAMES`. Small data is stored here. Large modules are imported on first use, so a page that shows one game
loads neither other games nor bots that do not play.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, SupportsIndex

from pygame_core.dealer import Dealer
from pygame_core.i18n import N_, _, list_phrases, quote_input
from pygame_core.state import Action, Illegal, JsonAction, Options, Seat, State, View, read_integer

if TYPE_CHECKING:
    from pygame_core.lesson import Lesson

OwnState = Any
"""A position of the game itself. Any: the game is known only at run time."""
OwnView = Any
"""A view of the game itself. Any: the game is known only at run time."""
OwnEvent = Any
"""An event of the game itself. Any: the game is known only at run time."""
Weights = Any
"""Weights of a game's terms: a named tuple of floats. Any: each game has other fields."""

Terms = dict[str, float]
"""The terms of a judgment, in points."""

ActionScorer = Callable[..., list[tuple[Action, Terms]]]
"""Scores the actions of a state, optionally with other weights than the current ones."""

ActionClassifier = Callable[[JsonAction], JsonAction]
"""Maps an action in its JSON form to its effect, without its payment."""

TermWeights = Mapping[str, tuple[float, float]]
"""The weight of each term at the end of a game, and the additional weight at its beginning."""

TextViewRenderer = Callable[[OwnView, Sequence[str]], Iterator[str]]
"""Renders a seat's view of a position, with the players' names, as lines of text."""


# -- options -----------------------------------------------------------------------------------------------------------


class Choice(NamedTuple):
    """One value of an option."""

    url_word: str
    """Its word in URLs."""
    value: int | str
    """Its value in saves."""
    label: str
    """Its label for people, marked for translation; `{word}` stands for the URL word."""
    min_seats: int = 0
    """The smallest number of seats for which it is available."""

    def translated_label(self) -> str:
        """Return the label in the current language."""
        return _(self.label).format(word=self.url_word)


class Option(NamedTuple):
    """A setting that players can choose before a game."""

    name: str
    label: str
    """Its label for people, marked for translation."""
    clause: str
    choices: tuple[Choice, ...]
    default: int | str | None = None
    """The value if nothing is chosen; None means that chance decides."""

    def translated_label(self) -> str:
        """Return the label in the current language."""
        return _(self.label)

    def default_label(self) -> str:
        """Return the label of the default, for people."""
        return next((choice.translated_label() for choice in self.choices if choice.value == self.default), _("random"))

    def find_default_word(self) -> str | None:
        """Return the URL word of the default; None if chance decides."""
        return next((choice.url_word for choice in self.choices if choice.value == self.default), None)

    def available_choices(self, seats: int) -> list[Choice]:
        """Return the choices that are available for this number of seats."""
        return [choice for choice in self.choices if choice.min_seats <= seats]

    def find_url_word(self, value: object) -> str | None:
        """Return the URL word of a value; None for the default, which URLs omit, and for an unknown value."""
        found = (
            choice.url_word
            for choice in self.choices
            if is_same_json(choice.value, value) and not is_same_json(value, self.default)
        )
        return next(found, None)


def is_same_json(one: object, other: object) -> bool:
    """Return True if two values are equal as JSON: `1` and `true` differ."""
    return type(one) is type(other) and one == other


def impossible_position_error() -> Illegal:
    """Return the refusal of a view that no position has."""
    return Illegal(None, _("This position is damaged, or from another version."))


def first_player_option(clause: str, most: int) -> Option:
    """Return the option that sets the first player, for a game with up to `most` seats.

    Its values are seats from 0. Its words in URLs and commands count from 1.

    >>> [choice.value for choice in first_player_option("P6", 4).available_choices(3)]
    [0, 1, 2]
    """
    choices = tuple(Choice(str(n + 1), n, N_("seat {word}"), n + 1) for n in range(most))
    return Option("first", N_("First player"), clause, choices)


# -- interfaces of the modules of a game -------------------------------------------------------------------------------


class Sentences(Protocol):
    """The interface of a game's `sentences.py`: everything that it says to people."""

    def game_title(self) -> str:
        """Return the name of the game."""

    def event_sentences(self, event: OwnEvent, names: Sequence[str], /, you: Seat | None = None) -> list[str]:
        """Return the sentences of a log event: first the action, then its consequences.

        They use names for all players except seat `you`, which they address directly.
        """

    def refuse_over(self) -> Illegal:
        """Return the refusal of any action after the end of the game."""

    def action_name(self, action: JsonAction, view: OwnView = None, /) -> str:
        """Return a short phrase for an action in its JSON form; a view of its position makes it more exact."""

    def verb_name(self, verb: str, /) -> str:
        """Return a short phrase for all actions with a verb."""

    def action_note(self, action: JsonAction, view: OwnView, /) -> str:
        """Return what an action of the seat to move brings, as a short line without a full stop; "" for nothing but
        points."""

    def term_name(self, term: str, beside: Collection[str] = (), /) -> str:
        """Return a phrase for a term of a judgment, given the other terms: several terms may share one phrase."""


class Heuristic(Protocol):
    """The interface of a game's `heuristic.py`: a simple evaluation that judges only the obvious."""

    @property
    def WEIGHTS(self) -> Weights | Mapping[int, Weights]:  # noqa: N802 - a constant of the module
        """The current weights: a named tuple of floats, or one for each number of seats."""

    @property
    def score_actions(self) -> ActionScorer:
        """Scores every legal action, term by term, from the knowledge of the seat to move."""


class Evaluation(Heuristic, Protocol):
    """The interface of a game's `evaluation.py`: a tuned evaluation."""

    def baseline_terms(self, state: OwnState, /) -> Terms:
        """Return the terms that no action changes.

        `score_actions` omits these terms. Added to its terms, they give the expected lead.
        """

    def playout_policy(self, state: OwnState, /) -> Sequence[Sequence[Action]]:
        """Return continuations for the seat to move, the best first, as a quick policy for playouts.

        Each has at least one action and ends at the latest with the turn. The first one has the highest value, and
        ties are broken arbitrarily. There may be a few more.
        """

    def is_turn_start(self, state: OwnState, seat: Seat, /) -> bool:
        """Return True if a turn of this seat begins here: at these points a search compares playouts."""

    def lead_terms(self, state: OwnState, seat: Seat, /) -> Terms:
        """Return the terms of the lead that a seat can expect at the end; after the end, its actual lead."""

    def remaining_fraction(self, state: OwnState, /) -> float:
        """Return the remaining fraction of the game, from 1 to 0."""


class PuzzleHint(NamedTuple):
    """A hint to an action in two steps, in the words of the game."""

    region: str
    """The part of the table."""
    piece: str
    """A card, tile or space in it, in notation; "" if the part is all there is."""


class PuzzleFacts(Protocol):
    """The interface of a game's `puzzle_facts.py`: what its puzzles are about."""

    @property
    def THEMES(self) -> Mapping[str, str]:  # noqa: N802 - a constant of the module
        """The themes in the order of lists, each with its name for people, marked for translation."""

    def find_theme(self, view: OwnView, best: JsonAction, legal: list[JsonAction], /) -> str | None:
        """Return the theme of a position with its best action and the legal ones; None if it has none."""

    def is_obvious(self, view: OwnView, right: list[JsonAction], legal: list[JsonAction], /) -> bool:
        """Return True if the table gives the right actions away to anyone who knows the rules."""

    def find_hint(self, view: OwnView, best: JsonAction, /) -> PuzzleHint:
        """Return the hint to an action."""

    def find_clause(self, best: JsonAction, theme: str, /) -> str:
        """Return the clause that explains an action in a puzzle of this theme."""

    def find_reason(self, view: OwnView, better: JsonAction, worse: JsonAction, /) -> tuple[str, str]:
        """Return why an action is better than another, in the terms of the game, and its clause; "" for no reason.

        It is a certain fact about both actions, not a judgment.
        """


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Game:
    """Everything that other code can ask about a game. Each module is loaded once."""

    name: str
    """Its name in saves and URLs."""
    puzzle_count: int = 0
    """The number of puzzles in the book of the game."""
    is_released: bool = False
    """True if releases include this game.

    A released game has additional requirements: translations, recorded games, figures and pages for people. A site that
    you build yourself also has the other games, but `make release` refuses them.
    """
    designer: str
    """Marked for translation, because some languages write names differently."""
    aim: str
    """The aim of the game in one sentence, marked for translation."""
    minutes: int
    """The approximate length of a game in minutes."""
    typical_moves: Mapping[int, int]
    """The approximate number of log entries of a whole game, by number of seats."""
    options: tuple[Option, ...] = ()
    """Options are only ever added. A save that lacks one means its default."""
    has_secrets: bool
    """True if seats hide something from each other."""
    has_chance: bool
    """True if chance decides anything after the deal."""
    continuation_verbs: tuple[str, ...] = ()
    """The verbs of log entries that follow from some seat's turn and start no new turn."""
    action_class: ActionClassifier = list
    """Groups actions with the same effect; only the best of each group is shown."""
    can_restart_turn: bool
    """True if a turn can have several entries that a player can undo together."""
    turn_clause: str
    """The rule clause for "another seat is to move"."""
    bot_version: int
    """The version of its bots.

    It rises when any of its bots plays differently; then all measurements of the bots have to be repeated.
    """
    softmax_temperatures: tuple[float, float]
    """Temperatures for win probabilities, in points: the value at the end, and its increase at the beginning.

    See `win_probability.fit_temperatures`.
    """
    deal_temperature: float
    """The temperature of the bots that play a deal many times, in points: see `bots/deal_games.py`.

    `build/measure_deal_bots.py` measures it.
    """
    load_state_class: Callable[[], type[State]]
    load_sentences: Callable[[], Sentences]
    load_heuristic: Callable[[], Heuristic]
    load_evaluation: Callable[[], Evaluation]
    load_text_view: Callable[[], TextViewRenderer]
    load_lesson: "Callable[[], Lesson] | None" = None
    """None if the game has no lesson yet."""
    load_puzzle_facts: Callable[[], PuzzleFacts] | None = None
    load_term_weights: Callable[[], Mapping[int, TermWeights]] | None = None
    """The term weights by number of seats; None if all terms count once because that plays better."""

    @cached_property
    def state_class(self) -> type[State]:
        """The class of its positions, which includes the rules."""
        return self.load_state_class()

    @cached_property
    def sentences(self) -> Sentences:
        """The module with all its sentences."""
        return self.load_sentences()

    @cached_property
    def heuristic(self) -> Heuristic:
        """The simple evaluation of actions."""
        return self.load_heuristic()

    @cached_property
    def evaluation(self) -> Evaluation:
        """The tuned evaluation of positions."""
        return self.load_evaluation()

    @cached_property
    def render_text_view(self) -> TextViewRenderer:
        """The renderer of the table in the terminal."""
        return self.load_text_view()

    @cached_property
    def lesson(self) -> "Lesson | None":
        """A game that teaches the rules; None if there is none."""
        return self.load_lesson() if self.load_lesson else None

    @cached_property
    def puzzle_facts(self) -> PuzzleFacts | None:
        """What its puzzles are about; None if it has none."""
        return self.load_puzzle_facts() if self.load_puzzle_facts else None

    @cached_property
    def term_weights(self) -> Mapping[int, TermWeights]:
        """The weights of the tuned evaluation's terms where a search ends, by number of seats."""
        return self.load_term_weights() if self.load_term_weights else {}

    def short_title(self) -> str:
        """Return the name of the game without the part after a colon."""
        return self.sentences.game_title().partition(":")[0].strip()

    def translated_aim(self) -> str:
        """Return the aim of the game in the current language."""
        return _(self.aim)

    def translated_designer(self) -> str:
        """Return the designer in the current language."""
        return _(self.designer)

    @property
    def seat_counts(self) -> range:
        """The possible numbers of players."""
        return self.state_class.seat_counts

    @property
    def rules_version(self) -> int:
        """The version of its rules, which saves record."""
        return self.state_class.rules_version

    @property
    def is_deterministic(self) -> bool:
        """True if the game has neither secrets nor chance."""
        return not (self.has_secrets or self.has_chance)

    def deal(self, seats: SupportsIndex, dealer: Dealer, options: Options) -> State:
        """Return the initial position for so many players. Raises Illegal, as `require_seats` and `resolve_options`."""
        count = self.require_seats(seats)
        if not isinstance(dealer, Dealer):
            raise Illegal(None, _("A deal needs a dealer, such as {call}.").format(call="Dealer(1)"))
        return self.state_class.deal(count, dealer, self.resolve_options(options, count))

    def require_seats(self, seats: object) -> int:
        """Return a number of players as an `int`. Raises Illegal, with a sentence, if the game is not for so many."""
        number = read_integer(seats)
        if number is None or number not in self.seat_counts:
            fewest, most = self.seat_counts[0], self.seat_counts[-1]
            raise Illegal(None, _("This game is for {fewest} to {most} players.").format(fewest=fewest, most=most))
        return number

    def sample(self, view: View, dealer: Dealer) -> State:
        """Return a random position that is consistent with a seat's view. Raises Illegal if it is not such a view."""
        try:
            return self.state_class.sample(view, dealer)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise impossible_position_error() from error

    def resolve_options(self, options: Mapping[str, object], seats: int) -> dict[str, int | str]:
        """Return all options with defaults filled in. Raises Illegal for an unknown name or value."""
        if not isinstance(options, Mapping):
            raise Illegal(None, _("Options are names with values."))
        known = {option.name: option for option in self.options}
        chosen = {option.name: option.default for option in self.options if option.default is not None}
        for name, given in options.items():
            value = given if (number := read_integer(given)) is None else number
            if name not in known:
                sentence = _("{game} has no option called {option}.")
                raise Illegal(None, sentence.format(game=self.sentences.game_title(), option=quote_input(str(name))))
            values = [choice.value for choice in known[name].available_choices(seats)]
            same = next((one for one in values if is_same_json(value, one)), None)
            if same is None:
                sentence = _("The option “{name}” can be one of: {values}.")
                told = list_phrases(map(str, values))
                raise Illegal(known[name].clause, sentence.format(name=name, values=told))
            chosen[name] = same
        return chosen
