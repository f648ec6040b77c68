"""Tests of a whole game of each title by screen reader: they use only roles, names and announcements.

The test makes the names from the rules' own words, as users would expect them.
"""

import re
from typing import Any

import pytest
from game_players import RELEASED_GAMES, load_game_player
from players import (
    RECORD_ANNOUNCEMENTS_JS,
    Action,
    Open,
    casual_action,
    check_finished_game,
    heard_announcements,
    is_focus_lost,
    is_over,
    load_match,
    missing_announcements,
    wait_for_decision,
)
from playwright.sync_api import Locator, Page, expect

from pygame_core import Match, alhambra, medina, palazzo
from pygame_core.alhambra.sentences import action_name, building_name, money_sum, type_name
from pygame_core.i18n import format_number, join_phrases
from pygame_core.medina.sentences import colour_name
from pygame_core.palazzo.card_sets import card_set, currency_and_value
from pygame_core.palazzo.palace_row import NEW_PALACE, buildable_palaces
from pygame_core.palazzo.rules import next_quarry, tile_price
from pygame_core.palazzo.score import insert_tile, palace_points, row_points

DOCK = "Actions"
Name = str | re.Pattern[str]


class ScreenReaderUser:
    """A user of landmarks, roles, names and states.

    It uses controls by Enter and Space in turn, and never loses the focus.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard_count = 0
        self.use_count = 0

    def find_controls(self, region: str, name: Name, *, item: str = "", pressed: bool | None = None) -> Locator:
        """Return the buttons of this name in a landmark, or in an item of a list there."""
        place = self.page.get_by_role("region", name=region, exact=True)
        if item:
            place = place.get_by_role("listitem", name=item, exact=True)
        return place.get_by_role("button", name=name, exact=True, pressed=pressed)

    def has_control(self, region: str, name: Name, *, pressed: bool | None = None) -> bool:
        return self.find_controls(region, name, pressed=pressed).count() > 0

    def use_control(self, region: str, name: Name, *, item: str = "", pressed: bool | None = None) -> None:
        """Use a control of this name. Equal pieces have one name, so any of them is right."""
        self.focus_and_press(self.find_controls(region, name, item=item, pressed=pressed).first)

    def use_space(self, name: str) -> None:
        """Go to a space and use it."""
        self.focus_and_press(self.page.get_by_role("gridcell", name=name, exact=True))

    def focus_and_press(self, found: Locator) -> None:
        found.focus()
        self.use_count += 1
        self.page.keyboard.press("Enter" if self.use_count % 2 else "Space")
        assert not is_focus_lost(self.page), "focus is lost"

    def new_announcements(self) -> str:
        """Return the announcements since the last call."""
        heard = heard_announcements(self.page)
        said, self.heard_count = heard[self.heard_count :], len(heard)
        return "".join(said)


def points_phrase(points: int) -> str:
    return f"{format_number(points)} point" + "s" * (abs(points) != 1)


def capitalize_first(words: str) -> str:
    return words[:1].upper() + words[1:]


# -- Alhambra ----------------------------------------------------------------------------------------------------------


def play_alhambra_action(ear: ScreenReaderUser, match: Match[Any], action: Action) -> None:
    """Play every second action by its single control, if there is one, and the others card by card."""
    verb, *rest = action
    if verb == "take":
        name = action_name(action)
        figures = " + ".join(card[1:] for card in rest)
        cards = alhambra.sentences.cards_name([alhambra.components.IDS[card] for card in rest])
        if len(match.log) % 2 and ear.has_control("Open money", f"Take {figures}: {cards}"):
            ear.use_control("Open money", f"Take {figures}: {cards}")
            return
        for card in rest:
            ear.use_control("Open money", alhambra_card_name(card), pressed=False)
        ear.use_control(DOCK, name)
    else:
        buy_building(ear, match, *rest)


def buy_building(ear: ScreenReaderUser, match: Match[Any], place: int, cards: list[str], _keep: str) -> None:
    """Buy the building of a place with these cards, and keep it."""
    seat = match.to_move() or 0
    hand, building = match.view(seat)["hands"][seat], alhambra.components.IDS[match.view(None)["yard"][place]]
    price = alhambra.components.BUILDING_PRICE[building]
    wasted = alhambra_card_sum(cards) - price
    result = f"{wasted} extra, ends your turn" if wasted else "exact, another action"
    paid = f"{alhambra.sentences.currency_name(place)} {'+'.join(card[1:] for card in cards)}"
    at_once = f"Buy {building_name(building)} with {paid}: {result}"
    if len(match.log) % 2 and ear.has_control("Construction yard", at_once):
        ear.use_control("Construction yard", at_once)
        return
    least = min(alhambra_card_sum(each[2]) for each in match.legal() if each[:2] == ["buy", place]) - price
    kind = capitalize_first(type_name(alhambra.components.BUILDING_TYPE[building]))
    what = f"{kind}, costs {money_sum(place, price)}."
    ear.use_control(
        "Construction yard",
        f"{what} You can buy it, overpaying by {least}." if least else f"{what} You can pay exactly.",
    )
    for n, card in enumerate(cards):
        held, chosen = hand.count(card), cards[:n].count(card)
        count, state = f", you have {held}" if held > 1 else "", f", {chosen} chosen" if chosen else ""
        ear.use_control("Hand", alhambra_card_name(card) + count + state)
    ear.use_control(DOCK, "Keep")


def alhambra_card_name(card: str) -> str:
    return capitalize_first(alhambra.sentences.money_name(alhambra.components.IDS[card]))


def alhambra_card_sum(cards: list[str]) -> int:
    return sum(int(card[1:]) for card in cards)


# -- Palazzo -----------------------------------------------------------------------------------------------------------

MARKET_REGION, PALACES_REGION = "Quarries and supply", "Your palaces"


def play_palazzo_action(ear: ScreenReaderUser, match: Match[Any], action: Action) -> None:
    verb, *rest = action
    seat = match.to_move() or 0
    view = match.view(seat)
    row = tuple(tile_ids(palace) for palace in view["palaces"][seat])
    match verb:
        case "money":
            ear.use_control(DOCK, f"Take money choose 2 of {len(match.seats) + 1}")
        case "tiles":
            ear.use_control(DOCK, "Draw 2 tiles buy or auction")
        case "auction":
            ear.use_control(DOCK, auction_label(view["quarries"], view["builder"]))
        case "pick":
            ear.use_control(MARKET_REGION, capitalize_first(palazzo.sentences.money_name(*tile_ids(rest))))
            ear.use_control(DOCK, f"Take {palazzo.sentences.definite_money_name(*tile_ids(rest))}")
        case "claim":
            [tile] = tile_ids(rest)
            built = row_points(((tile,),))
            ways = [(built, "alone")]
            for n in buildable_palaces(row, tile):
                gain = palace_points((*row[n], tile)) - palace_points(row[n])
                ways.append((gain, f"palace {n + 1}"))
            gain, where = max(ways, key=lambda way: way[0])
            signed = format_number(f"{gain:+d}")
            ear.use_control(MARKET_REGION, f"{capitalized_tile_name(rest[0])}, best: {signed} {where}")
            ear.use_control(DOCK, "Take it")
        case "buy":
            tiles, cards = rest
            for tile in tiles:
                ear.use_control(MARKET_REGION, f"{capitalized_tile_name(tile)} for {tile_price(len(view['supply']))}")
            choose_cards(ear, view["hands"][seat], cards)
            ear.use_control(
                DOCK,
                f"Buy it for {palazzo_card_value(cards)}"
                if len(tiles) == 1
                else f"Buy both for {palazzo_card_value(cards)}",
            )
        case "bid":
            total = view["totals"][seat] + palazzo_card_value(rest)
            at_once = f"Bid {total} with {palazzo.sentences.cards_name(tile_ids(rest))}"
            if len(match.log) % 2 and ear.has_control(DOCK, at_once):
                ear.use_control(DOCK, at_once)
            else:
                choose_cards(ear, view["hands"][seat], rest)
                ear.use_control(DOCK, f"Bid {total}")
        case "pass":
            mine = view["totals"][seat]
            ear.use_control(DOCK, f"Pass get {mine} back" if mine else "Pass")
        case "build":
            place_tile(ear, view["building"], row, *rest)
        case _:
            rebuild_palace(ear, row, *rest)


def auction_label(quarries: list[list[str]], builder: int) -> str:
    """Return the name of the control that holds an auction, or shares out tiles."""
    quarry = next_quarry(quarries, builder)
    if quarry is None:
        return "Auction: no tiles on any quarry"
    n = len(quarries[quarry])
    if n >= palazzo.components.MIN_SHARED_TILES:
        return f"Quarry {quarry + 1}: one each"
    return f"Auction quarry {quarry + 1}: {n} tile" + ("s" if n > 1 else "")


def choose_cards(ear: ScreenReaderUser, hand: list[str], cards: list[str]) -> None:
    """Choose these cards of the hand and no others.

    In a large hand, equal cards are one control. Each use takes the next of them, and the last use clears the choice.
    """
    for card in {*hand}:
        while ear.has_control("Hand", palazzo_card_name(card), pressed=True):
            ear.use_control("Hand", palazzo_card_name(card), pressed=True)
        while ear.has_control("Hand", chosen_pack_label(card)):
            ear.use_control("Hand", chosen_pack_label(card))
    for card in cards:
        if ear.has_control("Hand", pack_label(card)):
            ear.use_control("Hand", pack_label(card))
        else:
            ear.use_control("Hand", palazzo_card_name(card), pressed=False)


def choose_payment(ear: ScreenReaderUser, card: str) -> None:
    """Choose the card that pays, unless it is already chosen."""
    name = palazzo_card_name(card)
    if not ear.has_control("Hand", re.compile(f"^{name}, (you have [0-9]+, )?1 chosen$")):
        ear.use_control("Hand", re.compile(f"^{name}(, you have [0-9]+)?$"))


def pack_label(card: str) -> re.Pattern[str]:
    """Return the name of a pack of equal cards."""
    return re.compile(f"^{palazzo_card_name(card)}, you have ")


def chosen_pack_label(card: str) -> re.Pattern[str]:
    """Return the name of a pack of equal cards of which some are chosen."""
    return re.compile(f"^{palazzo_card_name(card)}, you have .* chosen$")


def place_tile(
    ear: ScreenReaderUser, waiting: list[str], row: tuple[tuple[int, ...], ...], tile: str, where: int | str
) -> None:
    """Place a tile on a palace, or as a new one."""
    name = palazzo.sentences.tile_name(*tile_ids([tile]))
    if len({*waiting}) > 1:
        ear.use_control(MARKET_REGION, capitalize_first(name))
    built = palazzo.sentences.definite_tile_name(*tile_ids([tile]))
    if where == NEW_PALACE:
        ear.use_control(DOCK, f"New palace, {points_phrase(palace_points(tile_ids([tile])))}, with {built}")
    else:
        choose_palace(ear, row[int(where)], tile, int(where))
        ear.use_control(DOCK, "Build")


def rebuild_palace(
    ear: ScreenReaderUser, row: tuple[tuple[int, ...], ...], card: str, _join: str, at: int, to: int
) -> None:
    """Move a single tile to another palace."""
    [tile] = row[at]
    name = palazzo.components.NAMES[tile]
    ear.use_control(DOCK, "Rebuild costs a card")
    choose_payment(ear, card)
    ear.use_control(
        PALACES_REGION,
        capitalized_tile_name(name),
        item=f"Palace {at + 1}, {points_phrase(palace_points(row[at]))}",
    )
    choose_palace(ear, row[to], name, to, palace_points(row[at]))
    ear.use_control(DOCK, "Rebuild")


def choose_palace(ear: ScreenReaderUser, palace: tuple[int, ...], tile: str, n: int, gone: int = 0) -> None:
    """Choose a palace for a tile. `gone` are the points of the palace that the tile leaves."""
    before, after = palace_points(palace), palace_points(insert_tile(palace, *tile_ids([tile])))
    name = palazzo.sentences.definite_tile_name(*tile_ids([tile]))
    gain = format_number(f"{after - before - gone:+d}")
    ear.use_control(
        PALACES_REGION, f"Build {name} on palace {n + 1}: {change_phrase(before, after)} points, {gain} in all"
    )


def tile_ids(named: list[str]) -> tuple[int, ...]:
    return tuple(palazzo.components.IDS[name] for name in named)


def palazzo_card_value(cards: list[str]) -> int:
    read = currency_and_value(card_set(tile_ids(cards)))
    return read[1] if read else 0


def change_phrase(before: int, after: int) -> str:
    return f"{format_number(before)} → {format_number(after)}"


def capitalized_tile_name(tile: str) -> str:
    return capitalize_first(palazzo.sentences.tile_name(*tile_ids([tile])))


def palazzo_card_name(card: str) -> str:
    return capitalize_first(palazzo.sentences.money_name(*tile_ids([card])))


# -- Medina ------------------------------------------------------------------------------------------------------------

TOWERS_BY_SIDE = {
    "N": "1 and 3",
    "S": "2 and 4",
    "W": "1 and 4",
    "E": "2 and 3",
}


def palace_tile_phrase(match: Match[Any], seat: int, colour: int) -> str:
    """Return who has a palace tile, or its points."""
    owner = match.view(seat)["palace_tiles"][colour]
    if owner is None:
        points = medina.components.PALACE_TILE_POINTS[colour]
        return f"palace tile worth {points} point{'s' * (points > 1)}"
    if isinstance(owner, str):
        return "a neutral palace has the palace tile"
    return "you have the palace tile" if owner == seat else f"{match.seats[owner]['name']} has the palace tile"


def play_medina_action(ear: ScreenReaderUser, match: Match[Any], action: Action) -> None:
    seat = match.to_move() or 0
    view = match.view(seat)
    supply = view["supplies"][seat]
    verb, space = action[0], action[-1]
    if verb == "tea":
        ear.use_control(DOCK, f"Tea break, {supply['tea']} left")
        return
    thing = "free"
    if verb == "building":
        colour = medina.components.COLOURS.index(action[1])
        name, left = medina.sentences.building_name(colour), supply["buildings"][colour]
    elif verb == "roof":
        own = action[1] == "own"
        name, left = medina.sentences.roof_name(own), supply["roofs" if own else "neutral"]
        palace = next(each for each in view["palaces"] if space in each["buildings"])
        colour = medina.components.COLOURS.index(palace["colour"])
        thing = f"unclaimed {colour_name(colour)} palace, worth {sum(palace['worth'])}"
    else:
        name, left = verb, supply[f"{verb}s"]
    label = f"{name}, {left} left"
    if verb == "building":
        label += f", {palace_tile_phrase(match, seat, colour)}"
    if ear.page.locator(f'.unit[aria-pressed="true"][aria-label="{label}"]').count() == 0:  # not kept from before
        ear.use_control("Your pieces", label)
    where = f"space {wall_space_name(space)} between towers {TOWERS_BY_SIDE[space[0]]}" if verb == "wall" else space
    ear.use_space(f"{where}, {thing}, available{gain_phrases(match, action)}")
    ear.use_control(DOCK, "Place")


def wall_space_name(space: str) -> str:
    """Return the column or row of a wall space."""
    n = int(space[1:])
    return chr(96 + n) if space[0] in "NS" else str(n)


def gain_phrases(match: Match[Any], action: Action) -> str:
    """Return the gains of a placement: the player's points first, then the points of an unclaimed palace."""
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
    "game",
    ["alhambra", *(pytest.param(name, marks=pytest.mark.thorough) for name in RELEASED_GAMES if name != "alhambra")],
)
def test_a_whole_game_by_ear(page: Page, open_game: Open, game: str) -> None:
    """Each decision has an announced prompt, each move has the intended effect, and the end announces the winner."""
    page.add_init_script(RECORD_ANNOUNCEMENTS_JS)
    player = load_game_player(game)
    open_game(page, f"game={game}&seats=you,bot:casual&speed=instant&seed={player.screen_reader_seed}")
    ear = ScreenReaderUser(page)
    meant: list[Action] = []
    wait_for_decision(page)
    while not is_over(page):
        if ear.has_control(DOCK, "Continue"):  # after a scoring
            ear.use_control(DOCK, "Continue")
            wait_for_decision(page)
            continue
        match = load_match(page)
        assert own_actions(match) == meant
        assert expected_prompt(page, match).casefold() in ear.new_announcements().casefold()
        meant.append(casual_action(match))
        player.play_by_screen_reader(ear, match, meant[-1])
        wait_for_decision(page)
        assert not is_focus_lost(page), "focus is lost while others move"
    expect(page.get_by_role("heading", name="Game over", exact=True)).to_be_visible()
    match = check_finished_game(page)
    assert own_actions(match) == meant
    assert winner_sentence(match) in ear.new_announcements()
    assert not missing_announcements(page, match)


def own_actions(match: Match) -> list[Action]:
    """Return the person's actions."""
    return [action for seat, action, _draws in match.log if seat == 0]


def expected_prompt(page: Page, match: Match) -> str:
    """Return the expected announcement of a decision: the heading, or in a continued turn the next task."""
    heading = page.get_by_role("heading", level=1).inner_text()
    whose, _colon, prompt = heading.partition(": ")
    assert whose == "Your turn"
    assert prompt
    return prompt if match.log and match.log[-1][0] == 0 else f"{heading}."


def winner_sentence(match: Match) -> str:
    """Return the sentence about the winner."""
    result = match.result()
    assert result is not None
    winner = result["places"].index(1)
    won = f"with {format_number(result['scores'][winner])} points."
    return f"{match.seats[winner]['name']} wins {won}" if winner else f"You win {won}"
