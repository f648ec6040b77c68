"""Which release this Python belongs to: the build writes it beside the packages. In the sources there is none."""


def _told() -> str:
    try:
        with open(f"{__file__.rsplit('/', 2)[0]}/release.txt", encoding="ascii") as file:  # noqa: PTH123 - `pathlib` takes long to import
            return file.read()
    except OSError:
        return ""


RELEASE = _told()
