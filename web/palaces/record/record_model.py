"""The state of the record page, and what each control changes. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, get_args

from palaces.record.player_rating import Suggestion, find_suggestion, rating_history
from palaces.record.record_entry import Entry
from palaces.record.record_statistics import Grouping, PersonGame, games_of, person_names
from pygame_core import GAMES
from pygame_core.rating import Rating

ChartName = Literal["wins", "rating", "sources"]
DataPanel = Literal["", "export", "delete"]


@dataclass(frozen=True)
class RecordModel:
    """What the page shows."""

    entries: Sequence[Entry] = ()
    """All games, from the oldest to the newest."""
    name: str = ""
    """The chosen person; "" for the one with the most games."""
    game: str | None = None
    """The chosen game, "" for all of them; None for the one with the most games."""
    grouping: Grouping = "opponents"
    with_practice: bool = False
    tables: frozenset[ChartName] = frozenset()
    """The charts that are shown as tables."""
    panel: DataPanel = ""
    links: Mapping[str, str] = field(default_factory=dict)
    """The addresses of the finished games that are still saved, by id."""
    is_storage_allowed: bool = True
    is_suggestion_due: bool = False
    adding: tuple[int, int] | None = None
    """While older games enter: how many have, and how many there are."""
    report: str = ""
    can_undo: bool = False

    @cached_property
    def people(self) -> list[str]:
        """All names, the one with the most games first."""
        return person_names(self.entries)

    @cached_property
    def person(self) -> str:
        """The person whose games are shown."""
        return self.name if self.name in self.people else self.people[0] if self.people else ""

    @cached_property
    def all_games(self) -> list[PersonGame]:
        """The games of the person."""
        return games_of(self.entries, self.person, practice=self.with_practice)

    @cached_property
    def shown_game(self) -> str:
        """The game that the page shows; "" for all."""
        if self.game is not None:
            return self.game
        counts = {game: sum(each.entry.game == game for each in self.all_games) for game in GAMES}
        return max(counts, key=lambda game: counts[game]) if self.all_games else ""

    @cached_property
    def games(self) -> list[PersonGame]:
        """The games that the figures and charts count."""
        return [each for each in self.all_games if not self.shown_game or each.entry.game == self.shown_game]

    @cached_property
    def ratings(self) -> list[Rating]:
        """The rating after each of the shown games, if they are of one game."""
        return rating_history(self.games)

    @cached_property
    def has_marked(self) -> bool:
        """True if the person has practice games or deals."""
        return any(each.entry.mark for each in games_of(self.entries, self.person, practice=True))

    @cached_property
    def has_hidden(self) -> bool:
        """True if practice games or deals are hidden that the filter would show."""
        marked = games_of(self.entries, self.person, self.shown_game, practice=True)
        return not self.with_practice and any(each.entry.mark for each in marked)

    @cached_property
    def suggestion(self) -> Suggestion | None:
        """The suggestion on the page, or None."""
        return find_suggestion(games_of(self.entries, self.person)) if self.is_suggestion_due else None


def apply_choice(model: RecordModel, message: object) -> RecordModel | None:
    """Return the model after a choice on the page, or None if the message is no such choice."""
    match message:
        case ["person", str(name)] if name in model.people:
            return replace(model, name=name)
        case ["game", str(game)] if game in GAMES or not game:
            return replace(model, game=game)
        case ["grouping", str(grouping)] if grouping in get_args(Grouping):
            return replace(model, grouping=grouping)  # type: ignore[arg-type]
        case ["practice"]:
            return replace(model, with_practice=not model.with_practice)
        case ["table", str(chart)] if chart in get_args(ChartName):
            return replace(model, tables=model.tables ^ {chart})  # type: ignore[arg-type]
        case ["panel", str(panel)] if panel in get_args(DataPanel):
            return replace(model, panel="" if panel == model.panel else panel)  # type: ignore[arg-type]
    return None
