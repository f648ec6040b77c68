"""The puzzles on the page: their screen, and what happens in one."""
