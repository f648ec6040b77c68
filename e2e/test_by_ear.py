"""A whole game of each title by ear: controls are found by role and name alone, and what is to be done is what is said.

The names are made here from the rules' own words, as whoever listens would expect them.
"""

import re
from collections.abc import Callable

import pytest
from players import SPOKEN, Action, Open, finished, focus_lost, match_of, over, thought, unheard, wake
from playwright.sync_api import Locator, Page, expect

from pygame_core import Match, alhambra, medina, palazzo
from pygame_core.alhambra.text import action_name, building_name, currency_name, type_name
from pygame_core.medina.text import colour_name
from pygame_core.palazzo.fan import card_set, currency_and_value
from pygame_core.palazzo.row import NEW_PALACE, possible_rows
from pygame_core.palazzo.rules import next_quarry, tile_price
from pygame_core.palazzo.score import insert_tile, palace_points, row_points
from pygame_core.words import format_number, join_phrases

DOCK = "What can be done now"
Name = str | re.Pattern[str]


class Listener:
    """Goes by landmarks, roles, names and states; uses things by Enter and Space in turn, and never loses the focus."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = 0
        self.uses = 0

    def controls(self, region: str, name: Name, *, item: str = "", pressed: bool | None = None) -> Locator:
        """The buttons of this name in a landmark, or in an item of a list there."""
        place = self.page.get_by_role("region", name=region, exact=True)
        if item:
            place = place.get_by_role("listitem", name=item, exact=True)
        return place.get_by_role("button", name=name, exact=True, pressed=pressed)

    def is_there(self, region: str, name: Name, *, pressed: bool | None = None) -> bool:
        return self.controls(region, name, pressed=pressed).count() > 0

    def use(self, region: str, name: Name, *, item: str = "", pressed: bool | None = None) -> None:
        """Equal pieces have one name: any of them is meant."""
        self.enter(self.controls(region, name, item=item, pressed=pressed).first)

    def go(self, name: str) -> None:
        """To a space, which is used."""
        self.enter(self.page.get_by_role("gridcell", name=name, exact=True))

    def enter(self, found: Locator) -> None:
        found.focus()
        self.uses += 1
        self.page.keyboard.press("Enter" if self.uses % 2 else "Space")
        assert not focus_lost(self.page), "focus is lost"

    def news(self) -> str:
        """What was said since this was asked last."""
        heard: list[str] = self.page.evaluate("window.heard")
        said, self.known = heard[self.known :], len(heard)
        return "".join(said)


Way = Callable[[Listener, Match, Action], None]
"""How an action is played in a match by who listens."""


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


# -- Alhambra ----------------------------------------------------------------------------------------------------------


def in_alhambra(ear: Listener, match: Match, action: Action) -> None:
    """By the control that does it at once, every other time, if it is there; else card by card."""
    verb, *rest = action
    if verb == "take":
        name = action_name(action)
        figures = " + ".join(card[1:] for card in rest)
        cards = alhambra.text.cards_name([alhambra.box.IDS[card] for card in rest])
        if len(match.log) % 2 and ear.is_there("Open money", f"Take {figures}: {cards}"):
            ear.use("Open money", f"Take {figures}: {cards}")
            return
        for card in rest:
            ear.use("Open money", alhambra_card(card), pressed=False)
        ear.use(DOCK, name)
    else:
        buy(ear, match, *rest)


def buy(ear: Listener, match: Match, place: int, cards: list[str], _keep: str) -> None:
    """The building of a place with these cards, for oneself."""
    seat = match.to_move() or 0
    hand, building = match.view(seat)["hands"][seat], alhambra.box.IDS[match.view(None)["yard"][place]]
    price = alhambra.box.BUILDING_PRICE[building]
    wasted = value(cards) - price
    result = f"{wasted} over, your turn ends" if wasted else "exact, one more action"
    paid = f"{currency_name(place)} {'+'.join(card[1:] for card in cards)}"
    at_once = f"Buy {building_name(building)} with {paid}: {result}"
    if len(match.log) % 2 and ear.is_there("Construction yard", at_once):
        ear.use("Construction yard", at_once)
        return
    exact = any(value(each[2]) == price for each in match.legal() if each[:2] == ["buy", place])
    what = f"{capital(type_name(alhambra.box.BUILDING_TYPE[building]))}, costs {price} {currency_name(place)}."
    ear.use("Construction yard", f"{what} You can pay it exactly." if exact else f"{what} You can pay it.")
    for n, card in enumerate(cards):
        held, chosen = hand.count(card), cards[:n].count(card)
        count, state = f", you hold {held}" if held > 1 else "", f", {chosen} chosen" if chosen else ""
        ear.use("Hand", alhambra_card(card) + count + state)
    ear.use(DOCK, "Keep")


def alhambra_card(card: str) -> str:
    return capital(alhambra.text.money_name(alhambra.box.IDS[card]))


def value(cards: list[str]) -> int:
    return sum(int(card[1:]) for card in cards)


# -- Palazzo -----------------------------------------------------------------------------------------------------------

SQUARE, STREET = "Quarries and supply", "Your palaces"


def in_palazzo(ear: Listener, match: Match, action: Action) -> None:
    verb, *rest = action
    seat = match.to_move() or 0
    view = match.view(seat)
    row = tuple(ids(palace) for palace in view["palaces"][seat])
    match verb:
        case "money":
            ear.use(DOCK, f"Take money two of {len(match.seats) + 1} open")
        case "tiles":
            ear.use(DOCK, "Draw two tiles buy or auction")
        case "auction":
            ear.use(DOCK, auction_name(view["quarries"], view["builder"]))
        case "pick":
            name = palazzo.text.money_name(*ids(rest))
            ear.use(SQUARE, capital(name))
            ear.use(DOCK, f"Take {name}")
        case "claim":
            best = max(row_points(way) for way in possible_rows(row, *ids(rest)))
            gain = f"+{best - row_points(row)}"
            ear.use(SQUARE, f"{tile_name(rest[0])}, {gain}; your palaces {change(row_points(row), best)}")
            ear.use(DOCK, "Take it")
        case "buy":
            tiles, cards = rest
            for tile in tiles:
                ear.use(SQUARE, f"{tile_name(tile)}, costs {tile_price(len(view['supply']))}")
            lay_down(ear, view["hands"][seat], cards)
            ear.use(DOCK, f"Buy it for {worth(cards)}" if len(tiles) == 1 else f"Buy both for {worth(cards)}")
        case "bid":
            total = view["totals"][seat] + worth(rest)
            at_once = f"Bid {total} with {palazzo.text.cards_name(ids(rest))}"
            if len(match.log) % 2 and ear.is_there(DOCK, at_once):
                ear.use(DOCK, at_once)
            else:
                lay_down(ear, view["hands"][seat], rest)
                ear.use(DOCK, f"Bid {total}")
        case "pass":
            mine = view["totals"][seat]
            ear.use(DOCK, f"Pass {mine} back" if mine else "Pass")
        case "build":
            build(ear, view["building"], row, *rest)
        case _:
            rebuild(ear, row, *rest)


def auction_name(quarries: list[list[str]], builder: int) -> str:
    """The control that holds an auction, or shares tiles out."""
    quarry = next_quarry(quarries, builder)
    if quarry is None:
        return "Auction: no quarry has a tile"
    n = len(quarries[quarry])
    if n >= palazzo.box.MIN_SHARED_TILES:
        return f"Quarry {quarry + 1}: all take one"
    return f"Auction quarry {quarry + 1}: {n} tile" + ("s" if n > 1 else "")


def lay_down(ear: Listener, hand: list[str], cards: list[str]) -> None:
    """These cards of the hand and no others. Of many, equal ones are one control, which takes the next of them, and at
    last none."""
    for card in {*hand}:
        for name in (palazzo_card(card), pack(card)):
            while ear.is_there("Hand", name, pressed=True):
                ear.use("Hand", name, pressed=True)
    for card in cards:
        if ear.is_there("Hand", pack(card)):
            ear.use("Hand", pack(card))
        else:
            ear.use("Hand", palazzo_card(card), pressed=False)


def pack(card: str) -> re.Pattern[str]:
    """What so many equal cards are called."""
    return re.compile(f"^{palazzo_card(card)}, you hold ")


def build(ear: Listener, waiting: list[str], row: tuple[tuple[int, ...], ...], tile: str, where: int | str) -> None:
    """A tile on a palace, or as a new one."""
    name = palazzo.text.tile_name(*ids([tile]))
    if len({*waiting}) > 1:
        ear.use(SQUARE, capital(name))
    if where == NEW_PALACE:
        ear.use(DOCK, f"New palace, {format_number(palace_points(ids([tile])))} points, with {name}")
    else:
        put(ear, row[int(where)], tile, int(where))
        ear.use(DOCK, "Build")


def rebuild(ear: Listener, row: tuple[tuple[int, ...], ...], card: str, _join: str, at: int, to: int) -> None:
    """A tile that stands alone put into another palace."""
    [tile] = row[at]
    name = palazzo.box.NAMES[tile]
    ear.use(DOCK, "Reconstruct for one card")
    ear.use("Hand", palazzo_card(card))
    ear.use(STREET, tile_name(name), item=f"Palace {at + 1}, {format_number(palace_points(row[at]))} points")
    put(ear, row[to], name, to)
    ear.use(DOCK, "Reconstruct")


def put(ear: Listener, palace: tuple[int, ...], tile: str, n: int) -> None:
    """Choose a palace for a tile."""
    after = palace_points(insert_tile(palace, *ids([tile])))
    name = palazzo.text.tile_name(*ids([tile]))
    ear.use(STREET, f"Put {name} here, on palace {n + 1}: {change(palace_points(palace), after)} points")


def ids(named: list[str]) -> tuple[int, ...]:
    return tuple(palazzo.box.IDS[name] for name in named)


def worth(cards: list[str]) -> int:
    read = currency_and_value(card_set(ids(cards)))
    return read[1] if read else 0


def change(before: int, after: int) -> str:
    return f"{format_number(before)} → {format_number(after)}"


def tile_name(tile: str) -> str:
    return capital(palazzo.text.tile_name(*ids([tile])))


def palazzo_card(card: str) -> str:
    return capital(palazzo.text.money_name(*ids([card])))


# -- Medina ------------------------------------------------------------------------------------------------------------

SIDES = {"N": "1 and 3", "S": "2 and 4", "W": "1 and 4", "E": "2 and 3"}


def in_medina(ear: Listener, match: Match, action: Action) -> None:
    seat = match.to_move() or 0
    view = match.view(seat)
    supply = view["supplies"][seat]
    verb, space = action[0], action[-1]
    if verb == "tea":
        ear.use(DOCK, f"Tea break {supply['tea']} left")
        return
    thing = "free"
    if verb == "building":
        colour = medina.box.COLOURS.index(action[1])
        name, left = medina.text.building_name(colour), supply["buildings"][colour]
    elif verb == "roof":
        own = action[1] == "own"
        name, left = medina.text.roof_name(own), supply["roofs" if own else "neutral"]
        palace = next(each for each in view["palaces"] if space in each["buildings"])
        colour = medina.box.COLOURS.index(palace["colour"])
        thing = f"{colour_name(colour)} palace without rooftop, worth {sum(palace['worth'])}"
    else:
        name, left = verb, supply[f"{verb}s"]
    ear.use("Your components", f"{name}, {left} left")
    where = f"space {side(space)} between towers {SIDES[space[0]]}" if verb == "wall" else space
    ear.go(f"{where}, {thing}; can be chosen{gains(match, action)}")
    ear.use(DOCK, "Place")


def side(space: str) -> str:
    """The column or row that a space for a wall stands before, as it is written on the board."""
    n = int(space[1:])
    return chr(96 + n) if space[0] in "NS" else str(n)


def gains(match: Match, action: Action) -> str:
    """What a placement brings, one's own points first; then what a palace that is nobody's is worth by it."""
    seat, after = match.to_move(), match.copy()
    after.play(action)
    gained = [now - was for was, now in zip(match.view(None)["points"], after.scores(), strict=True)]
    said = [
        f"{format_number(f'{n:+d}')} for {'you' if who == seat else match.seats[who]['name']}"
        for who, n in sorted(enumerate(gained), key=lambda one: one[0] != seat)
        if n
    ]
    worths = [
        {
            palace["buildings"][0]: sum(palace["worth"])
            for palace in one.view(None)["palaces"]
            if palace["owner"] is None
        }
        for one in (match, after)
    ]
    said += [f"a palace worth {n}" for first, n in worths[1].items() if worths[0].get(first) != n]
    return f": {join_phrases(said)}" if said else ""


# -- whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "seed", "way"),
    [("alhambra", 14, in_alhambra), ("palazzo", 65, in_palazzo), ("medina", 26, in_medina)],
    ids=["alhambra", "palazzo", "medina"],
)
def test_a_whole_game_by_ear(page: Page, open_game: Open, game: str, seed: int, way: Way) -> None:
    """At each own decision the prompt has been said, each move is what was meant, and in the end the winner is told."""
    page.add_init_script(SPOKEN)
    open_game(page, f"game={game}&seats=you,bot:casual&speed=instant&seed={seed}")
    ear = Listener(page)
    meant: list[Action] = []
    wake(page)
    while not over(page):
        match = match_of(page)
        assert own(match) == meant
        assert asked_for(page, match).casefold() in ear.news().casefold()
        meant.append(thought(match))
        way(ear, match, meant[-1])
        wake(page)
        assert not focus_lost(page), "focus is lost while others move"
    expect(page.get_by_role("heading", name="The game is over", exact=True)).to_be_visible()
    match = finished(page)
    assert own(match) == meant
    assert winner_told(match) in ear.news()
    assert not unheard(page, match)


def own(match: Match) -> list[Action]:
    """What the person at the table did."""
    return [action for seat, action, _draws in match.log if seat == 0]


def asked_for(page: Page, match: Match) -> str:
    """What is to be said as something is to be decided: the heading; of a turn that goes on what is to be done now."""
    heading = page.get_by_role("heading", level=1).inner_text()
    whose, _colon, prompt = heading.partition(": ")
    assert whose == "Your turn"
    assert prompt
    return prompt if match.log and match.log[-1][0] == 0 else f"{heading}."


def winner_told(match: Match) -> str:
    """The sentence that says who has won."""
    result = match.result()
    assert result is not None
    winner = result["places"].index(1)
    won = f"with {format_number(result['scores'][winner])} points."
    return f"{match.seats[winner]['name']} wins {won}" if winner else f"You win {won}"
