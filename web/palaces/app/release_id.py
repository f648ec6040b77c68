"""What the build tells this Python: which release it belongs to. In the sources there is none."""


def _read_release() -> str:
    place = f"{__file__.rsplit('/', 3)[0]}/release.txt"
    try:
        # by whatever has loaded this module: from a folder, or from a zip
        text: bytes = __spec__.loader.get_data(place)  # type: ignore[union-attr]
    except OSError:
        return ""
    return text.decode("ascii")


RELEASE_ID = _read_release()
