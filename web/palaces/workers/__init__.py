"""What runs in the worker in which bots think, and the warm-up of a Python."""
