"""Tests of options in the `Game` of every game: their promises, and their values in saves."""

from typing import Any

import pytest
from tables import GAMES_AND_SEATS

from pygame_core import GAMES, Illegal, Match, link_codec
from pygame_core.match import require_game

INVALID_VALUES: list[Any] = ["", "x", None, True, 1.0, [0], {}, 10**30, -1]
"""Values that no option has."""


@pytest.mark.parametrize("game", GAMES)
def test_options_and_their_words_are_told_apart(game: str) -> None:
    names = [option.name for option in GAMES[game].options]
    assert len({*names}) == len(names)
    for option in GAMES[game].options:
        for kind in ([choice.url_word for choice in option.choices], [choice.value for choice in option.choices]):
            assert len({*kind}) == len(kind) > 1
        assert option.default is None or option.default in [choice.value for choice in option.choices]
        said = [
            option.translated_label(),
            option.default_label(),
            *(choice.translated_label() for choice in option.choices),
        ]
        assert all(said)
        assert not any("{" in each for each in said)


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_every_choice_is_kept_in_save_and_link_and_every_other_value_is_refused(game: str, seats: int) -> None:
    for option in GAMES[game].options:
        for choice in option.choices:
            if choice.min_seats > seats:
                with pytest.raises(Illegal, match=f"“{option.name}” can be one of: "):
                    Match.new(require_game(game), seats, 1, {option.name: choice.value})
                continue
            match = Match.new(require_game(game), seats, 1, {option.name: choice.value})
            assert match.save()["options"][option.name] == choice.value
            assert Match.load(match.save()).save() == match.save() == link_codec.read(link_codec.write(match)).save()
            assert option.find_url_word(choice.value) == (None if choice.value == option.default else choice.url_word)
        values: list[Any] = [choice.value for choice in option.choices]
        for value in INVALID_VALUES:
            if not any(type(value) is type(one) and value == one for one in values):
                with pytest.raises(Illegal, match=f"“{option.name}” can be one of: ") as refused:
                    Match.new(require_game(game), seats, 1, {option.name: value})
                assert refused.value.clause == option.clause


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_without_a_choice_the_usual_one_is_in_force_or_chance_decides(game: str, seats: int) -> None:
    usual = {option.name: option.default for option in GAMES[game].options if option.default is not None}
    assert Match.new(require_game(game), seats, 1).save()["options"] == usual == GAMES[game].resolve_options({}, seats)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("options", [{"second": 0}, {"<b>": 1}, {"": None}, {"x" * 999: 1}])
def test_an_unknown_option_is_refused(game: str, options: dict[str, Any]) -> None:
    with pytest.raises(Illegal, match="has no option called") as refused:
        Match.new(require_game(game), GAMES[game].seat_counts[0], 1, options)
    assert len(str(refused.value)) < 120


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_a_save_that_lacks_an_option_means_its_usual_value(game: str, seats: int) -> None:
    """So a new option never makes old saves unreadable."""
    save = Match.new(require_game(game), seats, 5).save()
    for option in GAMES[game].options:
        old = save | {"options": {name: value for name, value in save["options"].items() if name != option.name}}
        assert Match.load(old).save() == save
