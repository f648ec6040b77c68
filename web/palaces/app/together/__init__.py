"""Several devices at one table, without a server: what is known of them, and their messages to each other. Pure.

One device deals and keeps the game. The others get the view of their seat and the log as messages.
"""
