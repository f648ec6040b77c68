"""Tests of the local server, `python -m site_builder.serve`: it sends the headers of a simple web host."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The address of a server for a folder with one script, below a prefix, as the command prints it."""
    (tmp_path / "boot.js").write_text("export {};\n")
    command = [sys.executable, "-m", "site_builder.serve", str(tmp_path), "--port", "0", "--prefix", "/deep/down"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "build")}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        yield server.stdout.readline().strip()
        server.terminate()


def test_a_folder_is_served_below_its_prefix_with_the_headers_of_plain_web_space(address: str) -> None:
    assert address.endswith("/deep/down/")
    with urlopen(f"{address}boot.js") as answer:
        assert answer.read() == b"export {};\n"
        told = [answer.headers[name] for name in ("Content-Type", "Cache-Control", "Access-Control-Allow-Origin")]
        assert told == ["text/javascript", "max-age=600", "*"]
    with urlopen(address.removesuffix("/")) as answer:
        assert answer.url == address


def test_what_lies_elsewhere_is_not_there(address: str) -> None:
    for elsewhere in (address.replace("/deep/down/", "/boot.js"), f"{address}other.js"):
        with pytest.raises(HTTPError, match="404"):
            urlopen(elsewhere)
