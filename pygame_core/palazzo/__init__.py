"""Palazzo, designed by Reiner Knizia. An unofficial implementation for 2 to 4 players."""
