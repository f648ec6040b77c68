"""Tests of every sound as the browser makes it: soft, short, and distinguishable."""

import math
import re
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from conftest import Site
from playwright.sync_api import Page

SOUND_SCRIPT = Path(__file__).parent.parent / "web/scripts/sound.js"
SOUND_NAMES = re.findall(r"^  (\w+): \(at", SOUND_SCRIPT.read_text("utf-8"), re.MULTILINE)
RENDER_SOUNDS_JS = """async ([script, names]) => {
  window.AudioContext = function () {
    window.context = new OfflineAudioContext(1, 2 * 44100, 44100);
    window.context.resume = () => {};
    return window.context;
  };
  window.palaces = {};
  await import(`${script}?${names}`);
  window.palaces.sound(JSON.stringify(names), false);
  const samples = (await window.context.startRendering()).getChannelData(0);
  const last = samples.findLastIndex((value) => Math.abs(value) > 0.003);
  let crossings = 0;
  for (let n = 1; n <= last; n += 1) crossings += samples[n] * samples[n - 1] < 0;
  const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return [peak, last / 44.1, (crossings / 2 / last) * 44100];
}"""


class MeasuredSound(NamedTuple):
    """The measurements of a sound."""

    peak: float
    """The peak, with clipping above 1."""
    duration_ms: float
    """The time until silence."""
    pitch_hz: float
    """The approximate pitch in Hz: half the number of sign changes per second."""


def test_every_sound_is_soft_and_short_and_like_no_other(page: Page, site: Site) -> None:
    page.goto(site.url("rules/embed.html"))
    script = site.url(site.release_path("scripts/sound.js"))
    sounds = {name: MeasuredSound(*page.evaluate(RENDER_SOUNDS_JS, [script, [name]])) for name in SOUND_NAMES}
    assert 8 <= len(sounds) <= 12
    for name, sound in sounds.items():
        assert 0.05 < sound.peak < 0.5, name
        assert 40 < sound.duration_ms < 1200, name
    for one, other in combinations(sounds, 2):
        apart = [abs(math.log(a / b)) for a, b in zip(sounds[one][1:], sounds[other][1:], strict=True)]
        assert max(apart) > math.log(1.15), (one, other)


def test_many_sounds_at_once_are_not_cut_off(page: Page, site: Site) -> None:
    """A whole scoring, and a purchase that leads to one."""
    page.goto(site.url("rules/embed.html"))
    script = site.url(site.release_path("scripts/sound.js"))
    for names in (
        ["coin", "stone", "exact", "dome", *["point"] * 6],
        ["card", "card", "card"],
        ["knock", "stone", "win"],
    ):
        assert MeasuredSound(*page.evaluate(RENDER_SOUNDS_JS, [script, names])).peak < 0.8, names
