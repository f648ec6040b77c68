"""Elements of the page: helpers on the DOM, and plain facts for the modules without a browser."""
