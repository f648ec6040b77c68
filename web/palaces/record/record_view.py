"""The record page as markup. Pure."""

from collections.abc import Sequence

from palaces.app.i18n import _, level_label, ngettext, percent_phrase, pgettext
from palaces.app.routing import DEFAULT_GAME
from palaces.record.player_rating import MIN_GAMES_FOR_RATING, Suggestion, final_rating, margin_of
from palaces.record.record_charts import RatedLevel, draw_rating, draw_sources, draw_wins
from palaces.record.record_model import ChartName, RecordModel
from palaces.record.record_statistics import (
    MIN_GAMES_FOR_SHARE,
    Grouping,
    PersonGame,
    SourceMean,
    WinShare,
    best_game,
    closest_win,
    group_by_game,
    source_means,
    win_shares,
)
from palaces.record.record_words import DateFormat, group_label, opponents_phrase, suggestion_sentences
from palaces.ui import svg
from palaces.ui.game_view import load_game_view
from palaces.ui.html import (
    AttributeValue,
    Markup,
    boolean_attribute,
    compact_json,
    html_table,
    join,
    name_tag,
    screen_reader_text,
    tag,
)
from pygame_core import GAMES
from pygame_core.i18n import format_number, format_score_pair

SHOWN_LEVELS = ("casual", "skilled", "master")
"""The levels on the rating chart."""


def control(label: object, *message: object, class_: str = "second", **attributes: AttributeValue) -> Markup:
    """Return a button that sends a message to the page."""
    return tag("button", label, type="button", class_=class_, data_do=compact_json(message), **attributes)


def render_record(model: RecordModel, format_date: DateFormat) -> Markup:
    """Return the content of the page."""
    return join(
        tag(
            "div",
            _report_parts(model),
            role="status",
            class_="report",
            hidden=not model.report and model.adding is None,
        ),
        _render_body(model, format_date),
    )


def _report_parts(model: RecordModel) -> list[object]:
    if model.adding is not None:
        done, total = model.adding
        # Translators: progress. Example: Adding your finished games… 3 of 12
        return [_("Adding your finished games… {n} of {total}").format(n=done, total=total)]
    undo = control(pgettext("a deletion", "Undo"), "undo") if model.can_undo else None
    return [tag("span", model.report), undo]


def _render_body(model: RecordModel, format_date: DateFormat) -> Markup:
    if not model.is_storage_allowed:
        said = _("This browser won't keep anything, so there's no record here. Games still work.")
        return join(_render_title(), tag("section", tag("p", said), class_="record-card record-empty"))
    if not model.entries:
        return join(_render_title(), _render_empty())
    head = tag("div", _render_title(), _render_pickers(model), class_="record-head")
    if not model.games:
        return join(head, _render_no_games(model), tag("div", _render_data(model), class_="record-lists"))
    return join(
        head,
        _render_figures(model),
        tag(
            "div",
            _render_wins(model, format_date),
            _render_rating(model),
            _render_sources(model),
            class_="record-charts",
        ),
        tag("div", _render_best(model, format_date), _render_data(model), class_="record-lists"),
    )


def _render_title() -> Markup:
    return tag("h1", _("Your record"), tabindex="-1")


def _play_link(game: str) -> Markup:
    label = _("Play {game}").format(game=GAMES[game].short_title())
    return tag("a", svg.tool_icon("run"), label, href=f"./{game}.html", class_="primary")


def _render_no_games(model: RecordModel) -> Markup:
    """Return the card of a filter without games. Deals and practice may be hidden by it."""
    title = GAMES[model.shown_game].short_title() if model.shown_game else ""
    # Translators: {game} is the title of a game. Example: No games of Palazzo yet.
    said = _("No games of {game} yet.").format(game=title) if title else _("No games yet")
    hint = _("Practice and daily deals don't count here. “Include practice” shows them.") if model.has_hidden else None
    return tag(
        "section",
        tag("h2", said),
        tag("p", hint) if hint else None,
        tag("div", _play_link(model.shown_game or DEFAULT_GAME), class_="record-buttons"),
        class_="record-card record-empty",
    )


def _render_empty() -> Markup:
    return tag(
        "section",
        _render_picture(DEFAULT_GAME),
        tag("h2", _("No games yet")),
        tag(
            "p", _("Finish a game and it shows up here: your wins, your best scores, and where your points come from.")
        ),
        tag(
            "div",
            _play_link(DEFAULT_GAME),
            control(_("Import"), "import"),
            class_="record-buttons",
        ),
        class_="record-card record-empty",
    )


def _render_picture(game: str) -> Markup:
    """Return a window onto a game. The page has its drawing as a symbol."""
    drawing = Markup(f'<svg><use href="#picture-{game}" width="100%" height="100%"/></svg>')
    return tag("span", drawing, class_="record-picture", data_game=game, aria_hidden="true")


def _render_select(label: str, name: str, options: Sequence[tuple[str, str]], chosen: str) -> Markup:
    """Return a select. The page sends its name and the chosen value."""
    items = [tag("option", said, value=value, selected=value == chosen) for value, said in options]
    return tag(
        "label",
        screen_reader_text(label),
        tag("select", items, data_pick=name),
        class_="record-picker",
    )


def _render_pickers(model: RecordModel) -> list[Markup]:
    games = [("", _("All")), *((name, game.short_title()) for name, game in GAMES.items())]
    buttons = [
        control(said, "game", name, class_="", aria_pressed=boolean_attribute(name == model.shown_game))
        for name, said in games
    ]
    parts = [tag("div", buttons, class_="record-segments", role="group", aria_label=_("Game"))]
    if model.has_marked:
        pressed = boolean_attribute(model.with_practice)
        parts.append(control(_("Include practice"), "practice", class_="second toggle", aria_pressed=pressed))
    if len(model.people) > 1:
        parts.append(_render_select(_("Player"), "person", [(name, name) for name in model.people], model.person))
    return parts


# -- figures -----------------------------------------------------------------------------------------------------------


def _render_figures(model: RecordModel) -> Markup:
    games = model.games
    wins = sum(each.is_win for each in games)
    share = percent_phrase(wins / len(games))
    # Translators: below the number of wins; {share} is a percentage. Example: wins, 46%
    shared = _("wins, {share}").format(share=share) if len(games) >= MIN_GAMES_FOR_SHARE else _("wins")
    cards = [
        _render_figure(len(games), ngettext("game", "games", len(games))),
        _render_figure(wins, shared),
        *(_render_figure(best.points, _best_label(model, best)) for best in _best_games(model)),
        _render_rating_figure(model) if model.shown_game else None,
    ]
    suggestion = model.suggestion
    advice = _render_suggestion(model, suggestion) if suggestion else None
    return tag("div", cards, advice, class_="record-figures")


def _best_games(model: RecordModel) -> list[PersonGame]:
    """Return the game with the best score of each game that the page shows."""
    found = [best_game(each for each in model.games if each.entry.game == game) for game in GAMES]
    return [best for best in found if best]


def _best_label(model: RecordModel, best: PersonGame) -> str:
    if model.shown_game:
        return _("best score")
    # Translators: below a score. Example: best score, Alhambra
    return _("best score, {game}").format(game=GAMES[best.entry.game].short_title())


def _render_figure(figure: object, label: str) -> Markup:
    return tag("div", tag("b", format_number(figure)), label, class_="record-card record-figure")


def _render_rating_figure(model: RecordModel) -> Markup:
    if len(model.games) < MIN_GAMES_FOR_RATING:
        return _render_figure("–", _("no rating yet"))
    rating = model.ratings[-1]
    # Translators: below a rating. Example: rating, ±74
    return _render_figure(round(rating.value), _("rating, ±{n}").format(n=margin_of(rating)))


def _rating_soon(games: int) -> str:
    missing = MIN_GAMES_FOR_RATING - games
    return ngettext("Play {n} more game for a rating.", "Play {n} more games for a rating.", missing).format(n=missing)


def _render_suggestion(model: RecordModel, suggestion: Suggestion) -> Markup:
    reason, advice, label = suggestion_sentences(suggestion)
    seats = next(len(each.entry.kinds) for each in reversed(model.all_games) if each.entry.game == suggestion.game)
    table = ",".join(["you", *[f"bot:{suggestion.level}"] * (seats - 1)])
    return tag(
        "section",
        tag("p", reason, " ", tag("b", advice)),
        tag(
            "a",
            svg.tool_icon("run"),
            label,
            href=f"./{suggestion.game}.html?seats={table}",
            class_="primary",
        ),
        control(_("Not now"), "dismiss", class_="quiet"),
        class_="record-card record-advice",
        aria_label=_("Suggestion"),
    )


# -- charts ------------------------------------------------------------------------------------------------------------


def _render_chart_card(
    model: RecordModel,
    name: ChartName,
    title: str,
    chart: Markup,
    table: Markup | None = None,
    note: object = None,
    picker: object = None,
) -> Markup:
    """Return a card with a chart, and the same figures as a table."""
    shows_table = name in model.tables
    switch = control(
        _("Show as chart") if shows_table else _("Show as table"),
        "table",
        name,
        class_="quiet",
        aria_pressed=boolean_attribute(shows_table),
    )
    return tag(
        "section",
        tag("header", tag("h2", title, id=f"{name}-title"), picker),
        None if shows_table else chart,
        table and tag("div", table, class_="record-table" if shows_table else "record-table unseen"),
        tag("footer", tag("p", note, class_="record-note"), switch) if table else None,
        class_="record-card" if table else "record-card without-chart",
        aria_labelledby=f"{name}-title",
    )


def _grouping_labels() -> dict[Grouping, str]:
    return {"opponents": _("By opponents"), "seats": _("By seats"), "months": _("By months")}


def _render_wins(model: RecordModel, format_date: DateFormat) -> Markup:
    shares = [(group_label(share.key, format_date), share) for share in win_shares(model.games, model.grouping)]
    labels = _grouping_labels()
    wins = _("Wins")
    label = " ".join([f"{wins}, {labels[model.grouping]}.", *(_share_sentence(*each) for each in shares)])
    picker = _render_select(_("Group games"), "grouping", [*labels.items()], model.grouping)
    # Translators: {share} is a percentage. Example: Bars: the likely range (95%). Dashes: an even share.
    note = _("Bars: the likely range ({share}). Dashes: an even share.").format(share=percent_phrase(0.95))
    return _render_chart_card(model, "wins", _("Wins"), draw_wins(shares, label), _wins_table(shares), note, picker)


def _share_sentence(name: str, share: WinShare) -> str:
    if not share.is_clear:
        # Translators: a group of games. Example: Master: 1 of 3, too few games to tell.
        return _("{group}: {wins} of {games}, too few games to tell.").format(
            group=name, wins=share.wins, games=share.games
        )
    # Translators: a group of games. Example: Casual: 13 of 21, 62%, likely between 41% and 79%.
    return _("{group}: {wins} of {games}, {share}, likely between {low} and {high}.").format(
        group=name,
        wins=share.wins,
        games=share.games,
        share=percent_phrase(share.share),
        low=percent_phrase(share.low),
        high=percent_phrase(share.high),
    )


def _row(*cells: object) -> Markup:
    return tag("tr", tag("th", cells[0], scope="row"), [tag("td", cell) for cell in cells[1:]])


def _head(*labels: str) -> Markup:
    return tag("tr", [tag("th", label, scope="col") for label in labels])


def _wins_table(shares: Sequence[tuple[str, WinShare]]) -> Markup:
    rows = [
        _row(
            name,
            share.wins,
            share.games,
            percent_phrase(share.share) if share.is_clear else "–",
            f"{percent_phrase(share.low)}–{percent_phrase(share.high)}" if share.is_clear else "–",
            percent_phrase(share.even),
        )
        for name, share in shares
    ]
    share_label = pgettext("part of all games", "Share")
    head = _head(_("Group"), _("Wins"), _("Games"), share_label, _("Likely range"), _("Even share"))
    return html_table(screen_reader_text(_("Wins")), head, rows)


def _render_rating(model: RecordModel) -> Markup:
    title = _("Rating")
    if not model.shown_game:
        lines = []
        for game, own in group_by_game(model.games).items():
            rating = final_rating(own)
            said = f"{round(rating.value)} ±{margin_of(rating)}" if rating else _rating_soon(len(own))
            lines.append(tag("li", tag("b", GAMES[game].short_title()), tag("span", format_number(said))))
        return _render_chart_card(model, "rating", title, tag("ul", lines, class_="record-ratings"))
    if len(model.games) < MIN_GAMES_FOR_RATING:
        said = tag("p", _rating_soon(len(model.games)), class_="record-note")
        return _render_chart_card(model, "rating", title, said)
    history, known = model.ratings, load_game_view(model.shown_game).level_ratings()
    levels = [RatedLevel(level_label(level), known[level]) for level in SHOWN_LEVELS if level in known]
    last = history[-1]
    # Translators: Example: Your rating in Alhambra over 41 games: 1438, give or take 74.
    label = _("Your rating in {game} over {n} games: {rating}, give or take {margin}.").format(
        game=GAMES[model.shown_game].short_title(), n=len(history), rating=round(last.value), margin=margin_of(last)
    )
    # Translators: a level of bots and its rating. Example: casual: 1266
    label = " ".join([label, *(_("{level}: {rating}").format(level=each.label, rating=each.rating) for each in levels)])
    step = max(1, len(history) // 10)
    shown = sorted({*range(0, len(history), step), len(history) - 1})
    rows = [_row(n + 1, round(history[n].value), f"±{margin_of(history[n])}") for n in shown]
    table = html_table(screen_reader_text(title), _head(_("Games"), title, _("Margin")), rows)
    note = _("Shaded: how sure it is. The bots' levels were measured in games against each other.")
    return _render_chart_card(model, "rating", title, draw_rating(history, levels, label), table, note)


def _render_sources(model: RecordModel) -> Markup:
    title = _("Where your points come from")
    if not model.shown_game:
        said = tag("p", _("Choose a game to see where its points come from."), class_="record-note")
        return _render_chart_card(model, "sources", title, said)
    found = source_means(model.games, load_game_view(model.shown_game).skilled_points())
    if not found:
        said = tag("p", _("It shows up here after your next game."), class_="record-note")
        return _render_chart_card(model, "sources", title, said)
    means = [*zip(load_game_view(model.shown_game).source_labels(), found, strict=True)]
    label = " ".join([f"{title}.", *(_source_sentence(*each) for each in means)])
    rows = [
        _row(name, _figure(mean.own), _figure(mean.bots), _figure(mean.own - mean.bots, "+")) for name, mean in means
    ]
    head = _head(_("Source"), _("You"), _("Skilled bots"), _("Difference"))
    key = tag(
        "span",
        tag("span", tag("i", class_="own"), _("You")),
        tag("span", tag("i", class_="bots"), _("Skilled bots")),
        tag("span", _("per game")),
        class_="record-key",
    )
    table = html_table(screen_reader_text(title), head, rows)
    return _render_chart_card(model, "sources", title, draw_sources(means, label), table, key)


def _figure(points: float, sign: str = "") -> str:
    return format_number(f"{points:{sign}.1f}")


def _source_sentence(name: str, mean: SourceMean) -> str:
    # Translators: mean points from a source. Example: tower: 21.9, bots 27.8.
    return _("{source}: {own}, bots {bots}.").format(source=name, own=_figure(mean.own), bots=_figure(mean.bots))


# -- lists -------------------------------------------------------------------------------------------------------------


def _render_best(model: RecordModel, format_date: DateFormat) -> Markup:
    if model.shown_game:
        title, rows = _("Best and closest"), _best_and_closest(model, format_date)
    else:
        title = _("Best scores")
        rows = [
            _render_game(model, GAMES[best.entry.game].short_title(), best, format_number(best.points), format_date)
            for best in _best_games(model)
        ]
    return tag(
        "section",
        tag("h2", title, id="best-title"),
        rows,
        class_="record-card",
        aria_labelledby="best-title",
    )


def _best_and_closest(model: RecordModel, format_date: DateFormat) -> list[Markup]:
    rows = [
        _render_game(model, _("Best score"), best, format_number(best.points), format_date)
        for best in _best_games(model)
    ]
    closest = closest_win(model.games)
    if closest:
        tied = _("A tie") if closest.is_shared else _("Won on the tie-break")
        points = format_score_pair(closest.points, closest.points - closest.lead)
        title = _("Closest win") if closest.lead else tied
        rows.append(_render_game(model, title, closest, points, format_date))
    return rows


def _render_game(model: RecordModel, title: str, game: PersonGame, points: str, format_date: DateFormat) -> Markup:
    """Return a row about a game; a link, if the game is still saved."""
    # Translators: a date and the opponents. Example: Oct 30, 2 skilled bots
    when = _("{date}, {opponents}").format(date=format_date(game.entry.date, False), opponents=opponents_phrase(game))
    marks = {"practice": _("practice"), "deal": _("Today's deal"), "": ""}
    marked = f" · {marks[game.entry.mark]}" if game.entry.mark else ""
    link = model.links.get(game.entry.id)
    parts = [
        _render_picture(game.entry.game),
        tag("span", tag("b", title), tag("small", when + marked)),
        tag("span", points, class_="total"),
        svg.tool_icon("forward") if link else tag("span"),
    ]
    return tag("a", parts, href=link, class_="record-game") if link else tag("div", parts, class_="record-game")


def _render_data(model: RecordModel) -> Markup:
    buttons = [
        control(_("Export"), "panel", "export", aria_expanded=boolean_attribute(model.panel == "export")),
        control(_("Import"), "import"),
        control(_("Move to another device"), "move"),
        control(_("BG Stats"), "bg-stats"),
        control(
            _("Delete…"),
            "panel",
            "delete",
            class_="quiet danger",
            aria_expanded=boolean_attribute(model.panel == "delete"),
        ),
    ]
    panels = {"export": _render_export_panel, "delete": _render_delete_panel}
    return tag(
        "section",
        tag("h2", _("Your data"), id="data-title"),
        tag("p", _("It's only in this browser. Keep a copy, or take it with you."), class_="record-note"),
        tag("div", buttons, class_="record-buttons"),
        panels[model.panel](model) if model.panel else None,
        class_="record-card",
        aria_labelledby="data-title",
    )


def _render_export_panel(_model: RecordModel) -> Markup:
    return tag(
        "div",
        tag("h3", _("Export"), tabindex="-1"),
        tag("p", _("A whole copy can be imported again. A table opens in a spreadsheet.")),
        tag(
            "div",
            control(_("Whole copy (JSON)"), "export", "json"),
            control(_("Table (CSV)"), "export", "csv"),
            class_="record-buttons",
        ),
        class_="record-panel",
    )


def _render_delete_panel(model: RecordModel) -> Markup:
    games, saved = len(model.entries), len(model.links)
    goes = [ngettext("{n} game in the record", "{n} games in the record", games).format(n=games)]
    if len(model.people) > 1:
        goes.append(_("The games of everyone here: {names}").format(names=", ".join(model.people)))
    if saved:
        said = ngettext(
            "{n} finished game that you can still open", "{n} finished games that you can still open", saved
        )
        goes.append(said.format(n=saved))
    return tag(
        "div",
        tag("h3", _("This will be deleted:"), tabindex="-1"),
        tag("ul", [tag("li", name_tag(each)) for each in goes]),
        tag("p", _("Games in progress, puzzles and settings stay.")),
        tag(
            "div",
            control(_("Delete"), "delete", class_="primary"),
            control(_("Cancel"), "panel", "", class_="quiet"),
            class_="record-buttons",
        ),
        class_="record-panel",
    )
