"""`tune`: evaluation weights from self-play, with the best so far after every generation."""

import argparse
import json
from importlib.util import find_spec

from pygame_core import Match, __version__
from pygame_core.bots import regression, tournament, tuning
from pygame_core.distribution import install_command
from pygame_core.i18n import _, format_number, ngettext
from pygame_core.state import Illegal, JsonObject
from pygame_core.terminal.output import is_quiet, print_json, print_note


def run_tune(asked: argparse.Namespace) -> int:
    """Run the command with its parsed arguments and return the exit code.

    The arguments are `game`, `sight`, `seats`, `generations`, `deals`, `seed`, `jobs` and `json`. You can copy the
    output into the table of weights. Raises Illegal if a library is missing, or for a wrong number of seats.
    """
    Match.new(asked.game, asked.seats, 0)  # raises Illegal for a wrong number of seats
    if asked.sight in regression.SAMPLING_METHOD_BY_NAME:
        return _print_term_weights(asked)
    force = tuning.current_weights(asked.game, asked.sight, asked.seats)
    with tournament.process_pool(asked.jobs) as pool:
        settings = (asked.game, asked.sight, asked.seats, asked.generations, asked.deals, asked.seed)
        try:
            for number, weights, lead in tuning.tune_weights(*settings, pool):
                found = type(force)(*(round(weight, 3) for weight in weights))
                sentence, points = _("{n} of {most}  lead {points}"), format_number(f"{lead:+.1f}")
                progress = sentence.format(n=f"{number:4}", most=asked.generations, points=points)
                if asked.json:
                    print_note(progress)
                elif number == asked.generations or not is_quiet():
                    print(f"{progress}  {found}", flush=True)
        except ImportError:
            raise _missing_library_error("cma") from None
        # deals that no generation has used
        fresh = range(2**32, 2**32 + asked.deals * asked.generations)
        lead = tuning.mean_lead(asked.game, asked.sight, asked.seats, fresh, weights)
    if asked.json:
        print_json(_describe_run(asked) | {"weights": found._asdict(), "lead": lead})
        return 0
    n = len(fresh)
    sentence = ngettext("Lead on {n} other deal: {points}", "Lead on {n} other deals: {points}", n)
    print_note(sentence.format(n=n, points=format_number(f"{lead:+.1f}")))
    return 0


def _print_term_weights(asked: argparse.Namespace) -> int:
    """Print the table line for this number of seats, from as many games as all generations have deals."""
    if not find_spec("numpy"):
        raise _missing_library_error("numpy")  # before the games are played, not after
    games = asked.deals * asked.generations
    with tournament.process_pool(asked.jobs) as pool:
        learnt = regression.learn_term_weights(asked.sight, asked.game, asked.seats, games, asked.seed, pool)
        fresh = regression.self_play_samples(
            asked.sight, asked.game, asked.seats, max(1, games // 4), asked.seed + 10**6, pool
        )
    before, after = regression.mean_square_error(fresh, {}), regression.mean_square_error(fresh, learnt)
    if asked.json:
        print_json(_describe_run(asked) | {"weights": learnt, "error_before": before, "error_after": after})
        return 0
    print(f"    {asked.seats}: {json.dumps(learnt).replace('[', '(').replace(']', ')')},")
    sentence = _("Mean square error in other games: {before} without these weights, {after} with them")
    figures = {"before": format_number(f"{before:.1f}"), "after": format_number(f"{after:.1f}")}
    print_note(sentence.format(**figures))
    return 0


def _describe_run(asked: argparse.Namespace) -> JsonObject:
    """Return what identifies a run."""
    settings = {key: getattr(asked, key) for key in ("game", "sight", "seats", "generations", "deals", "seed")}
    return settings | {"version": __version__}


def _missing_library_error(library: str) -> Illegal:
    """Return the error for a missing library."""
    sentence = _("Tuning needs {library}. Install it with {command}.")
    return Illegal(None, sentence.format(library=library, command=install_command("tune")))
