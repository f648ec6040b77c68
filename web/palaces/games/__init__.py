"""How the page shows each game: the contract GameView, and one package a game."""
