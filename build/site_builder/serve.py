"""Serve the built site: `python -m site_builder.serve dist --port 8000 --prefix /palaces`.

Headers are those of plain web space such as GitHub Pages: the right types, ten minutes of caching, readable from every
site, no isolation headers.
"""

import argparse
import contextlib
import functools
import http.server
import socket
import sys
from collections.abc import Callable
from pathlib import Path

CONTENT_TYPES = {
    ".mjs": "text/javascript",  # not in the site, but in stock Pyodide, which build/bench_start.py measures
    ".js": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".zip": "application/zip",
    ".css": "text/css",
}
DEFAULT_HEADERS = {"Cache-Control": "max-age=600", "Access-Control-Allow-Origin": "*"}


class Handler(http.server.SimpleHTTPRequestHandler):
    """Handler of requests to one folder, below `prefix`."""

    protocol_version = "HTTP/1.1"
    # The tables of this computer, such as the registry on Windows, may give JavaScript the type text/plain. No browser
    # runs that as a module.
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, **CONTENT_TYPES}  # noqa: RUF012
    prefix = ""
    headers_sent: dict[str, str] = DEFAULT_HEADERS

    def do_GET(self) -> None:
        if self.strip_prefix():
            super().do_GET()

    def do_HEAD(self) -> None:
        if self.strip_prefix():
            super().do_HEAD()

    def strip_prefix(self) -> bool:
        """Remove the prefix from the path. If the path is outside, answer the request and return False."""
        bare = self.path.split("?")[0]
        if bare == self.prefix:
            self.send_response(301)
            self.send_header("Location", self.prefix + "/")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return False
        if not bare.startswith(self.prefix + "/"):
            self.send_error(404)
            return False
        self.path = self.path[len(self.prefix) :]
        return True

    def end_headers(self) -> None:
        for name, value in self.headers_sent.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


AcceptedRequest = socket.socket | tuple[bytes, socket.socket]
"""A request as `socketserver` types it: a connection, or a datagram with its socket."""


class Server(http.server.ThreadingHTTPServer):
    """Server that ignores closed connections, which browsers cause all the time.

    After it is closed, it also answers nothing on connections that are kept alive.
    """

    daemon_threads = True

    def __init__(self, address: tuple[str, int], handler: Callable[..., http.server.BaseHTTPRequestHandler]) -> None:
        super().__init__(address, handler)
        self.connections: set[socket.socket] = set()

    def process_request(self, request: AcceptedRequest, client_address: object) -> None:
        if isinstance(request, socket.socket):
            self.connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: AcceptedRequest) -> None:
        if isinstance(request, socket.socket):
            self.connections.discard(request)
        super().shutdown_request(request)

    def server_close(self) -> None:
        super().server_close()
        for connection in list(self.connections):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: object, client_address: object) -> None:
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def make_server(folder: Path, port: int = 0, prefix: str = "", headers: dict[str, str] | None = None) -> Server:
    """Return a server that is bound but not running yet, with these headers added to the usual ones.

    Port 0 takes any free port. Raise OSError if the port is in use.
    """
    kind = type("Below", (Handler,), {"prefix": prefix.rstrip("/"), "headers_sent": DEFAULT_HEADERS | (headers or {})})
    return Server(("127.0.0.1", port), functools.partial(kind, directory=str(folder)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--prefix", default="")
    options = parser.parse_args()
    with make_server(options.folder, options.port, options.prefix) as running:
        print(f"http://localhost:{running.server_port}{options.prefix}/", flush=True)
        running.serve_forever()


if __name__ == "__main__":
    main()
