"""Tools for every view: markup, drawings, panels, pieces and the contract of a game's view."""
