"""Tests of the search for browsers for the browser tests."""

from typing import Any

import make
import pytest

InstallSteps = list[tuple[Any, ...]]


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> InstallSteps:
    """A list of the installation steps, which nothing executes. The system has no browser."""
    done: InstallSteps = []
    monkeypatch.setattr(make, "apt_install", lambda label, *packages: done.append(packages))
    monkeypatch.setattr(make, "run_command", lambda label, command, *rest, **more: done.append(tuple(command[1:])))
    monkeypatch.setattr(make, "can_apt_install", lambda: True)
    install_fake_browsers(monkeypatch)
    return done


def install_fake_browsers(monkeypatch: pytest.MonkeyPatch, *programs: str, **named: str) -> None:
    """Pretend that the system has these programs, and that the environment names some."""
    monkeypatch.setattr("shutil.which", lambda called: f"/usr/bin/{called}" if called in programs else None)
    for name in make.BROWSERS:
        monkeypatch.setenv(name.upper(), named.get(name, ""))


def test_on_debian_all_that_is_missing_is_installed_at_once(
    steps: InstallSteps, monkeypatch: pytest.MonkeyPatch
) -> None:
    make.install_missing_browsers(make.BROWSERS)
    assert steps == [("chromium", "firefox-esr")]
    install_fake_browsers(monkeypatch, "google-chrome")
    make.install_missing_browsers(make.BROWSERS)
    assert steps[1:] == [("firefox-esr",)]
    install_fake_browsers(monkeypatch, "chromium", "firefox-esr")
    make.install_missing_browsers(make.BROWSERS)
    assert steps[2:] == []


def test_elsewhere_nothing_is_asked_of_debian(steps: InstallSteps, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make, "can_apt_install", lambda: False)
    make.install_missing_browsers(make.BROWSERS)
    assert steps == []


def test_a_browser_is_the_one_that_is_named_else_the_system_s_else_playwright_s_own(
    steps: InstallSteps, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_fake_browsers(monkeypatch, "nightly", "firefox-esr", firefox="nightly")
    assert make.find_or_install_browser("firefox") == "/usr/bin/nightly"
    install_fake_browsers(monkeypatch, "firefox", "firefox-esr")
    assert make.find_or_install_browser("firefox") == "/usr/bin/firefox-esr"
    assert steps == []
    install_fake_browsers(monkeypatch, "firefox")
    assert make.find_or_install_browser("firefox") == ""
    assert steps == [("-m", "playwright", "install", "firefox")]
