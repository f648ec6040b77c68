"""Links to games, challenges, the share panel and embedding."""
