"""What the page can do at a table, one module a feature."""
