"""The record page before Python runs: its bar, its pictures, and the sentences about its start."""

from palaces.app.i18n import _
from palaces.prerender.home import render_settings_button, render_settings_drawer, render_update_offer
from palaces.prerender.site_bar import render_site_bar
from palaces.ui.game_view import load_game_view
from palaces.ui.html import Markup, join, tag
from palaces.ui.svg import sprite_svg
from pygame_core import GAMES


def render_record_shell() -> Markup:
    """Return the body of the record page."""
    failed = tag(
        "div",
        tag("p", _("The record couldn't be opened. Your games are safe.")),
        tag("a", _("Try again"), href="", class_="second"),
        class_="record-empty",
        id="record-failed",
        role="alert",
        hidden=True,
    )
    unscripted = tag("noscript", tag("p", _("The record needs JavaScript. Turn it on in your browser to see it.")))
    return join(
        [_render_picture_symbol(game) for game in GAMES],
        render_site_bar(render_settings_button(), page="record"),
        tag(
            "main",
            tag("h1", _("Your record"), tabindex="-1"),
            tag("p", _("Opening your record"), class_="loading", role="status"),
            unscripted,
            id="record",
        ),
        failed,
        render_settings_drawer(),
        render_update_offer(),
    )


def _render_picture_symbol(game: str) -> Markup:
    """Return the picture of a game as a symbol. It names the game, because a copy of it sees nothing outside."""
    view = load_game_view(game)
    drawing = view.render_picture("poster")
    return join(
        view.render_sprites(),
        sprite_svg([Markup(f'<symbol id="picture-{game}" data-game="{game}">{drawing}</symbol>')]),
    )
