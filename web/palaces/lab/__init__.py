"""The bot lab: write a bot, let it play many games, and see what changed."""
