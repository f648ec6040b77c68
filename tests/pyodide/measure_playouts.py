"""In Pyodide: the figures of `bench_bots.py`, from fewer rounds."""

import json
import sys

sys.path[:0] = ["/tests", "/core", "/chess"]
from bench_bots import PYODIDE_ROUNDS, measure_search  # noqa: E402

json.dumps(measure_search(PYODIDE_ROUNDS))
