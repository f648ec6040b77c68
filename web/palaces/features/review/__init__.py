"""The review after a game: its card, the requests to the worker, and another look at decisions."""
