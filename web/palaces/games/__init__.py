"""How the page shows each game, one package a game."""
