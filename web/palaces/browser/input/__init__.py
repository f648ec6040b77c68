"""Pointer and keyboard input, and the focus."""
