"""Tests of the timing of announcements: no drawing comes shortly before one, and none is dropped as a duplicate."""

from collections.abc import Callable

from palaces.browser.announcer import INVISIBLE_CHANGE, MAX_WAIT_MS, QUIET_MS, RESULT_QUIET_MS, Announcer


class FakeBrowser:
    """A clock with timers, and the live region with the time of each announcement."""

    def __init__(self) -> None:
        self.time_ms = 0
        self.timers: dict[int, tuple[int, Callable[[], None]]] = {}
        self.timer_count = 0
        self.written: list[tuple[int, str]] = []
        self.announcer = Announcer(
            lambda sentence: self.written.append((self.time_ms, sentence)),
            self.set_timer,
            lambda n: self.timers.__delitem__(n),
            lambda: self.time_ms,
        )

    def set_timer(self, action: Callable[[], None], ms: int) -> int:
        self.timer_count += 1
        self.timers[self.timer_count] = self.time_ms + ms, action
        return self.timer_count

    def pass_time(self, ms: int) -> None:
        """Run every timer that is due in this time."""
        end_ms = self.time_ms + ms
        while due := sorted((at, n) for n, (at, _action) in self.timers.items() if at <= end_ms):
            self.time_ms, n = due[0]
            self.timers.pop(n)[1]()
        self.time_ms = end_ms

    @property
    def sentences(self) -> list[str]:
        return [sentence for _time_ms, sentence in self.written]


def test_an_announcement_comes_when_the_page_has_been_quiet() -> None:
    browser = FakeBrowser()
    browser.announcer.announce("Your turn.")
    browser.pass_time(QUIET_MS - 1)
    assert not browser.written
    browser.pass_time(1)
    assert browser.written == [(QUIET_MS, "Your turn.")]


def test_no_drawing_comes_with_an_announcement_or_shortly_before_it() -> None:
    """At the speed "instant" the moves of all bots follow within this time."""
    browser, drawn = FakeBrowser(), []
    browser.announcer.announce("You took the blue 3.")
    for _bot in range(4):
        browser.pass_time(200)
        browser.announcer.note_drawing()
        drawn.append(browser.time_ms)
    browser.announcer.announce("Your turn.")
    browser.pass_time(10 * QUIET_MS)
    assert browser.sentences == ["You took the blue 3. Your turn."]
    assert min(time_ms for time_ms, _sentence in browser.written) - drawn[-1] == QUIET_MS


def test_a_page_that_never_stops_changing_is_announced_too() -> None:
    browser = FakeBrowser()
    browser.announcer.announce("The game starts.")
    for _drawing in range(40):
        browser.pass_time(100)
        browser.announcer.note_drawing()
    assert browser.written == [(MAX_WAIT_MS, "The game starts.")]


def test_the_result_is_announced_when_all_its_new_elements_have_been_read() -> None:
    browser = FakeBrowser()
    browser.announcer.note_drawing(is_result=True)
    browser.announcer.announce("You win.")
    browser.pass_time(RESULT_QUIET_MS - 1)
    browser.announcer.note_drawing()
    browser.announcer.announce("Analyzing the game.")
    browser.pass_time(QUIET_MS)
    assert not browser.written
    browser.pass_time(10 * RESULT_QUIET_MS)
    browser.announcer.announce("You win.")
    browser.pass_time(QUIET_MS)
    assert browser.sentences == ["You win. Analyzing the game.", "You win."]


def test_nothing_is_announced_twice_or_without_a_reason() -> None:
    browser = FakeBrowser()
    browser.announcer.note_drawing()
    assert not browser.timers
    browser.announcer.announce("Undone.")
    browser.pass_time(5000)
    browser.announcer.note_drawing()
    browser.pass_time(5000)
    assert browser.sentences == ["Undone."]
    assert not browser.timers


def test_the_same_sentence_again_is_another_text_each_time() -> None:
    """Orca compares the text of an announcement with the last one."""
    browser = FakeBrowser()
    for _request in range(4):
        browser.announcer.announce("Your turn.")
        browser.pass_time(QUIET_MS)
    assert browser.sentences == ["Your turn.", f"Your turn.{INVISIBLE_CHANGE}"] * 2
    browser.announcer.announce("Undone.")
    browser.announcer.announce("Your turn.")
    browser.pass_time(QUIET_MS)
    assert browser.sentences[-1] == "Undone. Your turn."


def test_what_is_forgotten_is_never_announced() -> None:
    browser = FakeBrowser()
    browser.announcer.announce("Your hand: the 3 of florins.")
    browser.announcer.forget()
    browser.announcer.announce("Hand the device to Bob.")
    browser.pass_time(MAX_WAIT_MS)
    assert browser.sentences == ["Hand the device to Bob."]
    assert not browser.timers
