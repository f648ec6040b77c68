"""`python -m pygame_core tune`: weights of an evaluation by self-play, the best so far after every generation."""

import argparse
import sys

from pygame_core import Match
from pygame_core.bots import tournament, tuning
from pygame_core.state import Illegal
from pygame_core.words import _


def tune(asked: argparse.Namespace) -> int:
    """Carry out the command as the parser read it: `game`, `sight`, `seats`, `generations`, `deals`, `seed`, `jobs`.

    What is printed can be copied into the table of weights. Raises Illegal without the optimizer, or for a wrong number
    of seats."""
    Match.new(asked.game, asked.seats, 0)  # refuses a wrong number of seats
    force = tuning.in_force(asked.game, asked.sight, asked.seats)
    with tournament.processes(asked.jobs) as pool:
        settings = (asked.game, asked.sight, asked.seats, asked.generations, asked.deals, asked.seed)
        try:
            for number, weights, lead in tuning.tune(*settings, pool):
                found = type(force)(*(round(weight, 3) for weight in weights))
                print(f"{number:4} of {asked.generations}  lead {lead:+.1f}  {found}", flush=True)
        except ImportError:
            sentence = _("Tuning needs cma here: pip install 'pygame-core[tune]', or '.[tune]' from the sources.")
            raise Illegal(None, sentence) from None
        # deals that were in no generation
        fresh = range(2**32, 2**32 + asked.deals * asked.generations)
        lead = tuning.mean_lead(asked.game, asked.sight, asked.seats, fresh, weights)
    print(_("On {n} other deals they lead by {points}.").format(n=len(fresh), points=f"{lead:+.1f}"), file=sys.stderr)
    return 0
