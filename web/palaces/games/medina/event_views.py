"""Events of Medina in short: picture, phrase and sounds, the card for a special event, and the pieces involved.

Pure.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from palaces.app.i18n import _, pgettext
from palaces.games.medina.drawings import icons
from palaces.ui.game_view import ChartFlag, EventCard, EventSummary
from palaces.ui.html import Markup, join
from pygame_core.i18n import SentenceSubject, join_phrases
from pygame_core.medina import sentences
from pygame_core.medina.components import COLOURS, wall_space_label
from pygame_core.state import JsonAction

if TYPE_CHECKING:
    from palaces.app.messages import SoundName
    from palaces.games.medina.pieces import Pieces
    from pygame_core.medina.types import Event


def event_summary(event: "Event") -> EventSummary:
    """Return a summary with the placed component and its space."""
    verb, space = event["verb"], event["space"]
    if verb == "tea":
        return EventSummary(icons.component_icon("tea"), _("tea break"))
    if space is None:
        return EventSummary(Markup(""), pgettext("what somebody did", "passed"))
    if verb == "roof":
        return EventSummary(
            icons.component_icon("neutral" if event["whose"] == "neutral" else f"own-{event['seat']}"), space
        )
    if verb == "wall":
        return EventSummary(icons.component_icon(verb), wall_space_label(space))
    return EventSummary(icons.component_icon(str(event["colour"]) if verb == "building" else verb), space)


def event_sounds(event: "Event") -> "list[SoundName]":
    """Return the sounds of a placement, of a claim, and of every tile that changed its owner."""
    won: list[SoundName] = ["prize"] * (len(event["towers"]) + (event["tile"] is not None))
    if event["verb"] == "roof":
        return ["stone", "dome", *won]
    if event["verb"] == "tea":
        return ["tea", *won]
    return ["pass"] if event["verb"] == "pass" else ["stone", *won]


def event_card(event: "Event", who: Sequence[SentenceSubject]) -> EventCard | None:
    """Return the card for a claim (M19, M20), for won tiles (M28, M29), or for the end (M12), or None."""
    seat, won = event["seat"], _won_tiles(event)
    tiles = [icons.component_icon(tile) for tile, _owner in won]
    if event["verb"] == "roof":
        whose = "neutral" if event["whose"] == "neutral" else f"own-{seat}"
        palace = icons.claimed_palace_icon(str(event["colour"]), event["size"], whose)
        return EventCard(join(palace, tiles), _claim_sentence(event, who[seat]), seat)
    if won:
        owners = [*dict.fromkeys(owner for _tile, owner in won)]
        told = [_ownership_sentence(who[owner], [tile for tile, other in won if other == owner]) for owner in owners]
        return EventCard(join(tiles), " ".join(told), owners[0])
    if event["over"]:
        blocked = event["over"] == "blocked"
        said = _("Nobody can place anything anymore.") if blocked else _("Everyone is out of pieces.")
        return EventCard(icons.component_icon("well"), said)
    return None


def _claim_sentence(event: "Event", who: SentenceSubject) -> str:
    colour = sentences.colour_name(COLOURS.index(event["colour"]))
    if event["whose"] == "neutral":
        of = _("{name} put a neutral rooftop on the {colour} palace.")
        to = _("You put a neutral rooftop on the {colour} palace.")
    else:
        of, to = _("{name} claimed the {colour} palace."), _("You claimed the {colour} palace.")
    return who.choose_sentence(of, to, colour=colour)


def chart_flag(event: "Event") -> ChartFlag | None:
    """Return the flag of the first tile that changed its owner (M28, M29), or None."""
    won = _won_tiles(event)
    if not won:
        return None
    tile = won[0][0]
    kind, _dash, which = tile.partition("-")
    if kind == "tower":
        return ChartFlag(_tile_phrase(tile), which, "flag-tower")
    return ChartFlag(_tile_phrase(tile), icons.color_letter(which), f"flag-tile m-{which}")


def _won_tiles(event: "Event") -> list[tuple[str, int]]:
    """Return the pictures of tiles that changed their owner, with the new owner."""
    won = [(f"tower-{tower}", owner) for tower, owner, _merchants, _gone in event["towers"]]
    if event["tile"] is not None:
        won.append((f"tile-{event['colour']}", event["tile"]))
    return [(tile, owner) for tile, owner in won if owner >= 0]


def _ownership_sentence(who: SentenceSubject, tiles: list[str]) -> str:
    """Return a sentence that names the new owner of these tiles."""
    told = join_phrases([_tile_phrase(tile) for tile in tiles])
    return who.choose_sentence(_("{name} won {tiles}."), _("You won {tiles}."), tiles=told)


def _tile_phrase(tile: str) -> str:
    """Return the name of a tile as part of a sentence."""
    kind, _dash, which = tile.partition("-")
    if kind == "tower":
        return _("tower tile {n}").format(n=which)
    return _("the {colour} palace tile").format(colour=sentences.colour_name(COLOURS.index(which)))


def action_pieces(names: "Pieces", seat: int, action: JsonAction) -> list[str]:
    """Return the component to place, its space, and the piece that is already there."""
    match action:
        case ["building", colour, space]:
            return [names.next_piece(seat, colour) or "", space]
        case ["roof", whose, space]:
            return [names.next_piece(seat, "roof" if whose == "own" else "neutral") or "", names.on[space], space]
        case [kind, space]:
            return [names.next_piece(seat, kind) or "", space]
        case ["tea"]:
            return names.tea[seat][-1:]
    return []
