"""What the record needs of this game: the sources of points, and figures of its bots."""
