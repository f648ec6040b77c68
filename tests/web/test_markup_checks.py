"""Tests of the strict markup parser: it accepts only markup that browsers read as written."""

import pytest
from palaces.ui.html import Markup
from screens import parse_markup

BROKEN_MARKUP = [
    *("<p>", "</p>", "<b><i></b></i>", '<input type="text"/>'),
    *("<p>a<", "<p>></p>", "<p>a & b</p>", "<p>a&nbsp;b</p>", "<p>&#38;</p>"),
    *("<p a=b></p>", '<p a="1" a="2"></p>', '<p  a="1"></p>', '<p a="&"></p>'),
    *("<p><div></div></p>", "<button><div></div></button>", "<ul><p></p></ul>"),
    *("<!-- x -->", "<!doctype html>", "<?xml?>"),
]


@pytest.mark.parametrize("markup", BROKEN_MARKUP)
def test_what_a_browser_would_have_to_mend_is_refused(markup: str) -> None:
    with pytest.raises(AssertionError):
        parse_markup(Markup(markup))


def test_what_is_whole_is_read_as_it_is() -> None:
    markup = '<p id="a" hidden>1 &lt; 2<svg viewBox="0 0 1 1"><path d="M0&quot;"/></svg><input type="text">&#39;</p>'
    (p,) = parse_markup(Markup(markup)).children
    assert not isinstance(p, str)
    assert [element.name for element in p.descendants()] == ["p", "svg", "path", "input"]
    assert p.attributes == {"id": "a", "hidden": None}
    assert [*p.descendants()][2].attributes == {"d": 'M0"'}
    assert p.text_content() == "1 < 2'"
