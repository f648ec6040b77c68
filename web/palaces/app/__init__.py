"""The base of the page: model, messages, effects, routing, settings and language."""
