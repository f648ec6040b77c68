"""Games by link, a move at a time: opening a link, playing the turn, and making the next link. Pure.

Each device keeps a table under its number, as JSON (`format_kept_table`). The longest course of the game wins. Another
course of it is kept, too.
"""

import json
from dataclasses import replace
from random import SystemRandom
from typing import TYPE_CHECKING, NamedTuple

from palaces.app.i18n import _
from palaces.app.model import Model, Selection, Speech, Table, Transition
from palaces.app.panel_state import SharePanel
from palaces.app.routing import Address, address_of_match
from palaces.app.together import turn_link
from palaces.app.together.table_state import LinkTable
from palaces.app.together.turn_link import MAX_LINKS, TurnLink, links_needed
from palaces.features.steps import request_bot_move
from palaces.loop.review_update import open_shared_game
from palaces.ui.game_view import load_game_view
from pygame_core import GAMES, Illegal
from pygame_core.names import clean_name
from pygame_core.safe_json import parse_json

if TYPE_CHECKING:
    from palaces.app.effects import Effect
    from palaces.app.messages import TogetherMessage

KEPT_VERSION = 1
MAX_VERSIONS = 4
"""The number of other courses of a game that a device keeps."""
LINK_STYLES = "turn-link.css"
SECRET_BYTES = turn_link.VALUE_BYTES


class KeptTable(NamedTuple):
    """A game by link on this device."""

    text: str
    """The text of its link, with the moves of this device that are not sent yet."""
    seat: int | None
    """The seat of the person here who made the last moves; None for a link that came."""
    is_sent: bool
    secrets: tuple[tuple[int, str], ...]
    versions: tuple[str, ...]
    received_moves: int


def link_table(model: Model) -> LinkTable:
    """Return the table of a model of a game by link."""
    assert isinstance(model.together, LinkTable)
    return model.together


# -- keeping -----------------------------------------------------------------------------------------------------------


def format_kept_table(table: LinkTable) -> str:
    """Return what this device keeps of a table, as JSON. The home page reads the facts at its beginning."""
    link = table.link
    assert link is not None
    receiver = link.receiver
    facts = {"v": KEPT_VERSION, "kind": "link", "game": link.game, "names": link.names, "next": receiver}
    facts |= {"moves": link.moves, "over": link.match is not None and link.match.to_move() is None}
    kept = {"text": turn_link.write_link(link), "seat": table.seat, "sent": table.is_sent, "secrets": table.secrets}
    return json.dumps(facts | kept | {"versions": table.versions, "received": table.received_moves})


def parse_kept_table(text: str) -> KeptTable | None:
    """Return the game by link of a stored text; None if it is none."""
    try:
        kept = parse_json(text)
    except ValueError:
        return None
    match kept:
        case {
            "v": int(version),
            "kind": "link",
            "text": str(link),
            "seat": (int() | None) as seat,
            "sent": bool(sent),
            "secrets": [*secrets],
            "versions": [*versions],
            "received": int(received),
        } if version == KEPT_VERSION and all(map(_is_secret, secrets)):
            others = tuple(each for each in versions if isinstance(each, str))
            return KeptTable(link, seat, sent, tuple((seat, root) for seat, root in secrets), others, received)
    return None


def _is_secret(entry: object) -> bool:
    match entry:
        case [int(), str(digits)] if len(digits) == 2 * SECRET_BYTES:
            return set(digits) <= set("0123456789abcdef")
    return False


# -- setting up --------------------------------------------------------------------------------------------------------


def open_table(model: Model) -> Transition:
    """Ask who plays by link. The game on the table stays as it is."""
    if links_needed(model.match.game) > MAX_LINKS:
        return model, []
    seats = model.match.seats
    own = model.session.own_names[0] if model.session.own_names else ""
    names = (own, *[""] * (len(seats) - 1))
    asked = replace(model, together=LinkTable("set-up", names), panel=None, game_serial=model.game_serial + 1)
    return asked, [("style", LINK_STYLES)]  # a bot that thinks is dropped


def default_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of seats, with "Player 2" and so on for empty ones."""
    return tuple(name or _("Player {n}").format(n=seat + 1) for seat, name in enumerate(names))


def update_link(model: Model, message: "TogetherMessage") -> Transition:
    """Handle a message of a game by link."""
    table = link_table(model)
    match message:
        case ("together", "seats", n) if table.step == "set-up" and n in GAMES[model.match.game].seat_counts:
            names = (*table.names, *[""] * n)[:n]
            return replace(model, together=replace(table, names=names)), []
        case ("together", "seat-name", seat, text) if table.step == "set-up" and 0 <= seat < len(table.names):
            names = tuple(clean_name(text) if n == seat else name for n, name in enumerate(table.names))
            return replace(model, together=replace(table, names=names)), []
        case ("together", "make-link") if table.step == "set-up":
            return _sit_first(model, table)
        case ("together", "name", text) if table.step == "sit":
            return replace(model, together=replace(table, own_name=clean_name(text))), []
        case ("together", "sit-by-link") if table.step == "sit":
            return _sit_down(model, table)
        case ("together", "play-turn") if table.step == "opened":
            return _play_turn(model, table)
        case ("together", "look-on") if table.step in ("opened", "sit"):
            return _look_on(model, table, table.link)
        case ("together", "go-on") if table.step == "older":
            return _resume(model, replace(table, offered=None))
        case ("together", "look-back") if table.step == "older":
            return _look_on(model, table, table.offered)
        case ("together", "version", n) if table.step == "versions":
            return _choose_version(model, table, n)
        case ("together", "link") if table.step == "playing" and table.address:
            return _offer_link(model)
        case ("together", "leave") if table.step == "set-up":
            alone = replace(model, together=None)
            return alone, request_bot_move(alone)
    return model, []


def _fresh_secret() -> str:
    return f"{SystemRandom().getrandbits(8 * SECRET_BYTES):0{2 * SECRET_BYTES}x}"


def _sit_first(model: Model, table: LinkTable) -> Transition:
    """Make the first link, which promises the value of the person here."""
    number = f"{SystemRandom().getrandbits(8 * turn_link.NUMBER_BYTES):0{2 * turn_link.NUMBER_BYTES}x}"
    secret = _fresh_secret()
    value = turn_link.value_of(bytes.fromhex(secret), number, 0)
    names = default_names(table.names)
    options = GAMES[model.match.game].resolve_options(model.address.match_options(), len(names))
    link = TurnLink(number, model.match.game, names, options, (value,))
    begun = LinkTable("playing", names, link, ((0, secret),), 0)
    return replace(model, together=begun, game_serial=model.game_serial + 1), [("show",)]


def _sit_down(model: Model, table: LinkTable) -> Transition:
    """Add the promise of the person here, and make the link for the next one."""
    link = table.link
    assert link is not None
    seat, secret = len(link.values), _fresh_secret()
    name = table.own_name or link.names[seat]
    names = tuple(name if n == seat else other for n, other in enumerate(link.names))
    value = turn_link.value_of(bytes.fromhex(secret), link.number, 0)
    link = link._replace(names=names, values=(*link.values, value))
    secrets = (*table.secrets, (seat, secret))
    seated = replace(table, step="playing", names=names, link=link, secrets=secrets, seat=seat, address="")
    return replace(model, together=seated), [("show",)]


# -- opening -----------------------------------------------------------------------------------------------------------


def open_link(model: Model, text: str, kept_text: str, like: Address) -> Transition:
    """Open a link. `kept_text` is what this device keeps of its table, "" for nothing; `model` is the placeholder under
    its screen. A link that is cut, changed or not fair is refused, and the kept game stays."""
    try:
        link = turn_link.check_draws(turn_link.read_link(text))
        kept = parse_kept_table(kept_text)
        own = None if kept is None else turn_link.check_draws(turn_link.read_link(kept.text))
    except Illegal as refusal:
        return _refuse(model, str(refusal))
    if own is None or kept is None:
        return _show_opened(model, LinkTable("opened", link.names, link), like)
    table = _table_of(kept, own)
    match turn_link.compare_links(own, link):
        case "newer":
            return _show_opened(model, replace(table, names=link.names, link=link, seat=None, is_sent=False), like)
        case "older" if kept.seat is None or kept.is_sent or link.moves < kept.received_moves:
            older = replace(table, step="older", offered=link)
            return _with_link_game(model, older, like), []
        case "fork":
            versions = dict.fromkeys((*table.versions, text)).keys() - {kept.text}
            forked = replace(table, step="versions", offered=link, versions=tuple(sorted(versions))[:MAX_VERSIONS])
            shown = _with_link_game(model, forked, like)
            return shown, [_keep(forked)]
        case _:
            return _resume(_with_link_game(model, table, like), table)


def open_kept(model: Model, kept_text: str, like: Address) -> Transition:
    """Open a game by link that this device keeps."""
    kept = parse_kept_table(kept_text)
    if kept is None:
        return _refuse(model, _("This device doesn't have that game. Open its latest link."))
    try:
        link = turn_link.check_draws(turn_link.read_link(kept.text))
    except Illegal as refusal:
        return _refuse(model, str(refusal))
    table = _table_of(kept, link)
    return _resume(_with_link_game(model, table, like), table)


def _refuse(model: Model, sentence: str) -> Transition:
    return replace(model, together=LinkTable("refused", problem=sentence)), []


def _table_of(kept: KeptTable, link: TurnLink) -> LinkTable:
    return LinkTable(
        "opened",
        link.names,
        link,
        kept.secrets,
        kept.seat,
        kept.received_moves,
        is_sent=kept.is_sent,
        versions=kept.versions,
    )


def _with_link_game(model: Model, table: LinkTable, like: Address) -> Model:
    """Return the model with the game of a link on the table, as far as it is dealt."""
    link = table.link
    assert link is not None
    if link.match is None:
        return replace(model, together=table, panel=None)
    match = link.match
    shown = Table(match, table.seat, Selection(load_game_view(match.game).empty_draft))
    return Model(
        shown,
        address_of_match(match, like),
        model.notices,
        model.game_serial + 1,
        session=model.session,
        speech=Speech(len(match.log)),
        together=table,
    )


def _show_opened(model: Model, table: LinkTable, like: Address) -> Transition:
    """Show a link that came: what was played, and whose turn it is."""
    link = table.link
    assert link is not None
    waits_for_seat = link.match is None and not link.is_complete
    opened = replace(table, step="sit" if waits_for_seat else "opened", address="", offered=None)
    over: list[Effect] = []
    if link.receiver is None:
        opened, over = replace(opened, step="playing"), [("save",)]
    return _with_link_game(model, opened, like), [_keep(opened), *over]


def _resume(model: Model, table: LinkTable) -> Transition:
    """Go on with the game of this device: in a turn, with its link, or as it came."""
    if table.seat is None:
        return _show_opened(model, table, model.address)
    playing = replace(table, step="playing", offered=None, address="")
    resumed, effects = _conclude(_with_link_game(model, playing, model.address))
    return resumed, [("show",), *effects]


def _look_on(model: Model, table: LinkTable, link: TurnLink | None) -> Transition:
    """Show the game without playing. Before the deal there is nothing to look at."""
    if link is None or link.match is None:
        return model, []
    shown, effects = open_shared_game(address_of_match(link.match, model.address), link.match)
    return replace(shown, session=model.session, game_serial=model.game_serial + 1), effects


def _choose_version(model: Model, table: LinkTable, n: int) -> Transition:
    """Go on with one of the courses of a game: 0 is that of this device, 1 the one that came. Both stay."""
    if n != 1 or table.offered is None or table.link is None:
        return _resume(model, replace(table, offered=None)) if n == 0 else (model, [])
    own, came = turn_link.write_link(table.link), turn_link.write_link(table.offered)
    versions = tuple(text for text in (own, *table.versions) if text != came)[:MAX_VERSIONS]
    chosen = replace(table, names=table.offered.names, link=table.offered, seat=None, is_sent=False, versions=versions)
    return _show_opened(model, chosen, model.address)


# -- playing -----------------------------------------------------------------------------------------------------------


def _play_turn(model: Model, table: LinkTable) -> Transition:
    """Begin the turn of the person to whom the link goes: deal, or draw the cards of the move before."""
    link = table.link
    assert link is not None
    seat = link.receiver
    if seat is None:
        return model, []
    secret = dict(table.secrets).get(seat)
    if secret is None and (link.match is None or GAMES[link.game].has_secrets):
        sentence = _("{name} sat down on another device. Open the link there.")
        return replace(model, together=replace(table, problem=sentence.format(name=link.names[seat]))), []
    root = bytes.fromhex(secret or "")
    if link.match is None:
        link = _with_deal(link, root)
    elif link.held_action is not None:
        link = link._replace(match=turn_link.draw_held_cards(link, root), held_action=None)
    assert link.match is not None
    begun = replace(
        table, step="playing", link=link, seat=seat, received_moves=len(link.match.log), is_sent=False, problem=""
    )
    return _with_link_game(model, begun, model.address), [("show",), ("top",)]


def _with_deal(link: TurnLink, root: bytes) -> TurnLink:
    """Return a link with the game that the promises deal."""
    first = turn_link.value_of(root, link.number, 1)
    return link._replace(match=turn_link.deal_game(link, first), values=(first, *link.values[1:]))


def note_sending(model: Model) -> Model:
    """Return the model once the link may have left this device, so that the turn cannot be undone."""
    table = model.together
    if not isinstance(table, LinkTable) or not table.address or not isinstance(model.panel, SharePanel):
        return model
    return replace(model, together=replace(table, is_sent=True))


def follow(before: Model, after: Model) -> Transition:
    """Keep the game after each step, and make the link once the turn is over."""
    table = link_table(after)
    link = table.link
    if table.step != "playing" or link is None:
        return after, []
    has_changed = before.together is not table or before.match is not after.match
    return _conclude(after) if has_changed and table.seat is not None else (after, [])


def _conclude(model: Model) -> Transition:
    """Keep the game, and offer the link for the next person if the turn of the person here is over."""
    table = link_table(model)
    link = table.link
    assert link is not None
    if link.match is not None:
        link = link._replace(match=model.whole_match)
    try:
        link = _with_own_value(link, table)
        address = turn_link.turn_address(link) if link.receiver != table.seat else ""
    except Illegal as refusal:
        return replace(model, together=replace(table, step="refused", problem=str(refusal))), []
    kept = replace(table, link=link, address=address)
    concluded = replace(model, together=kept)
    over: list[Effect] = [("save",)] if model.mover is None else []
    if not address or address == table.address:
        return concluded, [_keep(kept), *over]
    offered, effects = _offer_link(concluded)
    return offered, [_keep(kept), *over, *effects]


def _with_own_value(link: TurnLink, table: LinkTable) -> TurnLink:
    """Return a link with the value that the person here publishes with it."""
    secret = dict(table.secrets).get(table.seat or 0)
    if link.match is None or secret is None or table.seat is None or table.seat >= len(link.values):
        return link
    counts, _draws = turn_link.count_values(link)
    value = turn_link.value_of(bytes.fromhex(secret), link.number, counts[table.seat])
    return link._replace(values=(*link.values[: table.seat], value, *link.values[table.seat + 1 :]))


def _offer_link(model: Model) -> Transition:
    """Open the panel with the link for the next person."""
    panel = SharePanel(turn_link=link_table(model).address)
    return replace(model, panel=panel), [("locate",), ("reveal", "panel")]


def _keep(table: LinkTable) -> "Effect":
    assert table.link is not None
    return "keep-table", table.link.number, format_kept_table(table)
