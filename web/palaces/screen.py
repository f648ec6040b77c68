"""The whole screen as named regions of markup; the browser patches those that changed. Pure."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from palaces import art, challenge, embed, replay, sharing, thoughts
from palaces.address import SPEEDS, THINKS
from palaces.games import Region
from palaces.html import Markup, button, choices, join, tag
from palaces.model import Model
from palaces.thoughts import why_button
from palaces.update import own_actions, turn_started
from palaces.words import N_, _, ngettext, speed
from pygame_core import Illegal
from pygame_core.words import listing

if TYPE_CHECKING:
    from palaces.messages import Message

LOG_LINES = 30  # the newest; all of them in the whole log

KEYS = (
    ("Tab, Enter", N_("go to a control, use it")),
    ("P", N_("play what is chosen")),
    ("Esc", N_("cancel, close")),
    ("U", N_("take back")),
    ("H", N_("hint")),
    ("L", N_("the whole log")),
    ("← →", N_("in a replay: a move back, a move on; with Shift a round")),
    ("Home, End", N_("in a replay: to its beginning, to its end")),
    ("?", N_("this list")),
)


def render(model: Model) -> dict[str, Markup]:
    """Every region by its id. Regions that a position does not need are empty."""
    if model.past is not None:
        return _looking_back(model)
    face = model.face
    at = face.table(model)
    regions = {
        "status": status(model, at),
        "tools": _tools(model),
        "notices": _notices(model),
        "panel": _panel(model, at),
        **face.regions(at),
        "bar": face.bar(at) if model.can_act else _watching(model),
        "log": log(model, embed.LOG_LINES if model.embedded else LOG_LINES),
    }
    if model.curtain:
        regions["hand"] = _curtain(model)
    return regions


CONTROL = re.compile(r"<button (?![^>]* disabled)")
CELL = re.compile(r'(role="gridcell"[^>]*?) data-do="[^"]*"')


def _looking_back(model: Model) -> dict[str, Markup]:
    """An earlier position as it looked then, where nothing can be done, and how to go on from there."""
    then = replay.seen(model)
    at = then.face.table(then)
    regions = then.face.regions(at).items()
    still = {name: Markup(CELL.sub(r"\1", CONTROL.sub("<button disabled ", part))) for name, part in regions}
    return {
        "status": replay.status(model),
        "tools": _tools(model),
        "notices": _notices(model),
        "panel": _panel(model, at) if model.panel else tag("div", replay.panel(model), class_="sheet"),
        **still,
        "bar": replay.bar(model),
        "log": log(then, LOG_LINES),
    }


def page(model: Model, regions: dict[str, Markup]) -> Markup:
    """The skeleton that holds the regions, filled: the first thing drawn, and the poster. Its id is the game's name."""
    face = model.face

    def part(name: str, element: str = "div", **attributes: object) -> Markup:
        return tag(element, regions[name], id=name, **attributes)

    def parts(of: Iterable[Region]) -> list[Markup]:
        return [part(name, "section", aria_label=_(label)) for name, label in of]

    return tag(
        "div",
        art.signs(),
        face.sprites(),
        tag(
            "header",
            tag("a", tag("span", _("Palaces")), href="./", class_="brand"),
            part("status"),
            part("tools", role="group", aria_label=_("Tools")),
            class_="top",
        ),
        tag(
            "main",
            part("notices"),
            tag("div", parts(face.board), class_="board"),
            tag("aside", parts(face.side), class_="side"),
            class_="table",
        ),
        tag("p", id="live", class_="unseen", aria_live="polite", role="status"),
        id=model.match.game,
    )


def title(model: Model) -> str:
    """The page's title: in another tab it tells whether it is time to come back."""
    game = model.game.text.title()
    if model.past is not None:
        return _("Replay · {game}").format(game=game)
    if model.mover is None:
        return _("Game over · {game}").format(game=game)
    if model.can_act:
        return _("Your turn · {game}").format(game=game)
    return game


# -- header ------------------------------------------------------------------------------------------------------------


def status(model: Model, at: Any) -> Markup:
    """Whose turn it is, what can be done, and why the last touch did nothing."""
    mover = model.mover
    if mover is None:
        winners = [model.names[seat] for seat in model.winners]
        said_at_end = ngettext("{names} has won", "{names} have won together", len(winners))
        return tag("h1", tag("b", said_at_end.format(names=listing(winners))), tabindex="-1", id="turn")
    name = model.names[mover]
    if model.held:
        said: list[object] = [
            tag("b", _("{panel}.").format(panel=model.face.panels(model)[model.panel])),
            " ",
            _("Read it, then go on."),
        ]
    elif model.curtain and model.bot is None:
        said = [tag("b", _("Hand the device to {name}.").format(name=name))]
    elif model.can_act:
        whose = _("Your turn") if len(model.people) == 1 else _("{name}'s turn").format(name=name)
        said = [tag("b", whose), ": ", model.face.prompt(at)]
    elif model.slow:
        said = [tag("b", name), " ", _("did not answer and is asked again")]
    else:
        said = [tag("b", name), " ", _("is thinking"), thoughts.dots(str(len(model.match.log)))]
    practice = tag("span", _("practice"), class_="badge") if model.match.practice else None
    return join(
        tag("h1", art.sign(mover), tag("span", said), practice, challenge.badge(model), tabindex="-1", id="turn"),
        _why_not(model.refusal, _rules(model)) if model.refusal else None,
    )


def _rules(model: Model) -> str:
    """Where the rules of the game stand."""
    return f"./rules/{model.match.game}.html"


def _why_not(refusal: Illegal, rules: str) -> Markup:
    link = None
    if refusal.clause:
        rule = _("rule {clause}").format(clause=refusal.clause)
        link = tag("a", rule, href=f"{rules}#{refusal.clause}", target="_blank", rel="noopener")
    return tag("p", refusal.message, " ", link, class_="refusal")


def _tools(model: Model) -> Markup:
    taken = bool(own_actions(model)) and not model.curtain
    menu = _tool("menu", _("Menu"), ("panel", "menu"), aria_expanded=_flag(model.panel == "menu"))
    menu = join(embed.leave(model, "tool", id="window"), menu) if model.embedded else menu
    if model.past is not None or model.guest:
        return menu
    return join(
        _tool("restart", _("Restart turn"), ("restart-turn",))
        if turn_started(model) > 1 and not model.curtain
        else None,
        _tool("undo", _("Undo"), ("undo",), disabled=not taken),
        _tool("hint", _("Hint"), ("hint",), disabled=not model.can_act, aria_expanded=_flag(model.panel == "hint"))
        if model.advised
        else None,
        menu,
    )


def _tool(name: str, label: str, do: "Message", **attributes: object) -> Markup:
    """A tool with its sign; where there is little room only the sign is seen."""
    return button(art.tool(name), tag("span", label), do=do, class_="tool", id=name, title=label, **attributes)


def _flag(on: bool) -> str:
    return "true" if on else "false"


def _notices(model: Model) -> Markup:
    return join(
        [
            tag(
                "div",
                tag("p", notice.text),
                button(notice.label, do=notice.do, class_="second") if notice.do else None,
                button(_("Close"), do=("dismiss", n), class_="quiet"),
                class_="notice calm" if notice.calm else "notice",
            )
            for n, notice in enumerate(model.notices)
        ]
    )


# -- beside the board --------------------------------------------------------------------------------------------------


def _panel(model: Model, at: Any) -> Markup:
    panel = model.panel
    if not panel:
        return Markup("")
    parts = {"menu": _menu, "keys": _keys, "undo": _undo, "log": _whole_log, "why": _why, "hint": _hint}
    parts |= {"branch": _branch, "share": _share, "embed": _embed}
    return tag("div", parts[panel](model) if panel in parts else model.face.panel(at, panel), class_="sheet")


def _menu(model: Model) -> Markup:
    master = any(seat["kind"] == "bot:master" for seat in model.match.seats)
    seconds = {n: ngettext("{n} second", "{n} seconds", n).format(n=n) for n in THINKS}
    return join(
        tag("h2", _("Menu")),
        tag(
            "div",
            tag("a", _("New game"), href="./", class_="second"),
            tag("a", _("Rules"), href=_rules(model), target="_blank", rel="noopener", class_="second"),
            button(_("Save as a file"), do=("export",), class_="second"),
            button(_("Open a file"), do=("import",), class_="second"),
            button(_("Share"), do=("panel", "share"), class_="second", id="share"),
            button(_("Embed"), do=("panel", "embed"), class_="second", id="embed"),
            [button(label, do=("panel", name), class_="second") for name, label in model.face.panels(model).items()],
            button(_("Keys"), do=("panel", "keys"), class_="second"),
            embed.leave(model, "second") if model.embedded else None,
            class_="plays",
        ),
        choices(
            "speed",
            _("Computer players move"),
            {name: speed(name) for name in SPEEDS},
            model.address.speed,
            lambda name: ("speed", name),
        ),
        choices("think", _("Master thinks for at most"), seconds, model.address.think, lambda n: ("think", n))
        if master
        else None,
        _close(),
    )


def _keys(model: Model) -> Markup:
    keys = (*model.face.keys, *KEYS)
    rows = [tag("div", tag("dt", tag("kbd", key)), tag("dd", _(meaning))) for key, meaning in keys]
    return join(tag("h2", _("Keys")), tag("dl", rows, class_="keys"), _close())


def _undo(model: Model) -> Markup:
    return join(
        tag("h2", _("Take back?")),
        tag("p", _("Others have played since, or cards were revealed. Going back turns this game into practice.")),
        tag(
            "div",
            button(_("Go back"), do=("undo-further",), class_="primary", id="undo-further"),
            button(_("Stay here"), do=("close",), class_="quiet"),
            class_="plays",
        ),
    )


def _whole_log(model: Model) -> Markup:
    return join(log(model, len(model.match.log)), _close())


def _why(model: Model) -> Markup:
    return join(thoughts.why(model), _close())


def _hint(model: Model) -> Markup:
    return join(thoughts.hint(model), _close())


def _branch(model: Model) -> Markup:
    return join(replay.branch_panel(model), _close())


def _share(model: Model) -> Markup:
    return join(sharing.share(model), _close())


def _embed(model: Model) -> Markup:
    return join(sharing.embed(model), _close())


def _close() -> Markup:
    return button(_("Close"), do=("close",), class_="quiet", id="close")


def _curtain(model: Model) -> Markup:
    mover = model.mover
    assert mover is not None
    name = model.names[mover]
    bot = model.bot is not None
    return tag(
        "div",
        art.sign(mover),
        tag(
            "p", _("{name} is thinking").format(name=name) if bot else _("Hand the device to {name}.").format(name=name)
        ),
        None
        if bot
        else button(_("I am {name}: show my cards").format(name=name), do=("ready",), class_="primary", id="ready"),
        class_="curtain",
    )


def _watching(model: Model) -> Markup:
    """What the bar says while somebody else moves: the last thing that happened."""
    if model.held:
        return tag("div", button(_("Go on"), do=("close",), class_="primary", id="go-on-bar"), class_="plays")
    if model.mover is None:
        return replay.bar(model)
    if not model.match.log:
        return tag("p", _("{name} begins.").format(name=model.names[model.mover]), class_="tally hint")
    event = model.match.events(None, len(model.match.log) - 1)[0]
    return tag("p", model.game.text.sentences(event, model.names)[0], class_="tally")


def log(model: Model, lines: int) -> Markup:
    """What happened, newest first; everything since the viewer's own last action stands out."""
    total = len(model.match.log)
    events = model.match.events(None, total - lines)[::-1]
    own = next((n for n in own_actions(model)), -1)
    names = model.names
    items = []
    for event in events:
        first, *more = model.game.text.sentences(event, names)
        items.append(
            tag(
                "li",
                art.sign(event["seat"]),
                _line(model, event["n"], first, more),
                why_button(model, event["n"]) if model.past is None else None,
                class_="new" if event["n"] > own else None,
            )
        )
    more_of_it = total > lines and model.past is None
    older = button(_("Whole log"), do=("panel", "log"), class_="quiet") if more_of_it else None
    return join(tag("h2", _("Log")), tag("ol", items) if items else tag("p", _("Nothing has happened yet.")), older)


def _line(model: Model, n: int, first: str, more: Iterable[str]) -> Markup:
    """What happened; touching it goes to the position that it led to."""
    said = [first, [tag("em", sentence) for sentence in more]]
    if not model.reviewable or n + 1 == model.moment:
        return tag("span", said)
    return button(tag("span", said), do=("show", n + 1), class_="line")
