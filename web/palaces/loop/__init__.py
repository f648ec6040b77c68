"""The loop: `update` makes the next model of a message, and `layout` draws it."""
