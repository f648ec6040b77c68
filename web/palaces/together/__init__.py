"""Several devices at one table, without a server. One device deals; the others get views and events as messages.

Pure, as `update` is. `browser/together_client.py` connects this room with `together.js`, which connects the devices.
"""
