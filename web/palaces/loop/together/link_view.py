"""The screens of a game by link: who plays, the link for the next person, a link that came, and errors. Pure."""

from palaces.app.i18n import _
from palaces.app.model import Model
from palaces.app.panel_state import SharePanel
from palaces.app.together.table_state import LinkTable
from palaces.app.together.turn_link import TurnLink
from palaces.loop.together.link_update import default_names, link_table
from palaces.share.share_panel import copyable_texts, qr_code_svg, render_share_status
from palaces.ui import svg
from palaces.ui.game_view import game_view_of
from palaces.ui.html import Markup, Regions, boolean_attribute, button, choice_group, copy_field, join, tag, text_field
from palaces.ui.panels import panel_heading
from pygame_core import GAMES
from pygame_core.names import MAX_NAME_CHARS, isolate_name
from pygame_core.state import Event

CLOCK_PATH = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2"
LOCK_PATH = "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3"
FORK_PATH = "M7 4v5a5 5 0 0 0 5 5h0a5 5 0 0 0 5-5V4M12 14v6"
WRONG_PATH = "M12 4 2.5 20h19zM12 10v5M12 17.4v.1"
QR_PATH = "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2M14 19h2M19 17v3"
MAX_LISTED_MOVES = 4


def render_link_regions(model: Model) -> Regions:
    """Render the regions that differ in a game by link. A screen covers the table until this device plays."""
    table = link_table(model)
    match table.step:
        case "set-up":
            content = _render_set_up(model, table)
        case "sit" | "opened":
            content = _render_opened(model, table)
        case "older":
            content = _render_older(table)
        case "versions":
            content = _render_versions(table)
        case "refused":
            content = _render_refused(table)
        case "playing":
            if table.covers_table:
                return {"together": _render_page(model, _render_waiting(model, table)), "panel": Markup("")}
            if not table.address or model.mover is None:
                return {"together": Markup("")}
            return {
                "together": Markup(""),
                "status": _render_status(model, table),
                "bar": _render_waiting_bar(model, table),
            }
    return {"together": _render_page(model, content)}


def _render_page(model: Model, content: Markup) -> Markup:
    """Render a screen over the table, with the name of the game at its top."""
    top = tag("header", tag("a", model.game.short_title(), href="./", class_="brand"), class_="by-link-top")
    return tag("div", top, tag("div", content, class_="by-link"), class_="by-link-page")


def _icon(path: str) -> Markup:
    return Markup(f'<svg class="by-link-icon" viewBox="0 0 24 24" aria-hidden="true"><path d="{path}"/></svg>')


def _heading(text: str) -> Markup:
    return tag("h1", text, tabindex="-1", id="by-link-title")


def _dock(*controls: object) -> Markup:
    return tag("div", controls, class_="by-link-dock")


def _note(path: str, sentence: str) -> Markup:
    return tag("p", _icon(path), tag("span", sentence), class_="by-link-note")


def secrecy_sentence(game: str, receiver_name: str) -> str:
    """Return what others can see of a game by link."""
    if GAMES[game].has_secrets:
        return _("By link everyone's cards are open.")
    sentence = _("In {game} nothing is hidden. Anyone who has the link can look on, but the move is {name}'s.")
    return sentence.format(game=GAMES[game].short_title(), name=isolate_name(receiver_name))


# -- setting up --------------------------------------------------------------------------------------------------------


def _render_set_up(model: Model, table: LinkTable) -> Markup:
    """Render the number of people and their names."""
    names = default_names(table.names)
    counts = {n: str(n) for n in model.game.seat_counts}
    fields = [
        tag(
            "label",
            svg.seat_sign(seat),
            tag("span", names[seat], class_="unseen"),
            text_field(
                name,
                ("together", "seat-name", seat),
                id=f"by-link-name-{seat}",
                placeholder=default_names(("",) * len(names))[seat],
                maxlength=MAX_NAME_CHARS * 2,  # browsers count some characters twice
                dir="auto",
                autocomplete="off",
            ),
            class_="by-link-name",
        )
        for seat, name in enumerate(table.names)
    ]
    game = model.match.game
    return join(
        _heading(_("Who plays?")),
        choice_group("by-link-seats", _("Players"), counts, len(names), lambda n: ("together", "seats", n)),
        fields,
        _note(LOCK_PATH, secrecy_sentence(game, names[1])),
        _dock(
            button(_("Make the link"), do=("together", "make-link"), class_="primary", id="make-link"),
            button(_("Cancel"), do=("together", "leave"), class_="quiet", id="leave-link"),
        ),
    )


# -- the link for the next person --------------------------------------------------------------------------------------


def _receiver_name(link: TurnLink) -> str:
    return "" if link.receiver is None else isolate_name(link.names[link.receiver])


def _next_sentence(link: TurnLink) -> str:
    if link.receiver is None:
        return _("Game over")
    return _("{name} is next").format(name=_receiver_name(link))


def _send_sentence(link: TurnLink) -> str:
    if link.receiver is None:
        return _("Send the others this link. It holds the whole game.")
    if link.match is None:
        return _("Send {name} this link. It sets up the game.").format(name=_receiver_name(link))
    return _("Send {name} this link. It holds the game up to your move.").format(name=_receiver_name(link))


def render_link_panel(model: Model) -> Markup:
    """Render the panel with the link for the next person."""
    link = link_table(model).link
    assert link is not None
    sign = None if link.receiver is None else svg.seat_sign(link.receiver)
    return join(panel_heading(sign, " ", _next_sentence(link)), _render_sending(model, link))


def _render_sending(model: Model, link: TurnLink) -> Markup:
    """Render the link, the ways to send it, and who can see what."""
    panel = model.panel
    assert isinstance(panel, SharePanel)
    address = copyable_texts(model)["link"]
    coded = panel.qr_address == address
    is_main = not panel.has_system_share
    return join(
        tag("p", _send_sentence(link), id="link-about"),
        copy_field(address, id="link", aria_label=_("Link"), aria_describedby="link-about"),
        tag(
            "div",
            button(svg.tool_icon("share"), " ", _("Send"), do=("share", "send"), class_="primary", id="send")
            if panel.has_system_share
            else None,
            button(
                svg.tool_icon("copy"),
                " ",
                _("Copy"),
                do=("share", "copy", "link"),
                class_="primary" if is_main else "second",
                id="copy-link",
            ),
            button(
                _icon(QR_PATH),
                " ",
                _("QR"),
                do=("share", "code"),
                class_="second",
                id="code",
                aria_label=_("QR code"),
                aria_expanded=boolean_attribute(coded),
            ),
            class_="plays by-link-sends",
        ),
        render_share_status(panel, "link", "sheet", "code"),
        tag("div", qr_code_svg(panel.qr_rows) if coded and panel.qr_rows else None, id="qr"),
        None if link.receiver is None else _note(LOCK_PATH, secrecy_sentence(link.game, link.names[link.receiver])),
    )


def _render_waiting(model: Model, table: LinkTable) -> Markup:
    """Render the screen of a person who waits for the deal, with the link for the next one."""
    link = table.link
    assert link is not None
    if isinstance(model.panel, SharePanel):
        return join(_heading(_next_sentence(link)), _render_sending(model, link))
    return join(_heading(_next_sentence(link)), _dock(_link_button()))


def _link_button() -> Markup:
    return button(_("Show the link"), do=("together", "link"), class_="primary", id="show-link")


def _render_status(model: Model, table: LinkTable) -> Markup:
    """Render the heading of the table while somebody else is next."""
    link = table.link
    assert link is not None
    sign = None if link.receiver is None else svg.seat_sign(link.receiver)
    return tag("h1", sign, tag("span", tag("b", _next_sentence(link))), tabindex="-1", id="turn")


def _render_waiting_bar(model: Model, table: LinkTable) -> Markup:
    """Render the last move, and what can be done while somebody else is next. A held move is not on the table yet."""
    link = table.link
    assert link is not None
    said = [model.entry_sentences(event)[0] for event in last_events(link)[-1:]]
    if link.held_action is not None:
        said.append(_("Cards are drawn when {name} opens the link.").format(name=_receiver_name(link)))
    sentences = tag("p", " ".join(said), class_="tally") if said else None
    return join(sentences, tag("div", _link_button(), class_="plays", data_arrows=True))


# -- a link that came --------------------------------------------------------------------------------------------------


def _render_opened(model: Model, table: LinkTable) -> Markup:
    """Render whose turn it is, who sent the link, and what was played."""
    link = table.link
    assert link is not None
    assert link.receiver is not None
    name = _receiver_name(link)
    problem = tag("p", table.problem, role="alert", class_="by-link-problem") if table.problem else None
    if table.step == "sit":
        return join(
            _heading(_("{name} asks you to play").format(name=isolate_name(link.names[0]))),
            _render_name_field(model, table, link),
            _note(LOCK_PATH, secrecy_sentence(link.game, link.names[0])),
            _note(CLOCK_PATH, _("It will be kept on this device, too.")),
            problem,
            _dock(button(_("Sit down"), do=("together", "sit-by-link"), class_="primary", id="sit-by-link")),
        )
    look = _("I'm not {name}, just look").format(name=name)
    facts = (
        _("Everyone has sat down. You deal.")
        if link.match is None
        else _("{name} dealt.").format(name=isolate_name(link.names[0]))
        if not link.moves
        else _("Move {n}. {name} sent this.").format(n=link.moves, name=isolate_name(link.names[_last_mover(link)]))
    )
    return join(
        _render_picture(model, link),
        tag("div", _heading(_("Your turn, {name}").format(name=name)), tag("p", facts, class_="by-link-soft")),
        _render_moves(model, link),
        _note(CLOCK_PATH, _("It will be kept on this device, too.")),
        problem,
        _dock(
            button(_("Play"), do=("together", "play-turn"), class_="primary", id="play-turn"),
            None if link.match is None else button(look, do=("together", "look-on"), class_="quiet", id="look-on"),
        ),
    )


def _render_name_field(model: Model, table: LinkTable, link: TurnLink) -> Markup:
    usual = link.names[len(link.values)]
    own = model.session.own_names[0] if model.session.own_names else ""
    field = text_field(
        table.own_name or own or usual,
        ("together", "name"),
        id="by-link-own-name",
        placeholder=usual,
        maxlength=MAX_NAME_CHARS * 2,  # browsers count some characters twice
        dir="auto",
        autocomplete="off",
    )
    return tag("label", tag("span", _("Your name")), field, class_="by-link-field")


def _render_picture(model: Model, link: TurnLink) -> Markup | None:
    """Render the table as everybody sees it."""
    if link.match is None or link.match.to_move() is None:
        return None
    drawn = game_view_of(model).render_table_picture(link.match.view(None), link.receiver or 0)
    return tag("div", Markup(drawn), class_="by-link-picture", aria_hidden="true")


def _last_mover(link: TurnLink) -> int:
    """Return the seat that made the last move."""
    assert link.match is not None
    mover = link.match.to_move()
    return link.match.log[-1][0] if link.held_action is None or mover is None else mover


def _render_moves(model: Model, link: TurnLink) -> Markup | None:
    """Render the moves of the person who played last."""
    events = last_events(link)
    if not events:
        return None
    rows = [tag("li", svg.seat_sign(event["seat"]), tag("span", model.entry_sentences(event)[0])) for event in events]
    return tag("ul", rows[-MAX_LISTED_MOVES:], class_="by-link-moves")


def last_events(link: TurnLink) -> list[Event]:
    """Return the events of the moves of the person who played last. The cards of a held move are not known."""
    if link.match is None or not link.moves:
        return []
    mover = _last_mover(link)
    events = link.match.events(None)
    own: list[Event] = []
    for event in reversed(events):
        if event["seat"] != mover:
            break
        own.insert(0, event)
    if link.held_action is not None:
        if own and link.match.log[-1][2]:
            own = []  # their turn before
        tried = link.match.copy()
        tried.play(link.held_action)
        own.append(tried.events(None, len(events))[0])
    return own


# -- other courses of a game, and errors -------------------------------------------------------------------------------


def _render_problem(path: str, title: str, sentence: str) -> Markup:
    return tag("div", _icon(path), _heading(title), tag("p", sentence), role="alert", class_="by-link-error")


def _render_older(table: LinkTable) -> Markup:
    """Render the difference between an older link and the game of this device."""
    assert table.link is not None
    assert table.offered is not None
    old, new = table.offered.moves, table.link.moves
    sentence = _("It stops at move {old}. Your game is at move {new}.").format(old=old, new=new)
    return join(
        _render_problem(CLOCK_PATH, _("This link is from earlier"), sentence),
        _dock(
            button(_("Go to move {n}").format(n=new), do=("together", "go-on"), class_="primary", id="go-on-link"),
            None
            if table.offered.match is None
            else button(
                _("Look at move {n}").format(n=old), do=("together", "look-back"), class_="second", id="look-back"
            ),
        ),
    )


def _render_versions(table: LinkTable) -> Markup:
    """Render the choice between two courses of a game."""
    assert table.link is not None
    assert table.offered is not None
    own = _("Continue the one here, move {n}").format(n=table.link.moves)
    other = _("Continue the one from the link, move {n}").format(n=table.offered.moves)
    return join(
        _render_problem(FORK_PATH, _("Two versions"), _("There are two versions of this game. Both are kept.")),
        _dock(
            button(own, do=("together", "version", 0), class_="primary", id="version-0"),
            button(other, do=("together", "version", 1), class_="second", id="version-1"),
        ),
    )


def _render_refused(table: LinkTable) -> Markup:
    """Render why a link cannot be opened."""
    home = tag("a", _("All games"), href="./", class_="primary", id="to-home")
    return join(_render_problem(WRONG_PATH, _("This link can't be opened"), table.problem), _dock(home))
