"""The screen as named regions of markup. The browser patches the regions that changed. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, assert_never

from palaces.app.i18n import _, pgettext
from palaces.app.model import Model, Notice
from palaces.app.panel_state import (
    EmbedPanel,
    GamePanel,
    HintPanel,
    LogPanel,
    Panel,
    PlainPanel,
    PlainPanelName,
    PlayerPanel,
    RulePanel,
    SharePanel,
    ShortcutsPanel,
    WaysPanel,
    WhyPanel,
)
from palaces.features import (
    recap,
    replay,
    rule_popup,
)
from palaces.loop.undo_update import entries_since_own_move, has_undoable_entry
from palaces.moves import automatic_moves, confirmation, move_warnings
from palaces.share import challenge, embed
from palaces.ui import event_cards, svg
from palaces.ui.annotations import INACTIVE, NO_ANNOTATIONS, Annotations
from palaces.ui.game_view import ANSWER_REGION, BAR_REGION, AnyTableView, Player, game_view_of
from palaces.ui.html import AttributeValue, Markup, Regions, boolean_attribute, button, join, name_tag, tag
from palaces.ui.panels import panel_heading, points_figure, question_panel, render_thinking_dots
from pygame_core.i18n import text_direction

if TYPE_CHECKING:
    from palaces.app.messages import Message, RegionName
    from palaces.features.answer_card import QuestionScreen


def render_screen(model: Model) -> Regions:
    """Render every region by its id. Regions that a position does not need are empty."""
    emblems = svg.seat_sign_sprites(model.sign_order)
    return {"answer": Markup(""), **_render_regions(model), "emblems": emblems}


def _render_regions(model: Model) -> Regions:
    """Render the regions with text or controls. A lesson adds a region outside the page. Its first step is in the HTML
    of the page, before Python starts."""
    if model.look is not None and not model.look.is_summary:
        return _render_question(model)
    if model.review_position is not None:
        return _render_review(model)
    if model.match.resigned is not None:
        return _render_resigned(model)
    if model.puzzle is not None:
        return _render_question(model)
    face = game_view_of(model)
    annotations = _build_annotations(model)
    at = face.build_table_view(model, annotations)
    render_bar = _render_action_bar if model.can_act else _render_waiting_bar
    bar = join(_render_refusal(model), render_bar(model, at))
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
    if model.together is not None:
        from palaces.loop.together import device_screens  # imported only for several devices

        regions |= device_screens.render_own_regions(model, at)
    if model.curtain and not model.paused_for_panel:
        regions[face.curtain_region] = _render_curtain(model)
    return regions


def _render_question(model: Model) -> Regions:
    """Render the table of a puzzle, or of a decision of a finished game. An answer card takes the place of the dock and
    the hand."""
    screen = _question_screen(model)
    asked = screen.asked
    face = game_view_of(asked)
    at = face.build_table_view(asked, screen.annotations)
    own = face.render_action_bar(at) if asked.can_act else Markup("")
    return {
        "status": screen.status,
        "since": Markup(""),
        "tools": screen.tools,
        "notices": _render_notices(model),
        **face.render_regions(at),
        "bar": screen.render_bar(at, own, _render_refusal(asked)),
        "answer": screen.answer,
        "panel": _render_panel(model, at),
        "meaning": _render_open_tooltip(model),
        "occasion": Markup(""),
    }


def _question_screen(model: Model) -> "QuestionScreen":
    if model.look is not None:
        from palaces.features.review import look_again_view  # imported only to look again

        return look_again_view.question_screen(model)
    from palaces.features.puzzles import puzzle_view  # imported only for a puzzle

    return puzzle_view.question_screen(model)


def _hint_attributes(model: Model) -> Mapping[str, Mapping[str, AttributeValue]]:
    """Return the attributes of the pieces and places of an open hint."""
    if model.hint is None:
        return {}
    from palaces.features import explanations  # imported only for hints and reasons

    return explanations.hint_attributes(model)


def _build_annotations(model: Model) -> Annotations:
    """Return the screen's additions to the elements of its table. On a screen in the middle nothing can be touched."""
    if model.is_in_middle and not model.shows_end:
        return INACTIVE
    hints = _hint_attributes(model)
    if model.tutorial is None:
        return Annotations(hint_attributes=hints) if hints else NO_ANNOTATIONS
    from palaces.features import tutorial_view

    return Annotations(hint_attributes=hints, spots=tutorial_view.find_spots(model))


def _render_review(model: Model) -> Regions:
    """Render an earlier position, and the replay bar."""
    from palaces.features import replay_view  # imported only for a replay

    if model.thinking.lab_game is not None:
        from palaces.features.review import lab_game_view  # imported only for a game of the lab

        status, answer = lab_game_view.render_status(model), lab_game_view.render_answer(model)
        marks = lab_game_view.build_annotations(model)
        bar = replay_view.render_replay_bar(model)
        return {**_render_still_table(model, replay.reviewed_model(model), status, bar, marks), "answer": answer}
    return _render_still_table(
        model,
        replay.reviewed_model(model),
        replay_view.render_replay_status(model),
        replay_view.render_replay_bar(model),
    )


def _render_resigned(model: Model) -> Regions:
    """Render the table of a resigned game as it was, and everybody's points so far."""
    from palaces.moves import resignation  # imported only for such a game

    last = replay.last_position_before_resignation(model)
    return _render_still_table(
        model, last, resignation.render_resigned_status(model), resignation.render_resigned_bar(model)
    )


def _render_still_table(
    model: Model, then: Model, status: Markup, bar: Markup, annotations: Annotations = INACTIVE
) -> Regions:
    """Render a table without working controls, with this heading and this bar."""
    at = game_view_of(then).build_table_view(then, annotations)
    return {
        "status": status,
        "since": Markup(""),
        "tools": _render_toolbar(model),
        "notices": _render_notices(model),
        **game_view_of(then).render_regions(at),
        "bar": bar,
        "panel": _render_panel(model, at),
        "meaning": _render_open_tooltip(model),
        "occasion": event_cards.render_event_card(model),
    }


def _render_flashback(model: Model, annotations: Annotations) -> Regions:
    """Render the table of a flashback. Its controls do not work, and its spots stay the same. A scoring that holds the
    table now was not there then."""
    shown = model.review.at(model.flashback, model.revealed_moves).with_flashback(model.flashback)
    then = replay.reviewed_model(replace(model, review=shown, panel=None))
    at = game_view_of(then).build_table_view(then, annotations._replace(is_active=False))
    return game_view_of(then).render_regions(at)


def region_labels(model: Model) -> "dict[RegionName, str]":
    """Return the names of the table's regions for screen readers. The end of a game is in the first region."""
    labels: dict[RegionName, str] = {
        name: _(label) for name, label in (*game_view_of(model).table_regions, ANSWER_REGION)
    }
    return labels | {next(iter(labels)): _("Result")} if model.shows_end else labels


def render_page(model: Model, regions: Regions) -> Markup:
    """Render the skeleton with its regions: the first paint, and the poster. Its id is the game's name."""
    face = game_view_of(model)

    def region_element(name: "RegionName", element: str = "div", **attributes: AttributeValue) -> Markup:
        return tag(element, regions[name], id=name, **attributes)

    return tag(
        "div",
        region_element("emblems", class_="sprites", aria_hidden="true"),
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
                region_element(name, "section", aria_label=label, data_arrows=name == BAR_REGION[0])
                for name, label in region_labels(model).items()
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
    if model.look is not None:
        return _("Look again · {game}").format(game=game)
    if model.puzzle is not None:
        from palaces.features.puzzles import puzzle_view  # imported only for a puzzle

        return f"{puzzle_view.puzzle_title(model)} · {game}"
    if model.review_position is not None:
        return _("Replay · {game}").format(game=game)
    if model.shows_end:
        return _("Game over · {game}").format(game=game)
    if isinstance(model.panel, GamePanel) and model.panel.holds_table:
        return _("{title} · {game}").format(title=game_view_of(model).held_panel_title(model.panel.name), game=game)
    if model.can_act:
        return _("Your turn · {game}").format(game=game)
    return game


# -- header ------------------------------------------------------------------------------------------------------------


def render_status(model: Model, at: AnyTableView) -> Markup:
    """Render the heading: whose turn it is, and what to do."""
    mover = model.mover
    if model.shows_end:
        if not model.shows_deal_result:
            return tag("h1", tag("b", _("Game over")), tabindex="-1", id="turn")
        from palaces.features.review import daily_result  # imported only for a daily deal

        return tag("h1", daily_result.render_title(model), tabindex="-1", id="turn")
    name = model.player_names[mover or 0]
    if isinstance(model.panel, GamePanel) and model.panel.holds_table:
        said: list[object] = [tag("b", game_view_of(model).held_panel_title(model.panel.name))]
    elif model.curtain and model.bot_level is None:
        said = [tag("b", _("Hand the device to {name}").format(name=name))]
    elif model.tutorial is not None and not model.can_act and len(model.match.log) == model.tutorial.log_length:
        said = [tag("b", _("Learn by playing"))]
    elif model.can_act:
        whose = _("Your turn") if len(model.human_seats) == 1 else _("{name}'s turn").format(name=name)
        between = pgettext("between whose turn it is and what to do", ": ")
        said = [tag("b", whose), between, tag("span", game_view_of(model).prompt_phrase(at), class_="prompt")]
    elif model.waiting_for_listener:
        said = _with_bold_name(_("{name} moves next"), name)
    elif model.is_mover_away:
        said = _with_bold_name(_("{name} is away"), name)
    elif model.waits_for_device and model.is_in_middle:
        between = pgettext("between whose turn it is and what to do", ": ")
        said = [tag("b", name), between, tag("span", game_view_of(model).onlooker_prompt(at), class_="prompt")]
    elif model.waits_for_device:
        said = [tag("b", _("{name}'s turn").format(name=name))]
    elif model.thinking.bot_restarted:
        said = _with_bold_name(_("{name} isn't answering. Asking again"), name)
    else:
        dots = render_thinking_dots(str(len(model.match.log)))
        said = [*_with_bold_name(_("{name} is thinking"), name), dots]
    practice = tag("span", _("practice"), class_="badge") if model.match.practice else None
    return tag(
        "h1",
        None if mover is None else svg.seat_sign(mover),
        tag("span", said),
        practice,
        _render_deal_badge(model),
        challenge.render_challenge_badge(model),
        tabindex="-1",
        id="turn",
    )


def _render_deal_badge(model: Model) -> Markup | None:
    """Render the date of a daily deal, next to the name of the seat to move."""
    if not model.address.deal or model.read_only:
        return None
    from palaces.features.review import daily_result

    return daily_result.render_badge(model)


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


def _render_toolbar(model: Model) -> Markup:
    """Render the tools. A lesson has none."""
    if model.tutorial is not None:
        return Markup("")
    opener = _tool_button(
        "menu", _("Menu"), ("panel", "menu"), aria_expanded=boolean_attribute(model.has_open_panel("menu"))
    )
    opener = join(embed.render_full_window_button(model), opener) if model.embed_mode else opener
    opener = join(_tooltip_mode_button(model), opener)
    said = _tool_button("log", _("Log"), ("panel", "log"), aria_expanded=boolean_attribute(model.has_open_panel("log")))
    if model.review_position is not None or model.read_only:
        return join(said, opener)
    devices = None
    if model.is_in_middle and not model.shows_end:
        return join(said, opener)
    if model.has_devices:
        from palaces.loop.together import who_view  # imported only for several devices

        devices = who_view.render_devices_button(model)
    return join(
        devices,
        _tool_button(
            "undo",
            _("Undo"),
            ("undo",),
            _("Undo your last move and play on for practice") if model.shows_end else "",
            disabled=not has_undoable_entry(model),
        ),
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
        opener,
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
    return confirmation.render_confirmation_bar(model, at.annotations)


@lru_cache(maxsize=64)
def _tool_button(name: str, label: str, do: "Message", title: str = "", **attributes: AttributeValue) -> Markup:
    """Render a tool with its icon, its name and its tooltip, which is its name if none is given."""
    face = join(svg.tool_icon(name), tag("span", label))
    return button(face, do=do, class_="tool", id=name, title=title or label, **attributes)


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
        [button(label, do=remedy, class_="second") for remedy, label in notice.others],
        button(notice.close or _("Close"), do=("dismiss", n), class_="quiet"),
        class_="notice calm" if notice.informational else "notice",
        lang=notice.language or None,
        dir=text_direction(notice.language) if notice.language else None,
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
            from palaces.features.keys import shortcut_list  # imported only for the list

            return join(panel_heading(_("Keyboard shortcuts")), shortcut_list.render_shortcut_list(model, panel))
        case WhyPanel() if model.look is not None:
            from palaces.features.review import look_reasons  # imported only to look again

            return look_reasons.render_reasons(model)
        case WhyPanel() if model.puzzle is not None:
            from palaces.features.puzzles import puzzle_reasons  # imported only for a puzzle

            return puzzle_reasons.render_reasons(model)
        case WhyPanel(n) if model.is_own_bot_entry(n):
            from palaces.features.review import lab_game_view  # imported only for a bot of one's own

            return lab_game_view.render_own_reasons(model, n)
        case WhyPanel():
            from palaces.features import explanations

            return explanations.render_why_panel(model, panel)
        case LogPanel():
            from palaces.loop import log_panel  # imported only for the log

            return log_panel.render_log(model, panel)
        case HintPanel():
            from palaces.features import explanations

            return explanations.render_hint_panel(model, panel)
        case PlayerPanel(n):
            return _render_player_panel(model, at, n)
        case RulePanel():
            return rule_popup.render_rule_popup(model, panel)
        case SharePanel(turn_link=str(link)) if link:
            from palaces.loop.together import link_view  # imported only for a game by link

            return link_view.render_link_panel(model)
        case SharePanel():
            from palaces.share import share_panel  # imported only if somebody shares

            return share_panel.render_share_panel(model, panel)
        case EmbedPanel():
            from palaces.share import share_panel

            return share_panel.render_embed_panel(model, panel)
        case GamePanel(name):
            return game_view_of(model).render_panel(at, name)
        case WaysPanel(way):
            from palaces.loop.together import lobby_view  # imported only to play together

            return lobby_view.render_ways(model, way)
        case None:
            return Markup("")
        case _:
            assert_never(panel)


def _render_tutorial_contents(model: Model) -> Markup:
    """Render the steps of the lesson. The game waits meanwhile."""
    from palaces.features import tutorial_view

    told = _("A short real game, step by step. Your own game will wait.")
    return join(panel_heading(_("Learn in 5 minutes")), tag("p", told), tutorial_view.render_contents(model))


def _render_menu(model: Model) -> Markup:
    """Render the menu of this game."""
    from palaces.loop import menu  # imported only for the menu and its panels

    return menu.render_menu(model)


def _render_settings(model: Model) -> Markup:
    """Render the settings."""
    from palaces.loop import menu

    return menu.render_settings(model)


def _render_new_game_panel(model: Model) -> Markup:
    """Render the question about another game."""
    from palaces.loop import menu

    return menu.render_new_game_panel(model)


def _render_past_deals(model: Model) -> Markup:
    """Render the panel with past daily deals."""
    from palaces.loop import past_deals  # imported only for a daily deal

    return past_deals.render_past_deals(model)


def _render_lab_panel(model: Model) -> Markup:
    """Render the legal actions, or what the bot printed in a game of the lab."""
    from palaces.features.review import lab_game_view

    is_log = model.panel_name == "lab-lines"
    return lab_game_view.render_lines_panel(model) if is_log else lab_game_view.render_actions_panel(model)


def _render_undo_panel(model: Model) -> Markup:
    """Render the question whether to undo a move that revealed something. The filled button keeps the game as it is."""
    told = (
        _("The game is over. If you undo your last move, this becomes a practice game.")
        if model.mover is None
        else _("Cards have been revealed since your last move. If you undo it, this becomes a practice game.")
        if model.match.has_revealed_cards(entries_since_own_move(model))
        else _("Others have moved since your last move. If you undo it, this becomes a practice game.")
    )
    kept = _("Keep playing") if model.mover is not None else _("Keep the result")
    return question_panel(
        _("Undo?"),
        told,
        button(kept, do=("close",), class_="primary"),
        button(_("Undo anyway"), do=("undo-further",), class_="second", id="undo-further"),
    )


# -- players -----------------------------------------------------------------------------------------------------------


def _render_player_panel(model: Model, at: AnyTableView, n: int) -> Markup:
    """Render a player's name, points and things, and buttons to the neighbors."""
    view = game_view_of(model)
    holders = view.list_players(model)
    one = holders[n]
    return join(
        panel_heading(
            one.seat_sign,
            name_tag(one.name),
            tag("small", one.subtitle) if one.subtitle else None,
            tag("b", points_figure(one.points), class_="total"),
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


# -- curtain and waiting bar -------------------------------------------------------------------------------------------


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


def _render_waiting_bar(model: Model, at: AnyTableView) -> Markup:
    """Render the last event while others move and during the last look at the table, or the replay bar after the
    game."""
    if model.mover is None and not model.paused_for_panel and not event_cards.is_showing_end(model):
        from palaces.features import replay_view  # imported only after the end

        return replay_view.render_replay_bar(model)
    if model.mover is not None and not model.match.log:
        return tag("p", _("{name} starts").format(name=model.player_names[model.mover]), class_="tally hint")
    event = model.match.events(None, len(model.match.log) - 1)[0]
    sentence = tag("p", model.entry_sentences(event)[0], class_="tally")
    if isinstance(model.panel, GamePanel) and model.panel.is_due:
        skip = button(_("Skip"), do=("skip",), class_="primary", id="go-on")
        return join(sentence, tag("div", skip, class_="plays", data_arrows=True))
    said = join(
        sentence,
        automatic_moves.render_orders(model) or game_view_of(model).render_waiting_controls(at),
    )
    if not model.waiting_for_listener:
        return said
    return join(said, tag("div", button(_("Continue"), do=("go-on",), class_="primary", id="go-on"), class_="plays"))


def _render_resign_panel(model: Model) -> Markup:
    from palaces.moves import resignation  # imported only for this question

    return resignation.render_resign_panel(model)


def _render_branch_panel(model: Model) -> Markup:
    from palaces.features import replay_view  # imported only for this panel

    return replay_view.render_branch_panel(model)


def _render_players_panel(model: Model) -> Markup:
    from palaces.moves import names_and_signs  # imported only for this panel

    return names_and_signs.render_players_panel(model)


def _render_who_panel(model: Model) -> Markup:
    from palaces.loop.together import who_view  # imported only for several devices

    return who_view.render_who_panel(model)


_PLAIN_PANEL_RENDERERS: Mapping[PlainPanelName, Callable[[Model], Markup]] = {
    "menu": _render_menu,
    "settings": _render_settings,
    "undo": _render_undo_panel,
    "branch": _render_branch_panel,
    "deals": _render_past_deals,
    "new": _render_new_game_panel,
    "resign": _render_resign_panel,
    "players": _render_players_panel,
    "learn": _render_tutorial_contents,
    "lab-actions": _render_lab_panel,
    "lab-lines": _render_lab_panel,
    "who": _render_who_panel,
}
