"""Saved games, settings and lesson steps on this device."""
