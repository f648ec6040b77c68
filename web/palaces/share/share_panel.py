"""The panels "share" and "embed": links, QR codes and snippets for other pages. Pure."""

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never
from urllib.parse import urlencode

from palaces.app.i18n import _, current_language, pgettext
from palaces.app.model import Model, Transition
from palaces.app.panel_state import EmbedPanel, SharePanel
from palaces.app.routing import Address
from palaces.share import challenge_proof, permalinks
from palaces.ui.html import (
    Markup,
    boolean_attribute,
    button,
    choice_group,
    copy_field,
    join,
    tag,
)
from palaces.ui.panels import panel_heading
from pygame_core import GAMES, Match, link_codec
from pygame_core.i18n import format_number
from pygame_core.match import CUSTOM_LEVEL

if TYPE_CHECKING:
    from palaces.app.effects import Effect
    from palaces.app.messages import ShareMessage

QR_MAX_BYTES = 2953  # in the largest QR code with the least error correction
QR_QUIET_MODULES = 4  # the white margin of a QR code
QR_MAX_WIDTH_PX = 340  # the width of a QR code, if its modules are not too small then
QR_MIN_MODULE_PX = 3  # the smallest width of a module
FRAME_WIDTH_PX, FRAME_HEIGHT_PX = 800, 560  # pixels
ELEMENT_STYLE = (
    "display:block;width:100%;aspect-ratio:3/2;min-height:min(560px,150vw,max(420px,92vh));max-height:max(420px,92vh)"
)
"""The box of our element as inline styles of the host page, so that it has its size before our script loads."""
OWN_BOT_KIND = f"bot:{CUSTOM_LEVEL}"
SUBSTITUTE_BOT_KIND = "bot:casual"
"""The bot in place of one's own on other pages, which don't have that."""
FRAME_STYLE = "width:100%;border:0"  # narrow pages shrink it


def update_sharing(model: Model, message: "ShareMessage") -> Transition:
    """Handle a message of these panels. If neither is open, nothing happens."""
    panel = model.panel
    match message:
        case ("share", "copy", name):
            found = copyable_texts(model).get(name)
            return model, [] if found is None else [("copy", found, name)]
        case ("share", "copied", name, done) if isinstance(panel, SharePanel | EmbedPanel) and name in copyable_texts(
            model
        ):
            by_hand = _("This browser doesn't let the page copy. The text is selected, so press Ctrl+C.")
            return replace(model, panel=panel.with_status(name, _("Copied") if done else by_hand)), []
    if isinstance(panel, SharePanel):
        return _update_share_panel(model, panel, message)
    return (_update_embed_panel(model, panel, message) if isinstance(panel, EmbedPanel) else model), []


def _update_share_panel(model: Model, panel: SharePanel, message: "ShareMessage") -> Transition:
    match message:
        case ("share", "at", site, sheet):
            located = SharePanel(
                site,
                sheet,
                challenge_proof.offered_points(model),
                decision_link=panel.decision_link,
                named_decision_link=panel.named_decision_link,
                turn_link=panel.turn_link,
            )
            return replace(model, panel=located), []
        case ("shared", name):
            if name not in shareable_links(model, panel):
                return model, []
            return replace(model, panel=SharePanel(*_site_facts(panel), name)), []
        case ("share", "names"):
            if not panel.named_decision_link:
                return model, []
            changed = replace(panel, shows_names=not panel.shows_names)
            return replace(model, panel=changed.with_status().with_qr_code()), []
        case ("share", "send"):
            link: list[Effect] = [("send", _link_title(model, panel), _chosen_link(model, panel))]
            return model, link if panel.has_system_share else []
        case ("share", "unsent"):
            said = _("The link couldn't be sent. Copy it instead.")
            return replace(model, panel=panel.with_status("sheet", said)), []
        case ("share", "code"):
            return _toggle_qr_code(model, panel)
        case ("share", "coded", address, rows):
            return _accept_qr_code(model, panel, rows) if address == panel.qr_address else (model, [])
        case ("share", "copy", _) | ("share", "copied", _, _) | ("embedded", _):
            return model, []
        case _:
            assert_never(message)


def _site_facts(panel: SharePanel) -> tuple[str, bool, int | None]:
    """Return the data of the panel that does not depend on the chosen link."""
    return panel.site_url, panel.has_system_share, panel.challenge_points


def _update_embed_panel(model: Model, panel: EmbedPanel, message: "ShareMessage") -> Model:
    match message:
        case ("share", "at", site, _sheet):
            return replace(model, panel=EmbedPanel(site))
        case ("embedded", form) if form in ("new", "replay"):
            return replace(model, panel=EmbedPanel(panel.site_url, form))
        case _:
            return model


def _toggle_qr_code(model: Model, panel: SharePanel) -> Transition:
    """Request the QR code of the chosen link, or hide it."""
    address = _chosen_link(model, panel)
    if panel.qr_address == address:
        return replace(model, panel=panel.with_qr_code()), []
    if len(address.encode()) > QR_MAX_BYTES:
        sentence = _("This link is too long for a QR code, which holds {most} characters. Copy it instead.")
        return replace(model, panel=panel.with_status("code", sentence.format(most=QR_MAX_BYTES))), []
    return replace(model, panel=panel.with_status().with_qr_code(address)), [("code", address)]


def _accept_qr_code(model: Model, panel: SharePanel, given: list[object]) -> Transition:
    """Store the requested QR code, a square of `0` and `1`. If it is malformed, show an error."""
    rows = [row for row in given if isinstance(row, str) and len(row) == len(given) and not row.strip("01")]
    if not rows or len(rows) < len(given):
        sentence = _("The QR code couldn't be made. Copy the link instead, or try again.")
        return replace(model, panel=panel.with_qr_code().with_status("code", sentence)), []
    return replace(model, panel=panel.with_qr_code(panel.qr_address, tuple(rows))), [("reveal", "qr")]


# -- links and snippets ------------------------------------------------------------------------------------------------


def shareable_links(model: Model, panel: SharePanel) -> dict[str, str]:
    """Return the addresses that can be shared now, relative to the site, by their names."""
    if panel.turn_link:
        return {"turn": panel.turn_link}
    if panel.decision_link:
        return {"decision": panel.named_decision_link if panel.shows_names else panel.decision_link}
    if model.puzzle is not None:
        return {"puzzle": permalinks.table_link(Address(model.match.game, puzzle=model.address.puzzle))}
    found = {}
    if model.review_position is not None:
        found["move"] = permalinks.replay_link(model.whole_match, model.move_number)
    found["game"] = permalinks.replay_link(model.whole_match)
    has_own_bot = OWN_BOT_KIND in model.address.seats  # no other browser has it
    if panel.challenge_points is not None and model.mover is None and not has_own_bot:
        found["challenge"] = permalinks.challenge_link(model.address, panel.challenge_points, model.whole_match)
    return found


def _chosen_link_name(panel: SharePanel, found: dict[str, str]) -> str:
    """Return the name of the chosen link among these."""
    return panel.link_kind if panel.link_kind in found else next(iter(found))


def _chosen_link(model: Model, panel: SharePanel) -> str:
    """Return the absolute address of the chosen link."""
    found = shareable_links(model, panel)
    return panel.site_url + found[_chosen_link_name(panel, found)]


def copyable_texts(model: Model) -> dict[str, str]:
    """Return the texts to copy from the open panel, by the ids of their fields."""
    match model.panel:
        case SharePanel() as panel:
            return {"link": _chosen_link(model, panel)}
        case EmbedPanel(site_url=site) as panel:
            game = model.whole_match if _embed_form(model, panel) == "replay" else None
            return {"snippet": embed_snippet(model.address, site, game), "frame": frame_html(model.address, site, game)}
        case _:
            return {}


def _embed_form(model: Model, panel: EmbedPanel) -> str:
    """Return the kind of embed. Before the first move there is nothing to replay, and a puzzle has no game."""
    return panel.embed_kind if _has_replay(model) else "new"


def _has_replay(model: Model) -> bool:
    return bool(model.match.log) and model.puzzle is None


def embed_snippet(address: Address, site: str, replay: Match | None = None) -> str:
    """Return HTML for another page: the script, and our element with a link for browsers without scripts."""
    return (
        tag("script", src=f"{site}embed.js", async_=True)
        + "\n"
        + embed_element_html(address, site, replay, style=ELEMENT_STYLE)
    )


def embed_element_html(address: Address, site: str, replay: Match | None = None, **attributes: object) -> Markup:
    """Return our element: a puzzle or a new game like that of the address, or a replay, with the same settings."""
    game, address = replay.game if replay else address.game, _without_own_bots(address)
    if replay:
        shown = {"game": game, "replay": link_codec.write(replay)}
    elif address.puzzle is not None:
        shown = {"puzzle": f"{game}-{address.puzzle}"}
    else:
        given = ",".join(f"{name}={word}" for name, word in address.options)
        shown = {"game": game, "seats": ",".join(address.seats)} | ({"options": given} if given else {})
    written = shown | _embedded_settings(address) | _embedded_language()
    # The element finds the site by this link, so it is not in the folder of a language.
    link = site + _embedded_address(address, replay, **_embedded_language())
    inside = tag("a", _own_page_label(game, address.puzzle), href=link)
    return tag("palace-game", inside, **written, **attributes)


def frame_html(address: Address, site: str, replay: Match | None = None) -> str:
    """Return HTML with a plain iframe, for a page that does not allow our script."""
    game, address = replay.game if replay else address.game, _without_own_bots(address)
    folder = "".join(f"{language}/" for language in _embedded_language().values())
    address_there = _embedded_address(address, replay)
    made = tag(
        "iframe",
        src=site + folder + permalinks.frame_link(address_there, permalinks.EMBED_PAGE),
        title=GAMES[game].sentences.game_title(),
        width=FRAME_WIDTH_PX,
        height=FRAME_HEIGHT_PX,
        style=FRAME_STYLE,
        loading="lazy",
        allow="clipboard-write; web-share; fullscreen",
    )
    link = tag("a", _own_page_label(game, address.puzzle), href=site + folder + address_there)
    return f"{made}\n{tag('p', link)}"  # text to copy, not markup of this page; readers of feeds get only the link


def _without_own_bots(address: Address) -> Address:
    """Return an address whose bots every reader has."""
    return replace(
        address, seats=tuple(SUBSTITUTE_BOT_KIND if seat == OWN_BOT_KIND else seat for seat in address.seats)
    )


def _embedded_language() -> dict[str, str]:
    """Return the language of a post, as an attribute or a parameter: that of its author. English needs none."""
    return {} if current_language() == "en" else {"lang": current_language()}


def _own_page_label(game: str, puzzle: int | None) -> str:
    """Return the text of the link that stays when another site removes everything else."""
    if puzzle is not None:
        return _("Solve this puzzle of {game} on its own page").format(game=GAMES[game].sentences.game_title())
    return _("Play {game} on its own page").format(game=GAMES[game].sentences.game_title())


def _embedded_settings(address: Address) -> dict[str, str]:
    """Return the settings that both codes carry: those of the address, if they differ from their default."""
    return {name: str(value) for name, value in address.link_settings().items()}


def _embedded_address(address: Address, replay: Match | None, **more: str) -> str:
    """Return the address of the embedded game, relative to the site: a new deal for each reader, or a replay. `more`
    are further parameters."""
    if replay:
        page, text = permalinks.replay_link(replay).split("#")
        query = urlencode(_embedded_settings(address) | more)
        return f"{page}{query and '?'}{query}#{text}"
    link = permalinks.table_link(replace(address, names=(), seed=None, beat=None, learn=None, table=1))
    return link + "".join(f"&{name}={value}" for name, value in more.items())


# -- the panels --------------------------------------------------------------------------------------------------------


def render_share_panel(model: Model, panel: SharePanel) -> Markup:
    """Render the panel "share": the chosen link, and the ways to share it."""
    found = shareable_links(model, panel)
    name = _chosen_link_name(panel, found)
    words = {"decision": _("This decision"), "puzzle": _("This puzzle"), "move": _("This move")}
    words |= {"game": _("The whole game"), "challenge": _("A challenge")}
    address = panel.site_url + found[name]
    coded = panel.qr_address == address
    expanded = "true" if coded else "false"
    return join(
        panel_heading(_("Share")),
        choice_group("shared", _("Link to"), {each: words[each] for each in found}, name, lambda each: ("shared", each))
        if len(found) > 1
        else None,
        tag("p", _link_explanation(model, name, panel), id="link-about"),
        _render_names_choice(panel),
        copy_field(address, id="link", aria_label=_("Link"), aria_describedby="link-about"),
        tag(
            "div",
            button(_("Copy"), do=("share", "copy", "link"), class_="primary", id="copy-link"),
            button(_("Send"), do=("share", "send"), class_="second", id="send") if panel.has_system_share else None,
            button(_("QR code"), do=("share", "code"), class_="second", id="code", aria_expanded=expanded),
            class_="plays",
        ),
        render_share_status(panel, "link", "sheet", "code"),
        tag("div", qr_code_svg(panel.qr_rows) if coded and panel.qr_rows else None, id="qr"),
        tag(
            "div",
            button(_("Save as a file"), do=("export",), class_="second") if model.puzzle is None else None,
            button(_("Embed"), do=("panel", "embed"), class_="second"),
            class_="plays",
        ),
    )


def render_embed_panel(model: Model, panel: EmbedPanel) -> Markup:
    """Render the panel "embed": code for another page, and a preview."""
    forms = {"new": _("A new game like this"), "replay": _("This game as a replay")}
    form = _embed_form(model, panel)
    game = model.whole_match if form == "replay" else None
    # The id differs by form. So the patch replaces the element, and a game started in one never represents the other.
    shown = embed_element_html(model.address, "./", game, id=f"preview-{form}")
    written = copyable_texts(model)
    label = pgettext("what an embedded game shows", "Show")
    return join(
        panel_heading(_("Embed")),
        choice_group("embedded", label, forms, form, lambda each: ("embedded", each)) if _has_replay(model) else None,
        tag("p", _link_explanation(model, "game")) if game else None,
        _render_copy_field(panel, "snippet", written, _("Paste this into your page"), _("Copy the code")),
        _render_copy_field(panel, "frame", written, _("Or use a plain iframe without a script"), _("Copy the iframe")),
        tag("h3", _("Preview"), id="preview-title"),
        tag("div", shown, id="preview", role="group", aria_labelledby="preview-title"),
    )


def _render_copy_field(panel: EmbedPanel, name: str, written: dict[str, str], label: str, action: str) -> Markup:
    """Render a text of several lines with its Copy button."""
    return tag(
        "div",
        tag("label", label, for_=name),
        tag("textarea", written[name], id=name, readonly=True, rows=4, spellcheck="false"),
        button(_("Copy"), do=("share", "copy", name), class_="second", id=f"copy-{name}", aria_label=action),
        render_share_status(panel, name),
        class_="copied",
    )


def render_share_status(panel: SharePanel | EmbedPanel, *about: str) -> Markup:
    """Render the result of the last step. The line is always there, so the layout does not shift."""
    return tag("p", panel.status_text if panel.status_target in about else None, class_="told")


def _render_names_choice(panel: SharePanel) -> Markup | None:
    """Render the choice whether the link to a decision has names."""
    if not panel.named_decision_link:
        return None
    return button(
        _("Show names"),
        do=("share", "names"),
        class_="choice",
        id="share-names",
        aria_pressed=boolean_attribute(panel.shows_names),
    )


def _link_explanation(model: Model, name: str, panel: SharePanel | None = None) -> str:
    """Return a sentence about the content of the chosen link."""
    if name == "challenge":
        said = _("“Beat my {n}”: same deal, same opponents. The link includes your game as proof, shown after the end.")
        return said.format(n=format_number(panel.challenge_points if panel else None))
    if name == "decision" and panel is not None and panel.shows_names:
        return _("Anyone with this link sees what you saw then, with everyone's names, and looks for a better move.")
    if name == "decision":
        return _("Anyone with this link sees what you saw then, and looks for a better move. It has no names.")
    if name == "puzzle":
        return _("Anyone with this link gets the same puzzle. It doesn't give your answer away.")
    if name == "move":
        said = _(
            "Anyone with this link sees the table after move {n}. Later moves stay hidden until they ask for them."
        )
        return said.format(n=model.move_number)
    if model.revealed_moves is not None:  # the end stays hidden
        return _("Anyone with this link can see the whole game, including moves you haven't seen here yet.")
    if model.mover is None:
        return _("Anyone with this link can see every move of this game and all names.")
    if model.game.has_secrets:
        return _("Anyone with this link can see the whole game so far, including all hands.")
    return _("Anyone with this link can see the whole game so far.")


def _link_title(model: Model, panel: SharePanel) -> str:
    """Return the chosen link as a phrase, for a message with it."""
    game = model.game.sentences.game_title()
    name = _chosen_link_name(panel, shareable_links(model, panel))
    if name == "challenge":
        said = _("{game}: beat my {n} with the same deal")
        return said.format(game=game, n=format_number(panel.challenge_points))
    if name == "turn":
        return _("{game}: it's your move").format(game=game)
    if name == "decision":
        return _("{game}: find a better move").format(game=game)
    if name == "puzzle":
        # Translators: example "Medina, puzzle 17: what's your move?"
        return _("{game}, puzzle {n}: what's your move?").format(game=game, n=model.address.puzzle)
    if name == "move":
        return _("{game}, after move {n}").format(game=game, n=model.move_number)
    return _("{game}: a game to watch").format(game=game)


def qr_code_svg(rows: tuple[str, ...]) -> Markup:
    """Render a QR code, dark on white, with the white margin that scanners need."""
    size = len(rows) + 2 * QR_QUIET_MODULES
    width = size * max(QR_MIN_MODULE_PX, QR_MAX_WIDTH_PX // size)
    dark = "".join(_dark_runs_path(row, y + QR_QUIET_MODULES) for y, row in enumerate(rows))
    inside = f'<path class="paper" d="M0 0h{size}v{size}h-{size}z"/><path class="dark" d="{dark}"/>'
    name = _("QR code of the link")
    box = {"viewBox": f"0 0 {size} {size}", "width": width, "height": width}
    return tag("svg", Markup(inside), class_="qr", role="img", aria_label=name, **box)


def _dark_runs_path(row: str, y: int) -> str:
    """Return the dark modules of a row as a path, with a bar for each run."""
    drawn, x = "", QR_QUIET_MODULES
    for part in row.replace("01", "0 1").replace("10", "1 0").split():
        if part[0] == "1":
            drawn += f"M{x} {y}h{len(part)}v1h-{len(part)}z"
        x += len(part)
    return drawn
