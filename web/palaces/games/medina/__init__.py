"""Medina on the page."""
