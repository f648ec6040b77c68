"""Pages, style sheets and pictures of the site, and what other sites and search engines read."""
