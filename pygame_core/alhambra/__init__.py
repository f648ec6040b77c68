"""Alhambra: The Card Game, designed by Dirk Henn. An unofficial implementation for 2 to 6 players."""
