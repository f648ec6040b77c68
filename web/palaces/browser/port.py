"""The interface of the page for its parts. It is only a type: no module imports it at run time."""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from palaces.app.effects import Effect
    from palaces.app.messages import Message
    from palaces.app.model import Model


class Page(Protocol):
    """The running page. Only `update` makes its next model."""

    @property
    def model(self) -> "Model": ...

    def send(self, message: "Message") -> None: ...

    def receive(self, message: object) -> None: ...

    def load_packages(self, action: "Callable[[], None]", on_failure: "Callable[[], None]", part: str = "") -> None: ...

    def send_later(self, message: "Message", ms: int = 0) -> None: ...

    def run_effects(self, effects: "list[Effect]") -> None: ...

    def draw_model(self, model: "Model", *, at_once: bool = False) -> int | None: ...

    def catch_up(self) -> bool: ...

    def update_address_bar(self) -> None: ...
