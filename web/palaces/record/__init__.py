"""The record of finished games: its entries, its figures and its page."""
