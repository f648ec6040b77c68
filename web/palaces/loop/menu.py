"""The menu of the table, its settings, and the question before a new game. Pure."""

from typing import TYPE_CHECKING

from palaces.app.i18n import LANGUAGES, _, current_language
from palaces.app.model import Model
from palaces.app.settings import SETTINGS, SWITCHES, PanelGroup, Setting, SwitchName
from palaces.features import rule_popup
from palaces.loop.undo_update import has_undoable_entry, turn_entry_count
from palaces.share import embed
from palaces.ui import svg
from palaces.ui.game_view import game_view_of
from palaces.ui.html import AttributeValue, Markup, boolean_attribute, button, choice_group, join, tag
from palaces.ui.panels import panel_group, panel_heading, question_panel

if TYPE_CHECKING:
    from palaces.app.messages import Message


def render_menu(model: Model) -> Markup:
    """Render the menu of this game, with settings and exits."""
    settings = button(_("Settings"), do=("panel", "settings"), class_="row", id="settings")
    names = button(_("Names and signs"), do=("panel", "players"), class_="row", id="players")
    keys_ = button(_("Keyboard shortcuts"), do=("panel", "keys"), class_="row")
    return join(
        panel_heading(_("Menu")),
        _render_quick_actions(model),
        panel_group(_("This game"), _render_game_rows(model)) if _has_own_game(model) else None,
        panel_group(_("Options"), settings, names if model.can_choose_players else None, keys_),
        panel_group(_("More"), _render_exits(model)),
    )


def _has_own_game(model: Model) -> bool:
    """Return True if a person here plays the game on the table."""
    return bool(model.human_seats) and not model.read_only and not model.curtain


def _render_game_rows(model: Model) -> list[Markup | None]:
    """Render the rows that start another game with these players, or give this one up."""
    is_running = model.mover is not None
    start: Message = ("panel", "new") if is_running else ("again",)
    return [
        button(_("New game"), do=start, class_="row", id="new-row"),
        button(_("Rematch, seats rotated"), do=("rematch",), class_="row", id="rematch-row")
        if not is_running
        else None,
        button(_("Resign"), do=("panel", "resign"), class_="row", id="resign-row") if model.can_resign else None,
    ]


def render_new_game_panel(model: Model) -> Markup:
    """Render the question whether to start another game while this one runs. The filled button goes on with it."""
    return question_panel(
        _("New game?"),
        _("The game on the table stays in your games, so you can continue it later."),
        button(_("Keep playing"), do=("close",), class_="primary"),
        button(_("New game"), do=("again",), class_="second", id="new-now"),
        button(_("Rematch, seats rotated"), do=("rematch",), class_="second", id="rematch-now"),
    )


def _render_quick_actions(model: Model) -> Markup:
    """Render the most frequent actions as tiles."""

    def tile_button(sign: str, label: str, do: "Message", **attributes: AttributeValue) -> Markup:
        return button(svg.tool_icon(sign), label, do=do, class_="tile", **attributes)

    present = model.review_position is None
    restarts = present and turn_entry_count(model) > 1 and not model.curtain
    returns = present and not model.read_only
    return tag(
        "div",
        tile_button("undo", _("Undo"), ("undo",), disabled=not has_undoable_entry(model)) if returns else None,
        tile_button("restart", _("Restart turn"), ("restart-turn",), id="restart", disabled=not restarts)
        if returns and model.game.can_restart_turn
        else None,
        tile_button("hint", _("Hint"), ("hint",), disabled=not model.can_act)
        if present and model.can_offer_hints
        else None,
        tile_button("log", _("Log"), ("panel", "log")),
        tile_button("signs", _("What's this?"), ("signs",), disabled=model.curtain),
        [
            tile_button("scoring", label, ("panel", name))
            for name, label in game_view_of(model).menu_panels(model).items()
        ],
        class_="quick",
        data_arrows=True,
    )


def render_settings(model: Model) -> Markup:
    """Render the settings panel."""
    return join(
        panel_heading(_("Settings")),
        panel_group(
            _("Appearance"),
            _render_settings_of(model, "look"),
        ),
        panel_group(
            _("Gameplay"),
            _render_settings_of(model, "play"),
            [_render_switch(model, name) for name in _offered_switches(model)],
            button(_("Keyboard shortcuts"), do=("panel", "keys"), class_="row"),
        ),
        panel_group(_("Language"), _render_languages()) if len(LANGUAGES) > 1 else None,
    )


def _render_languages() -> Markup:
    """Return a button for each language, with its own name for itself."""
    lang = SETTINGS["lang"]
    return choice_group(lang.name, _(lang.label), LANGUAGES, current_language(), lang.message)


def _offered_switches(model: Model) -> list[SwitchName]:
    """Return the switches that apply to the game on the table."""
    own = game_view_of(model).switches
    return [name for name, switch in SWITCHES.items() if not switch.is_for_some_games or name in own]


def _render_settings_of(model: Model, group: PanelGroup) -> list[Markup]:
    """Return the settings of a group that apply to this table."""
    kinds = {seat["kind"] for seat in model.match.seats}
    own = [each for each in SETTINGS.values() if each.group == group]
    return [_render_setting(model, each) for each in own if not each.required_seat or each.required_seat in kinds]


def _render_setting(model: Model, setting: Setting) -> Markup:
    """Return the control of a setting: a button for each of its values."""
    chosen = getattr(model.address, setting.name)
    return choice_group(setting.name, _(setting.label), setting.value_labels(), chosen, setting.message)


def _render_exits(model: Model) -> Markup:
    """Render the links and buttons that leave the table, or share or save the game."""
    return join(
        tag(
            "a", _("Rules"), href=rule_popup.rules_url(model.match.game), target="_blank", rel="noopener", class_="row"
        ),
        button(_("Learn in 5 minutes"), do=("panel", "learn"), class_="row", id="learn")
        if model.game.load_lesson
        else None,
        _render_together_rows(model),
        None if model.is_guest else button(_("Share"), do=("panel", "share"), class_="row", id="share"),
        None if model.is_guest else button(_("Embed"), do=("panel", "embed"), class_="row", id="embed"),
        None if model.is_guest else button(_("Save as a file"), do=("export",), class_="row", id="export"),
        button(_("Save image"), do=("picture",), class_="row", id="picture")
        if model.shows_end and model.review_position is None
        else None,
        None if model.together else button(_("Open a file"), do=("import",), class_="row"),
        embed.render_new_window_link(model, "row") if model.embed_mode else None,
        None if model.embed_mode else _render_lab_link(model),
        None if model.embed_mode else _render_docs_link(),
        tag("a", _("Other games"), href="./", class_="row"),
        button(_("Install as an app"), do=("close",), class_="row", id="install"),
    )


def _render_together_rows(model: Model) -> Markup | None:
    """Return the ways to play together, or what the table with several devices offers."""
    if model.together is not None:
        from palaces.loop.together import who_view  # imported only at such a table

        return who_view.render_menu_rows(model)
    if model.read_only or model.is_daily_deal or model.puzzle is not None or model.embed_mode == "post":
        return None
    return button(_("Play together"), do=("together", "ways"), class_="row", id="play-together")


def _render_lab_link(model: Model) -> Markup:
    """Return the link to the lab, where people write bots for this game."""
    return tag("a", _("Write a bot"), href=f"./lab.html?game={model.match.game}", class_="row")


def _render_docs_link() -> Markup:
    """Return the link to the docs, which exist in English only. Pages in other languages are one folder below."""
    href = "./docs/" if current_language() == "en" else "../docs/"
    return tag("a", _("Docs"), href=href, hreflang="en", class_="row")


def _render_switch(model: Model, name: SwitchName) -> Markup:
    """Render a switch."""
    on = model.is_on(name) != SWITCHES[name].is_inverted
    return button(
        _(SWITCHES[name].label),
        do=("switch", name),
        class_="row switch",
        id=f"switch-{name}",
        aria_pressed=boolean_attribute(on),
    )
