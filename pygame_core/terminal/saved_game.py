"""`replay`, `legal` and `link`: what a saved game has."""

import argparse
import json
import re
from urllib.parse import urlsplit

from pygame_core import GAMES, Illegal, __version__, link_codec
from pygame_core.i18n import _, quote_input
from pygame_core.match import Match
from pygame_core.state import JsonObject
from pygame_core.terminal.output import print_json, print_note
from pygame_core.terminal.transcript import load_match, player_names, standing_sentence, transcript_lines

EXAMPLE_SITE = "https://example.org/palaces"


def run_replay(asked: argparse.Namespace) -> int:
    """Print a game in sentences, or as JSON with its events. Raises OSError, or Illegal with the reason."""
    match = load_match(asked.save)
    if asked.json:
        sentences, names = GAMES[match.game].sentences, player_names(match)
        events = [event | {"sentences": sentences.event_sentences(event, names)} for event in match.events(None)]
        print_json(_describe_match(match) | {"events": events, "standing": standing_sentence(match)})
        return 0
    for line in transcript_lines(match):
        print(line)
    return 0


def run_legal(asked: argparse.Namespace) -> int:
    """Print the legal actions of a saved game, and with `view` what a seat sees, whose number counts from 1.

    Raises OSError, or Illegal with the reason.
    """
    match = load_match(asked.save)
    if match.to_move() is None:
        print_note(GAMES[match.game].sentences.refuse_over().message)
    seat = None if asked.view is None else asked.view - 1
    if asked.json:
        view = {} if seat is None else {"view": match.view(seat)}
        print_json(_describe_match(match) | {"legal": match.legal()} | view)
        return 0
    if seat is not None:
        for line in GAMES[match.game].render_text_view(match.view(seat), player_names(match)):
            print(line.rstrip())
        print()
    for action in match.legal():
        print(json.dumps(action))
    return 0


def run_link(asked: argparse.Namespace) -> int:
    """Print a saved game as a link. Without the address of a site, it is relative. Raises OSError, or Illegal."""
    match = load_match(asked.save)
    url = f"{match.game}.html#replay={link_codec.write(match)}"
    if asked.site is not None:
        _require_site(asked.site)
        url = f"{asked.site.rstrip('/')}/{url}"
    if asked.json:
        print_json({"url": url, "game": match.game, "seed": match.seed, "version": __version__})
        return 0
    print(url)
    if asked.site is None:
        print_note(
            _("Add the address of a site to the link with --site, such as --site {example}.").format(
                example=EXAMPLE_SITE
            )
        )
    return 0


def _require_site(address: str) -> None:
    """Raise Illegal, with a sentence, unless this is the address of a web site, to which a page can be added."""
    try:
        parts = urlsplit(address)
        is_site = parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.query and not parts.fragment
    except ValueError:
        is_site = False
    if not is_site or re.search(r"\s", address):
        sentence = _("{address} isn't the address of a site. Write one such as {example}.")
        raise Illegal(None, sentence.format(address=quote_input(address), example=EXAMPLE_SITE))


def _describe_match(match: Match) -> JsonObject:
    """Return what identifies a match."""
    return {
        "game": match.game,
        "seed": match.seed,
        "seats": match.seats,
        "options": match.options,
        "to_move": match.to_move(),
        "scores": match.scores(),
        "result": match.result(),
        "version": __version__,
    }
