"""A benchmark of the record, as a ratio to python-chess in the same run: `python tests/bench_record.py`.

It reads a thousand stored games, and makes the page with its figures and charts. Slices of chess alternate with it. The
result is the median of the rounds' ratios in processor time. Exit code 1: the goal is missed.
"""

import sys
from datetime import datetime
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "web"))

from bench_rules import moves_per_second, play_random_chess
from palaces.record.record_entry import Entry, entry_to_text, parse_entries
from palaces.record.record_model import RecordModel
from palaces.record.record_view import render_record

GAMES, ROUNDS = 1000, 40
MAX_CHESS_MOVES = 1750  # 50 ms where python-chess plays 35,000 moves a second
KINDS = ("pcc", "pss", "pm", "pcs")


def stored_texts() -> dict[str, str]:
    """Return the stored texts of a thousand games."""
    texts = {}
    for n in range(GAMES):
        kinds = KINDS[n % len(KINDS)]
        places = tuple(1 + (n + seat) % len(kinds) for seat in range(len(kinds)))
        scores = tuple(110 - 6 * place for place in places)
        entry = Entry(
            f"{n:016x}", "alhambra", 29_000_000 + 700 * n, kinds, ("Mara",), scores, places, ((8, 12, 14, 18, 20, 25),)
        )
        texts[entry.id] = entry_to_text(entry)
    return texts


def show_month(date: datetime, is_month: bool) -> str:
    """Return a date as the page would; the browser itself formats them."""
    return f"{date:%Y-%m}" if is_month else f"{date:%Y-%m-%d}"


def main() -> int:
    texts, costs = stored_texts(), []
    for nth in range(ROUNDS):
        speed = moves_per_second(play_random_chess, 1, nth)
        began = process_time()
        render_record(RecordModel(entries=parse_entries(texts)), show_month)
        costs.append((process_time() - began) * speed)
    cost = median(costs)
    print(f"{GAMES} games, read and shown: as long as {cost:.0f} moves of chess; goal: at most {MAX_CHESS_MOVES}")
    return int(cost > MAX_CHESS_MOVES)


if __name__ == "__main__":
    sys.exit(main())
