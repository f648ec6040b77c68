"""Markup that the build writes into the pages: the home page, pictures, and the page before Python starts."""
