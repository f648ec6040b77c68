"""Medina, second edition, designed by Stefan Dorra. An unofficial implementation for 2 to 4 players."""
