"""Saved games, settings and lesson steps on this device.

`local_storage` deletes other games if storage is full (quota).
"""
