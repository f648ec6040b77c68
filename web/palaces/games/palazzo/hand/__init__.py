"""The hand of Palazzo."""
