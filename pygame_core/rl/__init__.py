"""Action numbers, observations and environments for reinforcement learning, as NumPy arrays.

`ENCODERS` has the encoder of each game. `alhambra_v0`, `palazzo_v0` and `medina_v0` are PettingZoo environments (extra
`rl`), and `openspiel` has the same games for OpenSpiel (extra `openspiel`).

>>> from pygame_core import Match
>>> from pygame_core.rl import ENCODERS
>>> match, encoder = Match.new("alhambra", 2, seed=7), ENCODERS["alhambra"]
>>> view = match.view(match.to_move())
>>> encoder.observe(view).shape, int(encoder.mask(view).sum()), len(match.legal())
((191,), 12, 12)
>>> number = encoder.encode(view, ["take", "y5"])
>>> number, encoder.decode(view, number)
(4, ['take', 'y5'])
"""

from pygame_core.distribution import install_command

try:
    import numpy  # noqa: F401 - here, so that a missing extra is one clear sentence
except ModuleNotFoundError:
    commands = f"{install_command('rl')}, or for OpenSpiel with {install_command('openspiel')}"
    raise ModuleNotFoundError(f"Arrays need NumPy. Install it with {commands}.") from None

from pygame_core.rl.alhambra_encoder import AlhambraEncoder
from pygame_core.rl.encoder import Encoder
from pygame_core.rl.medina_encoder import MedinaEncoder
from pygame_core.rl.palazzo_encoder import PalazzoEncoder

__all__ = ["ENCODERS", "Encoder"]

ENCODERS: dict[str, Encoder] = {
    encoder.game: encoder for encoder in (AlhambraEncoder(), PalazzoEncoder(), MedinaEncoder())
}
"""The encoder of each game by its name."""
