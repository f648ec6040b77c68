"""The whole screen as named regions of markup; the browser patches those that changed. Pure."""

from palaces.address import SPEEDS
from palaces.alhambra import art
from palaces.alhambra.scores import ending, scoring_panel
from palaces.alhambra.table import Table, bar, hand, money, piles, prompt, seats, table, yard
from palaces.html import Markup, button, join, tag
from palaces.model import Model
from palaces.update import own_actions, turn_started
from palaces.words import N_, _, ngettext, speed
from pygame_core import Illegal
from pygame_core.alhambra import text

LOG_LINES = 30  # the newest; all of them in the whole log
RULES = "./rules/alhambra.html"

KEYS = (
    ("1 – 4", N_("choose a building")),
    ("5 – 8", N_("choose an open money card")),
    ("Tab, Enter", N_("go to a control, use it")),
    ("P", N_("play what is chosen")),
    ("Esc", N_("cancel, close")),
    ("U", N_("take back")),
    ("L", N_("the whole log")),
    ("?", N_("this list")),
)


def render(model: Model) -> dict[str, Markup]:
    """Every region by its id. Regions that a position does not need are empty."""
    at = table(model)
    over = model.mover is None
    return {
        "status": status(at),
        "tools": _tools(model),
        "notices": _notices(model),
        "panel": _panel(at),
        "yard": ending(at) if over else yard(at),
        "money": Markup("") if over else money(at),
        "hand": Markup("") if over else _curtain(model) if model.curtain else hand(at),
        "bar": bar(at) if model.can_act else _watching(model),
        "seats": seats(at),
        "piles": Markup("") if over else piles(at),
        "log": log(model, LOG_LINES),
    }


def page(regions: dict[str, Markup]) -> Markup:
    """The skeleton that holds the regions, filled: the first thing drawn, and the poster."""

    def part(name: str, element: str = "div", **attributes: object) -> Markup:
        return tag(element, regions[name], id=name, **attributes)

    return join(
        art.sprites(),
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
            tag(
                "div",
                part("yard", "section", aria_label=_("Construction yard")),
                part("money", "section", aria_label=_("Open money")),
                part("bar", "section", aria_label=_("What can be done now")),
                part("hand", "section", aria_label=_("Hand")),
                class_="board",
            ),
            tag(
                "aside",
                part("panel", "section", aria_label=_("Shown now")),
                part("seats", "section", aria_label=_("Seats")),
                part("piles", "section", aria_label=_("Piles")),
                part("log", "section", aria_label=_("Log")),
                class_="side",
            ),
            class_="table",
        ),
        tag("p", id="live", class_="unseen", aria_live="polite", role="status"),
    )


def title(model: Model) -> str:
    """The page's title: in another tab it tells whether it is time to come back."""
    if model.mover is None:
        return _("Game over · {game}").format(game=text.title())
    if model.can_act:
        return _("Your turn · {game}").format(game=text.title())
    return text.title()


# -- header ------------------------------------------------------------------------------------------------------------


def status(at: Table) -> Markup:
    """Whose turn it is, what can be done, and why the last touch did nothing."""
    model = at.model
    mover = model.mover
    if mover is None:
        winners = [model.names[seat] for seat in model.winners]
        said_at_end = ngettext("{names} has won", "{names} have won together", len(winners))
        return tag("h1", tag("b", said_at_end.format(names=text.listing(winners))), tabindex="-1", id="turn")
    name = model.names[mover]
    if model.held:
        said: list[object] = [
            tag("b", _("Scoring {letter}.").format(letter=model.panel)),
            " ",
            _("Read it, then go on."),
        ]
    elif model.curtain:
        said = [tag("b", _("Hand the device to {name}.").format(name=name))]
    elif model.can_act:
        whose = _("Your turn") if len(model.people) == 1 else _("{name}'s turn").format(name=name)
        said = [tag("b", whose), ": ", prompt(at)]
    elif model.slow:
        said = [tag("b", name), " ", _("did not answer and is asked again")]
    else:
        said = [tag("b", name), " ", _("is thinking")]
    practice = tag("span", _("practice"), class_="badge") if model.match.practice else None
    return join(
        tag("h1", art.sign(mover), tag("span", said), practice, tabindex="-1", id="turn"),
        _why_not(model.refusal) if model.refusal else None,
    )


def _why_not(refusal: Illegal) -> Markup:
    link = None
    if refusal.clause:
        rule = _("rule {clause}").format(clause=refusal.clause)
        link = tag("a", rule, href=f"{RULES}#{refusal.clause}", target="_blank", rel="noopener")
    return tag("p", refusal.message, " ", link, class_="refusal")


def _tools(model: Model) -> Markup:
    taken = bool(own_actions(model)) and not model.curtain
    return join(
        _tool("restart", _("Restart turn"), ["restart-turn"])
        if turn_started(model) > 1 and not model.curtain
        else None,
        _tool("undo", _("Undo"), ["undo"], disabled=not taken),
        _tool("menu", _("Menu"), ["panel", "menu"], aria_expanded=_flag(model.panel == "menu")),
    )


def _tool(name: str, label: str, do: list[str], **attributes: object) -> Markup:
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
                button(notice.label, do=list(notice.do), class_="second") if notice.do else None,
                button(_("Close"), do=["dismiss", n], class_="quiet"),
                class_="notice",
            )
            for n, notice in enumerate(model.notices)
        ]
    )


# -- beside the board --------------------------------------------------------------------------------------------------


def _panel(at: Table) -> Markup:
    panel = at.model.panel
    if panel in ("A", "B"):
        return tag("div", scoring_panel(at, panel), class_="sheet")
    parts = {"menu": _menu, "keys": _keys, "undo": _undo, "log": _whole_log}
    return tag("div", parts[panel](at.model), class_="sheet") if panel in parts else Markup("")


def _menu(model: Model) -> Markup:
    return join(
        tag("h2", _("Menu")),
        tag(
            "div",
            tag("a", _("New game"), href="./", class_="second"),
            tag("a", _("Rules"), href=RULES, target="_blank", rel="noopener", class_="second"),
            button(_("Save as a file"), do=["export"], class_="second"),
            button(_("Open a file"), do=["import"], class_="second"),
            [
                button(_("Scoring {letter}").format(letter=letter), do=["panel", letter], class_="second")
                for letter in model.scored
            ],
            button(_("Keys"), do=["panel", "keys"], class_="second"),
            class_="plays",
        ),
        tag(
            "div",
            tag("span", _("Computer players move"), id="speed-label"),
            [
                button(
                    speed(name), do=["speed", name], class_="choice", aria_pressed=_flag(model.address.speed == name)
                )
                for name in SPEEDS
            ],
            class_="choices",
            role="group",
            aria_labelledby="speed-label",
        ),
        _close(),
    )


def _keys(model: Model) -> Markup:
    rows = [tag("div", tag("dt", tag("kbd", key)), tag("dd", _(meaning))) for key, meaning in KEYS]
    return join(tag("h2", _("Keys")), tag("dl", rows, class_="keys"), _close())


def _undo(model: Model) -> Markup:
    return join(
        tag("h2", _("Take back?")),
        tag("p", _("Cards have been revealed since your last action. Going back to it turns this game into practice.")),
        tag(
            "div",
            button(_("Go back"), do=["undo-further"], class_="primary", id="undo-further"),
            button(_("Stay here"), do=["close"], class_="quiet"),
            class_="plays",
        ),
    )


def _whole_log(model: Model) -> Markup:
    return join(log(model, len(model.match.log)), _close())


def _close() -> Markup:
    return button(_("Close"), do=["close"], class_="quiet", id="close")


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
        else button(_("I am {name}: show my cards").format(name=name), do=["ready"], class_="primary", id="ready"),
        class_="curtain",
    )


def _watching(model: Model) -> Markup:
    """What the bar says while somebody else moves: the last thing that happened."""
    if model.held:
        return tag("div", button(_("Go on"), do=["close"], class_="primary", id="go-on-bar"), class_="plays")
    if model.mover is None:
        return Markup("")
    if not model.match.log:
        return tag("p", _("{name} begins.").format(name=model.names[model.mover]), class_="tally hint")
    event = model.match.events(None, len(model.match.log) - 1)[0]
    return tag("p", text.sentences(event, model.names)[0], class_="tally")


def log(model: Model, lines: int) -> Markup:
    """What happened, newest first; everything since the viewer's own last action stands out."""
    total = len(model.match.log)
    events = model.match.events(None, total - lines)[::-1]
    own = next((n for n in own_actions(model)), -1)
    names = model.names
    items = []
    for event in events:
        first, *more = text.sentences(event, names)
        items.append(
            tag(
                "li",
                art.sign(event["seat"]),
                tag("span", first, [tag("em", sentence) for sentence in more]),
                class_="new" if event["n"] > own else None,
            )
        )
    older = button(_("Whole log"), do=["panel", "log"], class_="quiet") if total > lines else None
    return join(tag("h2", _("Log")), tag("ol", items) if items else tag("p", _("Nothing has happened yet.")), older)
