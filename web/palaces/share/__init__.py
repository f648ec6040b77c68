"""Sharing: links to games, challenges, the share panel and embedding."""
