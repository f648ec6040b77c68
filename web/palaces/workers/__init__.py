"""The Python code of the bot worker, and its warm-up."""
