"""Tests of saves, kept games and links of released versions: they still open with the same content.

`released/` has such games of every version, forever. A new version gets files of its own, and no release works without
them. `record_released_saves.py` makes them.
"""

import json
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import pytest
import record_released_saves
from palaces.app import routing as addresses
from palaces.app.link_reader import read_parameters
from palaces.share import challenge_proof, permalinks
from site_builder import release
from tables import RELEASED_GAMES

from pygame_core import GAMES, Match, link_codec
from pygame_core.game import Game
from pygame_core.match import SAVE_FORMAT, require_game

FILES = sorted(release.RECORDS_FOLDER.glob("*.jsonl"))
ALL_RECORDS = [(path, json.loads(line)) for path in FILES for line in path.read_text("utf-8").splitlines()]
RECORD_BY_ID = {f"{path.stem}: {each['name']}": each for path, each in ALL_RECORDS}
EACH_RECORD = [pytest.param(each, id=name) for name, each in RECORD_BY_ID.items()]
PROVED_RECORDS = [pytest.param(each, id=name) for name, each in RECORD_BY_ID.items() if each["record"]["proof"]]
MISSING_RECORDS_SENTENCE = "No saves and links of {} with {} number {} lie in tests/released: record them with"


def current_save(save: dict[str, Any]) -> dict[str, Any]:
    """Return a save in the current format: with current versions, and with options that came later."""
    options = GAMES[save["game"]].resolve_options(save["options"], len(save["seats"]))
    assert options | save["options"] == options
    return save | {"format": SAVE_FORMAT, "rules": GAMES[save["game"]].rules_version, "options": options}


@pytest.mark.parametrize("each", EACH_RECORD)
def test_a_game_that_was_kept_goes_as_it_went(each: dict[str, Any]) -> None:
    save = each["record"]["save"]
    match = Match.load(save)
    assert match.save() == current_save(save)
    assert match.result() == save["result"]
    assert (match.to_move() is None) == each["record"]["over"] == bool(save["result"])
    assert [[n, record_released_saves.match_at(save, n).scores()] for n, _points in each["points"]] == each["points"]


@pytest.mark.parametrize("each", EACH_RECORD)
def test_a_game_that_was_kept_is_found_under_its_address(each: dict[str, Any]) -> None:
    """Its address deals the same game again to the same players."""
    save = each["record"]["save"]
    address, notes = addresses.parse_query(each["record"]["address"])
    assert (notes, address.to_query(), address.storage_key()) == ([], each["record"]["address"], each["key"])
    again = Match.new(require_game(address.game), address.match_players(), address.seed, address.match_options())
    alike = ("game", "seed", "setup")
    assert [dict(again.save())[key] for key in alike] == [save[key] for key in alike]
    assert [seat["kind"] for seat in again.seats] == [seat["kind"] for seat in save["seats"]]
    # a comma separates names in an address, and spaces around a name disappear
    names = [seat["name"].replace(",", " ").strip() for seat in save["seats"]]
    assert [seat["name"] for seat in again.seats] == names
    assert again.options == current_save(save)["options"]


@pytest.mark.parametrize("each", EACH_RECORD)
def test_a_link_that_was_sent_shows_the_game_it_showed(each: dict[str, Any]) -> None:
    save = each["record"]["save"]
    carried = permalinks.read_fragment(urlsplit(each["link"]).fragment)
    assert carried.replay is not None
    assert carried.replay.save() == current_save(save)
    # a running game continues; a finished one opens in its middle
    over = each["record"]["over"]
    assert (carried.is_handed_over, carried.log_number) == ((False, len(save["log"]) // 2) if over else (True, None))
    page, query = urlsplit(each["link"]).path, urlsplit(each["link"]).query
    address, notes = addresses.parse_query(query if page == "play.html" else f"game={Path(page).stem}&{query}")
    assert (notes, address.game) == ([], save["game"])


@pytest.mark.parametrize("each", PROVED_RECORDS)
def test_a_challenge_that_was_sent_is_proved_as_it_was(each: dict[str, Any]) -> None:
    address, _notes = addresses.parse_query(each["record"]["address"])
    proof = permalinks.read_proof(each["record"]["proof"])
    assert proof is not None
    assert proof.save() == current_save(each["record"]["save"])
    proved, said = challenge_proof.verify_proof(address, proof)
    assert proved, said


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_file_holds_what_its_name_says(path: Path) -> None:
    game, *told = path.stem.split("-")
    numbers = dict(zip(told[::2], map(int, told[1::2]), strict=True))
    assert list(numbers) == list(release.format_numbers(game))
    for each in [each for of, each in ALL_RECORDS if of == path]:
        save = each["record"]["save"]
        assert (save["game"], save["rules"], save["format"]) == (game, numbers["rules"], numbers["format"])
        text = read_parameters(urlsplit(each["link"]).fragment)["replay"]
        assert link_codec._decompress_link(text)[0] == numbers["link"]


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_of_todays_numbers_every_kind_of_a_game_is_recorded(game: str) -> None:
    """This means every number of seats and every value of every option. Record new ones, too."""
    there = [each["name"] for path, each in ALL_RECORDS if path == release.record_file(game)]
    assert Counter(there) == Counter(case.name for case in record_released_saves.record_cases(game))
    saves = [each["record"]["save"] for path, each in ALL_RECORDS if path == release.record_file(game)]
    for option in GAMES[game].options:
        for choice in option.choices:
            counts = {len(save["seats"]) for save in saves if save["options"].get(option.name) == choice.value}
            assert counts == {n for n in GAMES[game].seat_counts if choice in option.available_choices(n)}
    for kind in record_released_saves.MIXED_KINDS:
        assert any(seat["kind"] == kind for save in saves for seat in save["seats"])
    assert any(each["record"]["proof"] for path, each in ALL_RECORDS if path == release.record_file(game))
    practice = [save for save in saves if save.get("practice")]
    assert {bool(save["result"]) for save in practice} == {True, False}


# -- no release without them -------------------------------------------------------------------------------------------


@pytest.fixture
def refusal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """Return a function that asks for a release with some files, and returns its refusal. It writes nothing."""
    for game in {*GAMES} - {*RELEASED_GAMES}:
        monkeypatch.delitem(GAMES, game)

    def release_with(files: list[Path]) -> str:
        folder = tmp_path / "released"
        folder.mkdir()
        for path in files:
            (folder / path.name).write_bytes(path.read_bytes())
        monkeypatch.setattr(release, "RECORDS_FOLDER", folder)
        monkeypatch.setattr(sys, "argv", ["release.py", str(tmp_path / "dist"), str(tmp_path / "release")])
        with pytest.raises(SystemExit) as found:
            release.main()
        assert not (tmp_path / "release").exists()
        assert capsys.readouterr() == ("", "")
        return str(found.value)

    return release_with


def test_with_all_files_a_release_goes_on_to_its_site(refusal: Any) -> None:
    assert refusal(FILES).startswith("There is no built site in ")


def test_with_a_game_that_is_not_released_there_is_no_release(
    refusal: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(cast("dict[str, Game]", GAMES), "draft", replace(GAMES[RELEASED_GAMES[0]], is_released=False))
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist/sw.js").touch()
    assert refusal(FILES).startswith("Not released yet: draft. Set is_released=True ")


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_rules_that_rose_without_files_are_no_release(game: str, refusal: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    higher = GAMES[game].rules_version + 1
    monkeypatch.setattr(GAMES[game].state_class, "rules_version", higher)
    said = refusal(FILES)
    assert said.startswith(MISSING_RECORDS_SENTENCE.format(game, "rules", higher))
    assert "`python tests/record_released_saves.py`" in said


@pytest.mark.parametrize(
    ("name", "module", "number"), [("format", release, "SAVE_FORMAT"), ("link", link_codec, "VERSION")]
)
def test_a_format_that_rose_without_files_is_no_release(
    name: str, module: Any, number: str, refusal: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    higher = getattr(module, number) + 1
    monkeypatch.setattr(module, number, higher)
    assert refusal(FILES).startswith(MISSING_RECORDS_SENTENCE.format(RELEASED_GAMES[0], name, higher))


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_files_that_were_taken_away_are_missed(game: str, refusal: Any) -> None:
    assert refusal([path for path in FILES if not path.name.startswith(game)]).startswith(
        MISSING_RECORDS_SENTENCE.format(game, "rules", 1)
    )


def test_what_is_recorded_is_never_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program only adds missing cases."""
    monkeypatch.setattr(release, "RECORDS_FOLDER", tmp_path)
    monkeypatch.setattr(record_released_saves, "ROOT", tmp_path)
    for path in FILES:
        *lines, _last = path.read_text("utf-8").splitlines()
        (tmp_path / path.name).write_text(
            "\n".join(lines).replace(record_released_saves.RECORDED_AT, "yesterday") + "\n", "utf-8"
        )
    current = {release.record_file(game).name for game in RELEASED_GAMES}
    record_released_saves.main()
    for path in FILES:
        *lines, last = path.read_text("utf-8").splitlines()
        kept = (tmp_path / path.name).read_text("utf-8").splitlines()
        assert kept[: len(lines)] == [line.replace(record_released_saves.RECORDED_AT, "yesterday") for line in lines]
        assert [json.loads(line)["name"] for line in kept[len(lines) :]] == [json.loads(last)["name"]] * (
            path.name in current
        )
