"""The messages of tables with several devices, and their screens around the table. Pure.

`browser/together_client.py` connects this room with `together.js`, which connects the devices.
"""
