"""The screen as named regions of markup. The browser patches the regions that changed. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, assert_never

from palaces.app.i18n import _, ngettext
from palaces.app.model import Model, Notice
from palaces.app.panel_state import (
    EmbedPanel,
    GamePanel,
    HintPanel,
    Panel,
    PlainPanel,
    PlainPanelName,
    PlayerPanel,
    RulePanel,
    SharePanel,
    ShortcutsPanel,
    WhyPanel,
)
from palaces.app.settings import INVERTED_SWITCHES, SETTINGS, SWITCH_LABELS, PanelGroup, Setting, SwitchName
from palaces.features import (
    explanations,
    move_warnings,
    recap,
    replay,
    rule_popup,
    shortcuts,
)
from palaces.features.explanations import render_why_button
from palaces.loop.undo_update import turn_entry_count, undoable_entries
from palaces.share import challenge, embed
from palaces.ui import event_cards, svg
from palaces.ui.annotations import INACTIVE, NO_ANNOTATIONS, Annotations
from palaces.ui.game_view import BAR_REGION, AnyTableView, Player, game_view_of, render_cancel_button
from palaces.ui.html import (
    AttributeValue,
    Markup,
    Regions,
    boolean_attribute,
    button,
    choice_group,
    join,
    screen_reader_text,
    tag,
)
from palaces.ui.panels import panel_group, panel_heading
from palaces.ui.pieces import highlight_attribute
from pygame_core.i18n import format_number
from pygame_core.state import Event

if TYPE_CHECKING:
    from palaces.app.messages import Message, RegionName


def render_screen(model: Model) -> Regions:
    """Render every region by its id. Regions that a position does not need are empty. A lesson adds a region outside
    the page. Its first step is in the HTML of the page, before Python starts."""
    if model.review_position is not None:
        return _render_review(model)
    face = game_view_of(model)
    annotations = _build_annotations(model)
    at = face.build_table_view(model, annotations)
    bar = join(_render_refusal(model), _render_action_bar(model, at) if model.can_act else _render_waiting_bar(model))
    regions = {
        "status": render_status(model, at),
        "since": recap.render_recap(model),
        "tools": _render_toolbar(model),
        "notices": _render_notices(model),
        "bar": bar,
        **(face.render_regions(at) if model.flashback is None else _render_flashback(model, annotations)),
        "panel": _render_panel(model, at),
        "meaning": _render_open_tooltip(model),
        "occasion": event_cards.render_event_card(model),
    }
    if model.tutorial is not None:
        from palaces.features import tutorial_view  # imported only in a lesson

        regions["lesson"] = tutorial_view.render_tutorial(model)
    if isinstance(model.panel, GamePanel) and model.panel.holds_table:
        return regions | face.render_panel_regions(at, model.panel.name)
    if model.curtain:
        regions[face.curtain_region] = _render_curtain(model)
    return regions


def _build_annotations(model: Model) -> Annotations:
    """Return the screen's additions to the elements of its table."""
    hints = explanations.hint_attributes(model)
    if model.tutorial is None:
        return Annotations(hint_attributes=hints) if hints else NO_ANNOTATIONS
    from palaces.features import tutorial_view

    return Annotations(hint_attributes=hints, spots=tutorial_view.find_spots(model))


def _render_review(model: Model) -> Regions:
    """Render an earlier position without working controls, and the replay bar."""
    then = replay.reviewed_model(model)
    at = game_view_of(then).build_table_view(then, INACTIVE)
    return {
        "status": replay.render_replay_status(model),
        "since": Markup(""),
        "tools": _render_toolbar(model),
        "notices": _render_notices(model),
        **game_view_of(then).render_regions(at),
        "bar": replay.render_replay_bar(model),
        "panel": _render_panel(model, at),
        "meaning": _render_open_tooltip(model),
        "occasion": event_cards.render_event_card(model),
    }


def _render_flashback(model: Model, annotations: Annotations) -> Regions:
    """Render the table of a flashback. Its controls do not work, and its spots stay the same."""
    shown = model.review.at(model.flashback, model.revealed_moves).with_flashback(model.flashback)
    then = replay.reviewed_model(replace(model, review=shown))
    at = game_view_of(then).build_table_view(then, annotations._replace(is_active=False))
    return game_view_of(then).render_regions(at)


def render_page(model: Model, regions: Regions) -> Markup:
    """Render the skeleton with its regions: the first paint, and the poster. Its id is the game's name."""
    face = game_view_of(model)

    def region_element(name: "RegionName", element: str = "div", **attributes: AttributeValue) -> Markup:
        return tag(element, regions[name], id=name, **attributes)

    return tag(
        "div",
        svg.seat_sign_sprites(),
        face.render_sprites(),
        tag(
            "header",
            tag("a", model.game.short_title(), href="./", class_="brand", title=_("All games")),
            region_element("status"),
            region_element("since", "ul", data_arrows=True, aria_label=_("Since your last turn")),
            region_element("tools", role="toolbar", data_arrows=True, aria_label=_("Tools")),
            class_="top",
        ),
        tag(
            "main",
            region_element("notices"),
            [
                region_element(name, "section", aria_label=_(label), data_arrows=name == BAR_REGION[0])
                for name, label in face.table_regions
            ],
            region_element("panel", "section", aria_label=_("Open panel")),
            region_element("occasion", aria_hidden="true"),
            class_="table",
        ),
        region_element("meaning", "aside", aria_label=_("Explanation")),
        tag("p", id="live", class_="unseen", role="log"),
        id=model.match.game,
    )


def page_title(model: Model) -> str:
    """Return the title of the page. In another tab it shows if it is your turn."""
    game = model.game.sentences.game_title()
    if model.tutorial is not None:
        return _("Learn {game}").format(game=game)
    if model.review_position is not None:
        return _("Replay · {game}").format(game=game)
    if model.mover is None:
        return _("Game over · {game}").format(game=game)
    if model.can_act:
        return _("Your turn · {game}").format(game=game)
    return game


# -- header ------------------------------------------------------------------------------------------------------------


def render_status(model: Model, at: AnyTableView) -> Markup:
    """Render the heading: whose turn it is, and what to do."""
    mover = model.mover
    if mover is None:
        return tag("h1", tag("b", _("Game over")), tabindex="-1", id="turn")
    name = model.player_names[mover]
    if isinstance(model.panel, GamePanel) and model.panel.holds_table:
        said: list[object] = [tag("b", game_view_of(model).menu_panels(model)[model.panel.name])]
    elif model.curtain and model.bot_level is None:
        said = [tag("b", _("Hand the device to {name}").format(name=name))]
    elif model.tutorial is not None and not model.can_act and len(model.match.log) == model.tutorial.log_length:
        said = [tag("b", _("Learn by playing"))]
    elif model.can_act:
        whose = _("Your turn") if len(model.human_seats) == 1 else _("{name}'s turn").format(name=name)
        said = [tag("b", whose), ": ", tag("span", game_view_of(model).prompt_phrase(at), class_="prompt")]
    elif model.waiting_for_listener:
        said = _with_bold_name(_("{name} moves next"), name)
    elif model.thinking.bot_restarted:
        said = _with_bold_name(_("{name} isn't answering. Asking again"), name)
    else:
        dots = explanations.render_thinking_dots(str(len(model.match.log)))
        said = [*_with_bold_name(_("{name} is thinking"), name), dots]
    practice = tag("span", _("practice"), class_="badge") if model.match.practice else None
    return tag(
        "h1",
        svg.seat_sign(mover),
        tag("span", said),
        practice,
        challenge.render_challenge_badge(model),
        tabindex="-1",
        id="turn",
    )


def _with_bold_name(sentence: str, name: str) -> list[object]:
    """Return a sentence about a player as children of an element, with the name in bold."""
    before, _name, after = sentence.partition("{name}")
    return [before, tag("b", name), after]


def _render_refusal(model: Model) -> Markup | None:
    """Render the reason why the last touch had no effect, with its rule."""
    refusal = model.refusal
    if refusal is None:
        return None
    link = rule_popup.render_rule_link(model, refusal.clause, id="refused-by") if refusal.clause else None
    return tag("p", tag("span", refusal.message, " ", link), class_="refusal")


def _has_undoable_entry(model: Model) -> bool:
    """Return True if the Undo button works."""
    return bool(undoable_entries(model)) and not model.curtain


def _render_toolbar(model: Model) -> Markup:
    """Render the tools. A lesson has none."""
    if model.tutorial is not None:
        return Markup("")
    menu = _tool_button(
        "menu", _("Menu"), ("panel", "menu"), aria_expanded=boolean_attribute(model.has_open_panel("menu"))
    )
    menu = join(embed.render_full_window_button(model), menu) if model.embed_mode else menu
    menu = join(_tooltip_mode_button(model), menu)
    said = _tool_button("log", _("Log"), ("panel", "log"), aria_expanded=boolean_attribute(model.has_open_panel("log")))
    if model.review_position is not None or model.read_only:
        return join(said, menu)
    return join(
        _tool_button("undo", _("Undo"), ("undo",), disabled=not _has_undoable_entry(model)),
        _tool_button(
            "hint",
            _("Hint"),
            ("hint",),
            disabled=not model.can_act,
            aria_expanded=boolean_attribute(model.has_open_panel("hint")),
        )
        if model.can_offer_hints
        else None,
        said,
        menu,
    )


def _tooltip_mode_button(model: Model) -> Markup:
    """Render the button of the tooltip mode."""
    pressed, off = boolean_attribute(model.is_tooltip_mode), model.curtain
    return _tool_button("signs", _("What's this?"), ("signs",), aria_pressed=pressed, disabled=off)


def _render_open_tooltip(model: Model) -> Markup:
    """Render the open tooltip, if there is one."""
    if not model.shown_tooltip:
        return Markup("")
    from palaces.features import tooltips  # imported only if somebody asks

    return tooltips.render_tooltip(model)


def _render_action_bar(model: Model, at: AnyTableView) -> Markup:
    """Render the possible actions of the person to move. A warning or a proposed action replaces them."""
    if model.pending_warning is not None:
        return move_warnings.render_warning_bar(
            at.annotations,
            model.pending_warning,
            rule_popup.render_rule_link(model, model.pending_warning.warning.clause, id="warned-by"),
        )
    if model.proposed_action is None:
        return game_view_of(model).render_action_bar(at)
    said = model.game.sentences.action_name(model.proposed_action, model.view)
    return join(
        tag("p", tag("b", said), class_="tally"),
        tag(
            "div",
            at.annotations.button(_("Confirm"), act=model.proposed_action, class_="primary", id="play"),
            render_cancel_button(),
            class_="plays",
        ),
    )


@lru_cache(maxsize=64)
def _tool_button(name: str, label: str, do: "Message", **attributes: AttributeValue) -> Markup:
    """Render a tool with its icon and its name."""
    return button(svg.tool_icon(name), tag("span", label), do=do, class_="tool", id=name, title=label, **attributes)


def _render_notices(model: Model) -> Markup:
    """Render all notices."""
    return join([_render_notice(notice, n) for n, notice in enumerate(model.notices)])


def _render_notice(notice: Notice, n: int) -> Markup:
    if notice.transient:
        close = _("{notice} Close").format(notice=notice.text)
        inside = tag("span", notice.text), svg.tool_icon("close")
        return button(*inside, do=("dismiss", n), class_="notice calm passing", aria_label=close)
    return tag(
        "div",
        tag("p", notice.text),
        button(notice.label, do=notice.remedy, class_="second") if notice.remedy else None,
        button(_("Close"), do=("dismiss", n), class_="quiet"),
        class_="notice calm" if notice.informational else "notice",
    )


# -- panels ------------------------------------------------------------------------------------------------------------


def _render_panel(model: Model, at: AnyTableView) -> Markup:
    """Render the open panel over the table."""
    if model.panel is None or model.paused_for_panel:
        return Markup("")
    content = _render_panel_content(model, model.panel, at)
    return tag("div", content, class_="sheet clear" if model.has_clear_panel else "sheet")


def _render_panel_content(model: Model, panel: Panel, at: AnyTableView) -> Markup:
    """Render the content of a panel."""
    match panel:
        case PlainPanel(name):
            return _PLAIN_PANEL_RENDERERS[name](model)
        case ShortcutsPanel():
            return join(panel_heading(_("Keyboard shortcuts")), shortcuts.render_shortcut_list(model, panel))
        case WhyPanel():
            return explanations.render_why_panel(model, panel)
        case HintPanel():
            return explanations.render_hint_panel(model, panel)
        case PlayerPanel(n):
            return _render_player_panel(model, at, n)
        case RulePanel():
            return rule_popup.render_rule_popup(model, panel)
        case SharePanel():
            from palaces.share import share_panel  # imported only if somebody shares

            return share_panel.render_share_panel(model, panel)
        case EmbedPanel():
            from palaces.share import share_panel

            return share_panel.render_embed_panel(model, panel)
        case GamePanel(name):
            return game_view_of(model).render_panel(at, name)
        case None:
            return Markup("")
        case _:
            assert_never(panel)


def _render_menu(model: Model) -> Markup:
    """Render the menu of this game, with settings and exits."""
    settings = button(_("Settings"), do=("panel", "settings"), class_="row", id="settings")
    keys_ = button(_("Keyboard shortcuts"), do=("panel", "keys"), class_="row")
    return join(
        panel_heading(_("Menu")),
        _render_quick_actions(model),
        panel_group(_("Options"), settings, keys_),
        panel_group(_("More"), _render_exits(model)),
    )


def _render_quick_actions(model: Model) -> Markup:
    """Render the most frequent actions as tiles."""

    def tile_button(
        sign: str, label: str, do: "Message", *, tucked: bool = False, **attributes: AttributeValue
    ) -> Markup:
        """Render a tile. `tucked` shows it only if the window is too narrow for the tool in the bar."""
        return button(svg.tool_icon(sign), label, do=do, class_="tile tucked" if tucked else "tile", **attributes)

    present = model.review_position is None
    restarts = present and turn_entry_count(model) > 1 and not model.curtain
    returns = present and not model.read_only
    return tag(
        "div",
        tile_button("undo", _("Undo"), ("undo",), disabled=not _has_undoable_entry(model), tucked=True)
        if returns
        else None,
        tile_button("restart", _("Restart turn"), ("restart-turn",), id="restart") if restarts else None,
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


def _render_settings(model: Model) -> Markup:
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
            [_render_switch(model, name, label) for name, label in SWITCH_LABELS.items()],
            button(_("Keyboard shortcuts"), do=("panel", "keys"), class_="row"),
        ),
        panel_group(
            _("Language"),
            _render_settings_of(model, "language"),
        ),
    )


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
        button(_("Share"), do=("panel", "share"), class_="row", id="share"),
        button(_("Embed"), do=("panel", "embed"), class_="row", id="embed"),
        button(_("Save as a file"), do=("export",), class_="row"),
        button(_("Open a file"), do=("import",), class_="row"),
        embed.render_new_window_link(model, "row") if model.embed_mode else None,
        tag("a", _("Other games"), href="./", class_="row"),
        button(_("Install as an app"), do=("close",), class_="row", id="install"),
    )


def _render_switch(model: Model, name: SwitchName, label: str) -> Markup:
    """Render a switch for all games."""
    on = model.is_on(name) != (name in INVERTED_SWITCHES)
    return button(
        _(label), do=("switch", name), class_="row switch", id=f"switch-{name}", aria_pressed=boolean_attribute(on)
    )


def _render_tutorial_contents(model: Model) -> Markup:
    """Render the steps of the lesson. The game waits meanwhile."""
    from palaces.features import tutorial_view

    told = _("A short real game, step by step. Your own game waits for you.")
    return join(panel_heading(_("Learn in 5 minutes")), tag("p", told), tutorial_view.render_contents(model))


def _render_undo_panel(model: Model) -> Markup:
    """Render the question whether to undo more than the last action."""
    return join(
        panel_heading(_("Undo?")),
        tag(
            "p",
            _("Others have moved since then, or cards were revealed. If you undo, this becomes a practice game."),
        ),
        tag(
            "div",
            button(_("Undo"), do=("undo-further",), class_="primary", id="undo-further"),
            button(_("Cancel"), do=("close",), class_="second"),
            class_="plays",
            data_arrows=True,
        ),
    )


# -- players -----------------------------------------------------------------------------------------------------------


def _render_player_panel(model: Model, at: AnyTableView, n: int) -> Markup:
    """Render a player's name, points and things, and buttons to the neighbors."""
    view = game_view_of(model)
    holders = view.list_players(model)
    one = holders[n]
    points = screen_reader_text(ngettext(" point", " points", one.points))
    return join(
        panel_heading(
            one.seat_sign,
            tag("span", one.name, class_="name"),
            tag("small", one.subtitle) if one.subtitle else None,
            tag("b", format_number(one.points), points, class_="total"),
        ),
        view.render_player_panel(at, n),
        _neighbor_buttons(holders, n) if len(holders) > 1 else None,
    )


def _neighbor_buttons(holders: list[Player], n: int) -> Markup:
    """Render buttons to the previous and the next player. With two players, there is one button to the other."""
    around = [(n - 1) % len(holders), (n + 1) % len(holders)]
    back, on = ((other, holders[other]) for other in around)
    before = button(
        svg.tool_icon("back"), back[1].seat_sign, tag("span", back[1].name), do=("seat", back[0]), class_="second"
    )
    after = button(
        tag("span", on[1].name), on[1].seat_sign, svg.tool_icon("forward"), do=("seat", on[0]), class_="second"
    )
    return tag("div", before if around[0] != around[1] else None, after, class_="beside")


# -- curtain, waiting bar and log --------------------------------------------------------------------------------------


def _render_curtain(model: Model) -> Markup:
    """Render the curtain that hides the hand until the right person has the device. While a bot thinks, it shows its
    name."""
    mover = model.mover
    assert mover is not None
    name = model.player_names[mover]
    if model.bot_level is not None:
        said = tag("p", _("{name} is thinking").format(name=name))
        return tag("div", svg.seat_sign(mover), said, class_="curtain")
    return tag(
        "div",
        tag("span", svg.seat_sign(mover), class_="medal"),
        tag("p", _("Hand the device to {name}").format(name=name), class_="hand-to"),
        tag("p", _("{name}'s cards are hidden. Everyone else, look away.").format(name=name)),
        tag(
            "div",
            button(_("I'm {name}: show my cards").format(name=name), do=("ready",), class_="primary", id="ready"),
            class_="lift",
        ),
        class_="curtain drawn",
    )


def _render_waiting_bar(model: Model) -> Markup:
    """Render the last event while others move, or the replay bar after the game."""
    if model.mover is None:
        return replay.render_replay_bar(model)
    if not model.match.log:
        return tag("p", _("{name} starts").format(name=model.player_names[model.mover]), class_="tally hint")
    event = model.match.events(None, len(model.match.log) - 1)[0]
    said = tag("p", model.entry_sentences(event)[0], class_="tally")
    if not model.waiting_for_listener:
        return said
    return join(said, tag("div", button(_("Continue"), do=("go-on",), class_="primary", id="go-on"), class_="plays"))


def render_log(model: Model) -> Markup:
    """Render the log as far as it may be shown, newest first. Entries since the viewer's last action come first, the
    others by rounds."""
    events = model.match.events(None)[: model.visible_moves][::-1]
    begun = replay.round_starts(model.match, len(events))[:-1]
    names = game_view_of(model).pieces_class.from_model(model)
    news = model.first_new_entry if model.undoable_seats and model.review_position is None else len(events)
    groups: dict[str, list[Markup]] = {}
    for event in events:
        n = event["n"]
        round_ = _("Round {n}").format(n=sum(mark <= n for mark in begun))
        title = _("Since your last turn") if 0 < news <= n else round_
        groups.setdefault(title, []).append(
            _render_log_entry(
                model, event, highlight_attribute(names.moved_pieces(n)), fresh=n >= model.first_new_entry
            )
        )
    told = [
        tag("section", tag("h3", title), tag("ol", lines), class_="happened", aria_label=title)
        for title, lines in groups.items()
    ]
    return join(panel_heading(_("Log")), tag("div", told, data_arrows="y") if told else tag("p", _("No moves yet")))


def _render_log_entry(model: Model, event: Event, lit: str | None, fresh: bool) -> Markup:
    """Render a log entry. A tap shows the position after it, and pointing at it lights the pieces that moved."""
    n = event["n"]
    first, *more = model.entry_sentences(event)
    said = tag("span", first, [tag("em", sentence) for sentence in more])
    if model.can_review and n + 1 != model.move_number:
        said = button(said, do=("show", n + 1), class_="line")
    why = render_why_button(model, n)
    picture, _word = game_view_of(model).event_summary(event)
    return tag("li", svg.seat_sign(event["seat"]), said, picture, why, class_="new" if fresh else None, data_lights=lit)


_PLAIN_PANEL_RENDERERS: Mapping[PlainPanelName, Callable[[Model], Markup]] = {
    "menu": _render_menu,
    "settings": _render_settings,
    "undo": _render_undo_panel,
    "log": render_log,
    "branch": replay.render_branch_panel,
    "learn": _render_tutorial_contents,
}
