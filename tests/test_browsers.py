"""Where the tests in browsers get their browsers from."""

from typing import Any

import make
import pytest

Steps = list[tuple[Any, ...]]


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Steps:
    """What is installed, instead of installing it; the system has nothing."""
    done: Steps = []
    monkeypatch.setattr(make, "apt", lambda label, *packages: done.append(packages))
    monkeypatch.setattr(make, "run", lambda label, command, *rest, **more: done.append(tuple(command[1:])))
    monkeypatch.setattr(make, "as_root_on_debian", lambda: True)
    there(monkeypatch)
    return done


def there(monkeypatch: pytest.MonkeyPatch, *programs: str, **named: str) -> None:
    """The system has these programs, and the environment names some."""
    monkeypatch.setattr("shutil.which", lambda called: f"/usr/bin/{called}" if called in programs else None)
    for name in make.BROWSERS:
        monkeypatch.setenv(name.upper(), named.get(name, ""))


def test_on_debian_all_that_is_missing_is_installed_at_once(steps: Steps, monkeypatch: pytest.MonkeyPatch) -> None:
    make.complete(make.BROWSERS)
    assert steps == [("chromium", "firefox-esr")]
    there(monkeypatch, "google-chrome")
    make.complete(make.BROWSERS)
    assert steps[1:] == [("firefox-esr",)]
    there(monkeypatch, "chromium", "firefox-esr")
    make.complete(make.BROWSERS)
    assert steps[2:] == []


def test_elsewhere_nothing_is_asked_of_debian(steps: Steps, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make, "as_root_on_debian", lambda: False)
    make.complete(make.BROWSERS)
    assert steps == []


def test_a_browser_is_the_one_that_is_named_else_the_system_s_else_playwright_s_own(
    steps: Steps, monkeypatch: pytest.MonkeyPatch
) -> None:
    there(monkeypatch, "nightly", "firefox-esr", firefox="nightly")
    assert make.browser("firefox") == "/usr/bin/nightly"
    there(monkeypatch, "firefox", "firefox-esr")
    assert make.browser("firefox") == "/usr/bin/firefox-esr"
    assert steps == []
    there(monkeypatch, "firefox")
    assert make.browser("firefox") == ""
    assert steps == [("-m", "playwright", "install", "firefox")]
