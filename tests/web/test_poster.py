"""The pictures drawn before Python runs: always the same, and shaped like the live page that takes their place."""

from palaces import poster, screen
from palaces.address import Address
from palaces.update import begin
from screens import Element, parsed, sat


def regions(root: Element) -> dict[str, Element]:
    """Elements by id."""
    return {below.attributes["id"] or "": below for below in root.walk() if "id" in below.attributes}


def rows(region: Element) -> list[str]:
    """What gives a region its height."""
    return [below.name for below in region.walk() if below.name in {"h2", "li", "p", "table", "tr", "ul"}]


def skeleton(root: Element) -> list[tuple[str, str | None, str]]:
    """What holds the regions, without what is in them."""
    inside = {id(below) for name in screen.render(sat(*Address().seats)) for below in regions(root)[name].walk()}
    kept = [below for below in root.walk() if id(below) not in inside or below.attributes.get("id") in regions(root)]
    held = [below for below in kept if below.name in {"header", "main", "aside", "section", "div", "p"}]
    return [(below.name, below.attributes.get("id"), below.attributes.get("class") or "") for below in held]


def test_a_poster_is_the_same_every_time() -> None:
    assert poster.board() == poster.board()
    assert poster.home() == poster.home()


def test_the_board_s_poster_has_the_shape_of_the_page_that_takes_its_place() -> None:
    drawn = parsed(poster.board())
    for seed in (1, 2, 3):
        model = begin(Address(seed=seed))[0]
        live = parsed(screen.page(screen.render(model)))
        assert {*screen.render(model)} <= {*regions(drawn)}
        assert skeleton(live) == skeleton(drawn)
        for name in ("yard", "money", "seats", "piles"):
            assert rows(regions(live)[name]) == rows(regions(drawn)[name])


def test_the_poster_of_a_game_is_its_first_screen_itself() -> None:
    assert poster.board() == screen.page(screen.render(begin(Address(seed=11))[0]))


def test_the_home_page_s_poster_shows_four_buildings_and_no_control() -> None:
    home = parsed(poster.home())
    assert [element.name for element in home.walk()].count("li") == 4
    assert not {"button", "a", "input"} & {element.name for element in home.walk()}
    assert not any("id" in element.attributes for element in home.walk() if element.name != "symbol")
