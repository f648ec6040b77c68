"""Keys: shortcuts, their list, and arrows."""
