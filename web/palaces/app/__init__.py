"""The loop of the page: the model, messages, one update, routing and settings."""
