"""Palazzo on the page."""
