"""The state of the lab page. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from palaces.lab.bot_link import Claim
from palaces.lab.bot_tutorial import GAME, STEPS, Progress, TutorialStep, is_changed
from palaces.lab.own_bots import OwnBot, is_short_enough
from palaces.lab.run_statistics import Difference, GameResult, RunSummary, compare_runs, summarize

Source = Literal["own", "example", "link", "lesson"]
Tab = Literal["code", "out"]
Detail = Literal["games", "log"]
Filter = Literal["all", "won", "tied", "lost"]
PanelName = Literal["", "examples", "share", "settings"]
RunState = Literal["starting", "running", "done", "stopped", "error", "broken"]
LIVE_STATES = ("starting", "running")
GAME_COUNTS = (20, 40, 100, 400, 1000)
DEFAULT_GAMES = 100
FIRST_SEED = 1
"""The seed of every run, so that all runs with the same settings have the same deals."""
ROWS_AT_ONCE = 100
MAX_LOG_LINES = 2000
GAMES_BEFORE_ESTIMATE = 5


class RunSettings(NamedTuple):
    """What a run plays."""

    game: str = GAME
    level: str = "casual"
    seats: int = 2
    games: int = DEFAULT_GAMES

    def same_deals(self, other: "RunSettings") -> bool:
        """Return True if both play the same deals against the same opponents, perhaps not equally many."""
        return self[:3] == other[:3]


DEFAULT_SETTINGS, NO_PROGRESS = RunSettings(), Progress()


class LogLine(NamedTuple):
    """A line that the bot printed."""

    game: int | None
    """0-based; None for a line that it printed while it loaded."""
    move: int
    """1-based, in the log of the game; 0 if unknown."""
    text: str


class TraceLine(NamedTuple):
    """A line of the bot that was running when it failed."""

    line: int
    text: str
    """The function."""


class BotError(NamedTuple):
    """How the bot failed."""

    reason: str
    """`error`, `illegal`, `time`, `memory` or `load`."""
    type: str = ""
    """The name of the exception."""
    message: str = ""
    line: int = 0
    """The line of the bot, from 1; 0 if unknown."""
    trace: tuple[TraceLine, ...] = ()
    answer: str = ""
    """What it answered, if that was illegal."""
    clause: str = ""
    limit: str = ""
    """The limit that it exceeded: `move`, `game` or `load`."""
    game: int = 0
    """0-based."""
    move: int = 0
    """The number of its move in that game, from 1; 0 if unknown."""
    seat: int = 0
    save: str = ""
    """The game up to then as JSON text; "" if none had begun."""


@dataclass(frozen=True)
class Run:
    """A run of many games."""

    settings: RunSettings
    name: str
    text: str
    state: RunState = "starting"
    games: tuple[GameResult, ...] = ()
    log: tuple[LogLine, ...] = ()
    dropped: int = 0
    error: BotError | None = None
    started: float = 0.0
    """When the bot was ready, in seconds."""
    now: float = 0.0
    reported: float = 0.0
    """When a screen reader last heard how far the run is, in seconds."""
    moves: int = 0
    """The moves of the bot so far, also in games that have not ended."""
    is_out_of_time: bool = False
    """True if the run ended because it took too long."""

    @property
    def is_live(self) -> bool:
        return self.state in LIVE_STATES

    @cached_property
    def summary(self) -> RunSummary | None:
        """The figures so far, or None before the first game has ended."""
        return summarize(self.games) if self.games else None

    @property
    def seconds_left(self) -> float | None:
        """The estimated seconds until the end, or None for too few games."""
        if not self.is_live or len(self.games) < GAMES_BEFORE_ESTIMATE:
            return None
        return (self.now - self.started) / len(self.games) * (self.settings.games - len(self.games))


@dataclass(frozen=True)
class LabModel:
    """What the page shows."""

    examples: Mapping[str, str] = field(default_factory=dict)
    """The texts of the example bots, by name."""
    bots: tuple[OwnBot, ...] = ()
    source: Source = "example"
    example: str = ""
    """The name of the open example."""
    name: str = ""
    text: str = ""
    settings: RunSettings = DEFAULT_SETTINGS
    claim: Claim | None = None
    made_for: str = ""
    """The version for which a bot from a link was made; "" if unknown."""
    progress: Progress = NO_PROGRESS
    run: Run | None = None
    before: Run | None = None
    """The last run with the same opponents and deals, by another text."""
    waiting: tuple[Run, Run] | None = None
    """The latest run and the one before, while the earlier version plays more games. Then the latest bot does, too."""
    tab: Tab = "code"
    detail: Detail = "games"
    filter: Filter = "all"
    rows: int = ROWS_AT_ONCE
    panel: PanelName = ""
    can_store: bool = True
    is_ready: bool = True
    """False if the lab has not been loaded and there is no network."""
    status: str = ""
    """What a screen reader says quietly."""
    alert: str = ""
    deleted: OwnBot | None = None
    """The bot that was deleted last in the open panel, and can come back."""
    report: str = ""
    """A sentence about the last action, such as a copied link."""
    address: str = ""
    """The address of the page, without its fragment."""
    left_by: str = ""
    """The message, as JSON, of the control that led to the table; "" if none did."""

    @property
    def is_read_only(self) -> bool:
        """True for a bot from a link, which is text until somebody runs it or edits a copy."""
        return self.source == "link"

    @property
    def game(self) -> str:
        return self.settings.game

    @property
    def lesson(self) -> TutorialStep | None:
        """The open step of the tutorial."""
        return STEPS[self.progress.step] if self.source == "lesson" else None

    @property
    def is_live(self) -> bool:
        return self.run is not None and self.run.is_live

    @property
    def is_kept(self) -> bool:
        """True if this browser keeps the open bot."""
        is_stored = self.source == "own" and any(bot.name == self.name for bot in self.bots)
        return self.can_store and is_stored and self.is_short_enough

    @property
    def can_sit_down(self) -> bool:
        """True if a table can seat the open bot. An example becomes one's own then."""
        return self.can_store and self.source in ("own", "example") and self.is_short_enough and not self.is_live

    @property
    def is_short_enough(self) -> bool:
        """False for too much code to keep and to run."""
        return is_short_enough(self.text)

    @property
    def shown_run(self) -> Run | None:
        """The run to show. In the tutorial, a result from before the change of the step is none of it."""
        run, step = self.run, self.lesson
        if run and step and not run.is_live and is_changed(step, self.text) and not is_changed(step, run.text):
            return None
        return run

    @property
    def error(self) -> BotError | None:
        """The error of the last run, as long as the text is the one that failed."""
        return self.run.error if self.run and self.run.text == self.text else None

    @property
    def difference(self) -> Difference | None:
        """The difference of the run to the one before, on the same deals."""
        if self.run is None or self.before is None or self.run.is_live:
            return None
        return compare_runs(self.run.games, self.before.games)

    @property
    def shown_games(self) -> tuple[GameResult, ...]:
        """The games that the filter shows."""
        games = self.run.games if self.run else ()
        ordered = sorted(games, key=lambda game: game.number)
        return tuple(game for game in ordered if self.filter in ("all", game.outcome))
