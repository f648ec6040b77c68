"""What the build tells this Python: which release it belongs to. In the sources there is none."""


def _told() -> str:
    try:
        with open(f"{__file__.rsplit('/', 2)[0]}/release.txt", encoding="ascii") as file:  # noqa: PTH123 - `pathlib` takes long to import
            return file.read()
    except OSError:
        return ""


RELEASE = _told()
