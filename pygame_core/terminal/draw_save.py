"""`draw`: a picture of a saved game, as SVG or PNG."""

import argparse
import sys
from pathlib import Path

from pygame_core.i18n import _
from pygame_core.pictures import draw_png, draw_svg
from pygame_core.state import Illegal
from pygame_core.terminal.transcript import load_match

STANDARD_OUTPUT = "-"


def run_draw(asked: argparse.Namespace) -> int:
    """Run the command with its parsed arguments and return the exit code.

    The arguments are `save`, `output`, `seat` (from 1, or None), `width` and `scheme`. The ending of `output` chooses
    the format. Raises Illegal, with a sentence, for impossible arguments; OSError if the file cannot be written.
    """
    output = asked.output or f"{Path(asked.save).stem if asked.save != STANDARD_OUTPUT else 'position'}.svg"
    ending = Path(output).suffix.lower() if output != STANDARD_OUTPUT else ".svg"
    if ending not in (".svg", ".png"):
        raise Illegal(None, _("{file} has to end in .svg or .png.").format(file=output))
    match = load_match(asked.save)
    seat = None if asked.seat is None else asked.seat - 1
    if ending == ".png":
        data = draw_png(match, seat, asked.width, "dark" if asked.scheme == "dark" else "light")
    else:
        data = draw_svg(match, seat, asked.width, asked.scheme).encode()
    if output == STANDARD_OUTPUT:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
    else:
        Path(output).write_bytes(data)
    return 0
