"""The views of the games on the page, one package for each game."""
