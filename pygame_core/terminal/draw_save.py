"""`draw`: a picture of a saved game, as SVG or PNG."""

import argparse
import sys
from pathlib import Path

from pygame_core.i18n import _, list_phrases, quote_input
from pygame_core.pictures import draw_png, draw_svg
from pygame_core.state import Illegal
from pygame_core.terminal.output import print_note
from pygame_core.terminal.transcript import load_match

STANDARD_OUTPUT = "-"
DEFAULT_WIDTH_PX = 1280


def run_draw(asked: argparse.Namespace) -> int:
    """Run the command with its parsed arguments and return the exit code.

    The arguments are `save`, `output`, `seat` (from 1, or None), `width` and `scheme`. The ending of `output` chooses
    the format. Without `output`, the file has the name of the save, and replaces no other file. Raises Illegal, with a
    sentence, for impossible arguments; OSError if the file cannot be written.
    """
    default = f"{Path(asked.save).stem if asked.save != STANDARD_OUTPUT else 'position'}.svg"
    output = default if asked.output is None else asked.output
    ending = Path(output).suffix.lower() if output != STANDARD_OUTPUT else ".svg"
    if ending not in (".svg", ".png"):
        raise Illegal(None, _("{file} has to end in .svg or .png.").format(file=output or quote_input("")))
    if ending == ".png" and asked.scheme == "both":
        raise Illegal(
            None, _("A PNG has one scheme. Choose one of: {known}.").format(known=list_phrases(("light", "dark")))
        )
    if asked.output is None and Path(output).exists():
        raise Illegal(None, _("{file} already exists. To replace it, add -o {file}.").format(file=output))
    match = load_match(asked.save)
    seat = None if asked.seat is None else asked.seat - 1
    if ending == ".png":
        data = draw_png(match, seat, asked.width or DEFAULT_WIDTH_PX, asked.scheme or "light")
    else:
        data = draw_svg(match, seat, asked.width or DEFAULT_WIDTH_PX, asked.scheme or "both").encode()
    if output == STANDARD_OUTPUT:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
    else:
        Path(output).write_bytes(data)
        print_note(_("Saved in {file}.").format(file=output))
    return 0
