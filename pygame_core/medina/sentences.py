"""All sentences of Medina that players read."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from pygame_core.i18n import (
    N_,
    SentenceSubject,
    _,
    join_phrases,
    ngettext,
    sentence_subjects,
)
from pygame_core.medina.components import COLOURS, TOWERS_BY_SIDE, wall_space_label
from pygame_core.state import Illegal, JsonAction

if TYPE_CHECKING:
    from pygame_core.medina.types import Event, RoofKind, View

TITLE = N_("Medina")
PALACE_NAMES = {
    "grey": N_("a grey palace"),
    "purple": N_("a purple palace"),
    "brown": N_("a brown palace"),
    "orange": N_("an orange palace"),
}
COLOUR_NAMES = {"grey": N_("grey"), "purple": N_("purple"), "brown": N_("brown"), "orange": N_("orange")}
TERM_NAMES = {
    "palaces": N_("claimed palaces"),
    "walls": N_("walls at palaces"),
    "street": N_("merchants at palaces"),
    "well": N_("the bonus of the well"),
    "claim": N_("palaces still to be claimed"),
    "tiles": N_("palace and tower tiles"),
    "supply": N_("components left to place"),
    "tempo": N_("tea in reserve"),
    "now": N_("points at once"),
    "wait": N_("what the palace may still become"),
    "growth": N_("buildings in the right palaces"),
    "beside": N_("walls and merchants beside its buildings"),
    "points": N_("points scored soon"),
}
"""Names of terms of the bots' evaluation, in words that fit after “best for” and “not for”."""


def game_title() -> str:
    """Return the name of the game."""
    return _(TITLE)


def colour_name(colour: int) -> str:
    """Return the name of a color (0-3)."""
    return _(COLOUR_NAMES[COLOURS[colour]])


def building_name(colour: int) -> str:
    """Return a building in words.

    >>> building_name(1)
    'purple building'
    """
    return _("{colour} building").format(colour=colour_name(colour))


def stable_name() -> str:
    return _("stable")


def merchant_name() -> str:
    return _("merchant")


def wall_name() -> str:
    return _("wall")


def space_name(space: str) -> str:
    """Return the name of a space on the board.

    A wall space is named by its column or row and by the towers at the ends of its side. This name is valid for every
    rotation of the board.

    >>> space_name("c5"), space_name("N3"), space_name("E10")
    ('c5', 'space c between towers 1 and 3', 'space 10 between towers 2 and 3')
    """
    if space[:1] not in TOWERS_BY_SIDE:
        return space
    first, last = sorted(1 + tower for tower in TOWERS_BY_SIDE[space[0]])
    return _("space {place} between towers {first} and {last}").format(
        place=wall_space_label(space), first=first, last=last
    )


def roof_name(own: bool) -> str:
    return _("rooftop of your own") if own else _("neutral rooftop")


# -- refusals ----------------------------------------------------------------------------------------------------------


def refuse_over() -> Illegal:
    return Illegal("M12", _("The game is over."))


def refuse_none_left(component: str, clause: str) -> Illegal:
    return Illegal(clause, _("You have no {component} left. Choose another component.").format(component=component))


def refuse_no_space() -> Illegal:
    return Illegal("M1", _("That space is not inside this city. Choose another one."))


def refuse_no_wall_space() -> Illegal:
    return Illegal("M1", _("There is no such wall space round this city. Choose another one."))


def refuse_taken_space() -> Illegal:
    return Illegal("M13", _("Something stands there already. Choose a free space."))


def refuse_near_well() -> Illegal:
    return Illegal("M15", _("Only merchants may stand on the eight spaces around the well. Choose another space."))


def refuse_new_palace(colour: int) -> Illegal:
    sentence = _("The {colour} palace under construction goes on first. Build next to one of its buildings.")
    return Illegal("M13", sentence.format(colour=colour_name(colour)))


def refuse_missing_gap() -> Illegal:
    sentence = _("One space has to stay free between two palaces, diagonally too. Choose another space.")
    return Illegal("M14", sentence)


def refuse_no_building() -> Illegal:
    return Illegal("M21", _("A stable has to stand next to a building. Choose another space."))


def refuse_two_palaces() -> Illegal:
    return Illegal("M14", _("A stable there would come too close to a second palace. Choose another space."))


def refuse_crowded_merchant() -> Illegal:
    return Illegal("M22", _("A merchant may never stand next to two others. Choose another space."))


def refuse_off_street() -> Illegal:
    return Illegal("M22", _("The market street can still be extended. Place the merchant at one of its two ends."))


def refuse_detached_wall() -> Illegal:
    return Illegal("M25", _("A wall has to start at a tower or go on from another wall. Choose such a space."))


def refuse_closed_gate() -> Illegal:
    return Illegal("M25", _("The last free space of a side stays empty: it is the gate. Choose another side."))


def refuse_no_palace() -> Illegal:
    return Illegal("M19", _("A rooftop goes onto a building. Choose a palace without a rooftop."))


def refuse_claimed_palace() -> Illegal:
    return Illegal("M19", _("That palace has a rooftop already. Choose another one."))


def refuse_second_palace(colour: int) -> Illegal:
    sentence = _("You have {palace} already, and only one of each colour can be yours.")
    return Illegal("M19", sentence.format(palace=_(PALACE_NAMES[COLOURS[colour]])))


def refuse_no_tea() -> Illegal:
    return Illegal("M10", _("You have no tea tile. Place a component."))


def refuse_tea_now() -> Illegal:
    sentence = _("A tea break replaces the second component of a turn, while one can be placed. Place one first.")
    return Illegal("M10", sentence)


def refuse_pass() -> Illegal:
    return Illegal("M12", _("Passing is allowed only when nothing can be placed. Place a component."))


def refuse_malformed_action() -> Illegal:
    return Illegal(None, _("This is not an action of Medina in its written form. Nothing was played."))


def refuse_malformed_setup() -> Illegal:
    return Illegal(None, _("The opening deal in this save is not one of Medina."))


# -- the log -----------------------------------------------------------------------------------------------------------


def event_sentences(event: "Event", names: Sequence[str], you: int | None = None) -> list[str]:
    """Return the sentences of an event of `Match.events`, the action first.

    `names` is by seat; the sentences address the seat `you` directly.
    """
    seats = sentence_subjects(names, you)
    said = [_action_sentence(event, seats[event["seat"]])]
    if event["tea"]:
        said.append(
            ngettext("That brings {n} tea tile.", "That brings {n} tea tiles.", event["tea"]).format(n=event["tea"])
        )
    for tile, owner, won, gone in event["towers"]:
        said += [_tower_tile_sentence(tile, None if owner < 0 else seats[owner], won), *_merchants_gone_sentences(gone)]
    if event["tile"] is not None and event["colour"]:
        said.append(_palace_tile_sentence(event["colour"], None if event["tile"] < 0 else seats[event["tile"]]))
    if event["closed"] and event["colour"]:
        colour = colour_name(COLOURS.index(event["colour"]))
        sentence = _("Everybody has {palace} now: the {colour} buildings that are left leave the game.")
        said.append(sentence.format(palace=_(PALACE_NAMES[event["colour"]]), colour=colour))
    said += _seats_out_sentences([seats[seat] for seat in event["out"]])
    if event["over"] == "components":
        said.append(_("Everything has been placed: the game is over."))
    elif event["over"] == "blocked":
        said.append(_("Nobody can place anything any more: the game is over."))
    return said


def _action_sentence(event: "Event", who: SentenceSubject) -> str:
    space = event["space"]
    if event["colour"] is None:
        plain = {
            "merchant": (_("{name} places a merchant on {space}."), _("You place a merchant on {space}.")),
            "wall": (_("{name} builds a wall on {space}."), _("You build a wall on {space}.")),
            "tea": (_("{name} takes a tea break."), _("You take a tea break.")),
            "pass": (_("{name} can place nothing, and passes."), _("You can place nothing, and pass.")),
        }
        return who.choose_sentence(*plain[event["verb"]], space=space and space_name(space))
    coloured = {
        "building": _building_templates(event["size"]),
        "roof": _roof_templates(event["whose"]),
        "stable": (
            _("{name} adds a stable to the {colour} palace, on {space}."),
            _("You add a stable to the {colour} palace, on {space}."),
        ),
    }
    colour, palace = colour_name(COLOURS.index(event["colour"])), _(PALACE_NAMES[event["colour"]])
    return who.choose_sentence(*coloured[event["verb"]], colour=colour, palace=palace, space=space, n=event["size"])


def _building_templates(size: int) -> tuple[str, str]:
    """Return the sentences about, and to, a player who has placed a building."""
    if size == 1:
        return _("{name} begins {palace} on {space}."), _("You begin {palace} on {space}.")
    return _("{name} builds {colour} on {space}, size {n}."), _("You build {colour} on {space}, size {n}.")


def _roof_templates(whose: "RoofKind | None") -> tuple[str, str]:
    """Return the sentences about, and to, a player who has placed a rooftop."""
    if whose == "neutral":
        return (
            _("{name} sets a neutral rooftop on the {colour} palace at {space}."),
            _("You set a neutral rooftop on the {colour} palace at {space}."),
        )
    return _("{name} claims the {colour} palace at {space}."), _("You claim the {colour} palace at {space}.")


def _tower_tile_sentence(tile: int, who: SentenceSubject | None, won: int) -> str:
    """Return the sentence about the new owner of a tower tile, and the merchants that the owner won."""
    if who is None:
        return _("Tower tile {n} lies at the edge of the board.").format(n=tile)
    if not won:
        return who.choose_sentence(_("{name} has tower tile {n}."), _("You have tower tile {n}."), n=tile)
    return who.choose_sentence(
        ngettext(
            "{name} has tower tile {n}, and {merchants} merchant with it.",
            "{name} has tower tile {n}, and {merchants} merchants with it.",
            won,
        ),
        ngettext(
            "You have tower tile {n}, and {merchants} merchant with it.",
            "You have tower tile {n}, and {merchants} merchants with it.",
            won,
        ),
        n=tile,
        merchants=won,
    )


def _merchants_gone_sentences(n: int) -> list[str]:
    """Return the sentence that the remaining merchants on a tower tile leave the game, if there are any."""
    left = ngettext("The {n} merchant on it leaves the game.", "The {n} merchants on it leave the game.", n)
    return [left.format(n=n)] if n else []


def _palace_tile_sentence(colour: str, who: SentenceSubject | None) -> str:
    """Return the sentence about the new owner of a palace tile."""
    name = colour_name(COLOURS.index(colour))
    if who is None:
        return _("The {colour} palace tile lies at the edge of the board.").format(colour=name)
    return who.choose_sentence(
        _("{name} has the {colour} palace tile."), _("You have the {colour} palace tile."), colour=name
    )


def _seats_out_sentences(seats: Sequence[SentenceSubject]) -> list[str]:
    """Return the sentences about seats without components, with a separate sentence for you."""
    others = [who.name for who in seats if not who.is_you]
    own = [_("Nothing is left to place for you.")] if len(others) < len(seats) else []
    return own + ([_("Nothing is left to place for {names}.").format(names=join_phrases(others))] if others else [])


# -- actions and judgments ---------------------------------------------------------------------------------------------


def action_name(action: JsonAction, view: "View | None" = None) -> str:
    """Return a short phrase for an action in its JSON form, for buttons and hints; a view does not change it.

    >>> action_name(["building", "grey", "c5"])
    'Build grey on c5'
    """
    verb, space = action[0], action[-1]
    if verb == "building":
        return _("Build {colour} on {space}").format(colour=colour_name(COLOURS.index(action[1])), space=space)
    if verb == "roof" and action[1] == "neutral":
        return _("Set a neutral rooftop on the palace at {space}").format(space=space)
    plain = {
        "roof": _("Claim the palace at {space}"),
        "stable": _("Add a stable on {space}"),
        "merchant": _("Place a merchant on {space}"),
        "wall": _("Build a wall on {space}"),
        "tea": _("Take a tea break"),
        "pass": _("Pass"),
    }
    return plain[verb].format(space=space_name(space))


def term_name(term: str, _beside: Collection[str] = ()) -> str:
    """Return the name of a term of the bots' evaluation, or the term itself if it has no name."""
    return _(TERM_NAMES[term]) if term in TERM_NAMES else term
