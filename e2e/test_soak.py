"""A soak test: game after game in one tab, with every mishap. `make soak` plays hundreds of each title."""

import pytest
from conftest import Site
from playwright.sync_api import Page
from soak import LEVELS, MAX_HEAP_GROWTH_BYTES, WARMUP_GAMES, MemorySample, SoakTest, excessive_growth, growth_line

from pygame_core import GAMES

GAMES_PER_TITLE, GAMES_PER_LOAD = 1, 3
"""The games of each title, and between two loads. The last game is after a reload."""


def test_games_end_as_the_rules_have_it_and_leave_nothing_behind(
    page: Page, site: Site, request: pytest.FixtureRequest
) -> None:
    """With undone moves, lost workers and reloads. `make soak` asks for more of them."""
    wanted = request.config.getoption("--games")
    soak = (
        SoakTest(page, site)
        if wanted
        else SoakTest(page, site, games_per_load=GAMES_PER_LOAD, max_seats=2, levels=LEVELS[:-1])
    )
    total = (wanted or GAMES_PER_TITLE) * len(GAMES)
    for n, match in enumerate(soak.play_games(total), 1):
        assert match.game == [*GAMES][(n - 1) % len(GAMES)]
        sizes = ", ".join(f"{name} {size / 1e6:.2f}" for name, size in vars(soak.samples_by_load[-1][-1]).items())
        print(f"{n} of {total}: {match}; MB: {sizes}", flush=True)
    for life in soak.samples_by_load:
        print(f"{len(life)} games between two loads:", growth_line(life))
    print("mishaps:", dict(soak.mishap_counts))
    assert sum(map(len, soak.samples_by_load)) == total
    assert all(each.wasm_bytes and each.worker_bytes for life in soak.samples_by_load for each in life)
    assert set(soak.mishap_counts) == {"undo", "lost", "reload"}
    assert [each for life in soak.samples_by_load for each in excessive_growth(life)] == []


def growth_warnings(heap: int = 0, wasm: int = 0, thinking: int = 0, games: int = 30) -> list[str]:
    """Return the warnings for a page whose memory grows by so much with each game."""
    size = 50_000_000
    return excessive_growth([MemorySample(size + n * heap, size + n * wasm, size + n * thinking) for n in range(games)])


def test_what_grows_with_every_game_is_found() -> None:
    assert growth_warnings() == growth_warnings(heap=MAX_HEAP_GROWTH_BYTES // 2) == []
    assert [len(growth_warnings(**{name: 2_000_000})) for name in ("heap", "wasm", "thinking")] == [1, 1, 1]
    assert len(growth_warnings(heap=2 * MAX_HEAP_GROWTH_BYTES)) == 1


def test_what_is_new_to_a_page_only_once_is_no_growth() -> None:
    cold = [MemorySample(n * 1_000_000, 20_000_000, 0) for n in range(WARMUP_GAMES)]
    assert (
        excessive_growth([*cold, *[MemorySample(9_000_000 + n % 2, 60_000_000, 50_000_000) for n in range(20)]]) == []
    )
    assert excessive_growth(cold) == []


def test_a_fuller_table_at_the_end_is_no_growth() -> None:
    """An observed case: the heap in MB after each of seven games between two loads."""
    heaps = (6.80, 6.95, 7.01, 7.03, 7.04, 7.13, 7.87)
    assert excessive_growth([MemorySample(round(heap * 1e6), 31_460_000, 31_460_000) for heap in heaps]) == []
