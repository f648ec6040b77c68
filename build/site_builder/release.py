"""Build the files of a release: `python build/make.py release`, with the tools of requirements.txt.

The folder has the built site as a zip, the source distribution and the wheel of `pygame_core`, and SHA256SUMS for all.
The same sources give the same bytes in any folder at any time, because dates, modes and order are fixed. Only Python's
zlib may change them.
"""

import argparse
import hashlib
import re
import shutil
import tempfile
import zipfile
from pathlib import Path

from pygame_core import GAMES, link_codec
from pygame_core.match import SAVE_FORMAT
from site_builder.assemble import WHEEL_FOLDER
from site_builder.package import EARLIEST_ZIP_DATE, build_distributions, project_version
from site_builder.paths import ROOT

RECORDS_FOLDER = ROOT / "tests/released"
"""Saves and links of every released version number."""


def format_numbers(game: str) -> dict[str, int]:
    """Return the version numbers that decide if a save or a link of a game can be read."""
    return {"rules": GAMES[game].rules_version, "format": SAVE_FORMAT, "link": link_codec.VERSION}


def record_file(game: str) -> Path:
    """Return the file with the saves and links of a game for its present version numbers."""
    told = "-".join(f"{name}-{number}" for name, number in format_numbers(game).items())
    return RECORDS_FOLDER / f"{game}-{told}.jsonl"


def check_released() -> None:
    """Exit if the sources have a game that is not released."""
    if drafts := [name for name, game in GAMES.items() if not game.is_released]:
        raise SystemExit(
            f"Not released yet: {', '.join(drafts)}. Set is_released=True in its game.py once "
            "tests/test_released_games.py has nothing more to ask, or take it out of GAMES in pygame_core/match.py."
        )


def check_recorded() -> None:
    """Exit if a version number of a game has no recorded saves and links. Later releases are tested with these."""
    for game in [name for name, its in GAMES.items() if its.is_released]:
        files = [path.stem for path in RECORDS_FOLDER.glob(f"{game}-*.jsonl") if path.stat().st_size]
        for name, number in format_numbers(game).items():
            there = {int(found) for stem in files for found in re.findall(rf"-{name}-(\d+)", stem)}
            for missing in sorted({*range(1, number + 1)} - there):
                raise SystemExit(
                    f"No saves and links of {game} with {name} number {missing} lie in tests/released: "
                    "record them with `python tests/record_released_saves.py`, and commit them, "
                    "before this number goes out."
                )


def check_built(site: Path) -> None:
    """Exit if `site` is not a built site."""
    if not (site / "sw.js").is_file():
        raise SystemExit(f"There is no built site in {site}: run `python build/make.py site` first.")


def zip_site(site: Path, target: Path) -> Path:
    """Write the built site into one zip, without a folder around it. Exit if `site` is not a built site."""
    check_built(site)
    files = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    with zipfile.ZipFile(target, "w") as box:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, EARLIEST_ZIP_DATE)
            # the values that Unix writes, on every system
            entry.create_system, entry.external_attr = 3, 0o100644 << 16
            box.writestr(entry, files[name].read_bytes(), zipfile.ZIP_DEFLATED, 9)
    return target


def check_same_wheel(site: Path, wheel: Path) -> None:
    """Exit if the site has another wheel than the one that comes from the source distribution."""
    there = site / WHEEL_FOLDER / wheel.name
    if not there.is_file() or there.read_bytes() != wheel.read_bytes():
        raise SystemExit(
            f"The site in {site} has another wheel than these sources: run `python build/make.py site` again, with the "
            "same REPOSITORY_URL."
        )


def checksum_lines(paths: list[Path]) -> str:
    """Return one line for each file, as `sha256sum --check` reads them."""
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in paths)


def write_release(site: Path, target: Path, sources: Path = ROOT) -> str:
    """Write zip, source distribution, wheel and SHA256SUMS into `target`, which changes only at the end. Return the
    checksums."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f"{target.name}.new.", dir=target.parent) as beside:
        out = Path(beside) / target.name
        out.mkdir()
        zipped = zip_site(site, out / f"palaces-{project_version(sources)}-site.zip")
        wheel, sdist = build_distributions(out, sources)
        check_same_wheel(site, wheel)
        sums = checksum_lines([wheel, zipped, sdist])
        (out / "SHA256SUMS").write_text(sums, encoding="utf-8", newline="\n")
        shutil.rmtree(target, ignore_errors=True)
        out.rename(target)
    return sums


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("site", type=Path)
    parser.add_argument("target", type=Path)
    options = parser.parse_args()
    site, target = options.site.resolve(), options.target.resolve()
    check_recorded()
    check_built(site)
    check_released()
    print(write_release(site, target), end="")


if __name__ == "__main__":
    main()
