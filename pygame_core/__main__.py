"""Run the terminal commands: `palaces play | simulate | compare …`.

`python -m pygame_core` does the same. Exit codes: 0 done, 1 a check or comparison says no, 2 wrong input, 3 a player
failed too often, 130 Ctrl-C, 141 the reader of the output has gone.

Bad input prints one sentence and exits with code 2.
"""

import io
import os
import sys
from collections.abc import Sequence

from pygame_core import Illegal
from pygame_core.i18n import _
from pygame_core.terminal import INTERRUPTED_EXIT_CODE, PIPE_CLOSED_EXIT_CODE, USAGE_ERROR_EXIT_CODE
from pygame_core.terminal.commands import build_parser
from pygame_core.terminal.output import configure_output
from pygame_core.terminal.translation import file_error_sentence, select_language


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out one command line and return the exit code."""
    if sys.stderr is None:
        return USAGE_ERROR_EXIT_CODE
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal may lack characters of a name
    arguments = sys.argv[1:] if argv is None else argv
    try:
        select_language(arguments, os.environ)
        _require_open_streams()
        asked = build_parser().parse_args(arguments)
        configure_output(asked.quiet, asked.color)
        code: int = asked.run(asked)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # avoids an error when Python flushes at exit
        return PIPE_CLOSED_EXIT_CODE
    except Illegal as refusal:
        print(refusal, file=sys.stderr)
        return USAGE_ERROR_EXIT_CODE
    except OSError as error:
        print(file_error_sentence(error), file=sys.stderr)
        return USAGE_ERROR_EXIT_CODE
    except KeyboardInterrupt:
        return INTERRUPTED_EXIT_CODE
    return code


def _require_open_streams() -> None:
    """Raise Illegal if a standard stream is closed. A file of a command would take its place."""
    for name, stream in ((_("Standard input"), sys.stdin), (_("Standard output"), sys.stdout)):
        if stream is None:
            sentence = _("{stream} is closed. Redirect it to {file} instead.")
            raise Illegal(None, sentence.format(stream=name, file=os.devnull))


if __name__ == "__main__":
    sys.exit(main())
