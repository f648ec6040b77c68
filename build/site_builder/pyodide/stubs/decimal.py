"""A stand-in for `decimal`, whose C code the wasm of the page lacks. `fractions` and `statistics` import it only to
recognize such numbers."""


class Decimal:
    """The type of decimal numbers. There are none here."""

    def __new__(cls, *args: object) -> "Decimal":
        raise NotImplementedError("decimal isn't available here. Use fractions or float.")
