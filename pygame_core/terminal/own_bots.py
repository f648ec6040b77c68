"""Your own bots at a table in the terminal, each in a process of its own."""

from pygame_core import Match
from pygame_core.bots.player_process import Limits, PlayerProcess, take_process
from pygame_core.players import Spec, resolve
from pygame_core.state import JsonAction, Result, Seat


class OwnBots:
    """The processes of bots, by seat."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._processes: dict[Seat, PlayerProcess] = {}
        self._begun: set[Seat] = set()

    def __contains__(self, seat: Seat) -> bool:
        return seat in self._processes

    def seat_bot(self, seat: Seat, spec: Spec) -> None:
        """Let a bot play a seat. Raises Illegal, with a sentence, and changes nothing, if it can't be loaded."""
        process = take_process(str(resolve(spec)), self._limits)
        self.dismiss_bot(seat)
        self._processes[seat] = process

    def choose(self, match: Match, seat: Seat) -> JsonAction:
        """Return the action of the bot that is to move. Raises PlayerError, with a sentence, without a legal one."""
        process = self._processes[seat]
        if seat not in self._begun:
            self._begun.add(seat)
            process.begin(seat, match.game, f"{match.seed} {seat} {len(match.log)}")
        return process.choose(match)

    def begin_again(self) -> None:
        """Let all bots begin a new game with their next move, because the game is another one after an undo."""
        self._begun.clear()

    def end_game(self, result: Result) -> None:
        """Tell the bots the result."""
        for seat in self._begun:
            self._processes[seat].end(result)

    def dismiss_bot(self, seat: Seat) -> None:
        """Take the bot of a seat away, if it has one."""
        self._begun.discard(seat)
        if process := self._processes.pop(seat, None):
            process.close()

    def close(self) -> None:
        """End all processes."""
        for seat in [*self._processes]:
            self.dismiss_bot(seat)
