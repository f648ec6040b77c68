"""Palazzo's square as markup: the four quarries, what goes on between them, and the purse. Pure."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from palaces import art as common
from palaces.html import Markup, button, flag, join, piece, tag, unseen
from palaces.model import Model
from palaces.money import counted, tally
from palaces.palazzo import art
from palaces.palazzo.draft import Draft, building, written
from palaces.palazzo.pieces import Pieces
from palaces.pieces import kind
from palaces.words import _, called, ngettext
from pygame_core.palazzo import rules, text
from pygame_core.palazzo.box import (
    CARD_VALUE,
    CURRENCY_LETTERS,
    GROUP_SIZE,
    GROUP_VALUE,
    IDS,
    MIN_SHARED_TILES,
    NAMES,
    OPENING_BID,
    QUARRY_COUNT,
    RIDER_COUNT,
    TILE_FLOOR,
    TILE_MATERIAL,
    TILE_WINDOWS,
)
from pygame_core.palazzo.fan import card_set, hand_groups
from pygame_core.palazzo.row import Row, possible_rows
from pygame_core.palazzo.score import row_points
from pygame_core.words import SentenceSubject, format_number

if TYPE_CHECKING:
    from palaces.messages import Message
    from pygame_core.palazzo.shape import Event, Phase, View

MOST = 6  # tiles of a quarry that the style sheet tells apart
SQUARE: Final = "square"  # the sheet with all that lies there
PHONE_FAN, FAN = 7, 9  # so many cards lie in one row, in a small window and in a large one


class Table(NamedTuple):
    """What the parts below draw from: the model, its viewer's view, what is legal for who is looking, and what the
    pieces are called."""

    model: Model
    view: "View"
    legal: list[list[Any]]
    names: Pieces

    @property
    def draft(self) -> Draft:
        draft: Draft = self.model.draft
        return draft

    @property
    def hand(self) -> list[str]:
        """The open hand at this screen."""
        return self.model.open_hand(self.view)

    @property
    def front(self) -> int:
        """The seat before which the square lies: the viewer's; for an onlooker a person's, or the first."""
        if self.model.viewer is not None:
            return self.model.viewer
        return next(iter(self.model.people), 0)

    @property
    def row(self) -> list[list[str]]:
        """The palaces of that seat."""
        return self.view["palaces"][self.front]

    def deciding(self, phase: "Phase") -> bool:
        """Whether the viewer has this to decide now."""
        return self.model.can_act and self.view["phase"] == phase


def table(model: Model) -> Table:
    """The table as the viewer may see it."""
    return Table(model, cast("View", model.view), model.match.legal() if model.can_act else [], Pieces.of(model))


def ids(named: Iterable[str]) -> tuple[int, ...]:
    """Cards or tiles of the view as ids."""
    return tuple(IDS[name] for name in named)


def from_to(before: int, after: int) -> str:
    return f"{format_number(before)} → {format_number(after)}"


def gained(points: int) -> str:
    """What something brings, with its sign."""
    return format_number(points) if points < 0 else f"+{points}"


# -- what is on offer --------------------------------------------------------------------------------------------------


def market(at: Table) -> Markup:
    """The square: the four quarries, and between them what goes on."""
    return tag(
        "div",
        tag("h2", _("Quarries"), class_="unseen"),
        art.square(),
        [_quarry(at, n) for n in (0, 1)],
        stage(at),
        [_quarry(at, n) for n in (2, 3)],
        _round(at.view["riders"]),
        class_="plaza",
        data_arrows=True,
    )


def _round(riders: int) -> Markup:
    """Where there is no room for the quarries: the riders, and the way to all that lies on the square."""
    said = _("All that lies on the square; {n} of {most} riders have come").format(n=riders, most=RIDER_COUNT)
    seen = f"{riders}/{RIDER_COUNT}"
    label = called(seen, said)
    face = join(art.rider(), tag("b", seen))
    return button(
        face, do=("panel", SQUARE), class_="round", id="round", aria_label=label, title=said, data_place="quarry"
    )


def next_quarry(view: "View") -> int | None:
    """The quarry to which an auction would send the master builder."""
    return rules.next_quarry(view["quarries"], view["builder"])


def on_stage(view: "View") -> int | None:
    """The quarry whose tiles stand on the stage."""
    return view["builder"] if view["phase"] == "bid" or view["claiming"] else None


def _quarry(at: Table, n: int) -> Markup:
    tiles = at.view["quarries"][n]
    here = at.view["builder"] == n
    offered = on_stage(at.view) == n
    if offered:
        shown: list[Markup] | Markup = tag("span", _("on offer"), class_="ghost")
    else:
        shown = _shown(at, tiles, at.names.quarries[n])
    return tag(
        "section",
        quarry_head(at.view, n),
        tag(
            "div",
            shown,
            class_="tiles" if offered else f"tiles n{min(len(tiles), MOST)}",
            data_place=f"quarry-{n}",
        ),
        _ledge(len(tiles)),
        tag("span", art.builder(), class_="stands", data_sign="builder", **at.names.mark(at.names.builder))
        if here
        else None,
        class_=f"quarry q{n}" + (" here" if here else "") + (" full" if len(tiles) >= MIN_SHARED_TILES else ""),
        aria_label=_("Quarry {n}").format(n=n + 1),
    )


def quarry_head(view: "View", n: int) -> Markup:
    """The number of a quarry, and the windows of the tiles that are drawn to it; where the master builder stands there
    are none. And whether it is the next one, or soon has so many tiles that they are shared out (P19)."""
    windows = (n - view["builder"]) % QUARRY_COUNT
    tiles = 0 if on_stage(view) == n else len(view["quarries"][n])
    if not windows:
        sign = unseen(_("master builder"))
    else:
        drawn_here = ngettext(
            "a drawn tile with {n} window comes here", "a drawn tile with {n} windows comes here", windows
        ).format(n=windows)
        face = join(art.windows(windows), unseen(drawn_here))
        sign = tag("span", face, title=drawn_here.capitalize(), class_="counted", data_sign="counted")
    chip = None
    if view["phase"] in ("turn", "choose", "pick") and next_quarry(view) == n:
        chip = tag("em", _("next"), title=_("The next auction is here"))
    elif tiles > MIN_SHARED_TILES - 2:
        word = _("for everyone") if tiles >= MIN_SHARED_TILES else _("one more")
        chip = tag("em", word, title=sharing(tiles), class_="shared", aria_hidden="true")
    return tag(
        "h3",
        unseen(_("Quarry {n}").format(n=n + 1)),
        tag("span", n + 1, class_="no", aria_hidden="true"),
        sign,
        chip,
    )


def sharing(tiles: int) -> str:
    """How far the tiles of a quarry are from the number that is shared out (P19)."""
    missing = max(0, MIN_SHARED_TILES - tiles)
    more = ngettext("{n} more: everyone takes one", "{n} more: everyone takes one", missing).format(n=missing)
    return more if missing else _("Everyone takes one")


def _ledge(n: int) -> Markup:
    """The stone on which the tiles stand, with a mark for each up to the number that is shared out."""
    pips = [tag("i", class_="on" if i < n else None) for i in range(MIN_SHARED_TILES)]
    return tag(
        "p",
        tag("span", pips, class_="pips", aria_hidden="true"),
        unseen(sharing(n)) if n else None,
        class_="ledge near" if MIN_SHARED_TILES - n < 2 else "ledge",
        title=sharing(n) if n else None,
        data_sign="ledge",
    )


def _shown(at: Table, tiles: Iterable[str], names: Iterable[str]) -> list[Markup]:
    """Tiles to be looked at."""
    return [
        _seen(tile, text.tile_name(IDS[tile]).capitalize(), *_at(at, name))
        for tile, name in zip(tiles, names, strict=True)
    ]


def _at(at: Table, name: str) -> tuple[str, str, bool]:
    """A piece by name, its place, and whether it is news there."""
    return name, at.names.place(name), at.names.is_news(name)


@lru_cache(maxsize=256)
def _seen(tile: str, label: str, name: str, place: str, news: bool) -> Markup:
    return piece(art.tile(tile), label, "piece", data_piece=name, data_at=place, data_news=news)


def short(tile: str) -> str:
    """A tile in few words."""
    card = IDS[tile]
    said = ngettext("{material} {floor}, {n} window", "{material} {floor}, {n} windows", TILE_WINDOWS[card])
    return said.format(material=text.material_name(TILE_MATERIAL[card]), floor=TILE_FLOOR[card], n=TILE_WINDOWS[card])


def prospect(at: Table, tiles: Iterable[str]) -> tuple[int, int]:
    """The points of the viewer's palaces now, and with these tiles where they make most at once."""
    row = tuple(ids(palace) for palace in at.row)
    return row_points(row), best(row, tuple(sorted(ids(tiles), key=TILE_FLOOR.__getitem__)))


@lru_cache(maxsize=64)
def best(row: Row, tiles: tuple[int, ...]) -> int:
    """The most points that a row can have when these tiles, from the lowest floor up, are built or left out (P21)."""
    if not tiles:
        return row_points(row)
    tile, *rest = tiles
    return max(best(after, tuple(rest)) for after in possible_rows(row, tile))


# -- what goes on ------------------------------------------------------------------------------------------------------


def stage(at: Table) -> Markup:
    """In the middle of the square: the auction under its awning, open money, tiles to be taken or built; else the
    supply."""
    phase = at.view["phase"]
    if phase == "bid":
        class_, shown = "auction", _auction(at)
    elif phase == "pick":
        class_, shown = "opened", _open_money(at)
    elif phase == "claim":
        class_, shown = "claimed", _claiming(at)
    elif phase == "build" or at.draft.rebuild:
        class_, shown = "working", _held(at)
    else:
        class_, shown = "offered", _on_the_bench(at)
    return tag("section", shown, class_=f"stage {class_}", aria_label=_("What goes on"))


def _board(title: str, note: object = None) -> Markup:
    """The board that hangs over the stage."""
    return tag("h2", title, join(" ", tag("small", note)) if note else None, class_="board")


SHELF = Markup('<div class="shelf"></div>')


def each(view: "View") -> str:
    """What each tile of the supply costs."""
    return _("{price} each").format(price=rules.tile_price(len(view["supply"]))) if view["supply"] else _("empty")


def _on_the_bench(at: Table) -> Markup:
    """The supply, large, with its price."""
    view = at.view
    price = rules.tile_price(len(view["supply"]))
    chosen = Counter(at.draft.tiles)
    buying = at.deciding("choose")
    shown = [
        _standing(
            tile,
            str(price),
            _("{tile}, costs {n}").format(tile=text.tile_name(IDS[tile]).capitalize(), n=price),
            buying and view["supply"][:i].count(tile) < chosen[tile],
            i,
            do=("touch", "supply", tile) if buying else None,
            **at.names.mark(name),
        )
        for i, (tile, name) in enumerate(zip(view["supply"], at.names.supply, strict=True))
    ]
    return join(
        _board(_("Supply"), tag("span", each(view), class_="each", data_sign="price")),
        tag(
            "div",
            shown,
            class_=f"tiles bench n{len(shown)}",
            role="group",
            aria_label=_("Material supply"),
            data_place="supply",
        ),
        SHELF,
        tag("div", stacks(at), class_="under"),
    )


def _standing(tile: str, chip: str, label: str, pressed: bool, i: int, **use: Any) -> Markup:
    """A tile that can be chosen, large on the bench, under a chip with a figure."""
    usable = use.get("do") is not None or use.get("act") is not None
    face = join(tag("b", chip, class_="price"), tag("span", art.tile(tile), _tick(pressed), class_="seen"))
    return piece(face, label, "piece", id=f"nth-{i + 1}" if usable else None, aria_pressed=flag(pressed), **use)


def _tick(on: bool) -> Markup | None:
    """The mark of what is chosen."""
    return art.tick() if on else None


def _auction(at: Table) -> Markup:
    """The lot on the counter, and before it everybody's bid."""
    view = at.view
    tiles = view["quarries"][view["builder"]]
    lot = [
        tag("figure", tag("figcaption", short(tile), data_sign="windows"), shown)
        for tile, shown in zip(tiles, _shown(at, tiles, at.names.offered), strict=True)
    ]
    return join(
        tag("div", art.awning(), tag("h2", _("Auction of quarry {n}").format(n=view["builder"] + 1)), class_="awning"),
        tag("div", lot, class_=f"lot n{len(lot)}", data_place="lot"),
        tag("div", class_="dais"),
        tag("ol", [_bidder(at, seat, name) for seat, name in enumerate(at.model.heads)], class_="bids"),
        _under(at),
    )


def _bidder(at: Table, seat: int, name: str) -> Markup:
    """The place of a seat before the counter, with the cards that lie there and what they come to."""
    view = at.view
    inside = seat in view["inside"]
    total = view["totals"][seat]
    leads = inside and total > 0 and total == max(view["totals"])
    mine = seat == view["to_move"]
    laid = [_laid(at, f"c{OPENING_BID}", at.names.openings[seat])] if inside and seat == view["turn"] else []
    laid += [_laid(at, card, name) for card, name in zip(view["bids"][seat], at.names.bid(seat), strict=True)]
    return tag(
        "li",
        tag("span", _("highest"), class_="crown", data_sign="highest")
        if leads
        else unseen(_("to bid"))
        if mine
        else None,
        tag("span", common.sign(seat), tag("span", name, class_="name"), class_="bidder"),
        tag("span", laid, class_=f"laid n{min(len(laid), 9)}", data_place=f"seat-{seat}-bid") if inside else None,
        tag("b", total if total else "–") if inside else tag("small", _("passed")),
        class_=" ".join(
            name for name, on in (("leads", leads), ("out", not inside), ("in", inside), ("mine", mine)) if on
        ),
        aria_current="true" if mine else None,
    )


def _laid(at: Table, card: str, name: str) -> Markup:
    """A card that is bid."""
    sign = {f"c{OPENING_BID}": "opening"}.get(card, "certificate" if card[0] == "c" else None)
    return tag("span", art.coin(card[0], card[1:]), data_sign=sign, **at.names.mark(name))


class Opened(NamedTuple):
    """A card that was opened, and who has taken it."""

    card: str
    taker: int | None


def opened(at: Table) -> list[Opened]:
    """All cards of the open money as they were laid out."""
    log = at.model.match.log
    begun = next(n for n in range(len(log) - 1, -1, -1) if log[n][1] == ["money"])
    first, *picks = cast("list[Event]", at.model.match.events(None, begun))
    cards = [Opened(card, None) for card in first["cards"]]
    for pick in picks:
        cards[cards.index(Opened(pick["cards"][0], None))] = Opened(pick["cards"][0], log[pick["n"]][0])
    return cards


def _open_money(at: Table) -> Markup:
    """The open cards, the places of those that are taken, and whose turn it is to take how many."""
    can = at.deciding("pick")
    shown = []
    n = 0
    for card, taker in opened(at):
        if taker is not None:
            shown.append(_taken(card, taker, at.model.who(taker)))
            continue
        pressed = can and at.draft.place == n
        use: dict[str, Any] = at.names.mark(at.names.money.open[n])
        if pressed:
            use["act"] = written(("pick", card))
        elif can:
            use["do"] = ("touch", "open", n)
        shown.append(
            piece(
                join(art.bill(card), _tick(pressed)),
                text.money_name(IDS[card]).capitalize(),
                f"note {art.named(card)}",
                id=f"nth-{n + 1}" if can else None,
                aria_pressed=flag(pressed),
                **use,
            )
        )
        n += 1
    two = len(at.view["money"]) == len(at.model.names) + 1
    return join(
        _board(_("Open money"), _("take two") if two else _("take one")),
        tag("div", shown, class_="open", data_place="money"),
        _order(at),
        _under(at),
    )


def _taken(card: str, seat: int, who: SentenceSubject) -> Markup:
    """The place of an open card that somebody has."""
    said = who.choose_sentence(_("{name} took {card}"), _("You took {card}"), card=text.money_name(IDS[card]))
    took = _("took {value}").format(value=CARD_VALUE[IDS[card]])
    return tag("span", common.sign(seat), tag("span", took, class_="took"), class_="gone", role="img", aria_label=said)


def _order(at: Table) -> Markup:
    """Who takes how many of the open cards, in turn."""
    view = at.view
    seats = len(at.model.names)
    left = len(view["money"])
    items = []
    for nth in range(seats):
        seat = (view["turn"] + nth) % seats
        now = seat == view["to_move"]
        done = not now and seats - nth > left
        items.append(
            tag(
                "li",
                common.sign(seat),
                tag("span", at.model.heads[seat], class_="name"),
                tag("span", 1 if nth else 2),
                class_="now" if now else "did" if done else None,
                aria_current="true" if now else None,
            )
        )
    return tag("ol", items, class_="order", aria_label=_("Who takes how many cards"))


def _claiming(at: Table) -> Markup:
    """The tiles of which everybody takes one, with what each adds to the viewer's palaces."""
    view = at.view
    can = at.deciding("claim")
    tiles = view["quarries"][view["builder"]]
    shown = [] if can else [tag("figure", tile) for tile in _shown(at, tiles, at.names.offered)]
    for i, (tile, name) in enumerate(zip(tiles, at.names.offered, strict=True) if can else ()):
        label = text.tile_name(IDS[tile]).capitalize()
        now, then = prospect(at, [tile])
        gain = f"+{then - now}"
        said = _("{tile}, {gain}; your palaces {change}").format(tile=label, gain=gain, change=from_to(now, then))
        pressed = tile in at.draft.tiles
        use: dict[str, Any] = {"act": written(("claim", tile))} if pressed else {"do": ("touch", "claim", tile)}
        shown.append(_standing(tile, gain, said, pressed, i, **at.names.mark(name), **use))
    return join(
        _board(_("Quarry {n}").format(n=view["builder"] + 1), _("one each")),
        tag("div", shown, class_=f"tiles bench lot n{len(shown)}", data_place="lot"),
        SHELF,
        _under(at),
    )


def _held(at: Table) -> Markup:
    """The tile that is being built or moved, large; the others that are to be built beside it."""
    lifted = lifting(at)
    if at.draft.rebuild:
        board = _board(_("Reconstruction"), _("costs a card"))
        shown = [_lifted(lifted)] if lifted else []
    else:
        tiles = at.view["building"]
        note = _("{n} tiles").format(n=len(tiles)) if len(tiles) > 1 else None
        board = _board(_("To be built"), note)
        named = zip(tiles, at.names.building, strict=True)
        shown = [_to_build(at, tile, tile == lifted, name) for tile, name in named]
        if at.view["claiming"]:
            rest = _shown(at, at.view["quarries"][at.view["builder"]], at.names.offered)
            shown += [tag("figure", tile, class_="rest") for tile in rest]
    place = None if at.draft.rebuild else "lot"
    return join(board, tag("div", shown, class_=f"holding n{len(shown)}", data_place=place), SHELF, _under(at))


def _lifted(tile: str) -> Markup:
    """A tile of the own street that is being moved; it still stands there, too."""
    label = text.tile_name(IDS[tile]).capitalize()
    caption = tag("figcaption", short(tile), data_sign="windows")
    return tag("figure", caption, piece(art.tile(tile), label, "piece"))


def lifting(at: Table) -> str | None:
    """The tile for which a place is looked for."""
    if at.view["phase"] == "build":
        return building(at.view, at.draft)
    if at.draft.own is None:
        return None
    palace, floor = at.draft.own
    return next(name for name in at.row[palace] if TILE_FLOOR[IDS[name]] == floor)


def _to_build(at: Table, tile: str, chosen: bool, name: str) -> Markup:
    """One of the tiles to be built; where there is a choice, it can be touched."""
    choice = at.deciding("build") and len(set(at.view["building"])) > 1
    use: dict[str, Any] = at.names.mark(name)
    if choice:
        use["do"] = ("touch", "tile", tile)
    held = piece(art.tile(tile), text.tile_name(IDS[tile]).capitalize(), "piece", aria_pressed=flag(chosen), **use)
    caption = tag("figcaption", short(tile), data_sign="windows")
    return tag("figure", caption, held, class_="now" if chosen else "waits")


def _under(at: Table) -> Markup:
    """Below the stage: the supply in small with its price, the stacks, the money pile and the riders."""
    shown = tag("div", _shown(at, at.view["supply"], at.names.supply), class_="tiles", data_place="supply")
    label = tag("p", _("Supply"), " ", tag("b", each(at.view), class_="each", data_sign="price"))
    supply = tag("div", label, shown, class_="supply", role="group", aria_label=_("Material supply"))
    return tag("div", supply, stacks(at), class_="under")


def stacks(at: Table) -> Markup:
    """What is left in the three stacks, the money pile, and the riders seen."""
    view = at.view
    riders, pile = view["riders"], view["pile"]
    left = [
        tag(
            "li",
            tag("span", roman, aria_hidden="true"),
            tag("b", n, aria_hidden="true") if n else None,
            unseen(_("Stack {roman}: {n} left").format(roman=roman, n=n)),
            title=_("Stack {roman}: {n} left").format(roman=roman, n=n),
            class_=None if n else "none",
        )
        for roman, n in zip(("I", "II", "III"), view["stacks"], strict=True)
    ]
    money_left = _("Money: {pile} in the pile, {discards} discarded").format(pile=pile, discards=len(view["discards"]))
    came = _("{n} of {most} riders have come").format(n=riders, most=RIDER_COUNT)
    row = [tag("span", art.rider(), class_="on", **at.names.mark(name)) for name in at.names.riders]
    row += [tag("span", art.rider())] * (RIDER_COUNT - riders)
    return join(
        tag(
            "ul",
            left,
            class_="stacks",
            aria_label=_("Tiles left in the stacks"),
            data_place="stack",
            data_sign="stacks",
        ),
        tag(
            "span",
            tag("span", pile, class_="pile", data_place="pile"),
            _discards(at),
            class_="piles",
            role="img",
            aria_label=money_left,
            title=money_left,
        ),
        tag(
            "div",
            row,
            tag("b", f"{riders}/{RIDER_COUNT}"),
            class_="riders",
            role="img",
            aria_label=came,
            title=came,
            data_place="riders",
            data_sign="riders",
        ),
    )


def _discards(at: Table) -> Markup:
    """The discarded money, of which the newest card is seen, over all that was paid with it."""
    moved = {*at.names.moved(len(at.model.match.log) - 1)} if at.model.match.log else set()
    seen = [name for name in at.names.money.discards if name in moved] or at.names.money.discards[-1:]
    top = [tag("span", art.bill(kind(name)), **at.names.mark(name)) for name in seen]
    return tag("span", top, class_="discards", data_place="discards")


# -- what do I have ----------------------------------------------------------------------------------------------------


def hand(at: Table) -> Markup:
    """The viewer's cards as fans, one for each currency; groups of three beside them."""
    if at.model.curtain or at.model.viewer is None:
        return Markup("")
    cards = at.hand
    named = sorted(zip(cards, at.names.hand(at.model.viewer, cards), strict=True), key=lambda held: IDS[held[0]])
    found = [*dict.fromkeys(hand_groups(card_set(ids(cards))))]
    width = len(cards) + bool(found)
    many = width > FAN
    fans = [
        _fan(at, letter, [held for held in named if held[0][0] == letter], many) for letter in (*CURRENCY_LETTERS, "c")
    ]
    name = "fans" + (" more" if width > PHONE_FAN else "") + (" many" if many else "")
    return join(
        tag("h2", _("Your money"), class_="unseen"),
        tag(
            "div",
            fans,
            _groups(at, found) if found else None,
            class_=name,
            data_arrows=True,
            data_place=f"seat-{at.model.viewer}-hand",
        ),
    )


def _fan(at: Table, letter: str, own: list[tuple[str, str]], many: bool) -> Markup | None:
    """The cards of a currency with their names; of many, equal ones are a pack."""
    if not own:
        return None
    usable = at.model.can_act and (at.view["phase"] in ("choose", "bid") or at.draft.rebuild)
    chosen = Counter(at.draft.cards)
    cards = []
    for card in dict.fromkeys(card for card, _name in own):
        names = [name for other, name in own if other == card]
        copies, taken = len(names), chosen[card]
        plain = text.money_name(IDS[card]).capitalize()
        pack = many and copies > 1  # its first card stands for all of them: touched once more, none is chosen
        equal = []
        for nth, name in enumerate(names, 1):
            upper, pressed = pack and nth == 1, nth <= taken
            touched = "back" if pressed and not at.draft.rebuild and not pack else "card"
            do = ("touch", touched, card) if usable and (upper or not pack) else None
            label = counted(plain, copies, taken) if upper else plain
            count = tally(copies, taken, "copies") if upper else None
            equal.append(_held_card(card, label, nth, pressed, do, count, *_at(at, name)))
        cards += [tag("div", equal, class_="pack")] if pack else equal
    name = _("certificates") if letter == "c" else text.currency_name(CURRENCY_LETTERS.index(letter))
    said = _("{currency}: {sum}").format(
        currency=name.capitalize(), sum=sum(CARD_VALUE[IDS[card]] for card, _name in own)
    )
    sign = "certificate" if letter == "c" else None
    return tag("div", cards, class_="fan", role="group", aria_label=said, title=said, data_sign=sign)


@lru_cache(maxsize=256)
def _held_card(
    card: str,
    label: str,
    nth: int,
    chosen: bool,
    do: "Message | None",
    count: Markup | None,
    name: str,
    place: str,
    news: bool,
) -> Markup:
    """A card of the hand; equal ones are told apart by their number. The one that is seen of a pack has its count."""
    face = piece(
        join(art.bill(card), _tick(chosen), count),
        label,
        f"note {art.named(card)}",
        do=do,
        id=f"card-{card}" if nth == 1 else f"card-{card}-{nth}",
        aria_pressed=flag(chosen),
        data_piece=name,
        data_at=place,
        data_news=news,
    )
    return tag("div", face, class_="slot upper" if count else "slot")


def _groups(at: Table, groups: Iterable[Iterable[int]]) -> Markup:
    """Groups of three in the hand (P8): one touch chooses all three."""
    found = [[NAMES[card] for card in group] for group in groups]
    usable = at.model.can_act and at.view["phase"] in ("choose", "bid")
    shown = []
    for group in found:
        letter, value = group[0][0], group[0][1:]
        if letter == "c":
            three, sign, of = _("three certificates"), art.coin(letter), f"×{GROUP_SIZE}"
        else:
            three, sign, of = _("{value} in all three currencies").format(value=value), art.group_sign(), value
        face = join(tag("span", sign, class_="of", data_of=of), tag("b", GROUP_VALUE))
        said = _("Group: {three}, worth {value}").format(three=three, value=GROUP_VALUE)
        shown.append(
            piece(face, said, "trio", do=("touch", "group", group) if usable else None, title=said, data_sign="group")
        )
    return tag("div", shown, class_="groups", role="group", aria_label=_("Groups"))
