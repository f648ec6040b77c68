"""The page in Python."""
