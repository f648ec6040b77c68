"""What each message does to the state of the lab page. Pure."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

from palaces.app.i18n import _
from palaces.lab import bot_link, lab_words, own_bots
from palaces.lab.bot_file import file_name, file_text
from palaces.lab.bot_tutorial import (
    GAME,
    OPPONENT,
    SEATS,
    STEPS,
    Progress,
    is_changed,
    is_goal_reached,
    progress_to_json,
    solved_text,
    starting_text,
)
from palaces.lab.example_bots import EXAMPLES, default_example
from palaces.lab.hidden_characters import reveal
from palaces.lab.lab_model import (
    DEFAULT_GAMES,
    FIRST_SEED,
    GAME_COUNTS,
    MAX_LOG_LINES,
    ROWS_AT_ONCE,
    BotError,
    Detail,
    Filter,
    LabModel,
    LogLine,
    PanelName,
    Run,
    RunSettings,
    Tab,
    TraceLine,
)
from palaces.lab.own_bots import OwnBot
from palaces.lab.run_statistics import GameResult
from pygame_core import GAMES
from pygame_core.bots import LEVELS
from pygame_core.names import clean_name
from pygame_core.state import Illegal, JsonObject

Effect = tuple[Any, ...]
"""What the browser has to do, such as `("run", order)`; see `palaces.browser.lab_page`. Any: each has other values."""
Transition = tuple[LabModel, Sequence[Effect]]
GAMES_BETWEEN_REPORTS = 20
SECONDS_BETWEEN_REPORTS = 10
MAX_LINE_CHARS = 1000
MAX_ERROR_CHARS = 300


def first_model(model: LabModel, linked: str = "", game: str = "") -> LabModel:
    """Return the model of a page that opens: with the bot of a link, the last own bot of a game, or an example."""
    if linked:
        try:
            bot = bot_link.read(linked)
        except Illegal as refusal:
            said = " ".join([refusal.message, _("The code below isn't from it.")])
            return replace(first_model(model, game=game), report=said, alert=said)
        settings = RunSettings(game=bot.game)
        return replace(
            model,
            source="link",
            name=bot.name,
            text=bot.text.replace("\r\n", "\n"),
            settings=settings,
            claim=bot.claim,
            made_for=bot.made_for,
            tab="out",
        )
    own = [bot for bot in model.bots if game in ("", bot.game)]
    if own:
        return _open_bot(model, own[0])
    return _open_example(model, default_example(model.game).name)


def update(model: LabModel, message: object, now: float = 0.0) -> Transition:
    """Return the model after a message of a control or of the engine, and what the browser has to do."""
    match message:
        case ["event", dict(event)]:
            return _update_run(model, event, now)
        case [
            ("tab" | "detail" | "filter" | "panel" | "rows") as part,
            *rest,
        ]:
            return _update_view(model, part, rest)
        case [("opponent" | "seats" | "games" | "game") as part, str(value)]:
            return _update_settings(model, part, value)
        case [("text" | "name") as part, str(value)]:
            return _update_bot(model, part, value)
        case ["run"]:
            return _start_run(model)
        case ["more", int(games)] if games in GAME_COUNTS:
            return _play_more(model, games)
        case ["stop"]:
            return model, [("stop",)]
        case ["bots", str(stored), bool(is_changed)]:
            return _take_bots(model, stored, is_changed), []
        case ["lesson", *rest]:
            return _update_lesson(model, rest)
    return _update_file(model, message)


# -- what is shown -----------------------------------------------------------------------------------------------------


def _update_view(model: LabModel, part: str, rest: Sequence[object]) -> Transition:
    match part, rest:
        case "tab", [str(tab)] if tab in get_args(Tab):
            return replace(model, tab=tab), [("focus", f"#lab-tab-{tab}")]  # type: ignore[arg-type]
        case "detail", [str(detail)] if detail in get_args(Detail):
            return replace(model, detail=detail), []  # type: ignore[arg-type]
        case "filter", [str(shown)] if shown in get_args(Filter):
            return replace(model, filter=shown, rows=ROWS_AT_ONCE), []  # type: ignore[arg-type]
        case "rows", []:
            return replace(model, rows=model.rows + ROWS_AT_ONCE), []
        case "panel", [str(panel)] if panel in get_args(PanelName):
            opened = "" if panel == model.panel else panel
            target = ".lab-panel h2" if opened else f"#lab-open-{model.panel}"
            return replace(model, panel=opened, report="", deleted=None), [("focus", target)]  # type: ignore[arg-type]
    return model, []


# -- the bot -----------------------------------------------------------------------------------------------------------


def _open(model: LabModel, **changes: Any) -> LabModel:
    """Return the model with another bot. A run in progress belongs to the old one, so the page stops it.

    Any: `changes` are fields of the model.
    """
    return replace(
        model,
        run=None,
        before=None,
        waiting=None,
        panel="",
        report="",
        deleted=None,
        status="",
        alert="",
        claim=None,
        example="",
        filter="all",
        **changes,
    )


def _open_bot(model: LabModel, bot: OwnBot) -> LabModel:
    settings = model.settings._replace(game=bot.game)
    settings = settings._replace(seats=_nearest_seats(settings))
    return replace(_open(model, source="own", name=bot.name, text=bot.text), settings=settings)


def _open_example(model: LabModel, name: str) -> LabModel:
    title, text = _(EXAMPLES[name].title), model.examples.get(name, "")
    return replace(_open(model, source="example", name=title, text=text), example=name)


def _open_lesson(model: LabModel, progress: Progress) -> LabModel:
    step = STEPS[progress.step]
    text = (solved_text if progress.step in progress.done else starting_text)(step, model.examples)
    settings = RunSettings(GAME, OPPONENT, SEATS, step.games)
    name = _("Step {n}").format(n=progress.step + 1)
    return replace(_open(model, source="lesson", name=name, text=text), settings=settings, progress=progress, tab="out")


def _nearest_seats(settings: RunSettings) -> int:
    counts = GAMES[settings.game].seat_counts
    return min(max(settings.seats, counts[0]), counts[-1])


def _keep(model: LabModel, name: str = "", replaced: str = "") -> Transition:
    """Return the model with the open bot kept as one's own. If there is no room for it, nothing else is lost."""
    name = name or model.name
    last = next((bot for bot in model.bots if bot.name == (replaced or name)), None)
    own = replace(model, source="own", name=name, example="", claim=None)
    if last is None and len(model.bots) >= own_bots.MAX_BOTS:
        said = _("This browser keeps {n} bots. Delete one to keep this one.").format(n=own_bots.MAX_BOTS)
        return replace(own, report=said), []
    best = last.best if last and last.game == model.game else None
    bots = own_bots.put_bot(model.bots, OwnBot(name, model.game, model.text, best), replaced)
    return replace(own, bots=bots), [("keep-bots", own_bots.bots_to_json(bots))]


def _keep_copy(model: LabModel) -> Transition:
    """Return the model with a copy of the open bot, which is not one's own, kept as one's own."""
    return _keep(model, own_bots.unused_name(model.name, model.bots))


def _take_bots(model: LabModel, stored: str, is_changed: bool) -> LabModel:
    """Return the model with the bots that another tab has kept. The open bot stays as it is here.

    With `is_changed`, the open bot is not in storage yet.
    """
    bots = own_bots.parse_bots(stored)
    mine = next((bot for bot in model.bots if model.is_kept and bot.name == model.name), None)
    if mine and (is_changed or any(bot.name == mine.name for bot in bots)):
        bots = own_bots.put_bot(bots, mine)
    return replace(model, bots=bots)


def _update_bot(model: LabModel, part: str, value: str) -> Transition:
    """Change the text or the name. An example that is changed becomes one's own bot."""
    if model.is_read_only:
        return model, []
    if part == "name":
        name = clean_name(value)
        if not name or name == model.name or model.source != "own":
            return model, []
        others = [bot for bot in model.bots if bot.name != model.name]
        return _keep(model, own_bots.unused_name(name, others), replaced=model.name)
    text = value.replace("\r\n", "\n")
    if text == model.text:
        return model, []
    if not own_bots.is_short_enough(text):
        run = None if model.run and model.run.error else model.run
        return replace(model, text=text, run=run, report=lab_words.too_long_sentence()), []
    changed = replace(model, text=text, report="")
    if model.source == "lesson":
        return changed, []
    return _keep(changed) if model.source == "own" else _keep_copy(changed)


def _update_settings(model: LabModel, part: str, value: str) -> Transition:
    settings = model.settings
    if model.is_live:
        return model, []
    if part == "game" and value in GAMES and value != settings.game:
        settings = settings._replace(game=value)
        changed = replace(model, settings=settings._replace(seats=_nearest_seats(settings)), run=None, before=None)
        if model.source == "own":
            return _keep(changed)
        if model.source == "lesson" or value not in EXAMPLES[model.example or "random_bot"].games:
            return _open_example(changed, default_example(value).name), []
        return changed, []
    if part == "opponent" and value in LEVELS:
        settings = settings._replace(level=value)
    elif part == "seats" and value.isdecimal() and int(value) in GAMES[settings.game].seat_counts:
        settings = settings._replace(seats=int(value))
    elif part == "games" and value.isdecimal() and int(value) in GAME_COUNTS:
        settings = settings._replace(games=int(value))
    return replace(model, settings=settings), []


def _update_lesson(model: LabModel, rest: Sequence[object]) -> Transition:
    """Open a step of the tutorial, or show its change."""
    match rest:
        case [] if model.source == "lesson":
            left = first_model(replace(model, source="own", settings=RunSettings()))
            return left, [("stop",), ("focus", "h1")]
        case [] | ["open"]:
            return _open_lesson(model, model.progress), [("stop",), ("focus", "h1")]
        case [int(step)] if 0 <= step < len(STEPS):
            progress = model.progress._replace(step=step)
            opened = _open_lesson(model, progress)
            return opened, [("stop",), ("keep-progress", progress_to_json(progress)), ("focus", ".lab-lesson h2")]
        case ["show"] if model.lesson:
            return replace(model, text=solved_text(model.lesson, model.examples)), []
        case ["keep"] if model.lesson:
            kept = replace(model, name=_(EXAMPLES[model.lesson.example].title), tab="code")
            return _keep_copy(kept)
    return model, []


# -- files, links and panels -------------------------------------------------------------------------------------------


def _update_file(model: LabModel, message: object) -> Transition:
    """Open, copy, delete, share or save a bot, or take it to a table."""
    match message:
        case ["example", str(name)] if name in EXAMPLES:
            return replace(_open_example(model, name), tab="code"), [("stop",), ("focus", "h1")]
        case ["open", str(name)]:
            found = [bot for bot in model.bots if bot.name == name]
            if found:
                return replace(_open_bot(model, found[0]), tab="code"), [("stop",), ("focus", "h1")]
        case ["new"]:
            blank = "def choose(view, legal, rng):\n    return rng.choice(legal)\n"
            fresh = _open(
                model, source="own", name=own_bots.unused_name(_("My bot"), model.bots), text=blank, tab="code"
            )
            kept, effects = _keep(fresh)
            return kept, [("stop",), *effects, ("focus", "h1")]
        case ["delete", str(name)]:
            gone = next((bot for bot in model.bots if bot.name == name), None)
            bots = tuple(bot for bot in model.bots if bot.name != name)
            said = _("Deleted: {name}").format(name=name)
            left = replace(model, bots=bots)
            if model.source == "own" and model.name == name:
                left = first_model(replace(left, source="example"))
            left = replace(left, panel=model.panel, report=said, deleted=gone)
            stop: list[Effect] = [("stop",)] if model.is_live and left.run is None else []
            return left, [*stop, ("keep-bots", own_bots.bots_to_json(bots)), ("focus", ".lab-panel h2")]
        case ["undelete"] if model.deleted:
            bots = (*model.bots, model.deleted._replace(name=own_bots.unused_name(model.deleted.name, model.bots)))
            restored = replace(model, bots=bots, report="", deleted=None)
            return restored, [("keep-bots", own_bots.bots_to_json(bots)), ("focus", ".lab-panel h2")]
        case ["copy-bot"] if model.is_read_only:
            kept, effects = _keep_copy(replace(model, tab="code"))
            return kept, [*effects, ("focus", "#lab-name")]
        case ["copy"]:
            link = link_of(model)
            return model, [("copy", f"{model.address}#{bot_link.LINK_KEY}={link}")] if link else []
        case ["copied", bool(is_done)]:
            by_hand = _("This browser doesn't let the page copy. The text is selected, so press Ctrl+C.")
            return replace(model, report=_("Copied") if is_done else by_hand), []
        case ["save"]:
            level, seats = model.settings.level, model.settings.seats
            text = file_text(reveal(model.name), model.game, model.text, level, seats)
            return model, [("download", file_name(model.name), text)]
        case ["not-kept"]:
            return replace(model, can_store=False), []
        case ["no-table"]:
            return replace(model, report=_("This browser can't keep a game for the table. Allow storage for it.")), []
        case ["go-to"] if model.error and model.error.line:
            return replace(model, tab="code"), [("go-to", model.error.line)]
        case ["step", int(number)]:
            return replace(model, left_by=_compact(message)), _step_through(model, number)
        case ["table"] if model.error and model.error.save:
            error = model.error
            sentence = lab_words.error_heading(error)
            record = _step_record(model, error.game, error.save, error.seat, error=sentence)
            return replace(model, left_by=_compact(message)), [("step", record)]
        case ["sit-down"] if model.can_sit_down:
            kept, effects = (model, ()) if model.source == "own" else _keep_copy(model)
            return kept, [*effects, ("sit-down", kept.game, kept.name)] if kept.is_kept else []
    return model, []


def link_of(model: LabModel) -> str:
    """Return the text of the open bot for a link, or "" if it is too long."""
    run = model.run
    claim = None
    if run and run.summary and run.text == model.text and not run.is_live:
        claim = bot_link.Claim(round(100 * run.summary.share, 1), len(run.games), run.settings.level)
    try:
        return bot_link.write(model.name, model.game, model.text, claim)
    except Illegal:
        return ""


def _step_through(model: LabModel, number: int) -> Sequence[Effect]:
    """Return the effect that opens a game of the run on the table."""
    for game in model.run.games if model.run else ():
        if game.number == number:
            more = {"values": game.values, "ms": game.move_ms}
            return [("step", _step_record(model, number, game.save, game.seat, more))]
    return []


def _step_record(
    model: LabModel, number: int, save: str, seat: int, more: Mapping[str, str] | None = None, error: str = ""
) -> str:
    """Return the text that the table reads: a game with what the bot gave and printed. `more` are parts in JSON."""
    lines = [(line.move, line.text) for line in model.run.log if line.game == number] if model.run else []
    head = _compact({"v": 1, "name": model.name, "game": model.game, "number": number, "seat": seat, "error": error})
    parts = {"save": save, "log": _compact(lines), **(more or {})}
    return head[:-1] + "".join(f',"{part}":{text}' for part, text in parts.items()) + "}"


# -- runs --------------------------------------------------------------------------------------------------------------


def _start_run(model: LabModel) -> Transition:
    """Play the open bot. A bot from a link becomes one's own."""
    if model.is_live or not model.is_ready:
        return model, []
    if not own_bots.is_short_enough(model.text):
        said = lab_words.too_long_sentence()
        return replace(model, alert=said, report=said), []
    if model.source != "link":
        return _begin(model, model.name, model.text, model.settings)
    kept, effects = _keep_copy(model)
    begun, further_effects = _begin(kept, kept.name, kept.text, kept.settings)
    return replace(begun, report=kept.report), [*effects, ("focus", "#lab-play"), *further_effects]


def _begin(model: LabModel, name: str, text: str, settings: RunSettings) -> Transition:
    """Begin a run. The last run of another text with the same opponents and deals becomes the one before."""
    last = model.run if model.run and model.run.games and model.run.text != text else model.before
    before = last if last and last.settings.same_deals(settings) else None
    run = Run(settings, name, text)
    shown = replace(
        model,
        run=run,
        before=before,
        settings=settings,
        detail="games" if model.run and model.run.error else model.detail,
        filter="all",
        rows=ROWS_AT_ONCE,
        alert="",
        report="",
    )
    return replace(shown, status=_("Starting Python…"), tab="out"), [("run", order_of(run))]


def order_of(run: Run) -> dict[str, object]:
    """Return what the engine has to play."""
    settings = run.settings
    return {
        "text": run.text,
        "file": file_name(run.name),
        "game": settings.game,
        "seats": settings.seats,
        "opponents": [settings.level] * (settings.seats - 1),
        "games": settings.games,
        "seed": FIRST_SEED,
    }


def _play_more(model: LabModel, games: int) -> Transition:
    """Play more games, first of the earlier version, so that both have the same deals."""
    if model.is_live or not model.run or not model.before:
        return model, []
    settings = model.settings._replace(games=games)
    earlier, latest = model.before, model.run
    if len(earlier.games) >= games:
        return _begin(replace(model, run=earlier), latest.name, latest.text, settings)
    begun, effects = _begin(replace(model, run=None, before=None), earlier.name, earlier.text, settings)
    return replace(begun, waiting=(latest, earlier)), effects


def _update_run(model: LabModel, event: JsonObject, now: float) -> Transition:
    """Handle an event of the engine. Events of a run that is over change nothing."""
    run = model.run
    if run is None or not run.is_live:
        return model, []
    run = replace(run, now=now)
    match event.get("kind"):
        case "starting":
            return replace(model, run=run), []
        case "ready":
            log = _with_lines(run.log, None, event.get("log"))
            return _report_progress(model, replace(run, state="running", started=now, reported=now, log=log)), []
        case "moves":
            return _report_progress(model, replace(run, moves=int(event["moves"]))), []
        case "game":
            return _report_progress(model, _add_game(run, event)), []
        case "failed":
            return _fail(model, run, event), []
        case "lines":
            return replace(model, run=replace(run, dropped=int(event["dropped"]))), []
        case "done":
            return _finish(model, replace(run, state="done"))
        case "stopped":
            return _finish(model, replace(run, state="stopped", is_out_of_time=event.get("limit") == "run"))
        case "broken":
            broken = replace(run, state="broken")
            return replace(model, run=broken, waiting=None, status="", alert=lab_words.broken_sentence()), []
    return model, []


def _report_progress(model: LabModel, run: Run) -> LabModel:
    """Return the model with a run that goes on. A screen reader hears of it every 20 games or 10 seconds."""
    done, late = len(run.games), run.now - run.reported >= SECONDS_BETWEEN_REPORTS
    is_round = done > (len(model.run.games) if model.run else 0) and done % GAMES_BETWEEN_REPORTS == 0
    if done >= run.settings.games or not (is_round or late):
        return replace(model, run=run)
    return replace(model, run=replace(run, reported=run.now), status=lab_words.progress_sentence(run))


def _add_game(run: Run, event: JsonObject) -> Run:
    """Return the run with one more game."""
    number, seat = int(event["n"]), int(event["seat"])
    save = event["save"]
    moves = event.get("moves") or sum(entry[0] == seat for entry in save["log"])
    game = GameResult(
        number,
        str(event["deal"]),
        seat,
        tuple(event["scores"]),
        float(event["share"]),
        float(event["seconds"]),
        int(moves),
        _compact(save),
        _compact(event.get("values") or {}),
        _compact(event.get("move_ms") or {}),
    )
    log = _with_lines(run.log, number, event.get("log"))
    return replace(run, state="running", games=(*run.games, game), log=log)


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _with_lines(log: tuple[LogLine, ...], game: int | None, lines: object) -> tuple[LogLine, ...]:
    """Return the log with the lines of a game: texts, or pairs of a move and a text. The newest lines stay.

    The game is None for what the bot printed while it loaded.
    """
    added = []
    for line in lines if isinstance(lines, list) else ():
        match line:
            case [int(move), str(text)]:
                added.append(LogLine(game, move, text[:MAX_LINE_CHARS]))
            case str(text):
                added.append(LogLine(game, 0, text[:MAX_LINE_CHARS]))
    return (*log, *added)[-MAX_LOG_LINES:]


def _shown_text(text: object) -> str:
    """Return a text of a bot's error as the page shows and says it: short, and with its invisible characters shown."""
    shown = reveal(str(text or ""))
    return shown if len(shown) <= MAX_ERROR_CHARS else shown[: MAX_ERROR_CHARS - 1] + "…"


def _fail(model: LabModel, run: Run, event: JsonObject) -> LabModel:
    """Return the model after the bot has failed, which ends the run."""
    told: JsonObject = event["error"]
    save = event.get("save")
    number = int(event.get("n") or 0)
    trace = tuple(TraceLine(int(each["line"]), _shown_text(each.get("text"))) for each in told.get("trace") or ())
    answer = told.get("action")
    error = BotError(
        str(told["reason"]),
        _shown_text(told.get("type")),
        _shown_text(told.get("message")),
        int(told.get("line") or 0),
        trace,
        _shown_text(answer if isinstance(answer, str) else repr(answer)),
        str(told.get("clause") or ""),
        str(told.get("limit") or ""),
        number,
        sum(entry[0] == event.get("seat") for entry in save["log"]) + 1 if save else 0,
        int(event.get("seat") or 0),
        _compact(save) if save else "",
    )
    log = _with_lines(run.log, None if event.get("n") is None else number, event.get("log"))
    failed = replace(run, state="error", error=error, log=log)
    detail: Detail = "log" if log else "games"
    heard = lab_words.error_alert(error)
    return replace(model, run=failed, waiting=None, detail=detail, status="", alert=heard, tab="out")


def _finish(model: LabModel, run: Run) -> Transition:
    """Return the model after the end of a run, or begin the run that waits for it."""
    model, waiting = replace(model, run=run, waiting=None), model.waiting
    if waiting:
        latest, earlier = waiting
        if run.state == "done":
            return _begin(model, latest.name, latest.text, run.settings)
        longer = max(run, earlier, key=lambda each: len(each.games))
        run, model = latest, replace(model, run=latest, before=longer, settings=latest.settings)
    model = replace(model, status=lab_words.end_sentence(run, model.difference))
    effects: list[Effect] = []
    summary = run.summary
    step = model.lesson
    if summary and step and is_changed(step, run.text) and is_goal_reached(step, summary.share, len(run.games)):
        progress = model.progress._replace(done=model.progress.done | {model.progress.step})
        model = replace(model, progress=progress)
        effects.append(("keep-progress", progress_to_json(progress)))
    if summary and _counts_as_best(model, run):
        bots = tuple(
            bot._replace(best=max(bot.best or 0.0, round(100 * summary.share, 1))) if bot.name == run.name else bot
            for bot in model.bots
        )
        if bots != model.bots:
            model = replace(model, bots=bots)
            effects.append(("keep-bots", own_bots.bots_to_json(bots)))
    return model, effects


def _counts_as_best(model: LabModel, run: Run) -> bool:
    """Return True for a whole run of one's own bot with the usual settings."""
    usual = RunSettings(game=run.settings.game)
    enough = len(run.games) >= DEFAULT_GAMES
    return model.source == "own" and enough and run.settings.same_deals(usual) and run.text == model.text
