"""Check that tag, version, changelog and citation agree: `python build/check_release.py v0.1.0`, before a release is
built. Print the changelog's entry as the text of the release.

It needs only Python. With the address of the repository in `REPOSITORY_URL`, links of the entry are absolute.
"""

import argparse
import os
import re
import sys
from datetime import UTC, date, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RELATIVE_LINK = re.compile(r"\]\((?![\w+.-]+:|#)([^)\s]+)\)")


class NotReady(Exception):
    """A reason why the sources cannot be released under a tag, with what to do."""


def changelog_entries(text: str) -> dict[str, tuple[str, str]]:
    """Return the rest of the heading and the text of each entry, by version; "Unreleased" is one, too."""
    parts = re.split(r"^## \[([^\]]+)\](.*)$", text, flags=re.M)
    return {name: (rest, body.strip()) for name, rest, body in zip(parts[1::3], parts[2::3], parts[3::3], strict=True)}


def check_release(tag: str, sources: Path = ROOT, today: date | None = None) -> str:
    """Return the changelog's entry for this tag. Raise NotReady if anything doesn't agree."""

    def read(name: str) -> str:
        try:
            return (sources / name).read_text(encoding="utf-8")
        except FileNotFoundError:
            raise NotReady(f"There's no {name}. Restore it before you release.") from None

    [version] = re.findall(r'^__version__ = "(.+)"$', read("pygame_core/__init__.py"), re.M)
    if tag != f"v{version}":
        raise NotReady(f"The tag is {tag}, but pygame_core/__init__.py has version {version}. Change one of them.")
    changelog = read("CHANGELOG.md")
    entries = changelog_entries(changelog)
    if changelog.count(f"\n## [{version}]") > 1:
        raise NotReady(f"CHANGELOG.md has several entries for {version}. Leave one.")
    heading, text = entries.get(version, ("", ""))
    released = heading.removeprefix(" - ")
    if not is_iso_date(released):
        raise NotReady(f"CHANGELOG.md has no dated entry for this version. Write “## [{version}] - YYYY-MM-DD”.")
    if date.fromisoformat(released) > (today or datetime.now(UTC).date()):
        raise NotReady(f"The entry for {version} in CHANGELOG.md has a date in the future. Write that of today.")
    if not re.search(r"^[^#\s]", text, re.M):
        raise NotReady(f"The entry for {version} in CHANGELOG.md is empty. Write what has changed.")
    if entries.get("Unreleased", ("", ""))[1]:
        raise NotReady(f"CHANGELOG.md still has lines under Unreleased. Move them into the entry for {version}.")
    for line in (f"version: {version}", f'date-released: "{released}"'):
        if line not in read("CITATION.cff").splitlines():
            raise NotReady(f"CITATION.cff doesn't agree with CHANGELOG.md. Write “{line}”.")
    return text


def is_iso_date(text: str) -> bool:
    """Return True for a date such as 2026-11-26.

    >>> is_iso_date("2026-11-26"), is_iso_date("2026-11-31"), is_iso_date("20261126")
    (True, False, False)
    """
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def with_absolute_links(text: str, repository: str, tag: str) -> str:
    """Return the text with links to files of this tag, or unchanged if the address of the repository is unknown.

    >>> with_absolute_links("[Saves](docs/saves.md), [up](#added)", "https://example.org/palaces/", "v1.0")
    '[Saves](https://example.org/palaces/blob/v1.0/docs/saves.md), [up](#added)'
    """
    if not repository:
        return text
    return RELATIVE_LINK.sub(rf"]({repository.rstrip('/')}/blob/{tag}/\1)", text)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("tag", help="such as v0.1.0")
    tag = parser.parse_args().tag
    try:
        text = check_release(tag)
    except NotReady as reason:
        print(reason, file=sys.stderr)
        return 1
    print(with_absolute_links(text, os.environ.get("REPOSITORY_URL", ""), tag))
    return 0


if __name__ == "__main__":
    sys.exit(main())
