"""Storage of games, settings and lesson steps in this browser."""
