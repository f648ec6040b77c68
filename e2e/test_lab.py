"""Tests of the lab in a browser: a bot is written, plays, fails, is shared, saved and kept, also offline."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from accessibility import axe_violations, low_contrast_words
from conftest import Site, wait_until_offline_ready
from palaces.lab import bot_link
from palaces.prerender.lab_shell import read_examples
from players import wait_for_truth
from playwright.sync_api import Browser, Page, expect

ROOT = Path(__file__).parent.parent
LAB_PAGE = ROOT / "docs/bots/lab.md"
EXAMPLES = read_examples()
RUN_MS = 60_000
KEPT_JS = """caches.keys().then(async (names) => {
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().some(({ url }) => url.endsWith("lab-player.js"));
})"""


def open_lab(page: Page, site: Site, fragment: str = "") -> None:
    page.goto(site.url(f"lab.html{fragment}"))
    expect(page.locator("html[data-ready]")).to_have_count(1, timeout=60_000)


def open_quick_lab(page: Page, site: Site) -> None:
    """Open the lab for a run of few games that end soon."""
    open_lab(page, site)
    page.select_option("#lab-games", "20")
    page.select_option("#lab-opponent", "random")


def play(page: Page, state: str = "done") -> None:
    page.click("#lab-play")
    expect(page.locator(f"#lab[data-state={state}]")).to_have_count(1, timeout=RUN_MS)


def write(page: Page, text: str) -> None:
    page.locator("#lab-code-text").fill(text)


def check_accessible(page: Page) -> None:
    """Check the page with axe, and its contrast in light and dark."""
    assert axe_violations(page) == []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert low_contrast_words(page) == []


def test_from_the_example_to_a_better_bot(page: Page, site: Site, errors: list[str]) -> None:
    open_lab(page, site)
    assert page.locator("#lab-code-text").input_value() == EXAMPLES["score_now"]
    page.select_option("#lab-opponent", "random")
    page.select_option("#lab-games", "20")
    play(page)
    expect(page.locator(".lab-figure b")).to_contain_text("%")
    expect(page.locator("#lab-status")).to_contain_text("20 games.")
    assert page.locator(".lab-row").count() == 20
    assert page.evaluate("document.activeElement.id") == "lab-play"

    write(page, EXAMPLES["random_bot"])  # a worse one
    expect(page.locator("#lab-name")).to_have_value("Score now")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".lab-difference strong")).to_have_text("Worse", timeout=RUN_MS)

    page.locator(".lab-key", has_text="Lost").click()
    lost = page.locator(".lab-row").count()
    assert 0 < lost < 20
    check_accessible(page)
    page.reload()
    expect(page.locator("#lab-name")).to_have_value("Score now", timeout=60_000)
    assert page.locator("#lab-code-text").input_value() == EXAMPLES["random_bot"]
    expect(page.locator(".lab-difference strong")).to_have_text("Worse")
    assert page.locator(".lab-row").count() == lost

    page.click("#lab-open-examples")
    assert axe_violations(page) == []
    page.get_by_role("button", name="Delete Score now").click()
    page.get_by_role("button", name="Undo").click()
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "lab-open-examples"
    page.click("#lab-open-share")
    assert axe_violations(page) == []
    assert not errors


def test_rows_of_games_have_room_for_long_words(page: Page, site: Site) -> None:
    page.goto(site.url("de/lab.html"))
    expect(page.locator("html[data-ready]")).to_have_count(1, timeout=60_000)
    page.select_option("#lab-games", "20")
    write(page, EXAMPLES["random_bot"])
    play(page)
    measure = """rows => rows.flatMap(({ children }) => {
      const range = document.createRange();
      range.selectNodeContents(children[2]);
      const { right, height } = range.getBoundingClientRect();
      const score = children[3].getBoundingClientRect();
      const isClose = right + 4 > score.left || score.right > children[4].getBoundingClientRect().left;
      return isClose || height > 30 ? [children[2].textContent] : [];
    })"""
    for width in (360, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        if width < 900:
            page.click("#lab-tab-out")
        assert page.locator("button.lab-row").evaluate_all(measure) == []


def test_an_error_leads_to_its_line(page: Page, site: Site, errors: list[str]) -> None:
    open_lab(page, site)
    text = "def choose(view, legal, rng):\n    print(len(legal), 'legal actions')\n    return legal[1 / 0]\n"
    write(page, text)
    play(page, "error")
    expect(page.locator("#lab-alert")).to_have_text("Your bot stopped at line 3. ZeroDivisionError: division by zero.")
    expect(page.locator(".lab-log code")).to_contain_text("legal actions")
    expect(page.locator("[data-mark=bad]")).to_contain_text("division by zero")
    assert page.evaluate("document.activeElement.id") == "lab-play"
    assert axe_violations(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_role("button", name="Go to line 3").click()
    expect(page.locator(".lab-run-note")).to_have_text("Line 3 division by zero")
    check_accessible(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.keyboard.press("F8")
    line = (
        "(({selectionStart, selectionEnd, value}) => value.slice(selectionStart, selectionEnd))(document.activeElement)"
    )
    assert page.evaluate(line) == "    return legal[1 / 0]"
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.locator("#lab-code-text").input_value() == text.rstrip("\n") + "\n        \n"
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "lab-opponent"
    assert not errors


def test_a_bot_from_a_link_runs_only_when_told(page: Page, site: Site, errors: list[str]) -> None:
    link = bot_link.write("<b>Mine\u202e", "medina", "raise SystemExit  # \u200b\n")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    open_lab(page, site, f"#bot={link}")
    expect(page.locator(".lab-name")).to_have_text("<b>Mine⟨U+202E⟩")
    expect(page.locator(".lab-note").first).to_have_text("This text contains 2 hidden characters.")
    page.locator("#lab-code-text").press("x")
    assert page.locator("#lab-code-text").input_value() == "raise SystemExit  # ⟨U+200B⟩\n"
    assert page.locator("iframe").count() == 0
    assert not [url for url in requests if "lab-engine" in url]
    assert page.evaluate("localStorage.getItem('palaces-bots')") is None
    page.get_by_role("button", name="Run 100 games").click()
    expect(page.locator("#lab[data-state=error]")).to_have_count(1, timeout=RUN_MS)
    assert page.evaluate("document.activeElement.id") == "lab-play"
    expect(page.locator(".lab-message h2")).to_have_text("Line 1 ends Python. A bot can only return an action.")
    page.wait_for_function("localStorage.getItem('palaces-bots') !== null")
    assert "#bot" not in page.url
    assert not errors


def test_a_saved_file_plays_in_the_terminal(page: Page, site: Site, tmp_path: Path) -> None:
    open_lab(page, site)
    with page.expect_download() as found:
        page.get_by_role("button", name="Save as file").click()
    assert found.value.suggested_filename == "score_now.py"
    found.value.save_as(tmp_path / "score_now.py")
    command = ["simulate", "alhambra", "--seats", "score_now.py,casual", "--games", "2", "--jobs", "1"]
    run = subprocess.run(
        [sys.executable, "-m", "pygame_core", *command],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr


@pytest.mark.first_visit
def test_the_lab_works_offline_after_one_visit(page: Page, site: Site) -> None:
    open_lab(page, site)
    wait_until_offline_ready(page)
    wait_for_truth(page, KEPT_JS)
    site.stop()
    page.reload()
    expect(page.locator("html[data-ready]")).to_have_count(1, timeout=60_000)
    write(page, EXAMPLES["random_bot"])
    page.select_option("#lab-opponent", "random")
    page.select_option("#lab-games", "20")
    play(page)
    expect(page.locator(".lab-row")).to_have_count(20)


@pytest.mark.first_visit
def test_offline_before_that_it_says_so(page: Page, site: Site, errors: list[str]) -> None:
    page.goto(site.url())
    wait_until_offline_ready(page)
    site.stop()
    page.goto(site.url("lab.html"))
    expect(page.locator("#lab-offline p")).to_have_text("The lab needs one visit online. Games still work.")
    expect(page.locator("#lab-offline a")).to_be_focused()
    assert page.locator("#lab-play").count() == 0
    errors.clear()  # the browser reports the file that it can't load


@pytest.mark.parametrize(("width", "theme"), [(360, "light"), (1280, "dark")])
def test_the_lab_is_accessible_in_every_state(page: Page, site: Site, width: int, theme: str) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    open_lab(page, site, "#learn")
    assert (axe_violations(page), low_contrast_words(page)) == ([], [])
    if width < 1024:
        page.click("#lab-tab-code")
    page.get_by_role("button", name="Show me").click()
    assert (axe_violations(page), low_contrast_words(page)) == ([], [])
    open_lab(
        page, site, f"#bot={bot_link.write('Other', 'medina', 'x = 1 # nothing', bot_link.Claim(92.5, 40, 'casual'))}"
    )
    assert (axe_violations(page), low_contrast_words(page)) == ([], [])
    assert page.evaluate("document.documentElement.scrollWidth") <= width


LINES = "".join(f"line_{n} = {n}{' ' * 8 + '# ' + 'x' * 200 if n == 30 else ''}\n" for n in range(1, 61))
CARET_LINE_JS = """() => {
  const { value, selectionStart } = document.querySelector("#lab-code-text");
  return value.slice(0, selectionStart).split("\\n").length;
}"""


@pytest.mark.parametrize(("width", "has_touch"), [(1280, False), (360, True)])
def test_a_click_puts_the_caret_on_its_line(browser: Browser, site: Site, width: int, has_touch: bool) -> None:
    context = browser.new_context(viewport={"width": width, "height": 740}, has_touch=has_touch)
    page = context.new_page()
    open_lab(page, site)
    write(page, LINES)
    expect(page.locator("#lab-name")).to_have_value("Score now")  # the page has drawn its head again
    for n in (9, 55):
        line = page.locator(".pce-line").nth(n - 1)
        line.scroll_into_view_if_needed()
        box = line.bounding_box()
        assert box
        at = (box["x"] + 180, box["y"] + box["height"] / 2)
        if has_touch:
            page.touchscreen.tap(*at)
        else:
            page.mouse.click(*at)
        assert page.evaluate(CARET_LINE_JS) == n
        page.keyboard.type("#")
        expect(line).to_contain_text("#")
        assert page.locator("#lab-code-text").input_value().split("\n")[n - 1] == f"line_{n} = {n}#"
    page.keyboard.press("Control+Home")
    for _line in range(29):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    assert page.evaluate("document.querySelector('.prism-code-editor').scrollLeft") > 100
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


def test_a_line_to_go_to_is_scrolled_into_view(page: Page, site: Site) -> None:
    open_lab(page, site)
    write(page, "def choose(view, legal, rng):\n" + "    x = 1\n" * 60 + "    return 1 / 0\n")
    play(page, "error")
    page.keyboard.press("F8")
    expect(page.locator("[data-mark=bad]")).to_be_in_viewport(ratio=1)
    assert page.evaluate(CARET_LINE_JS) == 62


def test_hidden_characters_are_shown_in_every_text(page: Page, site: Site) -> None:
    open_lab(page, site)
    write(page, "# a\u202eb\u200b\nname = '\u2066x'\n")
    lines = page.locator(".pce-line")
    expect(lines.nth(0)).to_have_text("# a⟨U+202E⟩⟨U+200B⟩b")  # the second mark would cover the first
    expect(lines.nth(1)).to_have_text("name = '⟨U+2066⟩x'")
    assert page.locator("#lab-code-text").input_value() == "# a\u202eb\u200b\nname = '\u2066x'\n"
    link = bot_link.write("Mine", "medina", "raise SystemExit  # \u202e")
    open_lab(page, site, f"#bot={link}")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#lab[data-source=link]")).to_have_count(1)
    page.get_by_role("button", name="Edit a copy").click()
    expect(lines.nth(0)).to_have_text("raise SystemExit  # ⟨U+202E⟩")


def test_marks_of_hidden_characters_do_not_overlap(page: Page, site: Site) -> None:
    open_lab(page, site)
    write(page, "# \u200b\u200b a\u202eb\u2066\u2066" + " " * 30 + "\u200b\n")
    expect(page.locator(".pce-line").first).to_contain_text("⟨U+200B⟩⟨U+200B⟩⟨U+202E⟩+2")
    measure = """marks => marks.filter(mark => mark.textContent).map(mark => {
      const range = document.createRange();
      range.selectNodeContents(mark);
      const { left, right } = range.getBoundingClientRect();
      return [left, right];
    })"""
    spans = page.locator(".pce-line .tucked").evaluate_all(measure)
    assert len(spans) == 2
    assert spans[0][1] <= spans[1][0]


def test_a_typed_number_in_a_link_is_no_hidden_character(page: Page, site: Site) -> None:
    typed = "⟨U+202E⟩"
    text = f'x = """\U0001f3f0\u202e\n{typed}\u200b"""\n'
    link = bot_link.write(f"{typed}\u200b", "medina", text)
    open_lab(page, site, f"#bot={link}")
    assert page.locator(".pce-line .hidden").all_text_contents() == ["⟨U+202E⟩", "⟨U+200B⟩"]
    assert page.locator(".pce-line").nth(1).locator(".hidden").all_text_contents() == ["⟨U+200B⟩"]
    assert page.locator("b.lab-name .hidden").all_text_contents() == ["⟨U+200B⟩"]
    said = "⟨U+…⟩ without a highlight is typed text, not a hidden character."
    expect(page.locator(".lab-note").nth(1)).to_have_text(said)


def test_the_text_is_what_was_typed(page: Page, site: Site) -> None:
    open_lab(page, site)
    text = page.locator("#lab-code-text")
    for start in ("x = f(1)\n", "x = f(1)", "\n", "", "def f():\n    return (1)\n\n\n"):
        write(page, start)
        text.focus()
        page.keyboard.press("Control+End")
        page.keyboard.type("\n# one\n\n# two\n")
        assert text.input_value() == start + "\n# one\n\n# two\n"
        page.keyboard.type("if 1:\npass\n")
        assert text.input_value() == start + "\n# one\n\n# two\nif 1:\n    pass\n    "
    write(page, "a = (1)\nb = (2)\n")
    page.keyboard.press("Control+A")
    page.keyboard.press("Tab")
    assert text.input_value() == "    a = (1)\n    b = (2)\n"
    page.keyboard.press("Shift+Tab")
    assert text.input_value() == "a = (1)\nb = (2)\n"
    page.keyboard.press("Control+End")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert text.input_value() == "a = (1)\nb = (2)\n    "
    page.keyboard.press("Control+A")
    page.keyboard.press("Enter")
    assert text.input_value() == "\n"


def test_a_text_inserted_at_once_is_one_change(page: Page, site: Site) -> None:
    open_lab(page, site)
    text = page.locator("#lab-code-text")
    text.focus()
    page.keyboard.press("Control+A")
    count = "area => { globalThis.changes = 0; area.addEventListener('input', () => globalThis.changes++); }"
    text.evaluate(count)
    page.keyboard.insert_text("x = 1\n" * 500)
    assert text.input_value() == "x = 1\n" * 500
    assert page.evaluate("globalThis.changes") == 1
    page.keyboard.press("Control+Z")
    assert text.input_value() == EXAMPLES["score_now"]


def test_undo_takes_back_a_word_and_redo_writes_it_again(page: Page, site: Site) -> None:
    open_lab(page, site)
    write(page, "x = 1\n")
    text = page.locator("#lab-code-text")
    text.focus()
    page.keyboard.press("Control+End")
    page.keyboard.type("# one two")
    page.keyboard.press("Control+Z")
    assert text.input_value() == "x = 1\n# one"
    page.keyboard.press("Control+Shift+Z")
    assert text.input_value() == "x = 1\n# one two"


def test_the_docs_name_what_a_bot_cannot_import(page: Page, site: Site) -> None:
    sentence = LAB_PAGE.read_text().split("Not there are ")[1].split("nor what")[0]
    missing = re.findall(r"`(\w+)`", sentence)
    assert len(missing) >= 8
    there = [
        "bisect",
        "collections",
        "dataclasses",
        "fractions",
        "heapq",
        "itertools",
        "json",
        "math",
        "random",
        "statistics",
    ]
    open_quick_lab(page, site)
    write(
        page,
        "import importlib\n"
        f"for name in {missing + there}:\n"
        "    try:\n"
        "        module = importlib.import_module(name)\n"
        "        name == 'decimal' and module.Decimal(1)\n"
        "        print('there:', name)\n"
        "    except (ImportError, NotImplementedError):\n"
        "        print('missing:', name)\n"
        "def choose(view, legal, rng):\n"
        "    return rng.choice(legal)\n",
    )
    play(page)
    page.click("#lab-detail-log")
    lines = page.locator(".lab-log code").all_inner_texts()
    assert lines == [f"missing: {name}" for name in missing] + [f"there: {name}" for name in there]


def test_an_error_at_the_end_of_a_game_is_in_the_log_and_the_result_stands(page: Page, site: Site) -> None:
    open_quick_lab(page, site)
    text = "class Bot:\n    def choose(self, view, legal, rng):\n        return legal[0]\n"
    write(page, text + "    def end(self, result):\n        1 / 0\n")
    play(page)
    page.click("#lab-detail-log")
    expect(page.locator(".lab-log code").first).to_have_text("end: ZeroDivisionError: division by zero")


def test_a_failure_is_always_that_of_the_same_game(page: Page, site: Site) -> None:
    open_lab(page, site)
    page.select_option("#lab-games", "40")
    page.select_option("#lab-opponent", "random")
    write(
        page,
        "import time\n"
        "class Bot:\n"
        "    def begin(self, seat, game):\n"
        "        self.seat, self.moves = seat, 0\n"
        "    def choose(self, view, legal, rng):\n"
        "        self.moves += 1\n"
        "        if self.seat == 0: time.sleep(0.02)\n"
        "        if self.moves > (8 if self.seat == 0 else 3): raise ValueError\n"
        "        return legal[0]\n",
    )
    for _ in range(2):
        play(page, "error")
        expect(page.locator(".lab-message p").first).to_contain_text("in game 1, at its move 9")
        page.locator("#lab-code-text").press("Control+End")
        page.keyboard.type("#")


def test_tab_leads_through_the_editor(page: Page, site: Site) -> None:
    open_lab(page, site)
    help_text = page.get_by_text("Press Esc, then Tab, to leave")
    expect(help_text).to_be_hidden()
    page.get_by_role("button", name="Save as file").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "lab-code-text"
    expect(help_text).to_be_visible()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "lab-opponent"
    assert page.locator("#lab-code-text").input_value() == EXAMPLES["score_now"]
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    assert page.locator("#lab-code-text").input_value() != EXAMPLES["score_now"]


def test_the_german_buttons_of_a_step_are_in_one_row(page: Page, site: Site) -> None:
    page.goto(site.url("de/lab.html?game=palazzo"))
    expect(page.locator("html[data-ready]")).to_have_count(1, timeout=60_000)
    page.select_option("#lab-opponent", "random")
    page.select_option("#lab-games", "20")
    write(page, EXAMPLES["random_bot"])
    play(page)
    page.locator("button.lab-row").first.click()
    buttons = page.locator(".steps .plays").locator("a, button")
    expect(buttons.last).to_be_visible(timeout=60_000)
    spans = buttons.evaluate_all(
        "all => all.map(each => each.getBoundingClientRect()).map(({y, height}) => y + height / 2)"
    )
    assert len(spans) == 3
    assert max(spans) - min(spans) < 2


def test_tab_leads_from_the_buttons_to_the_text_in_firefox(firefox: Browser, site: Site) -> None:
    page = firefox.new_page()
    open_lab(page, site)
    write_by_command = "document.execCommand('insertText', false, 'x = 1  ' + '#'.repeat(300) + '\\n'.repeat(60))"
    page.locator("#lab-code-text").focus()
    page.evaluate(write_by_command)  # so that the editor scrolls
    page.get_by_role("button", name="Save as file").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "lab-code-text"
    page.close()


def test_the_way_back_from_the_table_leads_to_the_same_game(page: Page, site: Site) -> None:
    open_lab(page, site)
    page.select_option("#lab-opponent", "random")
    page.select_option("#lab-games", "20")
    play(page)
    row = page.locator(".lab-row").nth(4)
    row.click()
    expect(page.locator("#lab-back")).to_have_count(1, timeout=60_000)
    page.keyboard.press("End")  # the game is over there
    page.click("#lab-leave")
    expect(row).to_be_focused(timeout=60_000)
