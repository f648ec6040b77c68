"""The web page, in Python."""
