"""Fails the type check: a game names its own panels by constants, never by plain text."""

from palaces.games.palazzo.view import GAME_VIEW, TableView


def draw(at: TableView) -> None:
    print(GAME_VIEW.render_panel(at, "sqare"))
