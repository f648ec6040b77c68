"""Markup of the viewer's money at Palazzo: a fan of cards for each currency, and the groups of three. Pure."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from palaces.app.i18n import _
from palaces.games.palazzo.drawings import icons
from palaces.games.palazzo.table import TableView, component_ids, render_tick
from palaces.ui.html import Markup, boolean_attribute, join, piece_element, tag
from palaces.ui.money_view import card_count_label, render_card_count
from palaces.ui.pieces import PieceState
from pygame_core.i18n import capitalize_first, format_number
from pygame_core.palazzo import sentences
from pygame_core.palazzo.card_sets import card_set, hand_groups
from pygame_core.palazzo.components import (
    CARD_VALUE,
    CURRENCY_LETTERS,
    GROUP_SIZE,
    GROUP_VALUE,
    IDS,
    NAMES,
)

if TYPE_CHECKING:
    from palaces.app.messages import Message

MAX_FANNED_BY_CLASS = {"more": 7, "lots": 10, "many": 14}
"""For classes of a purse, the most cards side by side. The style sheet has the windows where each class has chips."""
GROUP_PLACES = 2  # a column of groups is as wide as two cards of a fan


def render_hand(at: TableView) -> Markup:
    """Render the viewer's cards as fans, one for each currency, and groups of three beside them."""
    if at.model.curtain or at.model.viewer is None:
        return Markup("")
    cards = at.open_hand
    names = at.pieces.names_in_hand(at.model.viewer, cards)
    by_kind: dict[str, list[str]] = {card: [] for card in at.view["bids"][at.model.viewer]}
    for card, name in zip(cards, names, strict=True):
        by_kind.setdefault(card, []).append(name)
    owned = [*cards, *at.view["bids"][at.model.viewer]]
    return join(
        tag("h2", at.model.hand_owner.choose_sentence(_("{name}'s money"), _("Your money")), class_="unseen"),
        tag(
            "div",
            [_render_fan(at, letter, by_kind) for letter in (*CURRENCY_LETTERS, "c")],
            _render_groups(at, _groups_in(cards), _groups_in(owned)),
            class_=_purse_class(owned),
            data_arrows=True,
            **at.pieces.place_attributes(f"seat-{at.model.viewer}-hand"),
        ),
    )


def _groups_in(cards: Iterable[str]) -> list[tuple[int, ...]]:
    """Return the groups of three in these cards (P8), each kind once."""
    return [*dict.fromkeys(hand_groups(card_set(component_ids(cards))))]


def _purse_class(cards: list[str]) -> str:
    """Return the classes of a purse with these cards.

    In a fan, cards lie side by side. Too many for a fan are chips in two rows. Cards of a bid count, too, so no card
    changes its size or its place in an auction.
    """
    kinds = len({*cards})
    group_columns = -(-len(_groups_in(cards)) // 2)
    width = kinds + GROUP_PLACES * group_columns
    larger = [name for name, most in MAX_FANNED_BY_CLASS.items() if width > most]
    return " ".join(["fans", *larger])


def _render_fan(at: TableView, letter: str, by_kind: dict[str, list[str]]) -> Markup | None:
    """Render the cards of a currency. Equal cards are a pack. A card that is in the bid leaves its place empty."""
    kinds = sorted((card for card in by_kind if card[0] == letter), key=IDS.__getitem__)
    if not kinds:
        return None
    usable = at.model.can_act and (at.view["phase"] in ("choose", "bid") or at.draft.rebuilding)
    chosen = Counter(at.draft.cards)
    packs = []
    for card in kinds:
        states = [at.pieces.piece_state(name) for name in by_kind[card]]
        do = _card_touch(at, card, len(states), chosen[card]) if usable else None
        packs.append(_render_pack(at, card, states, chosen[card], do) if states else _empty_place(card))
    name = _("certificates") if letter == "c" else sentences.currency_name(CURRENCY_LETTERS.index(letter))
    whole = sum(CARD_VALUE[IDS[card]] * len(by_kind[card]) for card in kinds)
    said = _("{currency}: {sum}").format(currency=capitalize_first(name), sum=whole)
    sign = "certificate" if letter == "c" else None
    return tag("div", packs, class_="fan", role="group", aria_label=said, title=said, data_sign=sign)


def _empty_place(card: str) -> Markup:
    """Render the place of a card that is in the viewer's bid."""
    coin = icons.render_coin(card[0])
    return tag("div", tag("span", coin, class_="gone"), class_="slot", title=_("In your bid"), aria_hidden="true")


def _card_touch(at: TableView, card: str, copies: int, chosen: int) -> "Message":
    """Return the message of a tap on a card: one more of a pack, and after the last one none."""
    back = copies == 1 and chosen and not at.draft.rebuilding
    return ("touch", "back" if back else "card", card)


def _render_pack(at: TableView, card: str, states: list[PieceState], chosen: int, do: "Message | None") -> Markup:
    """Render equal cards. The top one stands for all, and has their number."""
    copies = len(states)
    plain = capitalize_first(sentences.money_name(IDS[card]))
    label = card_count_label(at.model.hand_owner, plain, copies, chosen)
    count = render_card_count(copies, chosen, "copies")
    top, *below = states
    upper = _held_card(card, label, 1, chosen > 0, do, count, top)
    if not below:
        return upper
    rest = [_held_card(card, plain, nth, nth <= chosen, None, None, state) for nth, state in enumerate(below, 2)]
    return tag("div", upper, rest, class_="pack")


@lru_cache(maxsize=256)
def _held_card(
    card: str,
    label: str,
    nth: int,
    chosen: bool,
    do: "Message | None",
    count: Markup | None,
    state: PieceState,
) -> Markup:
    """Render a card of the hand. Equal cards have different ids. The top card of a pack has its count.

    A press on a pack chooses one more card, so it is no toggle.
    """
    class_ = f"note {icons.coin_symbol_id(card)}"
    face = piece_element(
        join(icons.render_money_card(card), render_tick(chosen), count),
        label,
        f"{class_} drafted" if count and chosen else class_,
        do=do,
        id=f"card-{card}" if nth == 1 else f"card-{card}-{nth}",
        aria_pressed=None if count else boolean_attribute(chosen),
        **state.attributes(),
    )
    return tag("div", face, class_="slot upper" if count else "slot")


def _render_groups(at: TableView, held: list[tuple[int, ...]], owned: list[tuple[int, ...]]) -> Markup | None:
    """Render the groups of three in the hand (P8). One tap selects all three cards.

    A group with cards in the bid leaves its place empty.
    """
    if not owned:
        return None
    places = [_group_button(at, ids) if ids in held else tag("span", class_="trio gone") for ids in owned]
    caption = tag("span", _("Groups"), class_="caption", aria_hidden="true")
    return tag("div", caption, tag("div", places), class_="groups", role="group", aria_label=_("Groups"))


def _group_button(at: TableView, ids: tuple[int, ...]) -> Markup:
    """Render a group with its value."""
    group = [NAMES[card] for card in ids]
    letter, value = group[0][0], group[0][1:]
    if letter == "c":
        three, sign, of = _("3 certificates"), icons.render_coin(letter), format_number(f"×{GROUP_SIZE}")
    else:
        three, sign, of = _("{value} in all 3 colors").format(value=value), icons.card_group_icon(), value
    face = join(tag("span", sign, class_="of", data_of=of), tag("b", GROUP_VALUE))
    said = _("Group: {three}, worth {value}").format(three=three, value=GROUP_VALUE)
    do: Message | None = None
    if at.model.can_act and at.view["phase"] in ("choose", "bid"):
        do = ("touch", "group", group)
    return at.annotations.piece_element(face, said, "trio", do=do, title=said, data_sign="group")
