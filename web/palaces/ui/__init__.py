"""What every view is made of: markup, drawings, panels, pieces and the contract of a game's view."""
