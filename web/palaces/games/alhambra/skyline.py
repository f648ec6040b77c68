"""The hills: everybody's buildings as a skyline with a column for each type, and the leader of each type. Pure."""

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from palaces.app.i18n import _, ngettext, points_phrase
from palaces.games.alhambra.drawings import icons
from palaces.games.alhambra.pieces import Pieces
from palaces.games.alhambra.table import TableView, buildings_left, held_by_type, next_scoring
from palaces.ui.annotations import Annotations
from palaces.ui.event_cards import render_points_gained
from palaces.ui.html import Markup, join, name_tag, screen_reader_text, tag
from palaces.ui.panels import open_player_button
from palaces.ui.pieces import piece_kind, points_piece
from pygame_core.alhambra import sentences
from pygame_core.alhambra.components import AWARDS, BUILDING_TYPE, BUILDING_TYPES, IDS
from pygame_core.alhambra.score import TypeCounts
from pygame_core.i18n import format_number, list_phrases

if TYPE_CHECKING:
    from pygame_core.alhambra.types import Recipient
    from pygame_core.state import Hand

PieceAttributes = tuple[tuple[str, object], ...]
"""The attributes of a building: its name and its place."""
BuildingsByType = tuple[tuple[PieceAttributes, ...], ...]
"""The buildings of an owner, by type."""


class Scoring(NamedTuple):
    """A scoring on the table. It is shown in beats, which the class `d0`, `d1` … gives to elements."""

    letter: str
    gained: list[list[int]]
    """The points, by owner and type."""
    beat_by_type: dict[int, int]
    """The beat of each type that somebody gains points for."""
    start: int
    """The first beat of the types, after the leftover buildings."""
    end: int
    """The beat of the totals."""
    arrivals: dict[str, int]
    """The beats in which buildings arrive at their hills, by the names of their pieces."""
    is_counted: bool
    """True if only the totals are shown."""

    def stage_class(self, name: str) -> str:
        """Return the class of an element around the parts of beats."""
        return name if self.is_counted else f"{name} occasion in-beats"

    def last_class(self) -> str | None:
        """Return the class of an element that appears with the totals."""
        return None if self.is_counted else f"at-last d{self.end}"

    def type_class(self, rank: int, name: str) -> str | None:
        """Return the class of an element that is lit in the beat of a type."""
        beat = self.beat_by_type.get(rank)
        return name or None if beat is None or self.is_counted else f"{name} lit d{beat}".lstrip()


class HillsView(NamedTuple):
    """The values that all hills share."""

    table: TableView
    counts_by_owner: list[TypeCounts]
    """The number of buildings, by owner and type."""
    most_by_type: TypeCounts
    """The highest number of buildings of an owner, by type."""
    leader_counts: TypeCounts
    """The number of owners with that many, by type."""
    column_height: int
    """The height of their columns."""
    scoring: Scoring | None = None
    """The scoring on screen."""

    @property
    def dirk_owner(self) -> int:
        """The number after the last seat. With two players it is Dirk's."""
        return len(self.table.model.player_names)


def build_hills_view(at: TableView) -> HillsView:
    """Return the hills of a table."""
    held = held_by_type(at.view)
    by_type = [*zip(*held, strict=True)]
    most = tuple(max(of_type) for of_type in by_type)
    leaders = tuple(of_type.count(best) for of_type, best in zip(by_type, most, strict=True))
    high = icons.column_height(max(most) + (at.paid_building is not None))
    return HillsView(at, held, most, leaders, high)


def render_seats(at: TableView) -> Markup:
    """Render everybody's hill, the viewer's first, then in turn order, below the points of the next scoring."""
    return _render_hills(build_hills_view(at), next_scoring(at.view), "hills")


def render_scored_hills(at: TableView, scoring: Scoring) -> Markup:
    """Render everybody's hill with the gains of a scoring, type by type."""
    class_ = scoring.stage_class(f"hills scored-hills d{scoring.end} starts-{scoring.start}")
    return _render_hills(build_hills_view(at)._replace(scoring=scoring), scoring.letter, class_)


def _render_hills(all_: HillsView, letter: str, class_: str) -> Markup:
    mine = all_.table.model.viewer or 0
    around = [*range(mine, all_.dirk_owner), *range(mine), *range(all_.dirk_owner, len(all_.counts_by_owner))]
    return join(
        tag("h2", _("Players"), class_="unseen"),
        _render_awards(
            letter,
            all_.table.annotations.find_spot({"id": "awards"}),
            _lit_awards(all_.scoring),
            buildings_left(all_.table.view),
        ),
        tag("ol", [_render_hill(all_, owner) for owner in around], class_=f"{class_} n{len(around)}"),
    )


def _lit_awards(scoring: Scoring | None) -> tuple[str | None, ...]:
    """Return the classes of the points above the columns, by type."""
    return tuple(
        scoring.type_class(rank, "scored-type") if scoring and not scoring.is_counted else None
        for rank in range(len(BUILDING_TYPES))
    )


@lru_cache(maxsize=16)
def _render_awards(letter: str, spot: str | None, classes: tuple[str | None, ...], unseen: TypeCounts) -> Markup:
    """Render the points of the next scoring and the buildings left, each type above its column."""
    order = {1: _("1st"), 2: _("1st · 2nd"), 3: _("1st · 2nd · 3rd")}[len(AWARDS[letter][0])]
    return tag(
        "div",
        tag("h3", _("Scoring {letter} points").format(letter=letter), " ", tag("small", order), data_place="scored"),
        tag(
            "ol",
            [
                _render_type_award(rank, places, classes[rank], unseen[rank])
                for rank, places in enumerate(AWARDS[letter])
            ],
        ),
        class_="awards occasion in-beats" if any(classes) else "awards",
        id="awards",
        data_spot=spot,
        data_sign="awards",
    )


def _render_type_award(rank: int, places: tuple[int, ...], class_: str | None, unseen: int) -> Markup:
    first, *others = places
    apart = " · " if len(others) == 1 else "·"  # three figures are narrower
    more = tag("small", "".join(f"{apart}{points}" for points in others)) if others else None
    name = screen_reader_text(sentences.type_name(rank))
    icon = icons.type_icon(rank)
    left = tag("span", icon, _("{n} left").format(n=unseen), class_="unseen-buildings", data_sign="unseen")
    return tag("li", icon, name, tag("b", first), more, left, class_=class_)


def _render_hill(all_: HillsView, owner: int) -> Markup:
    """Render an owner's name, number of cards, points and buildings."""
    at, dirk = all_.table, owner == all_.dirk_owner
    news = all_.scoring is None and any(at.pieces.is_news(name) for name in at.pieces.hills[owner])
    points, mover = at.view["points"][owner], at.view["to_move"] == owner
    return tag(
        "li",
        tag(
            "h3",
            icons.owner_sign(owner, dirk),
            name_tag(sentences.dirk_name() if dirk else at.model.seat_labels[owner]),
            _render_level(at, owner, dirk),
            None if dirk else _render_card_count(at, owner),
            tag("b", points, class_="points", aria_hidden="true", data_result=points_piece(owner))
            if all_.scoring is None
            else _render_gains(points, all_.scoring, owner),
            None if dirk or all_.scoring is not None else render_points_gained(at.model, owner),
            screen_reader_text(points_phrase(points)),
            class_="who",
            data_place=f"seat-{owner}",
        ),
        open_player_button(at.annotations, owner, sentences.dirk_name() if dirk else at.model.seat_labels[owner]),
        tag("div", icons.LAND_SVG, render_city(all_, owner), _render_buy_target(all_, owner), class_="city"),
        class_=f"hill p{6 if dirk else owner}" + " dirk" * dirk + " news" * news + " mover" * mover,
        aria_current="true" if mover else None,
        data_sign="dirk" if dirk else None,
    )


def _render_gains(points: int, scoring: Scoring, owner: int) -> Markup:
    """Render an owner's gains in a scoring, by type and in all, and the points in between."""
    gained = scoring.gained[owner]
    beats = {} if scoring.is_counted else scoring.beat_by_type
    parts = [
        tag("span", format_number(f"+{gained[rank]}"), class_=f"in-turn r{rank} d{beat}")
        for rank, beat in beats.items()
        if gained[rank]
    ]
    so_far = {beat: points - sum(gained) for beat in range(scoring.start if beats else 0)}
    so_far |= {beat: points - sum(gained[rank:]) for rank, beat in beats.items()}
    meanwhile = [tag("span", n, class_=f"in-turn d{beat}", aria_hidden="true") for beat, n in so_far.items()]
    last, total = scoring.last_class(), format_number(f"+{sum(gained)}")
    return join(
        tag("span", parts, tag("span", total, class_=last), class_="gains", aria_hidden="true")
        if any(gained)
        else None,
        tag("b", meanwhile, tag("span", points, class_=last), class_="points", aria_hidden="true"),
    )


def _render_level(at: TableView, owner: int, dirk: bool) -> Markup | None:
    """Render the level of a bot."""
    if dirk:
        return tag("small", _("neutral"))
    level = at.model.level_name(owner)
    return tag("small", level) if level else None


def _render_card_count(at: TableView, owner: int) -> Markup:
    """Render the number of money cards of a player."""
    n = len(at.open_hand) if _is_viewer(at, owner) else _hand_size(at.view["hands"][owner])
    said = ngettext("{n} money card", "{n} money cards", n).format(n=n)
    return tag(
        "span",
        icons.CARDS_ICON,
        tag("span", n, aria_hidden="true"),
        screen_reader_text(said),
        class_="cards",
        data_result=f"cards-{owner}",
        title=said,
    )


def _is_viewer(at: TableView, owner: int) -> bool:
    return owner == at.model.viewer and not at.model.curtain and len(at.model.human_seats) == 1


def _hand_size(hand: "Hand") -> int:
    return hand if isinstance(hand, int) else len(hand)


# -- the city ----------------------------------------------------------------------------------------------------------


def render_city(all_: HillsView, owner: int, *, named: bool = True) -> Markup:
    """Render an owner's buildings, and the one about to be bought. A second picture has no names of pieces."""
    building = _coming_building(all_, owner) if named else None
    return _render_columns(
        owner if named else None,
        _column_spots(all_.table.annotations, owner) if named and all_.table.annotations.spots else None,
        _buildings_by_type(all_.table.pieces, owner, named, all_.scoring),
        all_.most_by_type,
        all_.leader_counts,
        None if building is None else BUILDING_TYPE[IDS[building]],
        all_.column_height,
        None if all_.scoring is None else _column_beats(all_, all_.scoring, owner),
    )


def _buildings_by_type(names: Pieces, owner: int, named: bool, scoring: Scoring | None) -> BuildingsByType:
    """Return an owner's buildings by type, each from the oldest to the newest. In a scoring, only arrivals are news."""
    found: list[list[PieceAttributes]] = [[] for _ in BUILDING_TYPES]
    for name in names.hills[owner]:
        marks: dict[str, object] = {**names.tracking_attributes(name)} if named else {"data_news": names.is_news(name)}
        if scoring is not None:
            marks["data_news"] = False
            if name in scoring.arrivals and not scoring.is_counted:
                marks["class_"] = f"arrives d{scoring.arrivals[name]}"
        found[BUILDING_TYPE[IDS[piece_kind(name)]]].append(tuple(marks.items()))
    return tuple(map(tuple, found))


class ColumnBeats(NamedTuple):
    """What changes in a column during a scoring."""

    class_: str | None
    """The class that lights the column in its beat."""
    count_before: str = ""
    """The number of buildings until one arrives; "" if none arrives."""
    count_before_class: str = ""
    arrival: int = 0
    """The beat in which the last one arrives."""


def _column_beats(all_: HillsView, scoring: Scoring, owner: int) -> tuple[ColumnBeats, ...]:
    """Return the changes in an owner's columns during a scoring, by type."""
    changes = []
    for rank in range(len(BUILDING_TYPES)):
        class_ = scoring.type_class(rank, "")
        of_type = {
            name: beat for name, beat in scoring.arrivals.items() if BUILDING_TYPE[IDS[piece_kind(name)]] == rank
        }
        if scoring.is_counted or not of_type:
            changes.append(ColumnBeats(class_))
            continue
        held = [
            counts[rank] - sum(name in all_.table.pieces.hills[each] for name in of_type)
            for each, counts in enumerate(all_.counts_by_owner)
        ]
        n, most = held[owner], max(held)
        lead_class = _lead_class(n, most, held.count(most), coming=False)
        changes.append(ColumnBeats(class_, _count_label(n), lead_class, max(of_type.values())))
    return tuple(changes)


def _column_name(owner: int, rank: int) -> str:
    return f"{owner}-{rank}"


def _column_spots(annotations: Annotations, owner: int) -> tuple[str | None, ...]:
    """Return the tutorial spots of an owner's columns, by type."""
    names = (_column_name(owner, rank) for rank in range(len(BUILDING_TYPES)))
    return tuple(annotations.find_spot({"data_column": name}) for name in names)


@lru_cache(maxsize=256)
def _render_columns(
    owner: int | None,
    spots: tuple[str | None, ...] | None,
    owned: BuildingsByType,
    most: TypeCounts,
    leaders: TypeCounts,
    coming: int | None,
    high: int,
    beats: tuple[ColumnBeats, ...] | None,
) -> Markup:
    """Render six columns, one for each type: the owner's buildings, and their number below.

    On the table each column has a name.
    """
    columns, told = [], []
    for rank, row in enumerate(owned):
        n, marks = len(row), [dict(one) for one in row]
        beat = ColumnBeats(None) if beats is None else beats[rank]
        stack = icons.render_stack(rank, marks, high, sum(bool(one["data_news"]) for one in marks), rank == coming)
        name, spot = None if owner is None else _column_name(owner, rank), spots and spots[rank]
        result = name and f"count-{name}"
        count = _render_count(n, most[rank], leaders[rank], beat, coming=rank == coming, result=result)
        class_ = f"type t{rank} {beat.class_ or ''}".rstrip()
        columns.append(tag("span", stack, count, class_=class_, data_column=name, data_spot=spot))
        if row:
            told.append(_type_phrase(rank, n, most[rank], leaders[rank]))
    return tag("div", columns, class_="types", role="img", aria_label=list_phrases(told) or _("no buildings"))


def _render_count(n: int, most: int, leaders: int, beat: ColumnBeats, *, coming: bool, result: str | None) -> Markup:
    """Render the number of an owner's buildings of a type. It changes when one arrives."""
    class_ = _lead_class(n, most, leaders, coming)
    leads = n and n == most and not coming
    sign = ("shared" if leaders > 1 else "lead") if leads else None
    # A low hill has room only for the new number of a column that will grow.
    label = join(tag("span", f"{n} › "), str(n + 1)) if coming else _count_label(n)
    if not beat.count_before:
        return tag("b", label, class_=class_, data_sign=sign, data_result=result)
    return join(
        tag("b", beat.count_before, class_=f"{beat.count_before_class} leaves d{beat.arrival}"),
        tag("b", label, class_=f"{class_} arrives d{beat.arrival}", data_sign=sign),
    )


def _count_label(n: int) -> str:
    return str(n or "–")


def _lead_class(n: int, most: int, leaders: int, coming: bool) -> str:
    """Return the class of a count: no lead, a lead, or a shared lead."""
    if coming:
        return "count becomes"
    if not n:
        return "count zero"
    return "count" if n < most else "count lead shared" if leaders > 1 else "count lead"


def _type_phrase(rank: int, n: int, most: int, leaders: int) -> str:
    has = sentences.type_count(rank, n)
    if n < most:
        return has
    return _("{has} (tied for most)").format(has=has) if leaders > 1 else _("{has} (most)").format(has=has)


# -- the next purchase -------------------------------------------------------------------------------------------------


def _coming_building(all_: HillsView, owner: int) -> str | None:
    """Return the paid building, for the hill of its buyer, and for Dirk's with two players."""
    return all_.table.paid_building if owner in (all_.table.model.viewer, all_.dirk_owner) else None


def _render_buy_target(all_: HillsView, owner: int) -> Markup | None:
    """Render the place of the next building. A tap on it buys the building for this hill."""
    building = _coming_building(all_, owner)
    if building is None:
        return None
    rank = BUILDING_TYPE[IDS[building]]
    whose: Recipient = "give" if owner == all_.dirk_owner else "keep"
    said = _("Buy {building} for Dirk") if whose == "give" else _("Buy {building}")
    return all_.table.annotations.button(
        icons.render_next_building_frame(all_.counts_by_owner[owner][rank], all_.column_height),
        act=all_.table.buy_action(whose),
        class_=f"ghost t{rank} {whose}",
        aria_label=said.format(building=sentences.building_name(IDS[building])),
    )
