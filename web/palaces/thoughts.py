"""What bots think, told to people: why one moved as it did, and a hint for the person to move. Pure."""

from typing import Any

from palaces import art
from palaces.html import Markup, button, join, tabular, tag, unseen
from palaces.model import Model, Thought
from palaces.words import _
from pygame_core.bots import Candidate
from pygame_core.bots.telling import reasons, signed


def why_button(model: Model, n: int) -> Markup | None:
    """The quiet control at a line of the log that is a bot's."""
    if not model.by_bot(n):
        return None
    name = model.names[model.match.log[n][0]]
    label = _("Why did {name} do that? Move {n}").format(name=name, n=n + 1)
    opened = model.panel == "why" and model.about == n
    return button(_("Why?"), do=["why", n], class_="why", aria_label=label, aria_expanded="true" if opened else "false")


def why(model: Model) -> Markup:
    """The panel with the reasons of an entry of the log."""
    n = model.about
    event = model.match.events(None, n)[0]
    name = model.names[event["seat"]]
    said = model.game.text.sentences(event, model.names)[0]
    head = join(
        tag("h2", _("Why did {name} do that?").format(name=name)),
        tag("p", art.sign(event["seat"]), tag("span", said), class_="said"),
    )
    found = model.thoughts.get(n)
    if found is None:
        return join(head, waiting(model, "why", _("{name} thinks it over once more").format(name=name)))
    action = model.match.log[n][1]
    rest = _moves(model, found, action) if _open(model) else _withheld(found, action, name)
    return join(head, _reasons(model, found, action), rest)


def _reasons(model: Model, found: Thought, action: list[Any]) -> list[Markup]:
    if found.decision.action != action:
        said = [_("Asked again now, it would make another move.")]  # a master's depends on the time that it had
    else:
        said = reasons(model.game.text, found.decision)
    return [tag("p", sentence) for sentence in said]


def _open(model: Model) -> bool:
    """Whether everybody may know what a bot thought: nothing is secret in this game, or any more."""
    return not model.game.secrets or model.mover is None


def _withheld(found: Thought, action: list[Any], name: str) -> list[Markup]:
    """What the move played promised, and why there is no more to be told."""
    played = [one for one in found.decision.candidates if one.action == action]
    lead = _("Expected lead: {points}")
    said = _("What else {name} thought of would give away its hand; after the game it is told here.")
    return [
        *(tag("p", lead.format(points=signed(one.worth))) for one in played),
        *([tag("p", said.format(name=name), class_="hint")] if found.decision.candidates else []),
    ]


def _moves(model: Model, found: Thought, played: list[Any] | None) -> Markup | None:
    """The best moves with what is to be expected of each; as long as none was played they can be."""
    decision = found.decision
    if not decision.candidates:
        return None
    rows = [_row(model, found, one, played) for one in decision.candidates]
    head = tag(
        "tr",
        tag("th", _("Best moves"), scope="col"),
        tag("th", _("expected lead"), scope="col"),
        tag("th", unseen(_("Play")), scope="col") if played is None else None,
    )
    note = _("The lead is over the others' average at the end, in points, as far as it can be foreseen.")
    return join(
        tabular(unseen(_("Best moves and the lead to expect of each")), head, rows, class_="thought"),
        tag("p", note, class_="hint"),
    )


def _row(model: Model, found: Thought, one: Candidate, played: list[Any] | None) -> Markup:
    name = model.game.text.action_name(one.action, found.view)
    control = None
    if played is None:
        label = _("Play: {action}").format(action=name)
        control = tag("td", button(_("Play"), act=one.action, class_="second", aria_label=label))
    mark = tag("span", _("played"), class_="badge") if one.action == played else None
    return tag("tr", tag("th", name, " ", mark, scope="row"), tag("td", tag("b", signed(one.worth))), control)


def hint(model: Model) -> Markup:
    """The panel with what a master would do in the place of the person to move."""
    head = tag("h2", _("Hint"))
    found = model.hint
    if found is None:
        return join(head, waiting(model, "hint", _("A master looks at what you may know")))
    said = [tag("p", sentence) for sentence in reasons(model.game.text, found.decision)]
    return join(head, said, _moves(model, found, None))


def waiting(model: Model, ask: str, said: str) -> Markup:
    """What stands where an answer will stand; a sentence if none will come."""
    if ask in model.unanswered:
        return tag("p", _("No computer player can answer here now; the game itself goes on."))
    return tag("p", said, dots(ask), class_="hint")


def dots(name: str) -> Markup:
    """The small sign that somebody is thinking, seen once it takes long; one for everything thought about."""
    return tag("span", [tag("span")] * 3, class_="dots", id=f"dots-{name}", aria_hidden="true")
