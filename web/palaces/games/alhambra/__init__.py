"""Alhambra's table on the page."""
