"""Give an unpacked release the address of its site: `python set_url.py ADDRESS`, in any folder.

Link previews, search engines and oEmbed need the address. Run it again if the site moves. Without ADDRESS, it removes
the address. It needs only Python, and no build. The build fills in the edits and the files.
"""

import base64
import hashlib
import json
import re
import sys
from pathlib import Path
from urllib.parse import quote, urlsplit, urlunsplit

EDITS: dict[str, list[tuple[int, list[str], list[str]]]] = {}
"""By page, the line numbers at which lines change, the lines without an address, and those with one."""
FILES: dict[str, str] = {}
"""The files that only a site with an address has."""


def fill_address(text: str, address: str) -> str:
    """Return a text with the address of the site, and with its path."""
    return text.replace("{address}", address).replace("{path}", urlsplit(address).path)


def read_address(argument: str) -> str:
    """Return the address of a folder, with a slash at its end. Exit if it is none."""
    odd = re.search(r"[\s\"'<>\\?#@&{}]", argument)
    try:
        parts = urlsplit(argument)
        if odd or parts.scheme not in ("http", "https") or not parts.hostname or parts.path.endswith(".html"):
            raise ValueError(argument)
        return ascii_address(argument).rstrip("/") + "/"
    except ValueError:
        sys.exit(
            f"{argument!r} isn't the address of a folder on the web. If its domain isn't ASCII, give it as xn--…. "
            "Nothing was changed."
        )


def ascii_address(address: str) -> str:
    """Return an address as browsers send it: its domain in Punycode, its path with percent signs.

    Raise ValueError if Python cannot write the domain, or writes another one than browsers do.
    """
    parts = urlsplit(address)
    if re.search("[\u00df\u1e9e\u03c2\u200c\u200d]", parts.netloc):  # IDNA 2003, which Python has, replaces these
        raise ValueError(parts.netloc)
    netloc = parts.netloc.encode("idna").decode("ascii")
    return urlunsplit(parts._replace(netloc=netloc, path=quote(parts.path, safe="/%:@!$&'()*+,;=~")))


def current_address(site: Path) -> str:
    """Return the address that the site has now, or ""."""
    sitemap = site / "sitemap.xml"
    found = re.search(r"<loc>(.*?)</loc>", sitemap.read_text("utf-8")) if sitemap.is_file() else None
    return found[1] if found else ""


def edit_page(text: str, edits: list[tuple[int, list[str], list[str]]], old: str, new: str) -> str | None:
    """Return a page with another address, None if it is not as it was released."""
    lines, shift = text.splitlines(keepends=True), 0
    for at, plain, addressed in edits:
        before = [fill_address(line, old) for line in addressed] if old else plain
        after = [fill_address(line, new) for line in addressed] if new else plain
        start = at + shift
        if lines[start : start + len(before)] != before:
            return None
        lines[start : start + len(before)] = after
        shift += len(after) - len(plain)  # line numbers count the lines without an address
    return "".join(lines)


def update_worker(worker: str, pages: dict[str, str]) -> str:
    """Return the service worker's script with the hashes of these pages."""
    found = re.search(r"const PRECACHE = (\[.*?\]);", worker, re.DOTALL)
    if not found:
        sys.exit("sw.js isn't as it was released. Unpack the release again. Nothing was changed.")
    entries = json.loads(found[1])
    for entry in entries:
        if entry["url"] in pages:
            digest = hashlib.sha256(pages[entry["url"]].encode())
            entry["revision"] = digest.hexdigest()[:16]
            if "integrity" in entry:
                entry["integrity"] = "sha256-" + base64.b64encode(digest.digest()).decode()
    return worker[: found.start(1)] + json.dumps(entries, indent=0) + worker[found.end(1) :]


def set_address(site: Path, new: str) -> None:
    """Write the address into the files of a site, or remove it if it is "". Exit, with no change, if that fails."""
    old = current_address(site)
    texts: dict[str, str] = {}
    for name, edits in EDITS.items():
        edited = edit_page((site / name).read_bytes().decode(), edits, old, new)
        if edited is None:
            sys.exit(f"{name} isn't as it was released. Unpack the release again. Nothing was changed.")
        texts[name] = edited
    texts["sw.js"] = update_worker((site / "sw.js").read_bytes().decode(), texts)
    for name, text in texts.items():
        (site / name).write_bytes(text.encode())
    for name, text in FILES.items():
        if new:
            (site / name).parent.mkdir(exist_ok=True)
            (site / name).write_bytes(fill_address(text, new).encode())
        else:
            (site / name).unlink(missing_ok=True)


if __name__ == "__main__":
    if len(sys.argv) > 2:
        sys.exit("Give one address: python set_url.py ADDRESS")
    address = read_address(sys.argv[1]) if len(sys.argv) == 2 else ""
    set_address(Path(__file__).resolve().parent, address)
    print(f"The site is at {address}" if address else "The site has no address now.")
