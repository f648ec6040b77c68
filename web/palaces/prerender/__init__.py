"""What the build draws before any Python runs in a browser: the home page and all pictures."""
