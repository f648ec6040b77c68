"""What the rest is built on: the model, messages, routing and texts."""
