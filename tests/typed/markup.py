"""Fails the type check: nothing edits markup or takes it apart after it is drawn."""

from palaces.ui.html import tag

drawn = tag("p", "text")
drawn.replace("<p>", '<p class="new">')
drawn.removesuffix("</p>")
inside = drawn[3:-4]
