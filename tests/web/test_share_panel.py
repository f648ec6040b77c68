"""Tests of the panels "share" and "embed": their offers, the copied text, and markup that no name can break."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from json_messages import update
from model_changes import change_model
from palaces.app.model import Model
from palaces.app.panel_state import EmbedPanel, SharePanel
from palaces.app.routing import Address
from palaces.app.routing import parse_query as address_of
from palaces.app.settings import SETTINGS
from palaces.features.steps import start_game
from palaces.loop import layout
from palaces.loop.review_update import open_shared_game
from palaces.share import permalinks, share_panel
from palaces.ui.html import Markup
from screens import (
    Element,
    after_messages,
    effect_list,
    first_model_where,
    offered_messages,
    parse_page,
    parse_region,
    random_models,
    screen_elements,
    seated_model,
)

from pygame_core import GAMES, Match

SITE = "https://example.org/palaces/"
ALONE = ("you", "bot:random", "bot:casual")
HOSTILE_NAMES = ('<img src=x onerror="alert(1)">', "\"'><script>x</script>", "</textarea></palace-game>&amp;")
QR_ROWS = ("101", "010", "111")


def open_share_panel(model: Model, panel: str, sheet: bool = False) -> Model:
    """Return the model with this panel opened and located, as the browser does it."""
    closed = change_model(model, panel="", paused_for_panel=False)
    return after_messages(closed, ["panel", panel], ["share", "at", SITE, sheet])


def panel_status(model: Model) -> str:
    """Return the panel's message about the last step."""
    assert isinstance(model.panel, SharePanel | EmbedPanel)
    return model.panel.status_text


def finished_model(seed: int = 1, names: tuple[str, ...] = ()) -> Model:
    return random_models(ALONE, seed, names)[-1]


def element_by_id(model: Model, name: str) -> Element:
    """Return the element of the screen with this id."""
    return next(element for element in screen_elements(model) if element.attributes.get("id") == name)


def offered_link(model: Model) -> list[str]:
    """Return the kinds of links that the panel offers."""
    return [message[1] for message in offered_messages(model) if message[0] == "shared"]


def linked_match(address: str) -> permalinks.LinkedGame:
    assert address.startswith(SITE)
    return permalinks.read_fragment(urlsplit(address).fragment)


# -- links -------------------------------------------------------------------------------------------------------------


def test_a_running_game_is_shared_as_it_is_and_its_hands_are_said_to_be_seen() -> None:
    model = first_model_where(ALONE, 1, lambda model: len(model.match.log) == 9)
    shown = open_share_panel(model, "share")
    address = element_by_id(shown, "link").attributes["value"] or ""
    replay = linked_match(address).replay
    assert replay
    assert replay.save() == model.whole_match.save()
    assert (linked_match(address).log_number, offered_link(shown)) == (None, [])
    assert "including all hands" in element_by_id(shown, "link-about").text_content()


def test_where_nothing_is_secret_no_hands_are_spoken_of() -> None:
    model = open_share_panel(start_game(Address("medina", ("you", "bot:random"), seed=1))[0], "share")
    assert "hands" not in element_by_id(model, "link-about").text_content()


def test_the_link_follows_the_game_while_the_panel_is_open() -> None:
    model = open_share_panel(first_model_where(ALONE, 1, lambda model: model.can_act), "share")
    later = after_messages(model, ["play", model.match.legal()[0]])
    assert later.panel_name == "share"
    replay = linked_match(element_by_id(later, "link").attributes["value"] or "").replay
    assert replay
    assert len(replay.log) == len(model.match.log) + 1


def test_after_a_game_the_end_leads_to_the_panel_and_a_challenge_can_be_made() -> None:
    model = finished_model()
    assert ["panel", "share"] in offered_messages(model)
    shown = open_share_panel(model, "share")
    assert offered_link(shown) == ["game", "challenge"]
    assert linked_match(share_panel.copyable_texts(shown)["link"]).log_number is None
    dared = after_messages(shown, ["shared", "challenge"])
    address = share_panel.copyable_texts(dared)["link"]
    read, notes = address_of(urlsplit(address).query)
    assert (read.seats, read.seed, read.names, notes) == (model.address.seats, model.address.seed, (), [])
    assert read.beat == model.match.scores()[0]
    proof = permalinks.read_proof(urlsplit(address).fragment)
    assert proof
    assert proof.save() == model.whole_match.save()
    assert f"Beat my {read.beat}" in element_by_id(dared, "link-about").text_content()


def test_while_looking_back_the_link_to_this_move_comes_first() -> None:
    model = open_share_panel(after_messages(finished_model(), ["show", 12]), "share")
    assert offered_link(model) == ["move", "game", "challenge"]
    there = linked_match(share_panel.copyable_texts(model)["link"])
    assert there.log_number == 12
    assert "after move 12" in element_by_id(model, "link-about").text_content()
    assert (
        linked_match(share_panel.copyable_texts(after_messages(model, ["shared", "game"]))["link"]).log_number is None
    )
    assert (
        linked_match(
            share_panel.copyable_texts(open_share_panel(after_messages(model, ["show", 13]), "share"))["link"]
        ).log_number
        == 13
    )


def test_of_a_game_that_came_by_link_nothing_is_told_that_has_not_been_shown() -> None:
    """It offers no challenge either, because the points are those of another person."""
    match = finished_model().whole_match
    model = open_share_panel(open_shared_game(Address(), match, 12)[0], "share")
    assert offered_link(model) == ["move", "game"]
    for name in ("move", "game"):
        text = parse_region(layout.render_screen(after_messages(model, ["shared", name]))["panel"]).text_content()
        assert "ends" not in text
        assert not any(f"{points} " in text for points in match.scores())
    whole_game = element_by_id(after_messages(model, ["shared", "game"]), "link-about").text_content()
    assert "moves you haven't seen here yet" in whole_game
    assert "hands" not in whole_game


def test_a_link_that_is_not_there_any_more_gives_way_to_the_first() -> None:
    chosen = after_messages(
        open_share_panel(after_messages(finished_model(), ["show", 12]), "share"), ["shared", "move"]
    )
    back = change_model(chosen, review_position=None)
    assert linked_match(share_panel.copyable_texts(back)["link"]).log_number is None


# -- copying and sending -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("panel", "name"), [("share", "link"), ("embed", "snippet"), ("embed", "frame")])
def test_what_stands_in_a_field_is_copied_and_that_is_said_beside_it(panel: str, name: str) -> None:
    model = open_share_panel(finished_model(), panel)
    field = element_by_id(model, name)
    text = field.attributes["value"] if field.name == "input" else field.text_content()
    assert ["share", "copy", name] in offered_messages(model)
    same, effects = update(model, ["share", "copy", name])
    assert (same, effects) == (model, [("copy", text, name)])
    for done, told in ((True, "Copied"), (False, "press Ctrl+C")):
        changed, effects = update(model, ["share", "copied", name, done])
        assert effects == [("announce", panel_status(changed).removesuffix(".") + ".")]
        lines = [each.text_content() for each in screen_elements(changed) if each.attributes.get("class") == "told"]
        assert [told in line for line in lines].count(True) == 1
        assert [line for line in lines if told not in line] == [""] * (len(lines) - 1)
    assert after_messages(model, ["share", "copied", name, True], ["panel", panel]).panel_name == ""


def test_the_system_s_sheet_is_offered_only_where_there_is_one() -> None:
    without, having = (
        open_share_panel(finished_model(), "share"),
        open_share_panel(finished_model(), "share", sheet=True),
    )
    assert ["share", "send"] not in offered_messages(without)
    assert update(without, ["share", "send"]) == (without, [])
    assert ["share", "send"] in offered_messages(having)
    [effect] = update(having, ["share", "send"])[1]
    assert effect == ("send", "Alhambra: The Card Game: a game to watch", share_panel.copyable_texts(having)["link"])
    [dared] = effect_list(update(after_messages(having, ["shared", "challenge"]), ["share", "send"])[1])
    assert f"beat my {finished_model().match.scores()[0]} with the same deal" in dared[1]
    assert "Copy it instead" in panel_status(after_messages(having, ["share", "unsent"]))


# -- QR codes ----------------------------------------------------------------------------------------------------------


def test_a_code_is_asked_for_once_shown_for_its_own_link_and_put_away() -> None:
    model = open_share_panel(finished_model(), "share")
    asked, effects = update(model, ["share", "code"])
    address = share_panel.copyable_texts(model)["link"]
    assert effects == [("code", address)]
    assert element_by_id(asked, "code").attributes["aria-expanded"] == "true"
    shown = after_messages(asked, ["share", "coded", address, [*QR_ROWS]])
    picture = next(element for element in screen_elements(shown) if element.attributes.get("class") == "qr")
    assert (picture.attributes["role"], picture.accessible_name()) == ("img", "QR code of the link")
    other = after_messages(shown, ["shared", "challenge"])
    assert element_by_id(other, "qr").children == []
    assert element_by_id(other, "code").attributes["aria-expanded"] == "false"
    assert element_by_id(after_messages(shown, ["share", "code"]), "qr").children == []


def test_a_code_of_another_link_is_dropped() -> None:
    model = open_share_panel(finished_model(), "share")
    asked = after_messages(model, ["share", "code"])
    assert update(asked, ["share", "coded", SITE, [*QR_ROWS]]) == (asked, [])
    assert update(model, ["share", "coded", share_panel.copyable_texts(model)["link"], [*QR_ROWS]]) == (model, [])


@pytest.mark.parametrize("rows", [[], ["10"], [1, 2], ["ab", "cd"], ["10", "1"]])
def test_a_code_that_could_not_be_made_is_told(rows: list[Any]) -> None:
    asked = after_messages(open_share_panel(finished_model(), "share"), ["share", "code"])
    failed = after_messages(asked, ["share", "coded", share_panel.copyable_texts(asked)["link"], rows])
    assert "couldn't be made" in panel_status(failed)
    assert element_by_id(failed, "qr").children == []
    assert update(failed, ["share", "code"])[1] == [("code", share_panel.copyable_texts(asked)["link"])]


def test_a_link_that_is_too_long_for_a_code_says_so() -> None:
    model = open_share_panel(finished_model(), "share")
    fits = share_panel.QR_MAX_BYTES - len(share_panel.copyable_texts(model)["link"])
    for longer, asks in ((fits, True), (fits + 1, False)):
        far = after_messages(model, ["share", "at", SITE + "x" * longer, False])
        changed, effects = update(far, ["share", "code"])
        assert (effects[0][0] == "code") == asks
        assert ("too long for a QR code, which holds 2953" in panel_status(changed)) != asks


def test_a_code_is_drawn_module_by_module_with_white_round_it() -> None:
    drawing = parse_region(share_panel.qr_code_svg(QR_ROWS))
    svg, paper, dark = [*drawing.descendants()][1:4]
    assert svg.attributes["viewbox"] == "0 0 11 11"
    assert paper.attributes["d"] == "M0 0h11v11h-11z"
    assert dark.attributes["d"] == "M4 4h1v1h-1zM6 4h1v1h-1zM5 5h1v1h-1zM4 6h3v1h-3z"
    assert int(svg.attributes["width"] or "") >= 3 * 11


# -- other pages -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_snippet_carries_the_table_but_neither_names_nor_the_deal(game: str) -> None:
    address = Address(game, ("you", "bot:skilled"), ("Ada",), 7, theme="dark", beat=9, table=3)
    script, element = share_panel.embed_snippet(address, SITE).split("\n")
    assert script == f'<script src="{SITE}embed.js" async></script>'
    [made] = [each for each in parse_region(Markup(element)).descendants() if each.name == "palace-game"]
    settings = {"game": game, "seats": "you,bot:skilled", "theme": "dark"}
    assert made.attributes == settings | {"style": share_panel.ELEMENT_STYLE}
    [preview] = [
        each
        for each in parse_region(share_panel.embed_element_html(address, SITE)).descendants()
        if each.name == "palace-game"
    ]
    assert preview.attributes == settings  # our own pages do not allow inline styles
    [way] = [each for each in made.descendants() if each.name == "a"]
    way_there = urlsplit(way.attributes["href"] or "")
    assert way_there.path.endswith(f"/{game}.html")
    read, notes = address_of(way_there.query, game)
    assert (read.game, read.seats, read.seed, read.names, read.beat, notes) == (game, address.seats, None, (), None, [])


def test_options_go_along() -> None:
    address = Address("medina", ("you", "bot:casual"), seed=1, options=(("first", "2"), ("towers", "new-contact")))
    assert ' options="first=2,towers=new-contact"' in share_panel.embed_snippet(address, SITE)
    assert "first=2&amp;towers=new-contact" in share_panel.frame_html(address, SITE)


@pytest.mark.parametrize("form", ["new", "replay"])
def test_both_codes_carry_the_same_settings(form: str) -> None:
    settings: dict[str, Any] = {name: setting.values[-1] for name, setting in SETTINGS.items() if name != "lang"}
    address = Address("medina", ("you", "bot:casual"), seed=1, options=(("first", "2"),), **settings)
    replay = Match.new("medina", 2, seed=1) if form == "replay" else None
    codes = (share_panel.embed_element_html(address, SITE, replay), share_panel.frame_html(address, SITE, replay))
    element, link, frame, other_link = (
        each.attributes
        for code in codes
        for each in parse_region(Markup(code)).descendants()
        if each.name in ("palace-game", "iframe", "a")
    )
    asked = urlsplit(frame["src"] or "")
    written = {name: value for name, value in parse_qsl(asked.query) if name != "first"}
    assert written == {name: value for name, value in element.items() if name not in ("options", "replay")}
    assert {f"{name}={value}" for name, value in settings.items()} <= {*map("=".join, written.items())}
    assert asked.fragment == (f"replay={element['replay']}" if replay else "")
    assert link["href"] == other_link["href"]
    assert urlsplit(link["href"] or "").query == asked.query.removeprefix("game=medina&")


def test_a_frame_is_the_page_for_frames_with_a_title() -> None:
    frame, _paragraph, link = [*parse_region(Markup(share_panel.frame_html(Address(seed=7), SITE))).descendants()][1:]
    assert (link.attributes["href"] or "").startswith(f"{SITE}alhambra.html?seats=")
    assert (frame.attributes["src"] or "").startswith(f"{SITE}embed.html?game=alhambra&seats=")
    assert frame.attributes["title"] == "Alhambra: The Card Game"
    assert frame.attributes["style"] == "width:100%;border:0"  # never wider than the text around it
    assert int(frame.attributes["width"] or "") == 800
    assert not any(name.startswith("on") for name in frame.attributes)


def css_declarations(style: str) -> dict[str, str]:
    return dict(re.sub(r"\s+", "", line).split(":", 1) for line in style.split(";") if ":" in line)


def test_the_box_of_the_snippet_is_the_one_that_the_element_has_by_itself() -> None:
    """So our script moves nothing in the page when it loads, even where inline styles are not allowed."""
    script = (Path(share_panel.__file__).parents[2] / "scripts/embed.js").read_text("utf-8")
    host, size = (re.search(rf":host{part} \{{(.*?)\}}", script, re.S) for part in ("", "::after"))
    assert host
    assert size
    own = css_declarations(host[1]) | {"display": "block"} | css_declarations(size[1])
    assert css_declarations(share_panel.ELEMENT_STYLE).items() <= own.items()


def test_a_replay_is_embedded_whole() -> None:
    model = after_messages(open_share_panel(finished_model(), "embed"), ["embedded", "replay"])
    [made] = [element for element in screen_elements(model) if element.name == "palace-game"]
    assert {*made.attributes} == {"id", "game", "replay", "speed"}
    match = permalinks.read_fragment(f"replay={made.attributes['replay']}").replay
    assert match
    assert match.save() == model.whole_match.save()
    assert f"#replay={made.attributes['replay']}" in share_panel.copyable_texts(model)["frame"]
    assert "seats=" not in share_panel.copyable_texts(model)["snippet"]


def test_before_the_first_move_there_is_no_replay_to_embed() -> None:
    model = open_share_panel(seated_model(*ALONE), "embed")
    assert not any(message[0] == "embedded" for message in offered_messages(model))
    assert "replay" not in share_panel.copyable_texts(after_messages(model, ["embedded", "replay"]))["snippet"]


def test_a_hostile_name_stays_text_in_all_that_is_shared() -> None:
    model = finished_model(3, HOSTILE_NAMES)
    for panel in ("share", "embed"):
        for form in ("new", "replay"):
            shown = after_messages(open_share_panel(model, panel), ["embedded", form])
            parse_page(shown)  # the strict parser accepts it
            for text in share_panel.copyable_texts(shown).values():
                assert not any(
                    part in text for name in HOSTILE_NAMES for part in (name, "onerror", "alert", "<script>")
                )


@pytest.mark.parametrize("site", ['https://x/"><script>alert(1)</script>/', "https://x/'&<b>/"])
def test_a_hostile_address_of_the_site_stays_an_attribute(site: str) -> None:
    address = Address(seed=1)
    for text in (share_panel.embed_snippet(address, site), share_panel.frame_html(address, site)):
        assert site not in text
        assert "<b>" not in text
        assert text.count("<script") == (1 if text == share_panel.embed_snippet(address, site) else 0)


def test_the_element_of_the_preview_is_the_same_while_the_game_goes_on_and_another_for_a_replay() -> None:
    model = open_share_panel(
        first_model_where(ALONE, 1, lambda model: model.can_act and len(model.match.log) > 3), "embed"
    )
    before = element_by_id(model, "preview-new")
    later = after_messages(model, ["share", "copied", "snippet", True], ["play", model.match.legal()[0]])
    assert element_by_id(later, "preview-new") == before
    other = after_messages(model, ["embedded", "replay"])
    assert not any(element.attributes.get("id") == "preview-new" for element in screen_elements(other))


# -- the panels --------------------------------------------------------------------------------------------------------


def test_opening_asks_where_the_site_stands_and_only_the_preview_for_its_element() -> None:
    model = seated_model(*ALONE)
    assert update(model, ["panel", "share"])[1] == [("reveal", "panel"), ("locate",)]
    assert update(model, ["panel", "embed"])[1] == [("reveal", "panel"), ("locate",), ("load-embed",)]
    assert update(model, ["panel", "menu"])[1] == [("reveal", "panel")]


@pytest.mark.parametrize("panel", ["share", "embed"])
def test_every_control_has_a_name_of_its_own_and_a_message_that_is_taken(panel: str) -> None:
    for model in (finished_model(), after_messages(finished_model(), ["show", 12]), seated_model("you", "you")):
        shown = open_share_panel(model, panel, sheet=True)
        controls = [
            each for each in parse_region(layout.render_screen(shown)["panel"]).descendants() if each.name == "button"
        ]
        labels = [control.accessible_name() for control in controls]
        assert len({*labels}) == len(labels)
        fields = [
            each
            for each in screen_elements(shown)
            if each.name in {"input", "textarea"} and "readonly" in each.attributes
        ]
        told = {each.attributes.get("for") for each in screen_elements(shown) if each.name == "label"}
        assert fields
        assert all(field.attributes.get("aria-label") or field.attributes["id"] in told for field in fields)
        for control in controls:
            message = control.data_value("data-do")
            pressed = control.attributes.get("aria-pressed") == "true"
            assert pressed or update(shown, message) != (shown, []), message
        ids = [each.attributes["id"] or "" for each in parse_page(shown).descendants() if "id" in each.attributes]
        assert len(ids) == len({*ids})
        referred = [each.attributes.get("aria-describedby") for each in screen_elements(shown)]
        assert {each for each in referred if each} <= {*ids}


@pytest.mark.parametrize(
    "message",
    [
        ["share"],
        ["share", "at"],
        ["share", "at", 1, True],
        ["share", "at", SITE, 1],
        ["share", "copy", "turn"],
        ["share", "copied", "turn", True],
        ["share", "copied", "link", 1],
        ["share", "send"],
        ["share", "coded", "x", []],
        ["shared", "move"],
        ["shared", "challenge"],
        ["shared", []],
        ["embedded", "x"],
    ],
    ids=str,
)
def test_a_message_that_does_not_fit_changes_nothing(message: list[Any]) -> None:
    model = open_share_panel(seated_model(*ALONE), "share")
    assert update(model, message) == (model, [])


def test_the_name_of_a_game_is_in_the_title_of_its_frame() -> None:
    match = Match.new("palazzo", 2, 1)
    assert 'title="Palazzo"' in share_panel.frame_html(Address(), SITE, match)
