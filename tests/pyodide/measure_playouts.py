"""The figures of `bench_bots.py` in Pyodide, from fewer rounds."""

import json
import sys

sys.path[:0] = ["/tests", "/core", "/chess"]
from bench_bots import PYODIDE_ROUNDS, measure_search  # noqa: E402

json.dumps(measure_search(PYODIDE_ROUNDS))
