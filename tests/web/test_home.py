"""Tests of the home page: sound markup, a form that only makes valid addresses, and a name for every field."""

import re
from itertools import product
from pathlib import Path
from random import Random

import pytest
from palaces.app.routing import PAUSE_MS_BY_SPEED, Address, parse_query
from palaces.app.settings import SETTINGS
from palaces.features.steps import start_game
from palaces.prerender import home
from palaces.ui.game_view import load_game_view
from screens import Element, parse_markup

from pygame_core import GAMES, Match
from pygame_core.bots import OPPONENT_LEVELS, choose
from pygame_core.match import require_game

HOME_PAGE = parse_markup(home.render_home_content())
WEB = Path(home.__file__).parents[2]


def new_game_form(game: str) -> Element:
    """Return the form for a new game."""
    [found] = [element for element in HOME_PAGE.descendants() if element.attributes.get("id") == f"new-{game}"]
    return found


def field_choices(game: str, name: str) -> list[str]:
    """Return the values of a field in its form, or none without such a field."""
    fields = [element for element in new_game_form(game).descendants() if element.attributes.get("name") == name]
    return [
        option.attributes["value"] or ""
        for field in fields
        for option in field.descendants()
        if option.name == "option"
    ]


def test_every_game_has_its_poster_its_title_its_rules_and_its_form() -> None:
    articles = [element for element in HOME_PAGE.descendants() if element.name == "article"]
    assert [article.attributes["aria-labelledby"] for article in articles] == [f"{game}-title" for game in GAMES]
    for game, article in zip(GAMES, articles, strict=True):
        below = [*article.descendants()]
        assert [element.text_content() for element in below if element.name == "h2"] == [
            GAMES[game].short_title(),
            GAMES[game].sentences.game_title(),
        ]
        assert [element for element in below if element.name == "form"] == [new_game_form(game)]
        assert f"./rules/{game}.html" in [element.attributes.get("href") for element in below]
        assert load_game_view(game).render_picture("poster") in home.render_home_content()
        assert GAMES[game].translated_aim() in article.text_content()
    [credits_] = [each for each in HOME_PAGE.descendants() if each.attributes.get("id") == "credits"]
    assert all(
        f"{GAMES[game].sentences.game_title()} was designed by {GAMES[game].designer}." in credits_.text_content()
        for game in GAMES
    )


@pytest.mark.parametrize(("count", "said"), [(1, "One board game"), (3, "Three board games")])
def test_the_home_page_counts_its_games(count: int, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "GAMES", dict([*GAMES.items()][:count]))
    assert re.findall(r"<p>([^<]*) about building palaces\. Play", home.render_home_content()) == [said]


def test_no_id_comes_twice_and_what_is_referred_to_is_there() -> None:
    ids = [element.attributes["id"] for element in HOME_PAGE.descendants() if "id" in element.attributes]
    assert len(ids) == len({*ids})
    for element in HOME_PAGE.descendants():
        for reference in ("aria-labelledby", "aria-describedby", "popovertarget"):
            assert {*(element.attributes.get(reference) or "").split()} <= {*ids}
        href = element.attributes.get("href") or "./"
        assert href[1:] in ids if href.startswith("#") else href.startswith("./")
        assert not any(name.startswith("on") or name == "style" for name in element.attributes)


@pytest.mark.parametrize("game", GAMES)
def test_every_field_stands_in_a_label_that_says_what_it_is(game: str) -> None:
    labels = [label for label in new_game_form(game).descendants() if label.name == "label"]
    for field in new_game_form(game).descendants():
        if field.name == "select" or (field.name == "input" and field.attributes.get("type") != "hidden"):
            [label] = [label for label in labels if field in label.descendants()]
            assert "".join(
                child if isinstance(child, str) else child.text_content() for child in label.children[:1]
            ).strip()


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_of_seats_that_the_game_allows_can_be_dealt(game: str) -> None:
    counts = GAMES[game].seat_counts
    given = new_game_form(game).attributes
    assert field_choices(game, "level") == [*OPPONENT_LEVELS]
    assert {*field_choices(game, "speed")} == {*PAUSE_MS_BY_SPEED}
    assert [given["data-fewest"], given["data-most"]] == [str(counts[0]), str(counts[-1])]
    seen = set()
    for people, bots, level in product(*(field_choices(game, name) for name in ("people", "opponents", "level"))):
        seats = ("you",) * int(people) + (f"bot:{level}",) * int(bots)
        if len(seats) in counts:
            seen.add(len(seats))
            assert start_game(parse_query(Address(game, seats, seed=1).to_query())[0])[0].address.seats == seats
    assert seen == {*counts}


@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_a_game_is_asked_for_and_every_choice_can_be_dealt(game: str) -> None:
    asked = [each.attributes["name"] for each in new_game_form(game).descendants() if "data-option" in each.attributes]
    assert asked == [option.name for option in GAMES[game].options]
    most = GAMES[game].seat_counts[-1]
    for option in GAMES[game].options:
        words = field_choices(game, option.name)
        assert words == [
            "",
            *(choice.url_word for choice in option.available_choices(most) if choice.value != option.default),
        ]
        for word in words:
            chosen = ((option.name, word),) if word else ()
            address = Address(game, ("you",) * most, seed=1, options=chosen)
            assert parse_query(address.to_query()) == (address, [])
            values = {choice.url_word: choice.value for choice in option.choices} | {"": option.default}
            assert start_game(address)[0].match.options.get(option.name) == values[word]


@pytest.mark.parametrize("game", GAMES)
def test_a_choice_for_more_seats_says_so_to_the_script(game: str) -> None:
    shown = [
        each.attributes
        for each in new_game_form(game).descendants()
        if each.name == "option" and "data-seats" in each.attributes
    ]
    assert [(each["value"], int(each["data-seats"] or 0)) for each in shown] == [
        (choice.url_word, choice.min_seats)
        for option in GAMES[game].options
        for choice in option.choices
        if choice.min_seats and choice.value != option.default
    ]


@pytest.mark.parametrize("game", GAMES)
def test_the_first_choice_is_the_usual_game(game: str) -> None:
    chosen = [
        option.attributes["value"] for option in new_game_form(game).descendants() if "selected" in option.attributes
    ]
    assert [each for each in chosen if each] == ["2", "casual", "1", "normal"]
    assert Address().seats == ("you", "bot:casual", "bot:casual")


@pytest.mark.parametrize("game", GAMES)
def test_the_link_to_play_starts_a_game_of_two_casual_bots(game: str) -> None:
    [link] = [each for each in HOME_PAGE.descendants() if each.attributes.get("id") == f"{game}-play"]
    assert link.text_content().strip() == "Play 2 casual bots"
    query = (link.attributes["href"] or "").removeprefix(f"./{game}.html?")
    assert parse_query(f"game={game}&{query}")[0].seats == Address().seats


def test_every_drawer_is_opened_by_a_button_and_closed_by_one_of_its_own() -> None:
    """That of several devices has a button for a first visit, and one for all others."""
    drawers = [each for each in HOME_PAGE.descendants() if "popover" in each.attributes]
    buttons = [each for each in HOME_PAGE.descendants() if "popovertarget" in each.attributes]
    assert len(drawers) == len(GAMES) + len(("settings", "rules", "credits", "together"))
    for drawer in drawers:
        inside = [*drawer.descendants()]
        using = [each for each in buttons if each.attributes["popovertarget"] == drawer.attributes["id"]]
        closing = [each for each in using if each.attributes.get("popovertargetaction") == "hide"]
        assert len(using) == (3 if drawer.attributes["id"] == home.TOGETHER_DRAWER else 2)
        assert [each in inside for each in closing] == [True]


def test_a_new_version_is_offered_whether_it_waits_or_has_taken_over() -> None:
    [offer] = [element for element in HOME_PAGE.descendants() if element.attributes.get("id") == "renew"]
    assert "hidden" in offer.attributes
    assert [below.name for below in offer.descendants()][1:] == ["p", "button"]
    script = (WEB / "scripts/sw-update.js").read_text("utf-8")
    states = re.findall(r'"(\w+)"', re.findall(r"@param \{(.*)\} state", script)[0])
    assert len({offer.attributes[f"data-{state}"] for state in states} - {None, ""}) == len(states) == 2


# -- kept games --------------------------------------------------------------------------------------------------------

[SAVED_GAMES_ELEMENTS] = [element for element in HOME_PAGE.descendants() if element.attributes.get("id") == "continue"]
SCRIPTS = (WEB / "scripts/saved-games.js").read_text("utf-8"), (WEB / "scripts/saved-games-store.js").read_text("utf-8")


def test_the_script_has_a_sentence_for_all_that_it_says_and_no_other() -> None:
    say = SAVED_GAMES_ELEMENTS.data_value("data-say")
    list_script, store_script = SCRIPTS
    assert {*re.findall(r"\bsay\.(\w+)", list_script)} == {*say}
    [reasons] = re.findall(r"@typedef \{(.*)\} Why", store_script)  # tsc checks that there is no other
    assert {*re.findall(r'"(\w+)"', reasons)} == {*say["why"]}
    assert all(store_script.count(f'"{reason}"') > 1 for reason in say["why"])
    assert not re.search(r"[<>]", str(say))


def test_every_control_of_a_line_says_which_game_it_is_about_and_is_understood() -> None:
    controls = [
        each
        for each in SAVED_GAMES_ELEMENTS.descendants()
        if each.name in ("a", "button") and "data-called" in each.attributes
    ]
    assert len(controls) == 6
    assert all("{game}" in (each.attributes["data-called"] or "") for each in controls)
    used = {each.attributes["data-use"] for each in SAVED_GAMES_ELEMENTS.descendants() if "data-use" in each.attributes}
    actions = SCRIPTS[0].partition("const actions = {")[2].partition("\n};")[0]
    assert used == {*re.findall(r"^  (\w+)(?=[:(])", actions, re.MULTILINE)}


def test_what_the_script_knows_of_games_is_what_saves_have() -> None:
    facts = SAVED_GAMES_ELEMENTS.data_value("data-facts")
    assert [*facts["games"]] == [*GAMES]
    for game, known in facts["games"].items():
        save = Match.new(game, GAMES[game].seat_counts[-1], 1).save()
        assert (save["format"], save["rules"]) == (facts["format"], known["rules"])
        assert {*save["options"]} <= {option["name"] for option in known["options"]}
        assert [int(seats) for seats in known["moves"]] == [*GAMES[game].seat_counts]
        assert all(key in SCRIPTS[1] for key in save)
    for name, values in facts["chosen"].items():
        for value in values[1:]:
            assert f"&{name}={value}" in parse_query(f"seed=1&{name}={value}")[0].to_query() or name == "lang"
        assert f"{name}=" not in parse_query(f"seed=1&{name}={values[0]}")[0].to_query()
    assert facts["chosen"]["theme"] == ["auto", "light", "dark"]
    assert facts["chosen"].keys() == SETTINGS.keys()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_about_as_many_moves_as_the_list_says(game: str) -> None:
    for seats, about in GAMES[game].typical_moves.items():
        chance = Random(seats)
        match = Match.new(require_game(game), seats, seats)
        while (seat := match.to_move()) is not None:
            match.play(choose("beginner", match.view(seat), chance).action)
        assert about * 0.75 < len(match.log) < about * 1.3, (seats, len(match.log))
