"""The referee of a game with a bot of one's own: rules, deals and chance. The bot is elsewhere, and gets views only.

The games are those of `simulate`: the same seed gives the same deals, and every deal is played once from each seat.
"""

from random import Random
from typing import TYPE_CHECKING

from pygame_core import Match
from pygame_core.bots import bot_view, choose
from pygame_core.safe_json import parse_json
from pygame_core.state import Illegal, JsonObject, Seat, lead_over_others

if TYPE_CHECKING:
    from palaces.app.effects import RefereeRequest
    from pygame_core.match import GameName, LevelName

OWN_KIND = "bot:custom"


def deal_seed(seed: int, deal: int) -> int:
    """Return the seed of a deal of a run, as `tournament.schedule_games` numbers them."""
    rng = Random(seed)
    for _earlier in range(deal):
        rng.getrandbits(32)
    return rng.getrandbits(32)


class RefereedGame:
    """Game number `n` of a run. Player 0 is the bot of one's own, and the others are levels."""

    def __init__(
        self, game: "GameName", name: str, opponents: "list[LevelName]", seed: int, n: int, memory: bool
    ) -> None:
        seats = len(opponents) + 1
        self.rotation, self._memory = n % seats, memory
        self.seed = deal_seed(seed, n // seats)
        players = [name, *opponents]
        names = [
            who if players.count(who) == 1 else f"{who}#{players[: p + 1].count(who)}" for p, who in enumerate(players)
        ]
        at = [(seat - self.rotation) % seats for seat in range(seats)]
        kinds = [OWN_KIND, *(f"bot:{level}" for level in opponents)]
        self.match = Match.new(game, [{"name": names[p], "kind": kinds[p]} for p in at], self.seed)
        self._levels = {seat: opponents[p - 1] for seat, p in enumerate(at) if p}
        self._rngs = {seat: Random(f"{self.seed} {p}") for seat, p in enumerate(at) if p}
        self.own_seat: Seat = self.rotation

    def advance(self) -> JsonObject:
        """Play the levels up to the bot's turn. Return its view and legal actions, or the result of the game."""
        match = self.match
        while (seat := match.to_move()) is not None and seat != self.own_seat:
            level = self._levels[seat]
            match.play(choose(level, bot_view(level, match), self._rngs[seat]).action)
        if seat is not None:
            return {
                "view": match.view(seat, memory=self._memory),
                "legal": match.legal(),
                "log_number": len(match.log),
            }
        result = match.result()
        assert result
        scores, places = result["scores"], result["places"]
        share = (places[self.own_seat] == 1) / places.count(1)
        lead = lead_over_others(scores, self.own_seat)
        return {
            "result": result,
            "scores": scores,
            "places": places,
            "share": share,
            "lead": round(lead, 2),
        } | self.facts

    @property
    def facts(self) -> JsonObject:
        """What the page has to know of the game at any time: its save, and the bot's seat."""
        return {"save": self.match.save(), "seat": self.own_seat}

    def play(self, action_text: str) -> JsonObject:
        """Play the bot's action, which is JSON text, and go on. Return why it is not allowed, if so."""
        try:
            action = parse_json(action_text)
            if refusal := self.match.allows(action):
                return _refusal(refusal)
            self.match.play(action)
        except Illegal as refusal:
            return _refusal(refusal)
        except ValueError as error:
            return {"refused": str(error), "clause": None}
        return self.advance()


def _refusal(refusal: Illegal) -> JsonObject:
    return {"refused": str(refusal), "clause": refusal.clause}


_games: dict[int, RefereedGame] = {}
"""The game of each bot, by the first number of its requests."""


def answer_request(asked: "RefereeRequest") -> JsonObject:
    """Return the answer to a request: see `bot_worker`.

    With `begin`, a new game begins. With `action`, the bot plays it. Without both, the answer has the game's `facts`.
    """
    table, _serial = asked["id"]
    if "begin" in asked:
        _games[table] = game = RefereedGame(**asked["begin"])
        return {"seat": game.own_seat, "rng_seed": f"{game.seed} 0"} | game.advance()
    game = _games[table]
    if "action" in asked:
        return game.play(asked["action"])
    return game.facts
