"""Game: the one door to a game, for everything that is not that game.

Whoever needs something of a game, the match, links, bots, the terminal, the page, the build, the tests, asks its
`Game` in `pygame_core.GAMES`. What is light is data here; what is heavy is imported when it is first asked for, so that
a page that shows one game pays neither for the others nor for bots that do not play.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from pygame_core.dealer import Dealer
from pygame_core.i18n import N_, _
from pygame_core.state import Action, Illegal, Seat, State, View

if TYPE_CHECKING:
    from pygame_core.lesson import Lesson

Terms = dict[str, float]
"""What makes up a judgement, in points."""

ActionScorer = Callable[..., list[tuple[Action, Terms]]]
"""Of a state, and of weights other than those in force if they are given."""

ActionClassifier = Callable[[Sequence[Any]], Sequence[Any]]
"""Of an action in its JSON form what it does, whatever is paid for it."""

TermWeights = Mapping[str, tuple[float, float]]
"""By term of a judgement how often it counts at the end of a game, and how much oftener at its beginning."""

TextViewRenderer = Callable[[Any, Sequence[str]], Iterator[str]]
"""Of a position as a seat sees it and the players' names: the table in plain lines."""


# -- options -----------------------------------------------------------------------------------------------------------


class Choice(NamedTuple):
    """A value of an option."""

    url_word: str
    """In addresses."""
    value: int | str
    """In saves."""
    label: str
    """For people, marked for the catalogue; `{word}` stands for the word."""
    min_seats: int = 0
    """It can be chosen at tables of so many seats at least."""

    def translated_label(self) -> str:
        """The label, in the language chosen."""
        return _(self.label).format(word=self.url_word)


class Option(NamedTuple):
    """What may be chosen before a game."""

    name: str
    label: str
    """For people, marked for the catalogue."""
    clause: str
    choices: tuple[Choice, ...]
    default: int | str | None = None
    """The value in force where nothing is chosen; None: chance decides."""

    def translated_label(self) -> str:
        """The label, in the language chosen."""
        return _(self.label)

    def default_label(self) -> str:
        """What holds where nothing is chosen, for people."""
        return next((choice.translated_label() for choice in self.choices if choice.value == self.default), _("by lot"))

    def available_choices(self, seats: int) -> list[Choice]:
        """What can be chosen at a table of so many seats."""
        return [choice for choice in self.choices if choice.min_seats <= seats]

    def find_url_word(self, value: object) -> str | None:
        """The word of a value in addresses, which leave the usual one out; None for that, and for no value at all."""
        found = (
            choice.url_word
            for choice in self.choices
            if is_same_json(choice.value, value) and not is_same_json(value, self.default)
        )
        return next(found, None)


def is_same_json(one: object, other: object) -> bool:
    """Equal as JSON: `1` and `true` are two things."""
    return type(one) is type(other) and one == other


def first_player_option(clause: str, most: int) -> Option:
    """The option of games for at most so many in which a seat may be named that begins.

    >>> [choice.value for choice in first_player_option("P6", 4).available_choices(3)]
    [0, 1, 2]
    """
    choices = tuple(Choice(str(n + 1), n, N_("seat {word}"), n + 1) for n in range(most))
    return Option("first", N_("Who begins"), clause, choices)


# -- what others may ask -----------------------------------------------------------------------------------------------


class Sentences(Protocol):
    """What a game says to people: its `sentences.py`."""

    def game_title(self) -> str:
        """The name of the game."""

    def event_sentences(self, event: Any, names: Sequence[str], /, you: Seat | None = None) -> list[str]:
        """An event of the log: the first sentence says it all, the others what followed from it. They call everybody by
        name but `you`, the seat that they are said to."""

    def refuse_over(self) -> Illegal:
        """The game is over."""

    def action_name(self, action: Sequence[Any], view: Any = None, /) -> str:
        """An action in its JSON form as a short phrase; with a view of its position more exactly."""

    def term_name(self, term: str, beside: Collection[str] = (), /) -> str:
        """A term of a judgement as a phrase, beside those that it has been judged by: to people two may be the same."""


class Heuristic(Protocol):
    """A simple evaluation, what leaps to the eye: its `heuristic.py`."""

    @property
    def WEIGHTS(self) -> Any:  # noqa: N802 - a constant of the module
        """The weights in force, a named tuple of floats, or one by number of seats."""

    @property
    def score_actions(self) -> ActionScorer:
        """Every legal action with the terms of its worth, from what the seat to move may know."""


class Evaluation(Heuristic, Protocol):
    """A tuned evaluation: its `evaluation.py`."""

    def baseline_terms(self, state: Any, /) -> Terms:
        """What `score_actions` leaves out because no action changes it, so that both together are the lead to
        expect."""

    def playout_policy(self, state: Any, /) -> Sequence[Sequence[Action]]:
        """Ways for the seat to move to go on, as far as its turn goes or by an action at least: the one that is worth
        most, ties broken anyhow, and perhaps some more, the best first. A quick policy for playouts."""

    def is_turn_start(self, state: Any, seat: Seat, /) -> bool:
        """Whether a turn of this seat begins: where one playout of a search is compared with another."""

    def lead_terms(self, state: Any, seat: Seat, /) -> Terms:
        """The lead over the others that a seat can expect at the end, by term; after the end what it is."""

    def remaining_fraction(self, state: Any, /) -> float:
        """How much of the game is still to come, from 1 to 0."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Game:
    """All that others may ask of a game. The parts that it loads are kept."""

    name: str
    """In saves and addresses."""
    is_released: bool = False
    """Whether people get this game. A released game needs more than every game: translations, recorded games, figures
    and pages for people. A site that you build yourself also has the other games, but `make release` refuses them."""
    designer: str
    """Marked for the catalogue: names are written otherwise elsewhere."""
    aim: str
    """What one does in it, in a sentence, marked for the catalogue."""
    minutes: int
    """How long it takes, about."""
    typical_moves: Mapping[int, int]
    """By number of seats, about how many entries the log of a whole game has."""
    options: tuple[Option, ...] = ()
    """Only ever added to: a save that lacks one means its default."""
    has_secrets: bool
    """Whether seats hide something from each other."""
    has_chance: bool
    """Whether anything is left to chance after the deal."""
    continuation_verbs: tuple[str, ...] = ()
    """The verbs of entries that follow from a turn, of its seat or another, and begin none."""
    action_class: ActionClassifier = list
    """Of actions that do the same the best one is told."""
    can_restart_turn: bool
    """Whether a turn can have several entries before it ends, to be taken back together."""
    turn_clause: str
    """The clause that somebody else is to move."""
    bot_version: int
    """The number of its computer players: it rises when any of them plays otherwise, and with it what is measured of
    them has to be measured anew."""
    softmax_temperatures: tuple[float, float]
    """In points, for chances to win: the spread at the end, and what it is more at the beginning
    (`outlook.fit_temperatures`)."""
    load_state_class: Callable[[], type[State]]
    load_sentences: Callable[[], Sentences]
    load_heuristic: Callable[[], Heuristic]
    load_evaluation: Callable[[], Evaluation]
    load_text_view: Callable[[], TextViewRenderer]
    load_lesson: "Callable[[], Lesson] | None" = None
    """None: nobody teaches it yet."""
    load_term_weights: Callable[[], Mapping[int, TermWeights]] | None = None
    """By number of seats; None: all terms count as they were thought out, where that plays stronger."""

    @cached_property
    def state_class(self) -> type[State]:
        """Its positions, with the rules."""
        return self.load_state_class()

    @cached_property
    def sentences(self) -> Sentences:
        """Every sentence."""
        return self.load_sentences()

    @cached_property
    def heuristic(self) -> Heuristic:
        """What an action looks worth at first sight."""
        return self.load_heuristic()

    @cached_property
    def evaluation(self) -> Evaluation:
        """What a position is worth by the tuned evaluation."""
        return self.load_evaluation()

    @cached_property
    def render_text_view(self) -> TextViewRenderer:
        """The table in the terminal."""
        return self.load_text_view()

    @cached_property
    def lesson(self) -> "Lesson | None":
        """A game to learn it by, if there is one."""
        return self.load_lesson() if self.load_lesson else None

    @cached_property
    def term_weights(self) -> Mapping[int, TermWeights]:
        """By number of seats what the terms of the tuned evaluation count where a search ends."""
        return self.load_term_weights() if self.load_term_weights else {}

    def short_title(self) -> str:
        """The name of the game without what follows a colon."""
        return self.sentences.game_title().partition(":")[0]

    def translated_aim(self) -> str:
        """What one does in it, in the language chosen."""
        return _(self.aim)

    def translated_designer(self) -> str:
        """The designer, in the language chosen."""
        return _(self.designer)

    @property
    def seat_counts(self) -> range:
        """How many can play."""
        return self.state_class.seat_counts

    @property
    def rules_version(self) -> int:
        """The number of its rules, which saves carry."""
        return self.state_class.rules_version

    @property
    def is_deterministic(self) -> bool:
        """Whether nothing is hidden and nothing left to chance."""
        return not (self.has_secrets or self.has_chance)

    def deal(self, seats: int, dealer: Dealer, options: Mapping[str, Any]) -> State:
        """A position to begin with; `options` are those that `resolve_options` returned (or `{}`)."""
        return self.state_class.deal(seats, dealer, options)

    def sample(self, view: View, dealer: Dealer) -> State:
        """A random position that looks like this to the seat whose view it is."""
        return self.state_class.sample(view, dealer)

    def resolve_options(self, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
        """All options in force, the usual values filled in. Raises Illegal for an unknown name or value."""
        known = {option.name: option for option in self.options}
        for name, value in options.items():
            if name not in known:
                sentence = _("{game} has no option called {option}.")
                raise Illegal(None, sentence.format(game=self.sentences.game_title(), option=ascii(str(name)[:40])))
            values = [choice.value for choice in known[name].available_choices(seats)]
            if not any(is_same_json(value, one) for one in values):
                sentence = _("The option “{name}” is one of: {values}.")
                told = ", ".join(map(str, values))
                raise Illegal(known[name].clause, sentence.format(name=name, values=told))
        usual = {option.name: option.default for option in self.options if option.default is not None}
        return usual | dict(options)
