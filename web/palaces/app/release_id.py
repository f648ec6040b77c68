"""The release that the build wrote into this Python package; "" in the sources."""


def _read_release() -> str:
    place = f"{__file__.rsplit('/', 3)[0]}/release.txt"
    try:
        # through the loader of this module, which reads a folder or a zip
        text: bytes = __spec__.loader.get_data(place)  # type: ignore[union-attr]
    except OSError:
        return ""
    return text.decode("ascii")


RELEASE_ID = _read_release()
