"""A bot as a file that runs unchanged with the commands of the library. Pure."""

import keyword
import re
import sys

from pygame_core import GAMES
from pygame_core.distribution import DISTRIBUTION

_PLAIN_LETTERS = str.maketrans("àáâãäåçèéêëìíîïñòóôõöùúûüýÿß", "aaaaaaceeeeiiiinooooouuuuyys")


def file_name(name: str) -> str:
    """Return the name of a bot's file. No module of the standard library has it.

    >>> file_name("Score now"), file_name("Random"), file_name("Züge 2"), file_name("★")
    ('score_now.py', 'random_bot.py', 'zuge_2.py', 'bot.py')
    """
    stem = re.sub(r"[^a-z0-9]+", "_", name.lower().translate(_PLAIN_LETTERS)).strip("_") or "bot"
    if stem[0].isdigit():
        stem = f"bot_{stem}"
    if stem in sys.stdlib_module_names or keyword.iskeyword(stem):
        stem = f"{stem}_bot"
    return f"{stem}.py"


def file_text(name: str, game: str, text: str, level: str = "casual", seats: int = 2) -> str:
    """Return the content of a bot's file: a comment with the command that lets it play, and the text.

    >>> print(file_text("Score now", "alhambra", "def choose(view, legal, rng):\\n    return legal[0]"))
    # Score now: a bot for Alhambra. Let it play 100 games:
    #   palaces simulate alhambra --seats score_now.py,casual --games 100
    <BLANKLINE>
    def choose(view, legal, rng):
        return legal[0]
    <BLANKLINE>
    """
    players = ",".join([file_name(name), *[level] * (seats - 1)])
    head = (
        f"# {' '.join(name.split())}: a bot for {GAMES[game].short_title()}. Let it play 100 games:\n"
        f"#   {DISTRIBUTION} simulate {game} --seats {players} --games 100\n\n"
    )
    return head + text.rstrip() + "\n"
