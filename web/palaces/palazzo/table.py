"""Palazzo's table as markup: quarries round the supply, the auction, the hand, and the bar. Pure."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from palaces import art as common
from palaces import money
from palaces.html import Markup, flag, join, piece, tag, unseen
from palaces.model import Model
from palaces.palazzo import art
from palaces.palazzo.draft import Draft, written
from palaces.words import _, ngettext
from pygame_core.palazzo import rules, text
from pygame_core.palazzo.box import (
    CURRENCY,
    EVERYONE,
    FLOOR,
    GROUP,
    GROUP_VALUE,
    IDS,
    LETTERS,
    NAMES,
    OPENING,
    QUARRIES,
    RIDERS,
    VALUE,
)
from pygame_core.palazzo.fan import fan, groups, most
from pygame_core.palazzo.row import Row, choices
from pygame_core.palazzo.score import score
from pygame_core.words import figure

if TYPE_CHECKING:
    from pygame_core.palazzo.shape import Phase, View


class Table(NamedTuple):
    """What the parts below draw from: the model, its viewer's view, and what is legal for who is looking."""

    model: Model
    view: "View"
    legal: list[list[Any]]

    @property
    def draft(self) -> Draft:
        draft: Draft = self.model.draft
        return draft

    @property
    def hand(self) -> list[str]:
        """The open hand at this screen."""
        return self.model.open_hand(self.view)

    @property
    def row(self) -> list[list[str]]:
        """The viewer's palaces."""
        return self.view["palaces"][self.model.viewer or 0]

    def deciding(self, phase: "Phase") -> bool:
        """Whether the viewer has this to decide now."""
        return self.model.can_act and self.view["phase"] == phase


def table(model: Model) -> Table:
    """The table as the viewer may see it."""
    return Table(model, cast("View", model.view), model.match.legal() if model.can_act else [])


def ids(named: Iterable[str]) -> tuple[int, ...]:
    """Cards or tiles of the view as ids."""
    return tuple(IDS[name] for name in named)


def from_to(before: int, after: int) -> str:
    return f"{figure(before)} → {figure(after)}"


# -- what is on offer --------------------------------------------------------------------------------------------------


def market(at: Table) -> Markup:
    """The four quarries round the supply; over the supply what goes on: open money, auction, tiles to build."""
    return tag(
        "div",
        [_quarry(at, n) for n in (0, 1)],
        tag("div", supply(at), stage(at), class_="centre"),
        [_quarry(at, n) for n in (2, 3)],
        class_="market",
    )


def next_quarry(view: "View") -> int | None:
    """The quarry to which an auction would send the master builder."""
    return rules.next_quarry(view["quarries"], view["builder"])


def _quarry(at: Table, n: int) -> Markup:
    view = at.view
    tiles = view["quarries"][n]
    here = view["builder"] == n
    windows = (n - view["builder"]) % QUARRIES
    upcoming = view["phase"] in ("turn", "choose", "pick") and next_quarry(view) == n
    name = _("Quarry {n}").format(n=n + 1)
    drawn_here = ngettext(
        "a drawn tile with {n} window comes here", "a drawn tile with {n} windows comes here", windows
    )
    head = tag(
        "h3",
        name,
        tag("span", art.builder(), unseen(_("master builder")), title=_("Master builder"))
        if here
        else tag(
            "span",
            art.windows(windows),
            unseen(drawn_here.format(n=windows)),
            title=drawn_here.format(n=windows).capitalize(),
            class_="counted",
        ),
        tag("em", _("next"), title=_("The next auction is here")) if upcoming else None,
    )
    claim = at.deciding("claim") and here
    shown = [_quarry_tile(at, tile, i, claim) for i, tile in enumerate(tiles)]
    return tag(
        "section",
        head,
        tag("div", shown, class_="tiles"),
        _everyone(len(tiles)),
        class_=f"quarry q{n}" + (" here" if here else "") + (" full" if len(tiles) >= EVERYONE else ""),
        aria_label=name,
    )


def _quarry_tile(at: Table, tile: str, i: int, claim: bool) -> Markup:
    label = text.tile_name(IDS[tile]).capitalize()
    if not claim:
        return piece(art.tile(tile), label, "piece" + _fresh(at, tile))
    now, then = prospect(at, [tile])
    said = _("{tile}; your palaces {change}").format(tile=label, change=from_to(now, then))
    face = join(art.tile(tile), tag("small", f"+{then - now}"))
    return piece(face, said, "piece", act=written(("claim", tile)), id=f"nth-{i + 1}", title=said)


def _everyone(n: int) -> Markup | None:
    """How far a quarry is from the number of tiles that are shared out (P19); in words once it is near."""
    if not n:
        return None
    missing = max(0, EVERYONE - n)
    more = ngettext("{n} more: everyone takes one", "{n} more: everyone takes one", missing).format(n=missing)
    said = more if missing else _("Everyone takes one")
    near = missing < 2
    pips = [tag("i", class_="on" if i < n else None) for i in range(EVERYONE)]
    return tag(
        "p",
        tag("span", pips, class_="pips", aria_hidden="true"),
        tag("span", said, class_=None if near else "unseen"),
        class_="everyone near" if near else "everyone",
        title=said,
    )


def prospect(at: Table, tiles: Iterable[str]) -> tuple[int, int]:
    """The points of the viewer's palaces now, and with these tiles where they make most at once."""
    row = tuple(ids(palace) for palace in at.row)
    return score(row), best(row, tuple(sorted(ids(tiles), key=FLOOR.__getitem__)))


@lru_cache(maxsize=64)
def best(row: Row, tiles: tuple[int, ...]) -> int:
    """The most points that a row can have when these tiles, from the lowest floor up, are built or left out (P21)."""
    if not tiles:
        return score(row)
    tile, *rest = tiles
    return max(best(after, tuple(rest)) for after in choices(row, tile))


def supply(at: Table) -> Markup:
    """The material supply with its price."""
    view = at.view
    price = rules.tile_price(len(view["supply"]))
    chosen = Counter(at.draft.tiles)
    buying = at.deciding("choose")
    shown = []
    for i, tile in enumerate(view["supply"]):
        pressed = buying and chosen[tile] > 0
        chosen[tile] -= 1
        shown.append(
            piece(
                art.tile(tile),
                text.tile_name(IDS[tile]).capitalize(),
                "piece" + _fresh(at, tile),
                do=("touch", "supply", tile) if buying else None,
                aria_pressed=flag(pressed),
                id=f"nth-{i + 1}" if buying else None,
            )
        )
    each = _("{price} each").format(price=price) if shown else _("empty")
    return tag(
        "section",
        tag("h3", _("Supply"), tag("b", each, class_="each")),
        tag("div", shown, class_="tiles"),
        stacks(at),
        class_="supply",
        aria_label=_("Material supply"),
    )


def stacks(at: Table) -> Markup:
    """What is left in the three stacks, the riders seen, and the money pile."""
    view = at.view
    left = [
        tag(
            "li",
            art.stack_back(roman),
            tag("span", n),
            title=_("Stack {roman}: {n} left").format(roman=roman, n=n),
            class_=None if n else "none",
        )
        for roman, n in zip(("I", "II", "III"), view["stacks"], strict=True)
    ]
    riders = [tag("span", art.rider(), class_="rider on" if n < view["riders"] else "rider") for n in range(RIDERS)]
    came = _("{n} of {most} riders have come").format(n=view["riders"], most=RIDERS)
    pile = _("Money: {pile} in the pile, {discards} discarded")
    return tag(
        "div",
        tag("ul", left, class_="stacks", aria_label=_("Tiles left in the stacks")),
        tag("div", riders, class_="riders", role="img", aria_label=came, title=came),
        tag("small", pile.format(pile=view["pile"], discards=len(view["discards"]))),
        class_="left",
    )


def _fresh(at: Table, tile: str) -> str:
    """Marks the tiles of the last draw."""
    log = at.model.match.log
    return " fresh" if log and log[-1][1] == ["tiles"] and tile in log[-1][2] else ""


# -- what goes on ------------------------------------------------------------------------------------------------------


def stage(at: Table) -> Markup | None:
    """Open money, the auction, or the tiles to be built, while there are any."""
    shown = {"pick": _open_money, "bid": _auction, "claim": _claiming, "build": _to_build}.get(at.view["phase"])
    return tag("section", shown(at), class_="stage", aria_label=_("What goes on")) if shown else None


def _open_money(at: Table) -> Markup:
    can = at.deciding("pick")
    cards = [
        money.card(
            art.money(card, _word(card)),
            art.named(card),
            text.money_name(IDS[card]).capitalize(),
            act=written(("pick", card)) if can else None,
            id=f"nth-{n + 1}" if can else None,
        )
        for n, card in enumerate(at.view["money"])
    ]
    return join(tag("h3", _("Open money")), tag("div", cards, class_="open"))


def _auction(at: Table) -> Markup:
    """Everybody's bid, who passed, who is next."""
    view = at.view
    highest = max(view["totals"])
    rows = []
    for seat, name in enumerate(at.model.names):
        inside = seat in view["inside"]
        total = view["totals"][seat]
        if not inside:
            state = _("passed")
        elif seat == view["to_move"]:
            state = _("to bid")
        elif total == highest:
            state = _("highest")
        else:
            state = ""
        opener = (
            tag("span", OPENING, class_="three", title=_("The certificate of the opening bid"))
            if inside and seat == view["turn"]
            else None
        )
        rows.append(
            tag(
                "li",
                common.sign(seat),
                tag("span", name, class_="name"),
                tag("span", opener, [art.coin(card[0], card[1:]) for card in view["bids"][seat]], class_="laid"),
                tag("small", state),
                tag("b", total if total else "–"),
                class_=("out" if not inside else "leads" if total == highest else "in"),
                aria_current="true" if seat == view["to_move"] else None,
            )
        )
    return join(
        tag("h3", _("Auction of quarry {n}").format(n=view["builder"] + 1)),
        tag("ol", rows, class_="bids"),
    )


def _claiming(at: Table) -> Markup:
    said = _("Everyone takes one tile of quarry {n}, and the rest leaves the game.")
    return tag("p", said.format(n=at.view["builder"] + 1))


def _to_build(at: Table) -> Markup:
    tiles = at.view["building"]
    can = at.deciding("build") and len(set(tiles)) > 1
    chosen = building(at)
    shown = []
    for tile in tiles:
        pressed = tile == chosen
        label = text.tile_name(IDS[tile]).capitalize()
        shown.append(
            piece(
                art.tile(tile),
                label,
                "piece",
                do=("touch", "tile", tile) if can else None,
                aria_pressed=flag(pressed),
            )
        )
    return join(tag("h3", _("To be built")), tag("div", shown, class_="tiles"))


def building(at: Table) -> str:
    """The tile that is being built: the one touched, or the lowest floor."""
    tiles = at.view["building"]
    touched = [tile for tile in at.draft.tiles if tile in tiles]
    return touched[0] if touched else min(tiles, key=lambda tile: (FLOOR[IDS[tile]], IDS[tile]))


# -- what do I have ----------------------------------------------------------------------------------------------------


def hand(at: Table) -> Markup:
    """The viewer's cards by currency, equal ones stacked; groups as such; the best single bid."""
    if at.model.curtain or at.model.viewer is None:
        return Markup("")
    cards = at.hand
    purses = [_purse(at, letter, [card for card in cards if card[0] == letter]) for letter in (*LETTERS, "c")]
    total = ngettext("{n} card, at most {sum} in one bid", "{n} cards, at most {sum} in one bid", len(cards))
    held = fan(ids(cards))
    note = total.format(n=len(cards), sum=most(held))
    return join(money.hand(_("Your money"), note, purses), _groups(at, held))


def _purse(at: Table, letter: str, own: list[str]) -> Markup:
    chosen = Counter(at.draft.cards)
    name = _("certificates") if letter == "c" else text.currency(LETTERS.index(letter))
    usable = at.model.can_act and (at.view["phase"] in ("choose", "bid") or at.draft.rebuild)
    piles = [
        money.held(
            card,
            n,
            chosen[card],
            art.money(card, _word(card)),
            art.named(card),
            text.money_name(IDS[card]).capitalize(),
            usable,
        )
        for card, n in sorted(Counter(own).items(), key=lambda item: IDS[item[0]])
    ]
    return money.purse(art.coin(letter), sum(VALUE[IDS[card]] for card in own), name.capitalize(), piles)


def _word(card: str) -> str:
    """What is written on a money card."""
    return _("joker") if card[0] == "c" else text.currency(CURRENCY[IDS[card]])


def _groups(at: Table, held: int) -> Markup | None:
    """Groups of three in the hand (P8): one touch chooses all three."""
    found = [[NAMES[card] for card in group] for group in groups(held)]
    if not found:
        return None
    usable = at.model.can_act and at.view["phase"] in ("choose", "bid")
    shown = []
    for group in found:
        value = group[0][1:]
        three = (
            _("three certificates") if group[0][0] == "c" else _("{value} in all three currencies").format(value=value)
        )
        face = join(art.group_sign(), tag("span", f"{GROUP} × {value}"), tag("b", GROUP_VALUE))
        said = _("Group: {three}, worth {value}").format(three=three, value=GROUP_VALUE)
        shown.append(piece(face, said, "group", do=("touch", "group", group) if usable else None, title=said))
    return tag("div", shown, class_="groups", role="group", aria_label=_("Groups"))
