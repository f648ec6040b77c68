"""Journeys by keys alone at a table with several devices, with all that is announced: from home to the first move."""

import pytest
from device_tables import COPY_JS, MEETING_MS, Tables
from players import RECORD_ANNOUNCEMENTS_JS, heard_announcements
from playwright.sync_api import Page, expect
from test_screen_reader import ScreenReaderUser, play_alhambra_action

MOST_STOPS = 60
DONE_JS = "n => document.querySelector('#change') || Number(document.documentElement.dataset.turn) > n"
ARROWS_LEAD_JS = """(selector) => {
  const group = document.activeElement?.closest("[data-arrows]");
  const found = document.querySelector(selector);
  return Boolean(group && found && group.contains(found));
}"""


def reach(page: Page, selector: str) -> None:
    """Go to a control by Tab, and by arrows in its group."""
    for _stop in range(MOST_STOPS):
        leads = page.evaluate(ARROWS_LEAD_JS, selector)
        for _arrow in range(8 if leads else 1):
            if page.evaluate("selector => Boolean(document.activeElement?.matches(selector))", selector):
                return
            if leads:
                page.keyboard.press("ArrowRight")
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by Tab")


def use(page: Page, selector: str) -> None:
    reach(page, selector)
    page.keyboard.press("Enter")


def copied(page: Page, selector: str) -> str:
    """Copy a code by its button."""
    page.evaluate(f"window.copied = ''; {COPY_JS}")
    use(page, selector)
    return str(page.wait_for_function("window.copied").json_value())


def expect_focus(page: Page, selector: str, text: str) -> None:
    """Check that the heading of a new screen has the focus, so that it is read."""
    expect(page.locator(f"{selector}:focus")).to_have_text(text, timeout=MEETING_MS)


def expect_heard(page: Page, sentence: str) -> None:
    for _try in range(50):
        if any(sentence in each for each in heard_announcements(page)):
            return
    raise AssertionError(f"{sentence!r} is not among {heard_announcements(page)}")


def sit_down(tables: Tables, name: str) -> Page:
    """Join the table of Mara by keys, and let her compare the numbers."""
    host = tables.host
    expect(host.locator(".lobby .code:not([aria-busy])")).to_be_visible(timeout=MEETING_MS)
    page = tables.guests[name] = tables.new_page(tables.browser)
    page.add_init_script(RECORD_ANNOUNCEMENTS_JS)
    page.goto(copied(host, "#copy-link"))
    expect_focus(page, "h1", "Mara's table")
    reach(page, "#join-name")
    page.keyboard.type(name)
    use(page, "#sit")
    expect_focus(page, "h1", "Hold this up to Mara's screen")
    expect_heard(page, "Your reply. Hold it up to Mara's screen, or send it as text.")
    expect(page.locator(".guest-screen .code:not([aria-busy])")).to_be_visible(timeout=MEETING_MS)
    reply = copied(page, "#copy-reply")
    reach(host, ".reply input")
    host.keyboard.type(reply)
    host.keyboard.press("Enter")
    expect_focus(page, "h1", "Mara's screen asks for this number")
    digits = page.locator("#digits b").all_inner_texts()
    expect_heard(page, f"{', '.join(digits)}.")
    expect_focus(host, "h2", f"Which number is on {name}'s phone?")
    use(host, f"#pick-{''.join(digits)}")
    expect_focus(page, "h1", f"You're in, {name}.")
    expect_heard(host, f"{name} has taken seat")
    return page


@pytest.mark.parametrize("way", ["own", "middle"])
def test_from_home_to_the_first_own_move_by_keys_and_by_ear(tables: Tables, way: str) -> None:
    host = tables.host
    host.add_init_script(RECORD_ANNOUNCEMENTS_JS)
    host.goto(tables.site.url())
    use(host, "[aria-describedby=with-others]")
    use(host, "#together-drawer a[href*='alhambra.html']")
    expect_focus(host, "h2", "Play Alhambra together")
    reach(host, f"#way-{way}")
    host.keyboard.press("Space")
    use(host, "#set-up")
    expect_focus(host, "h2", "Add a phone")
    expect_heard(host, "Code for the next phone. Or copy the link.")
    reach(host, "#host-name")
    host.keyboard.type("Mara")
    for name in ("Ben",) if way == "own" else ("Ben", "Noor"):
        sit_down(tables, name)
    use(host, "#start")
    moved: set[str] = set()
    people = {"Mara": host, **tables.guests} if way == "own" else tables.guests
    while moved != set(people):
        moved |= move_by_ear(tables, people)
    tables.check_same_log()


def move_by_ear(tables: Tables, people: dict[str, Page]) -> set[str]:
    """Let the person to move play one action by keys. The computer moves by itself. Return who has moved."""
    match = tables.match()
    n, name = len(match.log), match.seats[match.to_move() or 0]["name"]
    if name in people:
        page = people[name]
        page.wait_for_function("n => document.documentElement.dataset.turn === String(n)", arg=n)
        expect(page.locator("html[data-together=open] #turn")).to_contain_text("Your turn")
        expect_heard(page, "Your turn: take")
        play_alhambra_action(ScreenReaderUser(page), match, next(each for each in match.legal() if each[0] == "take"))
        page.wait_for_function(DONE_JS, arg=n)
        if page.locator("#change").count():
            use(page, "#play")
    tables.host.wait_for_function("n => Number(document.documentElement.dataset.turn) > n", arg=n)
    return {name} & set(people)
