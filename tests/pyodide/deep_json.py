"""A check in stock Pyodide: text with too deep nesting would crash Python.

Every input refuses such text, and Python continues.
"""

import base64
import contextlib
import importlib
import json
import sys
import zlib


def main() -> str:
    sys.path.insert(0, "/source")
    core, link = importlib.import_module("pygame_core"), importlib.import_module("pygame_core.link_codec")
    parsed = importlib.import_module("pygame_core.safe_json").parse_json

    def link_with_header(head: bytes) -> str:
        return base64.urlsafe_b64encode(zlib.compress(bytes([link.VERSION]) + head)).decode()

    refused = []
    for text in ("[" * 100_000, '{"a":' * 100_000, "[" * 100_000 + "]" * 100_000):
        for read, given in ((parsed, text), (core.Match.load, text), (link.read, link_with_header(text.encode()))):
            with contextlib.suppress(ValueError):
                try:
                    read(given)
                except core.Illegal as refusal:
                    refused.append(refusal.message)
    match = core.Match.new("medina", 2, seed=1)
    assert link.read(link.write(match)).save() == core.Match.load(json.dumps(match.save())).save() == match.save()
    return json.dumps(refused)


main()
