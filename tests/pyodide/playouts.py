"""In Pyodide: the figures of `bench_bots.py`, from fewer rounds."""

import json
import sys

sys.path[:0] = ["/tests", "/core", "/chess"]
from bench_bots import THERE, measure  # noqa: E402

json.dumps(measure(THERE))
