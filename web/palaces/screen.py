"""The whole screen as named regions of markup; the browser patches those that changed. Pure."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from palaces import art, cautions, challenge, clauses, embed, keys, moments, replay, since, thoughts
from palaces.address import CONTRASTS, MOTIONS, PACES, THEMES, THINKS
from palaces.games import BAR, cancel
from palaces.html import Markup, button, choices, flag, join, tag
from palaces.model import Model, Notice
from palaces.pieces import lights
from palaces.sheets import group, head, seat
from palaces.thoughts import why_button
from palaces.update import own_actions, turn_started
from palaces.words import LANGUAGES, N_, _, contrast, light, motion, ngettext, speed, tongue

if TYPE_CHECKING:
    from palaces.messages import Message

SWITCHES = (
    ("sound", N_("Sound")),
    ("ask", N_("Confirm every move")),
    ("wait", N_("Wait for me after each move")),
    (cautions.OFF, N_("No warnings about moves")),
)


def render(model: Model) -> dict[str, Markup]:
    """Every region by its id. Regions that a position does not need are empty. A lesson has one of its own, beside the
    page, to be read before the page can be used."""
    if model.past is not None:
        return _looking_back(model)
    face = model.face
    at = face.table(model)
    bar = join(_refused(model), _decision(model, at) if model.can_act else _watching(model))
    table = {"bar": bar, **(face.regions(at) if model.glimpse is None else _glimpse(model))}
    regions = {
        "status": status(model, at),
        "since": since.since(model),
        "tools": _tools(model),
        "notices": _notices(model),
        **thoughts.numbered(model, table),
        "panel": _panel(model, at),
        "meaning": _meaning(model),
        "occasion": moments.card(model),
    }
    if model.lesson is not None:
        from palaces import lesson  # for who learns

        regions = lesson.shown(model, at, regions)
    if model.held:
        return regions | face.staged(at, model.panel)
    if model.curtain:
        regions["hand"] = _curtain(model)
    return regions


CONTROL = re.compile(r"<button (?![^>]* disabled)")
CELL = re.compile(r'(role="gridcell"[^>]*?) data-do="[^"]*"')


def _looking_back(model: Model) -> dict[str, Markup]:
    """An earlier position as it looked then, where nothing can be done, and how to go on from there."""
    then = replay.seen(model)
    at = then.face.table(then)
    return {
        "status": replay.status(model),
        "since": Markup(""),
        "tools": _tools(model),
        "notices": _notices(model),
        **_still(then, at),
        "bar": replay.bar(model),
        "panel": _panel(model, at),
        "meaning": _meaning(model),
        "occasion": moments.card(model),
    }


def _glimpse(model: Model) -> dict[str, Markup]:
    """The table of the position that is shown for a moment."""
    then = replay.seen(replace(model, past=model.glimpse))
    return _still(then, then.face.table(then))


def _still(then: Model, at: Any) -> dict[str, Markup]:
    """The table of an earlier position, with nothing to be touched."""
    regions = then.face.regions(at).items()
    return {name: Markup(CELL.sub(r"\1", CONTROL.sub("<button disabled ", part))) for name, part in regions}


def page(model: Model, regions: dict[str, Markup]) -> Markup:
    """The skeleton that holds the regions, filled: the first thing drawn, and the poster. Its id is the game's name."""
    face = model.face

    def part(name: str, element: str = "div", **attributes: object) -> Markup:
        return tag(element, regions[name], id=name, **attributes)

    return tag(
        "div",
        art.signs(),
        face.sprites(),
        tag(
            "header",
            tag("a", model.game.short_title(), href="./", class_="brand", title=_("All games")),
            part("status"),
            part("since", "ul", data_arrows=True, aria_label=_("Since your turn")),
            part("tools", role="toolbar", data_arrows=True, aria_label=_("Tools")),
            class_="top",
        ),
        tag(
            "main",
            part("notices"),
            [part(name, "section", aria_label=_(label), data_arrows=name == BAR[0]) for name, label in face.parts],
            part("panel", "section", aria_label=_("Shown now")),
            part("occasion", aria_hidden="true"),
            class_="table",
        ),
        part("meaning", "aside", aria_label=_("What it means")),
        tag("p", id="live", class_="unseen", role="log"),
        id=model.match.game,
    )


def title(model: Model) -> str:
    """The page's title: in another tab it tells whether it is time to come back."""
    game = model.game.sentences.game_title()
    if model.lesson is not None:
        return _("Learn {game}").format(game=game)
    if model.past is not None:
        return _("Replay · {game}").format(game=game)
    if model.mover is None:
        return _("Game over · {game}").format(game=game)
    if model.can_act:
        return _("Your turn · {game}").format(game=game)
    return game


# -- header ------------------------------------------------------------------------------------------------------------


def status(model: Model, at: Any) -> Markup:
    """Whose turn it is, and what can be done."""
    mover = model.mover
    if mover is None:
        return tag("h1", tag("b", _("The game is over")), tabindex="-1", id="turn")
    name = model.names[mover]
    if model.held:
        said: list[object] = [
            tag("b", _("{panel}.").format(panel=model.face.panels(model)[model.panel])),
            " ",
            _("Look at it, then go on."),
        ]
    elif model.curtain and model.bot is None:
        said = [tag("b", _("Hand the device to {name}.").format(name=name))]
    elif model.lesson is not None and not model.can_act and len(model.match.log) == model.lesson.at:
        said = [tag("b", _("Learn by playing"))]
    elif model.can_act:
        whose = _("Your turn") if len(model.people) == 1 else _("{name}'s turn").format(name=name)
        said = [tag("b", whose), ": ", tag("span", model.face.prompt(at), class_="prompt")]
    elif model.waits:
        said = [tag("b", name), " ", _("moves next")]
    elif model.slow:
        said = [tag("b", name), " ", _("did not answer and is asked again")]
    else:
        said = [tag("b", name), " ", _("is thinking"), thoughts.dots(str(len(model.match.log)))]
    practice = tag("span", _("practice"), class_="badge") if model.match.practice else None
    return tag("h1", art.sign(mover), tag("span", said), practice, challenge.badge(model), tabindex="-1", id="turn")


def _refused(model: Model) -> Markup | None:
    """Why the last touch did nothing, and where the rules say so."""
    refusal = model.refusal
    if refusal is None:
        return None
    link = clauses.link(model, refusal.clause, id="refused-by") if refusal.clause else None
    return tag("p", tag("span", refusal.message, " ", link), class_="refusal")


def _undoable(model: Model) -> bool:
    return bool(own_actions(model)) and not model.curtain


def _tools(model: Model) -> Markup:
    if model.lesson is not None:
        return Markup("")
    menu = _tool("menu", _("Menu"), ("panel", "menu"), aria_expanded=flag(model.panel == "menu"))
    menu = join(embed.enlarge(model), menu) if model.embedded else menu
    menu = join(_signs(model), menu)
    said = _tool("log", _("Log"), ("panel", "log"), aria_expanded=flag(model.panel == "log"))
    if model.past is not None or model.guest:
        return join(said, menu)
    return join(
        _tool("undo", _("Undo"), ("undo",), disabled=not _undoable(model)),
        _tool("hint", _("Hint"), ("hint",), disabled=not model.can_act, aria_expanded=flag(model.panel == "hint"))
        if model.advised
        else None,
        said,
        menu,
    )


def _signs(model: Model) -> Markup:
    """What asks for the meaning of signs."""
    pressed, off = flag(model.explaining), model.curtain
    return _tool("signs", _("What is this?"), ("signs",), aria_pressed=pressed, disabled=off)


def _meaning(model: Model) -> Markup:
    """What the sign means that is asked, if one is."""
    if not model.explained:
        return Markup("")
    from palaces import meanings  # for who asks

    return meanings.tip(model)


def _decision(model: Model, at: Any) -> Markup:
    """What the person to move can do: where every move is confirmed, first the one that is proposed."""
    if model.warned is not None:
        return cautions.bar(model.warned, clauses.link(model, model.warned.caution.clause, id="warned-by"))
    if model.asked_first is None:
        return model.face.bar(at)
    said = model.game.sentences.action_name(model.asked_first, model.view)
    return join(
        tag("p", tag("b", said), class_="tally"),
        tag("div", button(_("Do it"), act=model.asked_first, class_="primary", id="play"), cancel(), class_="plays"),
    )


def _tool(name: str, label: str, do: "Message", **attributes: object) -> Markup:
    """A tool: its sign, and its name for who cannot see that."""
    return button(art.tool(name), tag("span", label), do=do, class_="tool", id=name, title=label, **attributes)


def _notices(model: Model) -> Markup:
    return join([_notice(notice, n) for n, notice in enumerate(model.notices)])


def _notice(notice: Notice, n: int) -> Markup:
    if notice.aside:
        close = _("{notice} Close").format(notice=notice.text)
        inside = tag("span", notice.text), art.tool("close")
        return button(*inside, do=("dismiss", n), class_="notice calm passing", aria_label=close)
    return tag(
        "div",
        tag("p", notice.text),
        button(notice.label, do=notice.do, class_="second") if notice.do else None,
        button(_("Close"), do=("dismiss", n), class_="quiet"),
        class_="notice calm" if notice.calm else "notice",
    )


# -- over the table ----------------------------------------------------------------------------------------------------


def _panel(model: Model, at: Any) -> Markup:
    panel = model.panel
    if not panel or model.held:
        return Markup("")
    parts = {
        "menu": _menu,
        "settings": _settings,
        "keys": _keys,
        "undo": _undo,
        "log": log,
        "why": thoughts.why,
        "hint": thoughts.hint,
    }
    parts |= {"rule": clauses.sheet, "branch": replay.branch_panel, "share": _share, "embed": _embed, "learn": _learn}
    if panel == "seat":
        content = seat(model, at)
    else:
        content = parts[panel](model) if panel in parts else model.face.panel(at, panel)
    return tag("div", content, class_="sheet clear" if model.aside else "sheet")


def _menu(model: Model) -> Markup:
    """This game, how it is set, and the ways out of it."""
    settings = button(_("Settings"), do=("panel", "settings"), class_="row", id="settings")
    keys_ = button(_("Keys"), do=("panel", "keys"), class_="row")
    return join(head(_("Menu")), _quick(model), group(_("Table"), settings, keys_), group(_("Out"), _ways_out(model)))


def _quick(model: Model) -> Markup:
    """What is looked at most, and what takes a whole turn back."""

    def tile(sign: str, label: str, do: "Message", *, tucked: bool = False, **attributes: object) -> Markup:
        """`tucked`: seen only where the window is too narrow for the tool in the bar."""
        return button(art.tool(sign), label, do=do, class_="tile tucked" if tucked else "tile", **attributes)

    present = model.past is None
    restarts = present and turn_started(model) > 1 and not model.curtain
    returns = present and not model.guest
    return tag(
        "div",
        tile("undo", _("Undo"), ("undo",), disabled=not _undoable(model), tucked=True) if returns else None,
        tile("restart", _("Restart turn"), ("restart-turn",), id="restart") if restarts else None,
        tile("hint", _("Hint"), ("hint",), disabled=not model.can_act) if present and model.advised else None,
        tile("log", _("Log"), ("panel", "log")),
        tile("signs", _("What is this?"), ("signs",), disabled=model.curtain),
        [tile("scoring", label, ("panel", name)) for name, label in model.face.panels(model).items()],
        class_="quick",
        data_arrows=True,
    )


def _settings(model: Model) -> Markup:
    """How the table looks, how quickly others play, and by which keys and in which language it is spoken to."""
    seconds = {n: ngettext("{n} second", "{n} seconds", n).format(n=n) for n in THINKS}
    master = any(seat["kind"] == "bot:master" for seat in model.match.seats)
    return join(
        head(_("Settings")),
        group(
            _("Look"),
            _setting(model, "theme", _("Light"), {name: light(name) for name in THEMES}),
            _setting(model, "contrast", _("Contrast"), {name: contrast(name) for name in CONTRASTS}),
            _setting(model, "motion", _("Motion"), {name: motion(name) for name in MOTIONS}),
        ),
        group(
            _("Play"),
            _setting(model, "speed", _("Computer players move"), {name: speed(name) for name in PACES}),
            _setting(model, "think", _("Master thinks for at most"), seconds) if master else None,
            [_switch(model, name, label) for name, label in SWITCHES],
            button(_("Keys"), do=("panel", "keys"), class_="row"),
        ),
        group(_("Language"), _setting(model, "lang", _("Language"), {name: tongue(name) for name in LANGUAGES})),
    )


def _setting(model: Model, name: str, label: str, words: Mapping[Any, str]) -> Markup:
    """A setting with several values, of which one is chosen."""
    return choices(name, label, words, getattr(model.address, name), lambda value: cast("Message", (name, value)))


def _ways_out(model: Model) -> Markup:
    """What leads away from the table, or takes the game along."""
    return join(
        tag("a", _("Rules"), href=clauses.page(model), target="_blank", rel="noopener", class_="row"),
        button(_("Learn in five minutes"), do=("panel", "learn"), class_="row", id="learn")
        if model.game.load_lesson
        else None,
        button(_("Share"), do=("panel", "share"), class_="row", id="share"),
        button(_("Embed"), do=("panel", "embed"), class_="row", id="embed"),
        button(_("Save as a file"), do=("export",), class_="row"),
        button(_("Open a file"), do=("import",), class_="row"),
        embed.leave(model, "row") if model.embedded else None,
        tag("a", _("Other games"), href="./", class_="row"),
        button(_("Install as an app"), do=("close",), class_="row", id="install"),
    )


def _switch(model: Model, name: str, label: str) -> Markup:
    """A setting that is on or off, for all games."""
    on = name in model.switches
    return button(_(label), do=("switch", name), class_="row switch", id=f"switch-{name}", aria_pressed=flag(on))


def _keys(model: Model) -> Markup:
    return join(head(_("Keys")), keys.listed(model))


def _learn(model: Model) -> Markup:
    """The steps of the lesson; the game waits meanwhile."""
    from palaces import lesson

    told = _("A short real game, step by step, at a table beside this one. Your own game stays as it is.")
    return join(head(_("Learn in five minutes")), tag("p", told), lesson.contents(model))


def _share(model: Model) -> Markup:
    from palaces import sharing  # for who shares

    return sharing.share(model)


def _embed(model: Model) -> Markup:
    from palaces import sharing

    return sharing.embed(model)


def _undo(model: Model) -> Markup:
    return join(
        head(_("Take back?")),
        tag("p", _("Others have played since, or cards were revealed. Going back turns this game into practice.")),
        tag(
            "div",
            button(_("Go back"), do=("undo-further",), class_="primary", id="undo-further"),
            button(_("Stay here"), do=("close",), class_="second"),
            class_="plays",
            data_arrows=True,
        ),
    )


def _curtain(model: Model) -> Markup:
    """What hides the hand until the right person has the device; while somebody else thinks, who that is."""
    mover = model.mover
    assert mover is not None
    name = model.names[mover]
    if model.bot is not None:
        said = tag("p", _("{name} is thinking").format(name=name))
        return tag("div", art.sign(mover), said, class_="curtain")
    return tag(
        "div",
        tag("span", art.sign(mover), class_="medal"),
        tag("p", _("Hand the device to {name}.").format(name=name), class_="hand-to"),
        tag("p", _("Behind the curtain lie the cards of {name}. All others look away.").format(name=name)),
        tag(
            "div",
            button(_("I am {name}: show my cards").format(name=name), do=("ready",), class_="primary", id="ready"),
            class_="lift",
        ),
        class_="curtain drawn",
    )


def _watching(model: Model) -> Markup:
    """What the bar says while somebody else moves: the last thing that happened."""
    if model.mover is None:
        return replay.bar(model)
    if not model.match.log:
        return tag("p", _("{name} begins.").format(name=model.names[model.mover]), class_="tally hint")
    event = model.match.events(None, len(model.match.log) - 1)[0]
    said = tag("p", model.said(event)[0], class_="tally")
    if not model.waits:
        return said
    return join(said, tag("div", button(_("Go on"), do=("go-on",), class_="primary", id="go-on"), class_="plays"))


def log(model: Model) -> Markup:
    """What happened as far as it may be told, newest first; everything since the viewer's own last action stands out,
    the rest is told by rounds."""
    events = model.match.events(None)[: model.told][::-1]
    begun = replay.rounds(model.match, len(events))[:-1]
    names = model.face.pieces.of(model)
    news = model.since if model.own and model.past is None else len(events)
    groups: dict[str, list[Markup]] = {}
    for event in events:
        n = event["n"]
        round_ = _("Round {n}").format(n=sum(mark <= n for mark in begun))
        title = _("Since your turn") if 0 < news <= n else round_
        groups.setdefault(title, []).append(_line(model, event, lights(names.moved(n)), fresh=n >= model.since))
    told = [
        tag("section", tag("h3", title), tag("ol", lines), class_="happened", aria_label=title)
        for title, lines in groups.items()
    ]
    return join(head(_("Log")), tag("div", told, data_arrows="y") if told else tag("p", _("Nothing has happened yet.")))


def _line(model: Model, event: Any, lit: str | None, fresh: bool) -> Markup:
    """Who did what; touching it goes to the position that it led to, and it lights the pieces that moved."""
    n = event["n"]
    first, *more = model.said(event)
    said = tag("span", first, [tag("em", sentence) for sentence in more])
    if model.reviewable and n + 1 != model.moment:
        said = button(said, do=("show", n + 1), class_="line")
    why = why_button(model, n)
    picture, _word = model.face.brief(event)
    return tag("li", art.sign(event["seat"]), said, picture, why, class_="new" if fresh else None, data_lights=lit)
