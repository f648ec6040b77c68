"""Tests of the record: entries and their checks, statistics, ratings, files, and the page as markup."""

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib import import_module
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import measure_bots
import pytest
from hypothesis import given
from hypothesis import strategies as st
from palaces.record.player_rating import (
    Suggestion,
    find_suggestion,
    is_suggestion_due,
    rating_history,
    suggestion_note,
    summary_of,
)
from palaces.record.record_charts import CHART_WIDTHS
from palaces.record.record_entry import (
    MAX_MINUTE,
    Entry,
    entry_of_list,
    entry_of_save,
    entry_to_list,
    entry_to_text,
    find_new_entries,
    game_id,
    minute_of,
    parse_entries,
)
from palaces.record.record_files import export_bg_stats, export_csv, export_json, import_sentence, parse_file
from palaces.record.record_model import RecordModel, apply_choice
from palaces.record.record_statistics import (
    SourceMean,
    best_game,
    closest_win,
    games_of,
    person_names,
    source_means,
    win_shares,
)
from palaces.record.record_view import render_record
from palaces.ui.game_view import load_game_view
from palaces.ui.html import tag
from screens import Element, parse_markup
from tables import RELEASED_GAMES

from pygame_core import GAMES, Illegal, Match
from pygame_core.bots import choose
from pygame_core.bots.win_rates import wilson_interval

RECORDED = sorted((Path(__file__).parents[1] / "games").rglob("*.json"))
LABELS: dict[str, Sequence[str]] = {game: load_game_view(game).source_labels() for game in RELEASED_GAMES}
DAMAGED = "This record is damaged, so nothing was changed."


def make_entry(n: int = 0, game: str = "alhambra", kinds: str = "pcc", place: int = 1, **more: Any) -> Entry:
    """Return the entry of a game of Mara, who took this place."""
    others = [each for each in range(1, len(kinds) + 1) if each != place]
    scores = tuple(100 - 5 * each for each in (place, *others))
    fields: dict[str, Any] = {"names": ("Mara",), "scores": scores, "places": (place, *others)}
    fields |= {"sources": ((10, 12, 15, 18, 20, 20),)} | more
    return Entry(f"{n:016x}", game, 29_000_000 + n, kinds, mark=fields.pop("mark", ""), **fields)


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    """A possible entry."""
    game = draw(st.sampled_from(RELEASED_GAMES))
    seats = draw(st.sampled_from([*GAMES[game].seat_counts]))
    kinds = "p" + "".join(draw(st.lists(st.sampled_from("prbcsm"), min_size=seats - 1, max_size=seats - 1)))
    people = kinds.count("p")
    return Entry(
        f"{draw(st.integers(0, 30)):016x}",
        game,
        draw(st.integers(0, MAX_MINUTE)),
        kinds,
        tuple(draw(st.lists(st.sampled_from(["Mara", "Tom", "א"]), min_size=people, max_size=people))),
        tuple(draw(st.lists(st.integers(-20, 200), min_size=seats, max_size=seats))),
        (1, *draw(st.lists(st.integers(1, seats), min_size=seats - 1, max_size=seats - 1))),
        tuple(tuple(draw(st.lists(st.integers(-20, 90), min_size=6, max_size=6))) for _n in range(people)),
        draw(st.sampled_from(["", "practice", "deal"])),
    )


# -- entries -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_sources_of_a_game_add_up_to_its_points(path: Path) -> None:
    match = Match.load(path.read_text("utf-8"))
    own = load_game_view(match.game)
    rows = own.points_by_source(match)
    assert [sum(row) for row in rows] == match.scores()
    assert {len(row) for row in rows} == {len(own.source_labels())}


def finished_match(seed: int = 1) -> Match:
    match = Match.new("palazzo", [{"name": "Mara", "kind": "human"}, {"name": "Zahra", "kind": "bot:casual"}], seed)
    chance = Random(seed)
    while (seat := match.to_move()) is not None:
        match.play(choose("beginner", match.view(seat), chance).action)
    return match


def test_an_entry_has_what_the_record_shows_in_less_than_120_bytes() -> None:
    match = finished_match()
    result = match.result()
    assert result
    entry = entry_of_save(match.save(), load_game_view("palazzo").points_by_source(match), 29_000_000)
    assert (entry.kinds, entry.names, entry.people, entry.mark) == ("pc", ("Mara",), [0], "")
    assert (entry.scores, entry.places) == (tuple(result["scores"]), tuple(result["places"]))
    assert sum(entry.sources[0]) == entry.scores[0]
    assert len(entry_to_text(entry).encode()) < 120
    assert len(entry_to_text(make_entry(kinds="pccsmm", place=6)).encode()) < 120
    assert parse_entries({entry.id: entry_to_text(entry)}) == [entry]


def test_a_game_is_known_by_its_moves_and_not_by_its_names() -> None:
    match = finished_match()
    key = game_id(match.save())
    assert key == game_id(Match.load(match.save()).save())
    match.rename(0, "Mara B")
    assert game_id(match.save()) == key
    assert game_id(match.save() | {"practice": True}) != key, "trying again does not replace the game"
    assert game_id(finished_match(2).save()) != key


@given(entries())
def test_an_entry_comes_back_from_its_text(entry: Entry) -> None:
    assert parse_entries({entry.id: entry_to_text(entry)}) == [entry]
    assert entry_of_list(json.loads(json.dumps(entry_to_list(entry)))) == entry


@given(st.lists(entries()), st.lists(entries()))
def test_merging_is_idempotent_and_has_each_game_once(ours: list[Entry], theirs: list[Entry]) -> None:
    kept = find_new_entries(ours, [])
    merged = [*kept, *find_new_entries(theirs, [entry.id for entry in kept])]
    ids = [entry.id for entry in merged]
    assert find_new_entries(theirs, ids) == []
    assert find_new_entries(merged, ids) == []
    assert {*ids} == {entry.id for entry in [*ours, *theirs]}
    assert len(merged) == len({*ids})


@pytest.mark.parametrize("text", ["", "{", "3", "null", "[]", "[[[[[]]]]]", "9" * 5000, "\ud800"])
def test_a_text_that_is_no_entry_is_left_out(text: str) -> None:
    good = make_entry()
    assert parse_entries({good.id: entry_to_text(good), "f" * 16: text}) == [good]


HOSTILE: dict[str, Mapping[int, object]] = {
    "id": {0: "../../x"},
    "unknown game": {1: "chess"},
    "time before": {2: -1},
    "time after": {2: 10**30},
    "no time": {2: True},
    "seats": {3: "p"},
    "level": {3: "pc<"},
    "nobody": {3: "ccc"},
    "name": {4: ["<b>\u202e"]},
    "no name": {4: [3]},
    "two names": {4: ["A", "B"]},
    "scores": {5: [1, 2]},
    "large score": {5: [10**9, 2, 3]},
    "places": {6: [2, 3, 3]},
    "no place": {6: ["1", 2, 3]},
    "sources": {7: [[1], [2]]},
    "source": {7: [["x"]]},
    "no sources": {7: [[]]},
    "mark": {8: "z"},
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_entry_makes_a_file_damaged(name: str) -> None:
    row = entry_to_list(make_entry())
    for place, value in HOSTILE[name].items():
        row[place] = json.loads(json.dumps(value))
    with pytest.raises(ValueError, match="entry"):
        entry_of_list(row)
    whole = json.loads(export_json([make_entry(1)], []))
    whole["record"].append(row)
    with pytest.raises(Illegal) as refusal:
        parse_file(json.dumps(whole))
    assert refusal.value.message == DAMAGED


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "This file isn't complete JSON. Choose a file that Export has made."),
        (export_json([make_entry()], [])[:-9], "This file isn't complete JSON. Choose a file that Export has made."),
        ("[1]", "This isn't a copy of a record. Choose a file that Export has made."),
        ('{"record": []}', DAMAGED),
        ('{"record": [], "format": 1, "recordVersion": 1, "games": [3]}', DAMAGED),
        (
            '{"record": [], "recordVersion": 2}',
            "This file was made by a newer version of Palaces. Get the newest version to open it.",
        ),
    ],
)
def test_a_damaged_file_gets_one_sentence(text: str, said: str) -> None:
    with pytest.raises(Illegal) as refusal:
        parse_file(text)
    assert refusal.value.message == said


@pytest.mark.parametrize(
    ("time", "minute"),
    [
        ("1970-01-01T00:02:00+00:00", 2),
        ("1970-01-01T01:02:00+01:00", 2),
        ("1970-01-01T00:02:00", 2),
        ("1969-12-31", 0),
        ("yesterday", 0),
        ("", 0),
    ],
)
def test_any_clock_gives_a_time(time: str, minute: int) -> None:
    assert minute_of(time) == minute
    assert minute_of("9999-12-31T23:59:59+00:00") == MAX_MINUTE
    assert make_entry()._replace(minute=MAX_MINUTE).date.year > 2026


# -- statistics --------------------------------------------------------------------------------------------------------


@given(st.integers(0, 500), st.integers(1, 500))
def test_an_interval_holds_the_share_and_shrinks_with_more_games(wins: int, games: int) -> None:
    wins = min(wins, games)
    low, high = wilson_interval(wins / games, games)
    assert 0 <= low <= wins / games <= high <= 1
    less, more = wilson_interval(wins / games, 10 * games)
    assert more - less < high - low


def test_wins_are_grouped_by_opponents_seats_and_months() -> None:
    played = [
        make_entry(0, place=1),
        make_entry(1, place=2),
        make_entry(2, kinds="ps"),
        make_entry(3, kinds="pcs", place=3),
        make_entry(4, kinds="pp", names=("Mara", "Tom")),
        make_entry(5, mark="practice"),
    ]
    games = games_of(played, "Mara")
    assert len(games) == 5
    assert len(games_of(played, "Mara", practice=True)) == 6
    found = [(share.key, share.wins, share.games) for share in win_shares(games, "opponents")]
    assert found == [("casual", 1, 2), ("skilled", 1, 1), ("mixed", 0, 1), ("people", 1, 1)]
    assert [(share.key, share.games) for share in win_shares(games, "seats")] == [(2, 2), (3, 3)]
    assert [share.key for share in win_shares(games, "months")] == [(2025, 2)]
    assert win_shares(games, "opponents")[0].even == pytest.approx(1 / 3)
    assert person_names(played) == ["Mara", "Tom"]
    assert [game.entry.id for game in games_of(played, "Tom")] == [played[4].id]


def test_months_far_apart_by_a_wrong_clock_are_only_the_last_six() -> None:
    played = [make_entry(n)._replace(minute=n * 400_000_000) for n in range(9)]
    assert len(win_shares(games_of(played, "Mara"), "months")) == 6


def test_the_best_game_and_the_closest_win() -> None:
    played = [
        make_entry(0, scores=(121, 90, 80)),
        make_entry(1, scores=(98, 97, 80)),
        make_entry(2, scores=(130, 131, 80), place=2),
    ]
    games = games_of(played, "Mara")
    best, closest = best_game(games), closest_win(games)
    assert best
    assert closest
    assert (best.points, closest.points, closest.lead) == (130, 98, 1)
    assert best_game([]) is None
    assert closest_win([]) is None


def test_a_tie_is_no_closest_win_if_there_is_a_real_one() -> None:
    tied = make_entry(0, scores=(93, 93, 80))._replace(places=(1, 1, 3))
    broken = make_entry(1, scores=(90, 90, 80))
    clear = make_entry(2, scores=(99, 90, 80))
    closest = closest_win(games_of([tied, broken, clear], "Mara"))
    assert closest is not None
    assert closest.lead == 9
    assert "Closest win" not in page_text(RecordModel(entries=[tied]))
    assert "A tie" in page_text(RecordModel(entries=[tied]))
    assert "Won on the tie-break" in page_text(RecordModel(entries=[broken]))


def test_a_difference_of_sources_counts_only_outside_its_error() -> None:
    games = games_of([make_entry(n, sources=((10 + n % 2, 30),)) for n in range(20)], "Mara")
    [first, second] = source_means(games, {3: (4.0, 30.5)})
    assert (first.own, first.bots, first.is_different) == (10.5, 4.0, True)
    assert not second.is_different
    assert not SourceMean(9, 5, 3).is_different, "within the error"
    assert not SourceMean(6.9, 5, 0.1).is_different, "two points or less"
    assert source_means(games, {2: (4.0, 30.5)}) == []
    [only, _other] = source_means(games[:1], {3: (4.0, 30.5)})
    assert not only.is_different, "one game has no error"


# -- ratings -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_ratings_of_levels_are_those_of_the_tournament(game: str) -> None:
    ratings = load_game_view(game).level_ratings()
    assert measure_bots.level_ratings(game) == ratings, "run build/measure_bots.py --ratings"
    assert sorted(ratings.values()) == [*ratings.values()], "from weak to strong"


@pytest.mark.parametrize("game", RELEASED_GAMES)
def test_means_of_skilled_bots_are_those_of_these_bots(game: str) -> None:
    figures = import_module(f"palaces.games.{game}.record.bot_figures")
    assert GAMES[game].bot_version == figures.BOT_VERSION, "run build/measure_bots.py"
    means = load_game_view(game).skilled_points()
    assert [*means] == [*GAMES[game].seat_counts]
    assert {len(each) for each in means.values()} == {len(LABELS[game])}


def test_a_rating_rises_with_wins_and_becomes_surer() -> None:
    wins = rating_history(games_of([make_entry(n, place=1) for n in range(12)], "Mara"))
    losses = rating_history(games_of([make_entry(n, place=3) for n in range(12)], "Mara"))
    assert wins[-1].value > wins[0].value > 1500 > losses[0].value > losses[-1].value
    assert wins[-1].deviation < wins[0].deviation < 350


def test_the_summary_is_what_the_home_page_reads() -> None:
    games = games_of([make_entry(n, place=1 + n % 2) for n in range(12)], "Mara")
    summary = summary_of(games)
    assert (summary["games"], summary["wins"], summary["best"]) == (12, 6, {"alhambra": 95})
    assert isinstance(summary["rating"], dict)
    [value, margin] = summary["rating"]["alhambra"]
    assert 1000 < value < 1700
    assert margin > 0
    assert summary_of(games[:9])["rating"] == {}, "too few games"


def test_one_suggestion_up_after_sure_wins_and_down_after_sure_losses() -> None:
    def suggested(*games: Entry) -> Suggestion | None:
        return find_suggestion(games_of(games, "Mara"))

    winning = [make_entry(n, place=1 if n % 3 else 2) for n in range(18)]
    assert suggested(*winning) == Suggestion("alhambra", "skilled", 7, "casual", True)
    assert suggested(*winning[:14]) is None
    assert suggested(*[make_entry(n, kinds="pmm") for n in range(20)]) is None, "nothing above master"
    losing = [make_entry(n, kinds="pss", place=3) for n in range(40)]
    assert suggested(*losing) == Suggestion("alhambra", "casual", 0, "skilled", False)
    assert suggested(*[entry._replace(mark="practice") for entry in losing]) is None


def test_a_suggestion_comes_once_a_week_and_not_after_it_was_dismissed() -> None:
    first, other = (
        Suggestion("alhambra", "skilled", 7, "casual", True),
        Suggestion("medina", "casual", 1, "skilled", False),
    )
    assert is_suggestion_due(first, "", 100)
    assert not is_suggestion_due(None, "", 100)
    shown, dismissed = suggestion_note(first, 100, False), suggestion_note(first, 100, True)
    assert is_suggestion_due(first, shown, 103)
    assert not is_suggestion_due(other, shown, 103)
    assert is_suggestion_due(other, shown, 107)
    assert not is_suggestion_due(first, dismissed, 103)
    assert is_suggestion_due(first, dismissed, 107)
    assert is_suggestion_due(first, dismissed, 50), "a clock that was wrong"
    assert is_suggestion_due(first, "what", 100)


# -- files -------------------------------------------------------------------------------------------------------------


@given(st.lists(entries()))
def test_a_copy_comes_back(given_entries: list[Entry]) -> None:
    played = find_new_entries(given_entries, [])
    assert parse_file(export_json(played, [{"save": {}}])) == (played, [{"save": {}}])


def test_an_id_that_a_file_has_twice_enters_once() -> None:
    twice = [make_entry(0), make_entry(0), make_entry(1)]
    assert find_new_entries(twice, [make_entry(1).id]) == [make_entry(0)]


def test_a_report_about_an_import_counts_right() -> None:
    assert import_sentence(1, 1) == "1 game added, 1 was there already."
    assert import_sentence(2, 3) == "2 games added, 3 were there already."
    assert import_sentence(2, 0) == "2 games added."
    assert import_sentence(0, 2) == "These games are already in your record."
    assert import_sentence(0, 0, 1) == "1 saved game added."


def test_the_games_of_the_home_page_are_a_file_without_entries() -> None:
    kept = [{"save": {"game": "medina"}, "time": "2026-11-26T12:00:00Z"}]
    assert parse_file(json.dumps({"format": 1, "games": kept})) == ([], kept)
    with pytest.raises(Illegal, match=r"^This isn't a copy of a record\."):
        parse_file('{"format": 1}')


def test_a_table_has_a_line_for_each_person_and_no_formulas() -> None:
    played = [make_entry(0), make_entry(1, kinds="pp", names=("=1+1", "Tom, B"), sources=())]
    rows = [*csv.reader(StringIO(export_csv(played, LABELS)))]
    assert [row[3] for row in rows] == ["name", "Mara", "'=1+1", "Tom, B"]
    assert rows[1][0] == "2025-02-19"
    assert rows[1][4:8] == ["95", "1", "casual casual", "90 85"]
    assert rows[1][8].startswith("pavilion: 10; ")


def test_plays_for_bg_stats_refer_to_their_players_and_games() -> None:
    played = [make_entry(0), make_entry(1, game="medina", kinds="ps", place=2), make_entry(2, mark="practice")]
    data = json.loads(export_bg_stats(played))
    assert [play["gameRefId"] for play in data["plays"]] == [1, 2]
    titles = [GAMES[game].sentences.game_title() for game in ("alhambra", "medina")]
    assert [game["name"] for game in data["games"]] == titles
    names = {player["id"]: player["name"] for player in data["players"]}
    first, second = (
        [(names[each["playerRefId"]], each["score"], each["winner"]) for each in play["playerScores"]]
        for play in data["plays"]
    )
    assert first == [("Mara", "95", True), ("Bot (casual)", "90", False), ("Bot (casual) 2", "85", False)]
    assert second == [("Mara", "90", False), ("Bot (skilled)", "95", True)]
    again = json.loads(export_bg_stats(played[:1]))
    assert again["plays"][0]["uuid"] == data["plays"][0]["uuid"]
    assert again["players"][0]["uuid"] == data["players"][0]["uuid"]


# -- the page ----------------------------------------------------------------------------------------------------------


def iso_date(date: datetime, is_month: bool) -> str:
    return date.strftime("%Y-%m" if is_month else "%Y-%m-%d")


def texts_of(element: Element) -> Iterator[str]:
    for child in element.children:
        yield from [child] if isinstance(child, str) else texts_of(child)


def page_text(model: RecordModel) -> str:
    return " ".join(" ".join(texts_of(parse_markup(tag("main", render_record(model, iso_date))))).split())


def test_an_empty_record_offers_a_game_and_an_import() -> None:
    said = page_text(RecordModel())
    assert "No games yet" in said
    assert "Play Alhambra" in said
    assert "Delete" not in said
    refused = page_text(RecordModel(is_storage_allowed=False))
    assert "This browser won't keep anything, so there's no record here. Games still work." in refused


def test_the_page_shows_the_figures_of_the_game_with_the_most_games() -> None:
    played = [make_entry(n, place=1 + n % 2, kinds="pcc" if n % 3 else "pss") for n in range(24)]
    played += [make_entry(90 + n, game="medina", kinds="pc") for n in range(3)]
    model = RecordModel(entries=played, links={played[0].id: "./alhambra.html?seed=1"})
    said = page_text(model)
    for part in ("24 games", "12 wins, 50%", "95 best score", "By opponents", "Include", "Best score", "Closest win"):
        assert (part in said) == (part != "Include"), part
    assert 'aria-label="Wins, By opponents. Casual: ' in render_record(model, iso_date)
    medina = apply_choice(model, ["game", "medina"])
    assert medina
    assert "Play 7 more games for a rating." in page_text(medina)
    assert "3 of 3" in page_text(medina)
    assert "Too few games to tell" in page_text(medina)
    palazzo = apply_choice(model, ["game", "palazzo"])
    assert palazzo
    assert "No games of Palazzo yet." in page_text(palazzo)
    every = apply_choice(model, ["game", ""])
    assert every
    assert "27 games" in page_text(every)
    assert "Choose a game to see where its points come from." in page_text(every)
    for part in ("best score, Alhambra", "best score, Medina", "Best scores"):
        assert part in page_text(every), part
    assert "Closest win" not in page_text(every)
    assert page_text(medina).count("more games for a rating.") == 1
    assert "Bars: the likely range (95%). Dashes: an even share." in said


def test_practice_is_left_out_until_it_is_included() -> None:
    model = RecordModel(entries=[make_entry(0), make_entry(1, mark="practice"), make_entry(2, mark="deal")])
    assert "1 game" in page_text(model)
    included = apply_choice(model, ["practice"])
    assert included
    assert "3 games" in page_text(included)


def test_without_other_games_the_page_says_how_to_see_practice() -> None:
    model = RecordModel(entries=[make_entry(0, mark="deal")])
    hint = "Practice and daily deals don't count here. “Include practice” shows them."
    assert hint in page_text(model)
    assert "Play Alhambra" in page_text(model)
    included = apply_choice(model, ["practice"])
    assert included
    assert "1 game" in page_text(included)
    medina = apply_choice(included, ["game", "medina"])
    assert medina
    assert "No games of Medina yet." in page_text(medina)
    assert hint not in page_text(medina)


def test_panels_have_a_heading_for_the_focus() -> None:
    for panel, heading in (("export", "Export"), ("delete", "This will be deleted:")):
        opened = apply_choice(RecordModel(entries=[make_entry(0)]), ["panel", panel])
        assert opened
        assert f'<h3 tabindex="-1">{heading}</h3>' in render_record(opened, iso_date)


def test_charts_are_drawn_for_three_widths() -> None:
    model = RecordModel(entries=[make_entry(n) for n in range(12)])
    markup = render_record(model, iso_date)
    for name, width in CHART_WIDTHS.items():
        assert f'<div class="chart-{name}"><svg class="record-chart" viewBox="0 0 {width} ' in markup


def test_two_names_can_be_chosen_and_one_name_has_no_choice() -> None:
    alone = RecordModel(entries=[make_entry(0)])
    assert 'data-pick="person"' not in render_record(alone, iso_date)
    both = RecordModel(entries=[make_entry(0), make_entry(1, kinds="pp", names=("Mara", "Tom"), place=2)])
    assert 'data-pick="person"' in render_record(both, iso_date)
    tom = apply_choice(both, ["person", "Tom"])
    assert tom
    assert (tom.person, len(tom.games)) == ("Tom", 1)


@pytest.mark.parametrize(
    "message",
    [None, [], ["game", "chess"], ["person", "Eve"], ["grouping", "x"], ["panel", "x"], ["table", 3], ["zap"]],
)
def test_an_unknown_message_changes_nothing(message: object) -> None:
    assert apply_choice(RecordModel(entries=[make_entry()]), message) is None


def test_a_thousand_games_make_no_larger_page_than_forty() -> None:
    played = [make_entry(n, place=1 + n % 3, kinds="pcc" if n % 2 else "pss") for n in range(1000)]
    pages = [render_record(RecordModel(entries=played[:count]), iso_date) for count in (40, 1000)]
    assert len(pages[1]) < 2.5 * len(pages[0])


def test_today_is_a_day_of_utc() -> None:
    assert minute_of(datetime(2026, 11, 26, 23, 59, tzinfo=UTC).isoformat()) // (24 * 60) == 20_783
