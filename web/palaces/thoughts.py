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
    return button(_("Why?"), do=("why", n), class_="why", aria_label=label, aria_expanded="true" if opened else "false")


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
    found = model.reasons.get(n)
    if found is None:
        if model.secret:
            return join(head, waiting(model, "guess", _("Weighing up what everybody can see")))
        return join(head, waiting(model, "why", _("{name} thinks it over once more").format(name=name)))
    action = model.match.log[n][1]
    rest = _supposed(found, action, name) if model.secret else _moves(model, found, action)
    return join(head, [tag("p", sentence) for sentence in sentences(model)], rest)


def sentences(model: Model) -> list[str]:
    """The reasons that are known of the entry which the panel is about."""
    decision = model.reasons[model.about].decision
    if decision.action == model.match.log[model.about][1]:
        return reasons(model.game.text, decision)
    if model.secret:
        return [_("What everybody can see does not tell why.")]
    return [_("Asked again now, it would make another move.")]  # a master's depends on the time that it had


def _supposed(found: Thought, action: list[Any], name: str) -> list[Markup]:
    """What the move promises to an onlooker, and why there is no more to be told."""
    decision = found.decision
    played = [one for one in decision.candidates if one.action == action]
    drawn_by_lot = decision.action == action and not played
    lead = _("Expected lead: {points}")
    said = _(
        "{name}'s hand is secret, so this goes by what everybody can see; after the game {name} tells the rest here."
    )
    return [
        *(tag("p", lead.format(points=signed(one.worth))) for one in played),
        *([] if drawn_by_lot else [tag("p", said.format(name=name), class_="hint")]),
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
