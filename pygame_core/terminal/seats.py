"""The players, their names and the options of a game, as people write them in a command."""

from pathlib import Path

from pygame_core import GAMES, Illegal
from pygame_core.i18n import _, list_phrases, quote_input
from pygame_core.players import Spec, parse, read_spec, split_specs, unique_names
from pygame_core.safe_json import parse_json
from pygame_core.state import Options

MAX_FILE_CHARS = 100_000


def read_players(text: str) -> list[Spec]:
    """Return the players of a text: specs between commas, or `@` and a JSON file with a list of specs in any form.

    Raises Illegal, with a sentence, for anything else; OSError if the file cannot be read.

    >>> [str(spec) for spec in read_players("you, bot:skilled, mybot.py:Greedy(worlds=12,depth=2)")]
    ['you', 'skilled', 'mybot.py:Greedy(worlds=12,depth=2)']
    """
    if not text.startswith("@"):
        return [parse(part) for part in split_specs(text)]
    with Path(text[1:]).open("rb") as file:
        written = file.read(MAX_FILE_CHARS)
    try:
        listed = parse_json(written)
    except ValueError:
        listed = None
    if not isinstance(listed, list):
        sentence = _("{file} has no list of players. Write one in JSON, such as {example}.")
        raise Illegal(None, sentence.format(file=text[1:], example='["casual", {"file": "mybot.py"}]'))
    return [read_spec(player) for player in listed]


def read_names(text: str | None, defaults: list[str]) -> list[str]:
    """Return the names between commas; an empty one is the default of its seat, and so are those that are left out.

    Equal names get numbers. Raises Illegal, with a sentence, for more names than seats. `Match.new` refuses names that
    are not valid.

    >>> read_names("Zahra,", ["Player 1", "casual", "casual"])
    ['Zahra', 'casual#1', 'casual#2']
    >>> read_names("casual,", ["Player 1", "casual"])
    ['casual#1', 'casual#2']
    """
    names = [name.strip() for name in (text or "").split(",")]
    if len(names) > len(defaults):
        raise Illegal(None, _("There are more names than players."))
    names += [""] * (len(defaults) - len(names))
    return unique_names([name or default for name, default in zip(names, defaults, strict=True)])


def read_options(game: str, text: str | None, seats: int) -> Options:
    """Return the options of a game that a text sets, with the words that links have.

    Raises Illegal, with a sentence, for an unknown option or value.

    >>> read_options("medina", "first=2, towers=new-contact", 3)
    {'first': 1, 'towers': 'new-contact'}
    """
    options: dict[str, int | str] = {}
    known = {option.name: option for option in GAMES[game].options}
    for part in filter(None, (each.strip() for each in (text or "").split(","))):
        name, _equals, word = (each.strip() for each in part.partition("="))
        if name not in known:
            title = GAMES[game].sentences.game_title()
            if not known:
                raise Illegal(None, _("{game} has no options.").format(game=title))
            sentence = _("{game} has no option called {option}. Choose from: {known}.")
            raise Illegal(None, sentence.format(game=title, option=quote_input(name), known=list_phrases(known)))
        values = {choice.url_word: choice.value for choice in known[name].available_choices(seats)}
        if word not in values:
            sentence = _("The option “{name}” can be one of: {values}.")
            raise Illegal(known[name].clause, sentence.format(name=name, values=list_phrases(values)))
        options[name] = values[word]
    return options
