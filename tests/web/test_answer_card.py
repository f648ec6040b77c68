"""The answer card: its heading, figures, reason and buttons, and the comparison of two moves on one axis."""

from itertools import pairwise

import pytest
from palaces.features.answer_card import AnswerCard, Expectation, Figure, axis_ticks, render_answer, render_comparison
from palaces.ui.html import button, tag
from screens import region_elements

NOW = Expectation("Now", -8.5, 1.1, "good", is_filled=True)
THEN = Expectation("Then", -17.2, 1.4, "warn", is_filled=False)


def test_a_card_has_its_heading_first_then_figures_reason_fact_and_buttons() -> None:
    card = AnswerCard(
        "good",
        "Much better",
        [button("Next decision", do=("close",), class_="primary"), button("Try again", do=("close",))],
        reason=["14 for an 11 loses 3 (", tag("a", "A13"), ")."],
        figures=(Figure("+8.7", "points, ±1.6", "good"), Figure("13 %", "to win, not 4 %")),
        expectations=(NOW, THEN),
        fact="In the game, Zahra took the 3 + 2.",
        note="Bars show the margin of error.",
    )
    markup = render_answer(card)
    places = [
        markup.find(each)
        for each in (
            "Much better",
            "+8.7",
            "14 for",
            "In the game",
            "<svg height",
            "Bars",
            "Next decision",
            "Try again",
        )
    ]
    assert places == sorted(places)
    assert min(places) > 0
    heading = next(each.attributes for each in region_elements(markup) if each.name == "h2")
    group = next(each.attributes for each in region_elements(markup) if each.attributes.get("role") == "group")
    assert heading["tabindex"] == "-1"
    assert group["aria-labelledby"] == heading["id"]


def test_a_card_without_figures_has_no_empty_parts() -> None:
    markup = render_answer(AnswerCard("wrong", "Not the best", []))
    assert "compared" not in markup
    assert "answer-figures" not in markup
    assert "reason" not in markup
    assert "fact" not in markup


def test_a_comparison_says_its_figures_and_holds_all_bars() -> None:
    found = [each.attributes for each in region_elements(render_comparison((NOW, THEN)))]
    label = next(str(attributes["aria-label"]) for attributes in found if attributes.get("role") == "img")
    assert label.startswith("Now: −8.5, give or take 1.1. Then: −17.2, give or take 1.4.")
    places = [
        float(str(attributes[key]).removesuffix("%"))
        for attributes in found
        for key in ("x1", "x2", "cx")
        if key in attributes
    ]
    assert len(places) > 10
    assert all(0 <= place <= 100 for place in places)


@pytest.mark.parametrize("values", [[0.0], [0.2, -0.1], [-0.4, -18.6], [8.9, 123.4], [-44.0, 51.0]])
def test_an_axis_has_few_even_ticks_around_all_values(values: list[float]) -> None:
    ticks = axis_ticks(values)
    assert 2 <= len(ticks) <= 7
    assert ticks[0] <= min(values)
    assert max(values) <= ticks[-1]
    assert len({later - sooner for sooner, later in pairwise(ticks)}) == 1
