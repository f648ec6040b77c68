"""The connections with other devices, and the place of their screens on the page."""
