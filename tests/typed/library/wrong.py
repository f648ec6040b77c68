"""Fails both type checkers in every line that ends with `# wrong`, and nowhere else."""

from random import Random

from pygame_core import Match
from pygame_core.bot_tools import legal, play_out, preview, sample_worlds
from pygame_core.bots import choose
from pygame_core.players import Player, PlayerFunction
from pygame_core.types import AlhambraAction, AlhambraView, GameName, MedinaActionPart, MedinaView, View

Match.new("alhamba", 3)  # wrong
match = Match.new("alhambra", 3)
view = match.view(0)
print(view["yrad"])  # wrong
print(view["supplies"])  # wrong
print(view["game"] == "medina")  # wrong
match.play(["tkae"])  # wrong
match.play(("tkae", "g1"))  # wrong
match.play(["take", "x9"])  # wrong
match.play("pass")  # wrong
print(match.legal()[0][0] == "tkae")  # wrong
print(match.events(None)[0]["scoring"])  # wrong
print(match.save()["sed"])  # wrong
medina = Match.new("medina", 3)
print(medina.view(None)["supplies"][0]["teas"])  # wrong
medina.play(["building", "gray", "a5"])  # wrong
medina.play(["wall", "N17"])  # wrong
palazzo = Match.new("palazzo", 3)
palazzo.play(["auktion"])  # wrong
print(palazzo.view(None)["phase"] == "bidding")  # wrong
choose("grandmaster", view, Random(1))  # wrong
choose("casual", view, 7)  # wrong
play_out(view, Random(1), 3, "skiled")  # wrong
print(preview(view, ["pass"])["yrad"])  # wrong
print(sample_worlds(view, Random(1), 2)[0]["yrad"])  # wrong
print(legal(view)[0][0] == "tkae")  # wrong
result = match.result()
if result:
    print(result["place"])  # wrong


def play(game: GameName) -> Match:
    """Play any game."""
    played = Match.new(game, 2)
    print(played.view(0)["yrad"])  # wrong
    return played


play("stair")  # wrong


def choose_gift(view: AlhambraView, legal: list[AlhambraAction], rng: Random) -> AlhambraAction:
    """Misspell a key and a verb."""
    if view["dirk"]:  # wrong
        return ["pas"]  # wrong
    return legal[0]


class Alhambrist:
    """A player of another game."""

    def choose(self, view: AlhambraView, legal: list[AlhambraAction], rng: Random) -> AlhambraAction:
        """Take the first action."""
        return legal[0]


other: Player[MedinaView, MedinaActionPart] = Alhambrist()  # wrong
function: PlayerFunction[MedinaView, MedinaActionPart] = choose_gift  # wrong


def read(any_view: View) -> None:
    """Read what not every game has."""
    print(any_view["yard"])  # wrong
