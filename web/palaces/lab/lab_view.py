"""The lab page as markup, by region. The editor is a region of its own, which JavaScript runs. Pure."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from palaces.app.i18n import _, level_label, ngettext, pgettext
from palaces.lab import lab_words
from palaces.lab.bot_link import LINK_KEY
from palaces.lab.bot_tutorial import STEPS, TutorialStep, changed_line, is_changed
from palaces.lab.example_bots import examples_of
from palaces.lab.hidden_characters import count_hidden, has_typed_number, reveal
from palaces.lab.lab_model import GAME_COUNTS, LabModel
from palaces.lab.lab_update import link_of
from palaces.lab.result_view import control, mark_hidden, render_result
from palaces.ui import svg
from palaces.ui.html import Markup, boolean_attribute, copy_field, join, screen_reader_text, tag, void_tag
from pygame_core import GAMES
from pygame_core.bots import LEVELS

CALL_PATTERN = re.compile(r"(\b[a-z_.]+\([a-z_, ]*\))")
ICON_PATHS = {
    "examples": "M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11",
    "save": "M12 3v12M7 10.5l5 5 5-5M4 20h16",
    "settings": "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.4a2.6 2.6 0 1 0 .1 0M8 14.4a2.6 2.6 0 1 0 .1 0",
    "lock": "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
    "link": "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17",
    "tick": "m5 12.5 4.5 4.5L19 7.5",
    "back": "m15 5-7 7 7 7",
    "next": "m9 5 7 7-7 7",
}


class EditorMark(NamedTuple):
    """A line of the editor that stands out: one with an error, or one to change."""

    line: int
    kind: str
    """`bad` or `new`."""
    note: str = ""


def render_lab(model: LabModel) -> dict[str, Markup]:
    """Return the content of each region, by the id of its element."""
    return {
        "lab-title": _render_title(model),
        "lab-tabs": _render_tabs(model),
        "lab-code-head": _render_code_head(model),
        "lab-run": _render_run_bar(model),
        "lab-out": _render_out(model),
        "lab-panel": _render_panel(model),
    }


def shown_text(model: LabModel) -> str:
    """Return the text of the editor. In a bot from a link, invisible characters are shown."""
    return reveal(model.text) if model.is_read_only else model.text


def editor_label(model: LabModel) -> str:
    """Return the accessible name of the editor."""
    if model.is_read_only:
        return _("Code of this bot, read only")
    if model.error and model.error.line:
        return _("Code of your bot, line {line}, error").format(line=model.error.line)
    return _("Code of your bot")


def editor_marks(model: LabModel) -> list[EditorMark]:
    """Return the lines of the editor that stand out."""
    marks = []
    if model.error and model.error.line:
        marks.append(EditorMark(model.error.line, "bad", lab_words.error_note(model.error)))
    if model.lesson and (line := changed_line(model.lesson, model.text)):
        marks.append(EditorMark(line, "new"))
    return marks


def _icon(name: str) -> Markup:
    directed = " directed" if name in ("back", "next") else ""
    return Markup(
        f'<svg class="tool-sign{directed}" viewBox="0 0 24 24" aria-hidden="true"><path d="{ICON_PATHS[name]}"/></svg>'
    )


def _select(
    model: LabModel, name: str, label: str, options: Iterable[tuple[object, str]], chosen: object, class_: str = ""
) -> Markup:
    """Return a select with its label. The page sends its name and the chosen value. During a run, nothing changes."""
    items = [tag("option", said, value=value, selected=value == chosen) for value, said in options]
    select = tag("select", items, data_pick=name, id=f"lab-{name}", disabled=model.is_live)
    return tag("label", tag("span", label), select, class_=class_ or None)


# -- the bar and the tabs ----------------------------------------------------------------------------------------------


def _render_title(model: LabModel) -> Markup:
    titles = {"link": _("Bot from a link"), "lesson": _("Write your first bot")}
    title = titles.get(model.source, _("Bot lab"))
    games = [(name, game.short_title()) for name, game in GAMES.items()]
    picker = _select(model, "game", _("Game"), games, model.game, "lab-pick") if not model.is_read_only else None
    return join(tag("h1", title, tabindex="-1"), picker)


def _render_tabs(model: LabModel) -> Markup:
    """Return the tabs of a narrow window."""
    step = _("Step {n}").format(n=model.progress.step + 1)
    out = {"link": _("About"), "lesson": step}.get(model.source, _("Result"))
    if model.run and model.run.error:
        out = _("Result · error")
    return join(
        [
            control(
                label,
                "tab",
                name,
                class_="",
                role="tab",
                id=f"lab-tab-{name}",
                aria_selected=boolean_attribute(name == model.tab),
                aria_controls=f"lab-{name}",
            )
            for name, label in (("code", _("Code")), ("out", out))
        ]
    )


# -- code --------------------------------------------------------------------------------------------------------------


def _render_code_head(model: LabModel) -> Markup:
    step = model.lesson
    if step:
        line = changed_line(step, model.text)
        kept = _("Your change: line {line}").format(line=line) if line else _("Your change")
        buttons = [_wide(svg.tool_icon("hint"), _("Show me"), "lesson", "show")]
    else:
        kept = lab_words.kept_phrase(model)
        buttons = [
            _opener(model, "examples", _icon("examples"), _("Examples")),
            _opener(model, "share", svg.tool_icon("share"), _("Share")),
            _wide(_icon("save"), _("Save as file"), "save"),
        ]
    if model.is_read_only:
        buttons = [tag("span", _icon("lock"), _("Read only"), class_="lab-read-only")]
    return join(
        tag(
            "div",
            tag("div", _render_name(model), tag("span", kept, class_="lab-kept"), class_="lab-about"),
            buttons,
            class_="lab-head",
        ),
        [tag("p", note, class_="lab-note") for note in _notes(model)],
    )


def _render_name(model: LabModel) -> Markup:
    if model.source == "own":
        return void_tag(
            "input",
            type="text",
            value=model.name,
            maxlength=40,
            spellcheck="false",
            autocomplete="off",
            id="lab-name",
            class_="lab-name",
            dir="auto",
            data_name=True,
            aria_label=_("Name of your bot"),
        )
    return tag("b", mark_hidden(model.name), class_="lab-name", dir="auto")


def _notes(model: LabModel) -> list[str]:
    """Return the notes above the editor."""
    notes = []
    hidden = count_hidden(model.text) + (count_hidden(model.name) if model.is_read_only else 0)
    if not model.is_ready:
        notes.append(lab_words.offline_sentence())
    if hidden:
        notes.append(lab_words.hidden_sentence(hidden))
    if model.is_read_only and has_typed_number(model.name + "\n" + model.text):
        notes.append(_("⟨U+…⟩ without a highlight is typed text, not a hidden character."))
    if not model.can_store:
        notes.append(_("This browser can't keep your bot. Save it as a file."))
    if model.report and not model.panel:
        notes.append(model.report)
    return notes


def _wide(icon: Markup, label: str, *message: object) -> Markup:
    return control([icon, tag("span", label)], *message, class_="second lab-wide")


def _opener(model: LabModel, panel: str, icon: Markup, label: str) -> Markup:
    return control(
        [icon, tag("span", label)],
        "panel",
        panel,
        class_="second lab-wide",
        id=f"lab-open-{panel}",
        aria_expanded=boolean_attribute(model.panel == panel),
    )


def _render_run_bar(model: LabModel) -> Markup:
    settings = model.settings
    counts = sorted({*GAME_COUNTS, settings.games})
    seats = GAMES[model.game].seat_counts
    is_open = model.panel == "settings"
    levels = [(level, level_label(level)) for level in LEVELS]
    described = _("Settings of the run: against {level}, {seats} seats, {games} games")
    opener = control(
        _icon("settings"),
        "panel",
        "settings",
        class_="second lab-set",
        id="lab-open-settings",
        aria_expanded=boolean_attribute(is_open),
        aria_label=described.format(level=level_label(settings.level), seats=settings.seats, games=settings.games),
    )
    if model.is_read_only:
        return render_run_button(model)
    return join(
        _render_error_note(model),
        opener,
        tag(
            "div",
            _select(model, "opponent", _("Against"), levels, settings.level),
            _select(model, "seats", _("Seats"), [(n, str(n)) for n in seats], settings.seats),
            _select(model, "games", _("Games"), [(n, str(n)) for n in counts], settings.games),
            class_="lab-settings open" if is_open else "lab-settings",
        ),
        render_run_button(model),
    )


def _render_error_note(model: LabModel) -> Markup | None:
    """Return the note about the line with the error once more, for narrow windows that cut off the one in the line."""
    error = model.error
    if not error or not error.line or model.tab != "code":
        return None
    place = tag("b", _("Line {line}").format(line=error.line))
    return tag("p", place, " ", lab_words.error_note(error), class_="lab-run-note")


def render_run_button(model: LabModel) -> Markup:
    """Return the one filled button: it plays the games, or stops them."""
    if model.is_live:
        return control(
            [tag("span", svg.tool_icon("stop"), _("Stop")), tag("small", _("Keeps what is played"))],
            "stop",
            class_="primary",
            id="lab-play",
        )
    reason = None
    if not model.is_ready:
        reason = lab_words.offline_sentence()
    elif not model.is_short_enough:
        reason = lab_words.too_long_sentence()
    return control(
        [
            tag("span", svg.tool_icon("run"), _run_label(model)),
            None if model.is_read_only else tag("small", _("Ctrl + Enter")),
        ],
        "run",
        class_="primary",
        id="lab-play",
        disabled=bool(reason),
        aria_description=reason,
    )


def _run_label(model: LabModel) -> str:
    games = model.settings.games
    if model.is_read_only:
        return ngettext("Run {n} game", "Run {n} games", games).format(n=games)
    return ngettext("Play {n} game", "Play {n} games", games).format(n=games)


# -- result, link and tutorial -----------------------------------------------------------------------------------------


def _render_out(model: LabModel) -> Markup:
    if model.source == "link":
        return _render_link(model)
    if model.lesson:
        return join(_render_lesson(model, model.lesson), render_result(model) if model.shown_run else None)
    return render_result(model)


def _render_link(model: LabModel) -> Markup:
    promises = [
        _("It runs by itself, in a worker of its own."),
        _("It can't reach the network, your games, or anything else on this device."),
        _("It sees what its seat sees: its own hand, never yours."),
        _("A move that takes longer than 2 seconds ends the run."),
    ]
    seats = ngettext("{n} seat", "{n} seats", model.settings.seats).format(n=model.settings.seats)
    letters = ngettext("{n} character", "{n} characters", len(model.text)).format(n=len(model.text))
    facts = {
        _("Name"): tag("span", mark_hidden(model.name), dir="auto"),
        _("Game"): f"{GAMES[model.game].short_title()}, {seats}",
        _("Size"): f"{lab_words.lines_phrase(model.text)}, {letters}",
        _("Made for"): lab_words.made_for_phrase(model.made_for),
        _("Saved here"): _("No. Run it or edit a copy to keep it."),
    }
    about = tag("dl", [join(tag("dt", name), tag("dd", said)) for name, said in facts.items()], class_="lab-facts-list")
    return join(
        tag(
            "div",
            tag("h2", tag("span", _icon("link"), class_="lab-badge calm"), _("This bot came in a link")),
            tag("p", _("It's text until you run it. Read it first if you like.")),
            tag("ul", [tag("li", _icon("tick"), tag("span", said)) for said in promises], class_="lab-promises"),
            _render_claim(model),
            tag(
                "div",
                control(
                    [svg.tool_icon("run"), _run_label(model)],
                    "run",
                    class_="primary lab-run-link",
                    disabled=not model.is_ready,
                ),
                control([svg.tool_icon("copy"), _("Edit a copy")], "copy-bot"),
                class_="lab-buttons",
            ),
            class_="lab-card lab-message",
        ),
        tag("div", tag("h2", _("About this bot")), about, class_="lab-card lab-message"),
    )


def _render_claim(model: LabModel) -> Markup | None:
    claim = model.claim
    if claim is None:
        return None
    said = ngettext(
        "The link claims {share} wins against {level} in {n} game.",
        "The link claims {share} wins against {level} in {n} games.",
        claim.games,
    ).format(share=lab_words.percent(claim.percent / 100), level=level_label(claim.level), n=claim.games)
    return tag("p", tag("b", said), " ", _("That wasn't checked here. Run it to see."), class_="lab-note")


def _render_lesson(model: LabModel, step: TutorialStep) -> Markup:
    number, total = model.progress.step, len(STEPS)
    is_done = number in model.progress.done
    states = [
        tag("i", class_="now" if n == number else "done" if n in model.progress.done else None) for n in range(total)
    ]
    where = _("Step {n} of {total}").format(n=number + 1, total=total)
    line = changed_line(step, model.text)
    if is_changed(step, model.text):
        head = _("Done: line {line}.").format(line=line) if line else _("Done.")
        task = join(tag("b", head), " ", _with_code(_(step.answer)))
    else:
        task = join(tag("b", _("Line {line}.").format(line=line)), " ", _with_code(_(step.task)))
    return tag(
        "div",
        tag("div", states, class_="lab-steps", role="img", aria_label=where),
        tag("p", where, " · ", _("from random to beating casual"), class_="lab-soft"),
        tag("h2", _(step.title), tabindex="-1"),
        tag("p", _with_code(_(step.text))),
        tag("div", tag("p", task), class_="lab-ask"),
        _render_goal(model, step, is_done),
        tag(
            "div",
            control([_icon("back"), _("Back")], "lesson", number - 1) if number else None,
            _render_next(number, is_done),
            control(_("Keep it as your bot"), "lesson", "keep", class_="quiet"),
            control(_("Leave the tutorial"), "lesson", class_="quiet"),
            class_="lab-buttons",
        ),
        class_="lab-card lab-message lab-lesson",
    )


def _with_code(text: str) -> Markup:
    """Return a text in which calls of functions look like code."""
    parts = CALL_PATTERN.split(text)
    return join([tag("code", part, dir="ltr") if n % 2 else part for n, part in enumerate(parts)])


def _render_next(number: int, is_done: bool) -> Markup | None:
    if number + 1 == len(STEPS):
        return None
    label = _("Next: {title}").format(title=_(STEPS[number + 1].title))
    return control([label, _icon("next")], "lesson", number + 1, class_="primary" if is_done else "second")


def _render_goal(model: LabModel, step: TutorialStep, is_done: bool) -> Markup:
    """Return how far the step's goal is."""
    run = model.shown_run
    summary = run.summary if run and not run.error else None
    goal = (
        _("Goal: {share} wins in {games} games. A tie counts half.").format(
            share=lab_words.percent(step.goal / 100), games=step.games
        )
        if step.goal
        else _("Goal: play {games} games.").format(games=step.games)
    )
    bar = None
    if summary:
        share = lab_words.percent(summary.share)
        bar = tag(
            "div",
            tag("span", _("Wins")),
            tag("progress", max=100, value=round(100 * summary.share, 1), aria_label=_("Wins")),
            tag("b", share),
            class_="lab-line",
        )
    return join(
        bar,
        tag("p", tag("b", _("Goal reached.")), class_="lab-goal done")
        if is_done
        else tag("p", goal, class_="lab-goal"),
        tag("p", lab_words.minutes_sentence(step.minutes), class_="lab-soft") if step.minutes and not summary else None,
    )


# -- panels ------------------------------------------------------------------------------------------------------------


def _render_panel(model: LabModel) -> Markup:
    if model.panel == "examples":
        return _panel(pgettext("players", "Bots"), _render_examples(model), model)
    if model.panel == "share":
        return _panel(_("Share"), _render_share(model), model)
    return Markup("")


def _panel(title: str, content: object, model: LabModel) -> Markup:
    close = control([svg.tool_icon("close"), tag("span", _("Close"))], "panel", model.panel, class_="x")
    return tag(
        "div",
        tag("header", tag("h2", title, tabindex="-1", id="lab-panel-title"), close),
        content,
        tag("p", model.report, role="status") if model.report else None,
        control(_("Undo"), "undelete") if model.deleted else None,
        class_="lab-panel",
        role="dialog",
        aria_labelledby="lab-panel-title",
    )


def _render_examples(model: LabModel) -> Markup:
    examples = [
        control(
            [tag("b", _(each.title)), tag("small", _(each.about))],
            "example",
            each.name,
            class_="lab-choice",
            aria_current="true" if each.name == model.example else None,
        )
        for each in examples_of(model.game)
    ]
    own = [
        tag(
            "li",
            control(
                [tag("b", bot.name, dir="auto"), tag("small", _own_facts(bot.game, bot.best))],
                "open",
                bot.name,
                class_="lab-choice",
                aria_current="true" if model.source == "own" and bot.name == model.name else None,
            ),
            control(
                [svg.tool_icon("close"), screen_reader_text(_("Delete {name}").format(name=bot.name))],
                "delete",
                bot.name,
                class_="tool",
            ),
        )
        for bot in model.bots
    ]
    return join(
        tag("h3", _("Your bots")),
        tag("ul", own) if own else tag("p", _("None yet. Change an example, and it becomes yours."), class_="lab-soft"),
        control(_("New bot"), "new"),
        tag("h3", _("Examples")),
        tag("ul", [tag("li", each) for each in examples]),
    )


def _own_facts(game: str, best: float | None) -> str:
    title = GAMES[game].short_title()
    if best is None:
        return title
    share = lab_words.percent(best / 100)
    # Translators: the best result of a bot. Example: Alhambra · best 35.5 %
    return _("{game} · best {share}").format(game=title, share=share)


def _render_share(model: LabModel) -> Markup:
    link = link_of(model)
    if not link:
        return join(
            tag("p", _("Too long for a link. Save it as a file instead.")),
            control([_icon("save"), _("Save as file")], "save", class_="primary"),
        )
    return join(
        tag("p", _("The link has the bot as text. Nothing runs until somebody presses Run.")),
        copy_field(f"{model.address}#{LINK_KEY}={link}", id="lab-link", aria_label=_("Link")),
        control([svg.tool_icon("copy"), _("Copy link")], "copy", class_="primary"),
    )
