"""Additions of a screen to elements of a table: numbers of a hint, spots of a tutorial, and inactive controls. Pure.

A game's table view holds the annotations of its screen. It draws pieces, places and controls through them.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from palaces.ui import html
from palaces.ui.html import Markup, compact_json

if TYPE_CHECKING:
    from palaces.app.messages import Message

Target = tuple[str, str]
"""An attribute as `tag` takes it, and its value: `("id", "pass")` or `("data_piece", "y5.2")`. It finds an element."""


class Annotations(NamedTuple):
    """The additions of one screen."""

    is_active: bool = True
    """True if the controls of the table work. Those of an earlier position do not."""
    hint_attributes: Mapping[str, Mapping[str, str]] = {}
    """By the name of a piece or place, the attributes that an open hint gives it."""
    shows_gains: bool = True
    """False if ready offers and the gains of moves would give the answer of a puzzle away."""
    spots: Mapping[Target, str] = {}
    """By target, the number of its spot in a tutorial. An element has the spot of the first target that finds it."""

    @property
    def is_plain(self) -> bool:
        """True if there are no additions to pieces and places."""
        return not self.spots and not self.hint_attributes

    def find_spot(self, attributes: Mapping[str, object]) -> str | None:
        """Return the spot of an element with these attributes, or None.

        >>> Annotations(spots={("id", "pass"): "0"}).find_spot({"id": "pass"})
        '0'
        """
        for (name, value), spot in self.spots.items():
            if attributes.get(name) == value:
                return spot
        return None

    def action_spot(self, action: object) -> str | None:
        """Return the spot of a control that plays this action, or None."""
        return self.find_spot({"data_act": compact_json(action)}) if self.spots else None

    def piece_attributes(self, name: str) -> dict[str, object]:
        """Return the attributes of an element that is a piece with this name."""
        return self._name_attributes("data_piece", name)

    def place_attributes(self, name: str) -> dict[str, object]:
        """Return the attributes of an element that is a place with this name."""
        return self._name_attributes("data_place", name)

    def _name_attributes(self, key: str, name: str) -> dict[str, object]:
        found: dict[str, object] = {key: name}
        if name in self.hint_attributes:
            found |= self.hint_attributes[name]
        if self.spots:
            found["data_spot"] = self.find_spot(found)
        return found

    def button(
        self, *children: object, do: "Message | None" = None, act: object = None, **attributes: object
    ) -> Markup:
        """Render a button of the table, like `html.button`."""
        if self.spots:
            attributes["data_spot"] = self._control_spot(attributes, act)
        return html.button(*children, do=do, act=act, is_active=self.is_active, **attributes)

    def piece_element(
        self,
        face: Markup,
        label: str,
        class_: str,
        *,
        act: object = None,
        do: "Message | None" = None,
        **attributes: html.AttributeValue,
    ) -> Markup:
        """Render a tile or card of the table, like `html.piece_element`."""
        if self.spots:
            attributes["data_spot"] = self._control_spot(attributes, act)
        return html.piece_element(face, label, class_, act=act, do=do, is_active=self.is_active, **attributes)

    def _control_spot(self, attributes: Mapping[str, object], act: object) -> str | None:
        return self.find_spot(attributes if act is None else {**attributes, "data_act": compact_json(act)})


NO_ANNOTATIONS = Annotations()
INACTIVE = Annotations(is_active=False)
"""The annotations of an earlier position."""
