"""What happened since the viewer's last action, as a strip of small pictures, each of which is shown again. Pure."""

from palaces import art
from palaces.html import Markup, button, join, tag
from palaces.model import Model
from palaces.update import OFFERED, TURNS
from palaces.words import _, called

MOST = 5  # of the newest entries


def since(model: Model) -> Markup:
    """The entries of others since then; and once, after some turns, whether it is to sound."""
    return join(_entries(model), _sound(model))


def lately(model: Model, said: Markup) -> Markup:
    """What a dock says while nothing is chosen; where the bar has no room for the strip, it stands here instead."""
    entries = _entries(model)
    strip = tag("ul", entries, class_="lately", aria_label=_("Since your turn")) if entries else None
    return join(strip, said)


def _entries(model: Model) -> list[Markup]:
    """What others did since the viewer's last action, the newest last."""
    if model.curtain or model.past is not None or model.mover is None or not model.people:
        return []
    events = model.match.events(None, max(model.since, len(model.match.log) - MOST))
    return [_entry(model, event["n"]) for event in events]


def _entry(model: Model, n: int) -> Markup:
    """Who did what, in a picture and a word; touched, it is done again."""
    event = model.match.events(None, n)[0]
    picture, word = model.face.brief(event)
    said = model.said(event)[0]
    label = _("{sentence} Show it again").format(sentence=called(word, said))
    control = button(
        art.sign(event["seat"]),
        picture,
        tag("span", word),
        do=("recall", n),
        class_="recall",
        aria_label=label,
        title=said,
    )
    return tag("li", control)


def _sound(model: Model) -> Markup | None:
    """The switch for sound, where it can be seen without looking for it."""
    if OFFERED in model.switches or model.turns != TURNS or model.embedded:
        return None
    return tag("li", button(_("Sound?"), do=("switch", "sound"), class_="recall", id="sound-offer"))
