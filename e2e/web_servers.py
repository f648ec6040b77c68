"""Web hosts as people have them: releases replace each other, and each server has some fault."""

import gzip
import http.server
import io
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, ClassVar

from conftest import SITE_FOLDER, Site
from players import wait_for_truth
from playwright.sync_api import Page, expect
from site_builder import serve

CHECK_FOR_UPDATE_JS = "navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => null)"
"""Make a page check for another release."""
STORED_FILES_JS = """async () => {
  const worker = await (await fetch(new URL("sw.js", document.querySelector("script[src$='recover.js']").src))).text();
  const [, list] = /const PRECACHE = (\\[[^]*?\\]);/.exec(worker);
  const names = (await caches.keys()).filter((name) => name.includes("precache"));
  const stored = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length));
  return stored.join() === String(JSON.parse(list).length);
}"""
"""True if the only offline copy has as many files as the release on the server."""
FolderChange = Callable[[Path], None]
"""A function that changes a folder with a site."""


class WebSpace:
    """A web host with one release, and then another. Only the current one's files are there."""

    def __init__(self, folder: Path, serve_folder: Callable[[Path], Site], **later: Path) -> None:
        self.releases = {"first": SITE_FOLDER, **later}
        self.folder, self.published = folder, time.time()
        self.publish_release()
        self.site = serve_folder(folder)

    def publish_release(self, *changes: FolderChange, release: str = "first", newer: bool = True) -> None:
        """Publish a release with these changes, and replace the current one. Its files are newer."""
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.releases[release], self.folder, copy_function=shutil.copyfile)
        for change in changes:
            change(self.folder)
        self.published += 10 * newer
        for path in self.folder.rglob("*"):
            os.utime(path, (self.published, self.published))

    def keep_python_folder(self) -> None:
        """Keep the folder of the first release: the cache without a profile is too small for its wasm."""
        [python] = SITE_FOLDER.glob("python-*")
        shutil.copytree(python, self.folder / python.name, copy_function=shutil.copyfile)

    def set_cache_lifetimes(self, pages: str, files: str) -> None:
        """Set how long a browser may cache pages, and all other files, without asking again."""

        def end_with_cache_control(handler: Any) -> None:
            bare = handler.path.split("?")[0]
            handler.send_header("Cache-Control", pages if bare.endswith((".html", "/")) else files)
            handler.send_header("Access-Control-Allow-Origin", "*")
            http.server.SimpleHTTPRequestHandler.end_headers(handler)

        self.site.handler_class.end_headers = end_with_cache_control

    def release_name(self, release: str) -> str:
        """Return the name of a release, a hash of its content."""
        [folder] = self.releases[release].glob("release-*")
        return folder.name.removeprefix("release-")


def send_page(handler: Any, html: bytes, status: int = 200) -> None:
    """Answer a request with a page."""
    handler.send_response(status)
    handler.send_header("Content-Type", "text/html; charset=utf-8")
    handler.send_header("Content-Length", str(len(html)))
    handler.end_headers()
    handler.wfile.write(html)


def check_offline_copy(page: Page, site: Site) -> None:
    """Check that the offline copy is whole, and that pages open from it without the network."""
    wait_for_truth(page, f"({STORED_FILES_JS})()")
    site.stop()
    for path in ("rules/medina.html", "palazzo.html", ""):
        page.goto(site.url(path), wait_until="domcontentloaded")
        expect(page.locator("h1").first).to_be_attached()


# -- servers -----------------------------------------------------------------------------------------------------------

Server = Callable[[Path], AbstractContextManager[str]]
"""A context manager that serves a folder. It gives the address of that folder, without a final slash."""


# -- nginx -------------------------------------------------------------------------------------------------------------

NGINX_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "application/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}
"""Debian's table of types, for the files of the site. All others are `application/octet-stream`."""
NGINX_CONFIG = """{user}
daemon off;
pid nginx.pid;
error_log error.log;
events {{ }}
http {{
  # what Debian's nginx.conf says
  sendfile on;
  tcp_nopush on;
  types_hash_max_size 2048;
  include {types};
  default_type application/octet-stream;
  gzip on;
  # what spares it to be root
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  server {{
    listen 127.0.0.1:{port};
    # what Debian's sites-available/default says
    root {root};
    index index.html index.htm index.nginx-debian.html;
    location / {{
      try_files $uri $uri/ =404;
    }}
    {lines}
  }}
}}
"""


def nginx_types_file(nginx: Path) -> Path:
    """Return the table of types of an nginx with Debian's paths: /usr/sbin and /etc/nginx."""
    return nginx.parent.parent.parent / "etc/nginx/mime.types"


def find_nginx() -> Path | None:
    """Return the nginx that $NGINX names, or the system's, or None without Debian's paths."""
    found = shutil.which(os.environ.get("NGINX") or "nginx") or shutil.which("/usr/sbin/nginx")
    program = Path(found).resolve() if found else None
    return program if program and nginx_types_file(program).is_file() else None


def nginx_server(program: Path, lines: str = "") -> Server:
    """Return nginx itself as a server, with Debian's settings and types, and optionally with more lines."""

    @contextmanager
    def run_nginx(folder: Path) -> Iterator[str]:
        home = folder.with_name(f"{folder.name}.nginx")
        home.mkdir(exist_ok=True)
        # nginx inherits the socket, so the port is free for certain, and early requests get an answer
        with socket.create_server(("127.0.0.1", 0)) as ear:
            port = ear.getsockname()[1]
            user = "user root;" if os.geteuid() == 0 else ""  # a user that may read the folder, which pytest has made
            settings = NGINX_CONFIG.format(
                user=user, types=nginx_types_file(program), port=port, root=folder, lines=lines
            )
            (home / "nginx.conf").write_text(settings, encoding="utf-8")
            process = subprocess.Popen(
                [program, "-p", str(home), "-c", "nginx.conf"],
                env={"NGINX": f"{ear.fileno()};"},
                pass_fds=[ear.fileno()],
                stderr=subprocess.DEVNULL,  # all messages are in error.log
            )
        try:
            yield f"http://localhost:{port}"
        finally:
            process.terminate()
            process.wait()

    return run_nginx


# -- servers in Python -------------------------------------------------------------------------------------------------


@contextmanager
def python_http_server(folder: Path) -> Iterator[str]:
    """Run `python -m http.server` unchanged."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout
        port = process.stdout.readline().split(" port ")[1].split()[0]
        try:
            yield f"http://localhost:{port}"
        finally:
            process.terminate()


class PlainServer(http.server.SimpleHTTPRequestHandler):
    """A server with a table of types and nothing else: no cache headers, and no permission for other sites."""

    protocol_version = "HTTP/1.1"
    type_by_suffix: dict[str, str] = {}  # noqa: RUF012
    default_type = "text/plain"

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        return self.type_by_suffix.get(Path(path).suffix, self.default_type)

    def log_message(self, format: str, *args: object) -> None:
        pass


class FewTypesServer(PlainServer):
    """A server that knows HTML, style sheets and scripts, and sends all other files as plain text."""

    type_by_suffix = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}  # noqa: RUF012


class NoScriptTypeServer(PlainServer):
    """A server that does not know scripts."""

    type_by_suffix = {".html": "text/html", ".css": "text/css"}  # noqa: RUF012


class NoSniffServer(NoScriptTypeServer):
    """A server that also forbids browsers to guess types."""

    def end_headers(self) -> None:
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()


class NginxTypesServer(PlainServer):
    """A server with nginx's types."""

    type_by_suffix = NGINX_TYPES
    default_type = "application/octet-stream"


class FallbackToHomeServer(NginxTypesServer):
    """A server that sends the home page for every missing file, as servers for pages with a router do."""

    def translate_path(self, path: str) -> str:
        found = super().translate_path(path)
        return found if Path(found).exists() else str(self.home_page)

    @property
    def home_page(self) -> Path:
        [page] = Path(self.directory).glob("**/index.html")
        return page


class ChangingServer(NginxTypesServer):
    """A server that sends some files in another form than it has them."""

    added_headers: ClassVar[dict[str, str]] = {}

    def changed_content(self, path: Path, content: bytes) -> bytes:
        """Return the content of a file as this server sends it."""
        return content

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        path = Path(self.translate_path(self.path))
        if path.is_dir():
            path /= "index.html"
        if not path.is_file():
            return super().send_head()
        content = self.changed_content(path, path.read_bytes())
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        for name, value in self.added_headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        return io.BytesIO(content)


class CompressingServer(ChangingServer):
    """A server that compresses every file, even archives and WebAssembly."""

    added_headers: ClassVar[dict[str, str]] = {"Content-Encoding": "gzip"}

    def changed_content(self, path: Path, content: bytes) -> bytes:
        return gzip.compress(content, 1)


class AddingServer(ChangingServer):
    """A server that adds a line to every page, as hosts do that count visits or show advertisements."""

    def changed_content(self, path: Path, content: bytes) -> bytes:
        return content.replace(b"</body>", b"<p hidden>Counted</p></body>") if path.suffix == ".html" else content


class TextModeServer(ChangingServer):
    """A server whose files were uploaded in text mode, which changes the ends of lines."""

    def changed_content(self, path: Path, content: bytes) -> bytes:
        is_text = path.suffix in {".html", ".css", ".js", ".json", ".svg", ".txt", ".webmanifest"}
        return content.replace(b"\n", b"\r\n") if is_text else content


class CleanAddressServer(NginxTypesServer):
    """A server that hides the ending of pages, and drops the query on the way: `serve` does that."""

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        bare = self.path.split("?")[0]
        if not bare.endswith(".html"):
            if Path(self.translate_path(self.path) + ".html").is_file():
                self.path = bare + ".html"
            return super().send_head()
        self.send_response(301)
        self.send_header("Location", bare.removesuffix(".html"))
        self.send_header("Content-Length", "0")
        self.end_headers()
        return None


class SlashlessServer(NginxTypesServer):
    """A server that sends the page of a folder for its address without a slash, too, and redirects nobody."""

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        bare = self.path.split("?")[0]
        if Path(self.translate_path(bare), "index.html").is_file() and not bare.endswith("/"):
            self.path = f"{bare}/index.html"
        return super().send_head()


class SlashRemovingServer(SlashlessServer):
    """A server that also removes the slash."""

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        if not self.path.endswith("/"):
            return super().send_head()
        self.send_response(301)
        self.send_header("Location", self.path.removesuffix("/"))
        self.send_header("Content-Length", "0")
        self.end_headers()
        return None


def threaded_server(kind: type[PlainServer]) -> Server:
    """Return a server in a thread of this process."""

    @contextmanager
    def run_server(folder: Path) -> Iterator[str]:
        server = serve.Server(("127.0.0.1", 0), partial(kind, directory=str(folder)))
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield f"http://localhost:{server.server_port}"
        finally:
            server.shutdown()
            server.server_close()

    return run_server
