"""The commands of `palaces` with their arguments, descriptions and examples."""

import argparse
from pathlib import Path

from pygame_core import GAMES, __version__
from pygame_core.bots import LEVELS, Budget
from pygame_core.bots.player_process import Limits
from pygame_core.bots.regression import SAMPLING_METHOD_BY_NAME
from pygame_core.bots.tuning import EVALUATION_BY_SIGHT
from pygame_core.i18n import _, list_phrases
from pygame_core.match import MAX_SEED
from pygame_core.pictures import MAX_WIDTH_PX
from pygame_core.terminal import program_name
from pygame_core.terminal.argument_parser import (
    CommandParser,
    Commands,
    add_command,
    add_game,
    add_jobs,
    add_json,
    add_save,
    language_help,
    parse_executor,
    parse_limit,
    parse_seconds,
    whole_number_type,
)
from pygame_core.terminal.check import run_check, run_players
from pygame_core.terminal.compare import run_compare
from pygame_core.terminal.completion import SHELLS, completion_script
from pygame_core.terminal.draw_save import run_draw
from pygame_core.terminal.play import run_play
from pygame_core.terminal.puzzles import run_puzzles
from pygame_core.terminal.saved_game import run_legal, run_link, run_replay
from pygame_core.terminal.simulate import RESULT_FORMATS, run_simulate
from pygame_core.terminal.tune import run_tune


def build_parser() -> CommandParser:
    """Return the parser of all commands, in the current language."""
    program = program_name()
    parser = CommandParser(prog=program, usage=f"{program} …", description=_("Board games in the terminal."))
    parser.add_argument("--version", action="version", version=__version__, help=_("show the version and exit"))
    parser.add_argument("--lang", metavar=_("CODE"), help=language_help())
    commands = parser.add_subparsers(required=True, metavar=_("command"), parser_class=CommandParser, prog=program)
    _add_play(commands)
    _add_simulate(commands)
    _add_compare(commands)
    _add_players(commands)
    _add_check(commands)
    _add_saved_games(commands)
    _add_draw(commands)
    _add_tune(commands)
    _add_puzzles(commands)
    _add_completion(commands)
    parser.usage = f"{program} {' | '.join(commands.choices)} …"
    return parser


def _add_play(commands: Commands) -> None:
    game, save = _("GAME"), _("SAVE")
    command = add_command(
        commands,
        "play",
        run_play,
        f"{game} | --load {save}",
        _("play against bots, or each other"),
        _("Play a game in the terminal, against bots or with several people. Every action saves the game to a file."),
        ["alhambra --seats you,skilled,mybot.py:Greedy", "medina --options first=1,towers=new-contact"],
    )
    add_game(command, is_optional=True)
    seats = _("you, a level or your own bot, separated by commas (you,skilled). Levels: {levels}")
    command.add_argument("--seats", metavar=_("PLAYERS"), help=seats.format(levels=list_phrases(LEVELS)))
    _add_names(command)
    _add_options(command)
    seed = _("seed (random): the same seed gives the same cards")
    command.add_argument("--seed", type=whole_number_type(0, MAX_SEED), metavar="S", help=seed)
    command.add_argument("--load", metavar=save, help=_("continue a saved game"))
    think = _("the most seconds that a bot thinks about a move (1)")
    command.add_argument("--seconds", type=parse_seconds, default=1.0, metavar="T", help=think)
    _add_limits(command)


def _add_simulate(commands: Commands) -> None:
    game, players, folder, file = _("GAME"), _("PLAYERS"), _("FOLDER"), _("FILE")
    command = add_command(
        commands,
        "simulate",
        run_simulate,
        f"{game} --seats {players}",
        _("let bots play each other"),
        _(
            "Let bots play a tournament. Every deal is played once in each rotation of the seats. The results have "
            "the win rate with its interval, the lead in points, and the Elo points above the others."
        ),
        ["alhambra --seats mybot.py:Greedy,casual --games 200", "palazzo --seats master:2,skilled --json"],
    )
    add_game(command)
    seats = _(
        "players, separated by commas: {levels}, or your own as in mybot.py:Greedy(worlds=12). master:2 thinks for "
        "2 seconds. @seats.json is a file with a list of them"
    )
    command.add_argument("--seats", required=True, metavar=players, help=seats.format(levels=list_phrases(LEVELS)))
    _add_names(command)
    _add_options(command)
    _add_games(command, _("number of games (100)"))
    _add_budget(command)
    _add_limits(command)
    _add_keep_going(command)
    _add_executor(command)
    kept = _("store every game there as it ends. Run the same command again to continue")
    command.add_argument("--save-dir", type=Path, metavar=folder, help=kept)
    form = _("form of the results (text). csv has one line for each player")
    command.add_argument("--format", choices=RESULT_FORMATS, default="text", help=form)
    command.add_argument("--output", "-o", metavar=file, help=_("file for the results (standard output)"))
    json_help = _("print one JSON object instead, or also write it to this file")
    command.add_argument("--json", nargs="?", const="-", metavar=file, help=json_help)


def _add_compare(commands: Commands) -> None:
    game, player = _("GAME"), _("PLAYER")
    command = add_command(
        commands,
        "compare",
        run_compare,
        f"{game} {player} {player}",
        _("find out which of two players is better"),
        _(
            "Let two players play the same deals against the same opponents. The result is the difference of their "
            "win rates with its interval, and how many games would make it clear."
        ),
        ["alhambra mybot.py:New mybot.py:Old --against casual", "medina mybot.py skilled --require-better"],
    )
    add_game(command)
    command.add_argument("player", metavar=player, help=_("the first player, such as mybot.py:Greedy"))
    command.add_argument("other", metavar=player, help=_("the second player"))
    against = _("the opponents of both, separated by commas (casual)")
    command.add_argument("--against", default="casual", metavar=_("PLAYERS"), help=against)
    _add_options(command)
    _add_games(command, _("number of games of each player (100)"))
    _add_budget(command)
    _add_limits(command)
    _add_keep_going(command)
    _add_executor(command)
    require = _("exit with code 1 unless the first player is clearly better")
    command.add_argument("--require-better", action="store_true", help=require)
    add_json(command)


def _add_players(commands: Commands) -> None:
    command = add_command(
        commands,
        "players",
        run_players,
        "",
        _("list the players that have a name"),
        _("List all levels, and the players of installed packages with their origins."),
        ["", "--json"],
    )
    add_json(command)


def _add_check(commands: Commands) -> None:
    player = _("PLAYER")
    command = add_command(
        commands,
        "check",
        run_check,
        player,
        _("check your bot"),
        _(
            "Load a bot and let it play two games for each number of seats against casual. It reports errors with "
            "their line, illegal answers and slow moves. The exit code is 1 if there are any."
        ),
        ["mybot.py", "mybot.py:Greedy --game alhambra"],
    )
    command.add_argument("player", metavar=player, help=_("your bot, such as mybot.py:Greedy"))
    command.add_argument("--game", choices=GAMES, help=_("only this game (all)"))
    _add_seed(command)
    _add_limits(command)
    add_json(command)


def _add_saved_games(commands: Commands) -> None:
    save = _("SAVE")
    describe = _("describe a saved game in sentences")
    text = _("Describe every move of a saved game in sentences, and its score.")
    command = add_command(commands, "replay", run_replay, save, describe, text, ["game.json", "game.json --json"])
    add_save(command)
    add_json(command)
    listed = _("list the actions you can play in a saved game, one JSON array per line")
    text = _("List the legal actions of the seat to move. Wasteful payments are allowed, but not in the list.")
    command = add_command(commands, "legal", run_legal, save, listed, text, ["game.json", "game.json --view 1"])
    add_save(command)
    view = _("also show what this seat sees, counted from 1")
    command.add_argument("--view", type=whole_number_type(1, 99), metavar=_("SEAT"), help=view)
    add_json(command)
    made = _("make a link of a saved game")
    text = _("Print a link that has the whole game. It opens in the replay of a site with these games.")
    command = add_command(
        commands,
        "link",
        run_link,
        save,
        made,
        text,
        ["game.json --site https://example.org/palaces", "- --json < game.json"],
    )
    add_save(command)
    site = _("address of the site (none: the link begins with its page)")
    command.add_argument("--site", metavar=_("ADDRESS"), help=site)
    add_json(command)


def _add_draw(commands: Commands) -> None:
    command = add_command(
        commands,
        "draw",
        run_draw,
        _("SAVE"),
        _("draw a saved game as a picture"),
        _("Draw the position of a saved game as the page shows it. It shows no more than one seat may see."),
        ["game.json -o table.svg --seat 1", "game.json -o table.png --width 800"],
    )
    add_save(command)
    output = _(
        "a file that ends in .svg or .png, or “-” for SVG on standard output (the name of the save, "
        "position.svg for “-”)"
    )
    command.add_argument("-o", "--output", metavar=_("FILE"), help=output)
    seat = _("draw what this seat sees, counted from 1 (what an onlooker sees)")
    command.add_argument("--seat", type=whole_number_type(1, 99), metavar="N", help=seat)
    width = _("width in pixels (1280)")
    command.add_argument("--width", type=whole_number_type(1, MAX_WIDTH_PX), metavar="N", help=width)
    scheme = _("colors for a light or a dark page (both in SVG, light in PNG)")
    command.add_argument("--scheme", choices=("light", "dark", "both"), help=scheme)


def _add_tune(commands: Commands) -> None:
    sights = [*EVALUATION_BY_SIGHT, *SAMPLING_METHOD_BY_NAME]
    command = add_command(
        commands,
        "tune",
        run_tune,
        _("GAME"),
        _("find the weights of an evaluation by self-play"),
        _("Look for better weights of an evaluation by self-play. The same command finds the same weights again."),
        ["medina --sight glance", "palazzo --seats 3 --generations 10 --json"],
    )
    add_game(command)
    meaning = _(
        "glance: the evaluation of casual and beginner. worth (the default): that of skilled and master. leaf and "
        "standing: how much a master counts each term, learned from two lines of a position or from final results"
    )
    command.add_argument("--sight", choices=sights, default="worth", help=meaning)
    players = _("number of players (2)")
    command.add_argument("--seats", type=whole_number_type(1, 99), default=2, metavar="N", help=players)
    generations = _("number of generations (20)")
    command.add_argument("--generations", type=whole_number_type(1, 10**6), default=20, metavar="N", help=generations)
    deals = _("deals that every set of weights plays in a generation, once from each seat (10)")
    command.add_argument("--deals", type=whole_number_type(1, 10**6), default=10, metavar="N", help=deals)
    _add_seed(command)
    add_jobs(command)
    add_json(command)


def _add_puzzles(commands: Commands) -> None:
    file = _("FILE")
    command = add_command(
        commands,
        "puzzles",
        run_puzzles,
        _("GAME"),
        _("make the book of puzzles of a game"),
        _("Make a book of puzzles, positions in which one move is clearly best, or check one by a longer search."),
        ["medina --check 60", "alhambra --count 20 --output book.json"],
    )
    add_game(command)
    count = _("number of puzzles (150)")
    command.add_argument("--count", type=whole_number_type(1, 10**4), default=150, metavar="N", help=count)
    output = _("write the book to this file (that of the package)")
    command.add_argument("--output", "-o", type=Path, metavar=file, help=output)
    check = _("check N puzzles of the book by a search ten times as long")
    command.add_argument("--check", type=whole_number_type(1, 10**4), metavar="N", help=check)
    add_jobs(command)
    add_json(command)


def _add_completion(commands: Commands) -> None:
    shell = _("SHELL")

    def run_completion(asked: argparse.Namespace) -> int:
        print(completion_script(asked.shell, build_parser()), end="")
        return 0

    command = add_command(
        commands,
        "completion",
        run_completion,
        shell,
        _("print a script with which your shell completes commands"),
        _("Print a script that lets your shell complete commands, options and their values with the Tab key."),
        ["bash > ~/.local/share/bash-completion/completions/palaces", "fish > ~/.config/fish/completions/palaces.fish"],
    )
    command.add_argument("shell", choices=SHELLS, metavar=shell, help=list_phrases(SHELLS))


# -- options of several commands ---------------------------------------------------------------------------------------


def _add_names(command: argparse.ArgumentParser) -> None:
    names = _("names by seat, separated by commas. One that you leave empty stays as it is")
    command.add_argument("--names", metavar=_("NAMES"), help=names)


def _add_options(command: argparse.ArgumentParser) -> None:
    words = (f"{option.name}={option.choices[0].url_word}" for game in GAMES.values() for option in game.options)
    options = _("options of the game, as in links: {examples}").format(examples=list_phrases(dict.fromkeys(words)))
    command.add_argument("--options", metavar=_("OPTIONS"), help=options)


def _add_games(command: argparse.ArgumentParser, text: str) -> None:
    command.add_argument("--games", type=whole_number_type(1, 10**9), default=100, metavar="N", help=text)
    _add_seed(command)


def _add_seed(command: argparse.ArgumentParser) -> None:
    seed = _("seed (1): the same seed gives the same games")
    command.add_argument("--seed", type=whole_number_type(0, MAX_SEED), default=1, metavar="S", help=seed)


def _add_budget(command: argparse.ArgumentParser) -> None:
    playouts = _("playouts for each move of a level that searches ({n})").format(n=Budget().playouts)
    command.add_argument("--budget", type=whole_number_type(1, 10**6), metavar="N", help=playouts)
    think = _("thinking time of a master per move, in seconds. The same command may then play different games")
    command.add_argument("--seconds", type=parse_seconds, metavar="T", help=think)


def _add_limits(command: argparse.ArgumentParser) -> None:
    move, whole = Limits()
    limit = _("processor seconds that your bot has for a move ({n})").format(n=f"{move:g}")
    command.add_argument("--move-seconds", type=parse_limit, default=move, metavar="T", help=limit)
    limit = _("processor seconds that your bot has for a game ({n})").format(n=f"{whole:g}")
    command.add_argument("--game-seconds", type=parse_limit, default=whole, metavar="T", help=limit)


def _add_keep_going(command: argparse.ArgumentParser) -> None:
    going = _("play on if your bot fails in its first 10 games")
    command.add_argument("--keep-going", action="store_true", help=going)


def _add_executor(command: argparse.ArgumentParser) -> None:
    executor = _("process for this computer, or dask:ADDRESS for the Dask cluster of that scheduler (process)")
    command.add_argument("--executor", type=parse_executor, default="process", metavar="E", help=executor)
    add_jobs(command)
