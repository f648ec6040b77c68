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
from pygame_core.medina.components import COLOURS, TOWERS_BY_SIDE, side_tower_numbers, wall_space_label
from pygame_core.state import Illegal, JsonAction

if TYPE_CHECKING:
    from pygame_core.medina.types import Event, RoofKind, View

TITLE = N_("Medina")
PALACE_NAMES = {
    "grey": N_("a gray palace"),
    "purple": N_("a purple palace"),
    "brown": N_("a brown palace"),
    "orange": N_("an orange palace"),
}
COLOUR_NAMES = {"grey": N_("gray"), "purple": N_("purple"), "brown": N_("brown"), "orange": N_("orange")}
TERM_NAMES = {
    "palaces": N_("claimed palaces"),
    "walls": N_("walls next to palaces"),
    "street": N_("merchants next to palaces"),
    "well": N_("points for the well"),
    "claim": N_("palaces to claim later"),
    "tiles": N_("palace and tower tiles"),
    "supply": N_("pieces left to place"),
    "tempo": N_("spare tea"),
    "now": N_("points right now"),
    "wait": N_("the palace's room to grow"),
    "growth": N_("buildings in the right palaces"),
    "beside": N_("walls and merchants next to buildings"),
    "points": N_("points in the next few turns"),
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

    A wall space is named by its column or row and by the towers at the ends of its side. So the name is also true for a
    board that a phone shows turned.

    >>> space_name("c5"), space_name("N3"), space_name("E10")
    ('c5', 'space c between towers 1 and 3', 'space 10 between towers 2 and 3')
    """
    if space[0] not in TOWERS_BY_SIDE:
        return space
    low, high = side_tower_numbers(space[0])
    said = _("space {place} between towers {low} and {high}")
    return said.format(place=wall_space_label(space), low=low, high=high)


def roof_name(own: bool) -> str:
    return _("rooftop") if own else _("neutral rooftop")


# -- refusals ----------------------------------------------------------------------------------------------------------


def refuse_over() -> Illegal:
    return Illegal("M12", _("The game is over."))


def refuse_none_left(component: str, clause: str) -> Illegal:
    return Illegal(clause, _("No {component} left. Choose another piece.").format(component=component))


def refuse_no_space() -> Illegal:
    return Illegal("M1", _("That space isn't in this city. Choose another one."))


def refuse_no_wall_space() -> Illegal:
    return Illegal("M1", _("This city doesn't have that wall space. Choose another one."))


def refuse_taken_space() -> Illegal:
    return Illegal("M13", _("That space is taken. Choose a free one."))


def refuse_near_well() -> Illegal:
    return Illegal("M15", _("Only merchants can go on the 8 spaces around the well. Choose another space."))


def refuse_new_palace(colour: int) -> Illegal:
    sentence = _("The unclaimed {colour} palace can still grow. Build next to one of its buildings.")
    return Illegal("M13", sentence.format(colour=colour_name(colour)))


def refuse_missing_gap() -> Illegal:
    sentence = _("Palaces stay at least one space apart, diagonally too. Choose another space.")
    return Illegal("M14", sentence)


def refuse_no_building() -> Illegal:
    return Illegal("M21", _("A stable has to be right next to a building. Choose another space."))


def refuse_two_palaces() -> Illegal:
    return Illegal("M14", _("A stable there would be too close to another palace. Choose another space."))


def refuse_crowded_merchant() -> Illegal:
    return Illegal("M22", _("A merchant can't be next to two others. Choose another space."))


def refuse_off_street() -> Illegal:
    return Illegal("M22", _("The street can still grow. Place the merchant at one of its ends."))


def refuse_detached_wall() -> Illegal:
    return Illegal("M25", _("A wall has to be next to a tower or another wall. Choose another space."))


def refuse_closed_gate() -> Illegal:
    return Illegal("M25", _("The last free space on a side is the gate and stays free. Choose another side."))


def refuse_no_palace() -> Illegal:
    return Illegal("M19", _("A rooftop goes on a building. Choose a palace without a rooftop."))


def refuse_claimed_palace() -> Illegal:
    return Illegal("M19", _("That palace already has a rooftop. Choose another one."))


def refuse_second_palace(colour: int) -> Illegal:
    sentence = _("You already own {palace}. Choose a palace of another color.")
    return Illegal("M19", sentence.format(palace=_(PALACE_NAMES[COLOURS[colour]])))


def refuse_no_tea() -> Illegal:
    return Illegal("M10", _("You don't have any tea tiles. Place a piece."))


def refuse_tea_now() -> Illegal:
    sentence = _("A tea break replaces your second piece, if you could place one. Place a piece first.")
    return Illegal("M10", sentence)


def refuse_pass() -> Illegal:
    return Illegal("M12", _("You can pass only when you can't place anything. Place a piece."))


def refuse_malformed_action() -> Illegal:
    return Illegal(None, _("That isn't an action in Medina. Nothing was played."))


def refuse_malformed_setup() -> Illegal:
    return Illegal(None, _("The setup in this save isn't valid for Medina."))


# -- the log -----------------------------------------------------------------------------------------------------------


def event_sentences(event: "Event", names: Sequence[str], you: int | None = None) -> list[str]:
    """Return the sentences of an event of `Match.events`, the action first.

    `names` is by seat; the sentences address the seat `you` directly.
    """
    seats = sentence_subjects(names, you)
    return [_action_sentence(event, seats[event["seat"]]), *_consequence_sentences(event, seats, planned=False)]


def preview_sentences(event: "Event", names: Sequence[str], you: int | None = None) -> list[str]:
    """Return the consequences of an action that a player only plans, in the conditional."""
    return _consequence_sentences(event, sentence_subjects(names, you), planned=True)


def _action_sentence(event: "Event", who: SentenceSubject) -> str:
    space, palace_colour = event["space"], event["colour"]
    if palace_colour is None:
        plain = {
            "merchant": (_("{name} placed a merchant on {space}."), _("You placed a merchant on {space}.")),
            "wall": (_("{name} built a wall on {space}."), _("You built a wall on {space}.")),
            "tea": (_("{name} took a tea break."), _("You took a tea break.")),
            "pass": (_("{name} couldn't place anything and passed."), _("You couldn't place anything and passed.")),
        }
        return who.choose_sentence(*plain[event["verb"]], space=space and space_name(space))
    coloured = {
        "building": _building_templates(event["size"]),
        "roof": _roof_templates(event["whose"]),
        "stable": (
            _("{name} added a stable to the {colour} palace on {space}."),
            _("You added a stable to the {colour} palace on {space}."),
        ),
    }
    colour, palace = colour_name(COLOURS.index(palace_colour)), _(PALACE_NAMES[palace_colour])
    return who.choose_sentence(*coloured[event["verb"]], colour=colour, palace=palace, space=space, n=event["size"])


def _building_templates(size: int) -> tuple[str, str]:
    """Return the sentences about, and to, a player who has placed a building."""
    if size == 1:
        return _("{name} started {palace} on {space}."), _("You started {palace} on {space}.")
    return (
        _("{name} extended the {colour} palace to {space} (size {n})."),
        _("You extended the {colour} palace to {space} (size {n})."),
    )


def _roof_templates(whose: "RoofKind | None") -> tuple[str, str]:
    """Return the sentences about, and to, a player who has placed a rooftop."""
    if whose == "neutral":
        return (
            _("{name} put a neutral rooftop on the {colour} palace at {space}."),
            _("You put a neutral rooftop on the {colour} palace at {space}."),
        )
    return _("{name} claimed the {colour} palace at {space}."), _("You claimed the {colour} palace at {space}.")


def _consequence_sentences(event: "Event", seats: Sequence[SentenceSubject], planned: bool) -> list[str]:
    """Return the consequences of an action: those of a planned action in the conditional, others in the past."""
    said = [_tea_sentence(event["tea"], seats[event["seat"]], planned)] if event["tea"] else []
    for tile, owner, won, gone in event["towers"]:
        said.append(_tower_tile_sentence(tile, None if owner < 0 else seats[owner], won, planned))
        if gone:
            said.append(_merchants_gone_sentence(gone, planned))
    if event["tile"] is not None and event["colour"]:
        owner_seat = None if event["tile"] < 0 else seats[event["tile"]]
        said.append(_palace_tile_sentence(event["colour"], owner_seat, planned))
    if event["closed"] and event["colour"]:
        said.append(_closed_colour_sentence(event["colour"], planned))
    said += _seats_out_sentences([seats[seat] for seat in event["out"]], planned)
    if event["over"]:
        said.append(_end_sentence(event["over"], planned))
    return said


def _tea_sentence(n: int, who: SentenceSubject, planned: bool) -> str:
    """Return the sentence about the tea tiles that a player gets."""
    if planned:
        return who.choose_sentence(
            ngettext("{name} would get {n} tea tile.", "{name} would get {n} tea tiles.", n),
            ngettext("You'd get {n} tea tile.", "You'd get {n} tea tiles.", n),
            n=n,
        )
    return who.choose_sentence(
        ngettext("{name} got {n} tea tile.", "{name} got {n} tea tiles.", n),
        ngettext("You got {n} tea tile.", "You got {n} tea tiles.", n),
        n=n,
    )


def _tower_tile_sentence(tile: int, who: SentenceSubject | None, won: int, planned: bool) -> str:
    """Return the sentence about the new owner of a tower tile, and the merchants that the owner wins."""
    if who is None:
        neutral = (
            _("A neutral palace would win tower tile {n}, so nobody would have it.")
            if planned
            else _("A neutral palace won tower tile {n}, so nobody has it.")
        )
        return neutral.format(n=tile)
    if not won:
        alone = (
            (_("{name} would win tower tile {n}."), _("You'd win tower tile {n}."))
            if planned
            else (_("{name} won tower tile {n}."), _("You won tower tile {n}."))
        )
        return who.choose_sentence(*alone, n=tile)
    if planned:
        return who.choose_sentence(
            ngettext(
                "{name} would win tower tile {n} and {merchants} merchant.",
                "{name} would win tower tile {n} and {merchants} merchants.",
                won,
            ),
            ngettext(
                "You'd win tower tile {n} and {merchants} merchant.",
                "You'd win tower tile {n} and {merchants} merchants.",
                won,
            ),
            n=tile,
            merchants=won,
        )
    return who.choose_sentence(
        ngettext(
            "{name} won tower tile {n} and {merchants} merchant.",
            "{name} won tower tile {n} and {merchants} merchants.",
            won,
        ),
        ngettext(
            "You won tower tile {n} and {merchants} merchant.",
            "You won tower tile {n} and {merchants} merchants.",
            won,
        ),
        n=tile,
        merchants=won,
    )


def _merchants_gone_sentence(n: int, planned: bool) -> str:
    """Return the sentence that the remaining merchants on a tower tile leave the game."""
    if planned:
        said = ngettext(
            "{n} merchant on it would be removed from the game.",
            "{n} merchants on it would be removed from the game.",
            n,
        )
    else:
        said = ngettext(
            "{n} merchant on it was removed from the game.", "{n} merchants on it were removed from the game.", n
        )
    return said.format(n=n)


def _palace_tile_sentence(colour: str, who: SentenceSubject | None, planned: bool) -> str:
    """Return the sentence about the new owner of a palace tile."""
    name = colour_name(COLOURS.index(colour))
    if who is None:
        neutral = (
            _("A neutral palace would win the {colour} palace tile, so nobody would have it.")
            if planned
            else _("A neutral palace won the {colour} palace tile, so nobody has it.")
        )
        return neutral.format(colour=name)
    said = (
        (_("{name} would win the {colour} palace tile."), _("You'd win the {colour} palace tile."))
        if planned
        else (_("{name} won the {colour} palace tile."), _("You won the {colour} palace tile."))
    )
    return who.choose_sentence(*said, colour=name)


def _closed_colour_sentence(colour: str, planned: bool) -> str:
    """Return the sentence that nobody can build a color any more (M18)."""
    said = (
        _("Everyone would own {palace}, so all unplaced {colour} buildings would be removed.")
        if planned
        else _("Everyone owned {palace}, so all unplaced {colour} buildings were removed.")
    )
    return said.format(palace=_(PALACE_NAMES[colour]), colour=colour_name(COLOURS.index(colour)))


def _seats_out_sentences(seats: Sequence[SentenceSubject], planned: bool) -> list[str]:
    """Return the sentences about seats without components, with a separate sentence for you."""
    others = [who.name for who in seats if not who.is_you]
    said = []
    if len(others) < len(seats):
        said.append(_("You wouldn't have any pieces left.") if planned else _("You ran out of pieces."))
    if others:
        theirs = _("{names} wouldn't have any pieces left.") if planned else _("{names} ran out of pieces.")
        said.append(theirs.format(names=join_phrases(others)))
    return said


def _end_sentence(reason: str, planned: bool) -> str:
    """Return the sentence about the end of the game."""
    if reason == "blocked":
        if planned:
            return _("After that, nobody could place anything, so the game would end.")
        return _("Nobody could place anything, so the game ended.")
    return (
        _("Everyone would be out of pieces, so the game would end.")
        if planned
        else _("Everyone was out of pieces, so the game ended.")
    )


# -- actions and judgments ---------------------------------------------------------------------------------------------


def action_name(action: JsonAction, view: "View | None" = None) -> str:
    """Return a short phrase for an action in its JSON form, for buttons and hints; a view does not change it.

    >>> action_name(["building", "grey", "c5"])
    'Build gray on c5'
    """
    verb, space = action[0], action[-1]
    if verb == "building":
        return _("Build {colour} on {space}").format(colour=colour_name(COLOURS.index(action[1])), space=space)
    if verb == "roof" and action[1] == "neutral":
        return _("Put a neutral rooftop on the palace at {space}").format(space=space)
    plain = {
        "roof": _("Claim the palace at {space}"),
        "stable": _("Add a stable on {space}"),
        "merchant": _("Place a merchant on {space}"),
        "wall": _("Build a wall on {space}"),
        "tea": _("Take a tea break"),
        "pass": _("Pass"),
    }
    return plain[verb].format(space=space_name(space))


def verb_name(verb: str) -> str:
    """Return a short phrase for all actions with a verb."""
    return {
        "building": _("Place a building"),
        "roof": _("Place a rooftop"),
        "stable": _("Add a stable"),
        "merchant": _("Place a merchant"),
        "wall": _("Build a wall"),
        "tea": _("Take a tea break"),
        "pass": _("Pass"),
    }[verb]


def action_note(_action: JsonAction, _view: "View") -> str:
    """Return nothing: all that an action brings are points."""
    return ""


def term_name(term: str, _beside: Collection[str] = ()) -> str:
    """Return the name of a term of the bots' evaluation, or the term itself if it has no name."""
    return _(TERM_NAMES[term]) if term in TERM_NAMES else term
