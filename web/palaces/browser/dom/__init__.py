"""Helpers for the elements of the page, and plain data about elements for the modules that need no browser."""
