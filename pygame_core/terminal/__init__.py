"""What `python -m pygame_core` does that takes more than a few lines."""

INTERRUPTED = 130  # exit code
