"""The update loop: `update` makes the next model from a message, and `layout` renders it."""
