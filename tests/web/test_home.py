"""The home page: sound markup, a form whose every choice is an address that can be read, a name for every field."""

from itertools import product

from palaces import home
from palaces.address import SPEEDS, Address, read
from palaces.update import begin
from screens import Element, parsed

from pygame_core import GAMES
from pygame_core.bots import LEVELS

COUNTS = GAMES["alhambra"].seat_counts
PAGE = parsed(home.content())


def choices(name: str) -> list[str]:
    """The values that a field of the form offers."""
    [field] = [element for element in PAGE.walk() if element.attributes.get("name") == name]
    return [option.attributes["value"] or "" for option in field.walk() if option.name == "option"]


def form() -> Element:
    """The form for a new game."""
    [found] = [element for element in PAGE.walk() if element.name == "form"]
    return found


def test_no_id_comes_twice_and_what_is_referred_to_is_there() -> None:
    ids = [element.attributes["id"] for element in PAGE.walk() if "id" in element.attributes]
    assert len(ids) == len({*ids})
    for element in PAGE.walk():
        assert element.attributes.get("aria-labelledby", ids[0]) in ids
        href = element.attributes.get("href") or "./"
        assert href[1:] in ids if href.startswith("#") else href.startswith("./")
        assert not any(name.startswith("on") or name == "style" for name in element.attributes)


def test_every_field_stands_in_a_label_that_says_what_it_is() -> None:
    labels = [label for label in PAGE.walk() if label.name == "label"]
    for field in form().walk():
        if field.name == "select" or (field.name == "input" and field.attributes.get("type") != "hidden"):
            [label] = [label for label in labels if field in label.walk()]
            assert "".join(child if isinstance(child, str) else child.text() for child in label.children[:1]).strip()


def test_every_choice_of_seats_that_the_game_allows_can_be_dealt() -> None:
    assert {*choices("level")} == {*LEVELS}
    assert {*choices("speed")} == {*SPEEDS}
    assert [form().attributes["data-fewest"], form().attributes["data-most"]] == [str(COUNTS[0]), str(COUNTS[-1])]
    seen = set()
    for people, bots, level in product(choices("people"), choices("opponents"), choices("level")):
        seats = ("you",) * int(people) + (f"bot:{level}",) * int(bots)
        if len(seats) in COUNTS:
            seen.add(len(seats))
            assert begin(read(Address(seats=seats, seed=1).query())[0])[0].address.seats == seats
    assert seen == {*COUNTS}


def test_the_first_choice_is_the_usual_game() -> None:
    chosen = [option.attributes["value"] for option in form().walk() if "selected" in option.attributes]
    assert chosen == ["2", "casual", "1", "normal"]
    assert Address().seats == ("you", "bot:casual", "bot:casual")
