"""Tests of every sound as the browser makes it: balanced, audible on a phone, short, and distinguishable.

Levels are A-weighted energies in dB, as loud sounds are heard. A small speaker gives little below 500 Hz.
"""

import math
import re
from collections.abc import Callable
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from conftest import Site
from playwright.sync_api import Page

SOUND_SCRIPT = Path(__file__).parent.parent / "web/scripts/sound.js"
SOUND_NAMES = re.findall(r"^  (\w+): \(voice", SOUND_SCRIPT.read_text("utf-8"), re.MULTILINE)
MAX_SPREAD_DB = 12
MAX_SMALL_SPEAKER_LOSS_DB = 6
MIN_PITCH_RATIO = 1.06  # a semitone, below which two partials sound alike
RENDER_SOUNDS_JS = """async ([script, names, side]) => {
  const rate = 44100;
  const seconds = 1.5 + 0.3 * names.length;
  let context;
  window.AudioContext = function () {
    context = new OfflineAudioContext(2, seconds * rate, rate);
    context.resume = () => {};
    return context;
  };
  window.palaces = {};
  await import(`${script}?${Math.random()}`);
  window.palaces.sound(JSON.stringify(names), false, side);
  const rendered = await context.startRendering();
  const [samples, other] = [rendered.getChannelData(0), rendered.getChannelData(1)];
  const last = samples.findLastIndex((value) => Math.abs(value) > 0.003);
  const crossings = (from, to) => {
    let found = 0;
    for (let n = Math.max(1, from); n < to; n += 1) found += samples[n] * samples[n - 1] < 0;
    return (found / 2 / (to - from)) * rate;
  };
  const [re, im] = transform(samples);
  let [energy, small, mass] = [0, 0, 0];
  const spectrum = [];
  for (let k = 1; k < re.length / 2; k += 1) {
    const f = (k * rate) / re.length;
    const power = ((re[k] ** 2 + im[k] ** 2) * weightOf(f) ** 2 * 2) / re.length / rate;
    energy += power;
    mass += power * f;
    small += power / (1 + (500 / f) ** 8);
    spectrum.push([power, f]);
  }
  const loudest = spectrum.reduce((most, [power]) => Math.max(most, power), 0);
  const energyOf = (channel) => channel.reduce((sum, value) => sum + value * value, 0);
  return {
    level: 10 * Math.log10(energy),
    small: 10 * Math.log10(small),
    peak: samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0),
    duration_ms: (last / rate) * 1000,
    pitch_hz: crossings(0, last),
    centroid_hz: mass / energy,
    partials_hz: spectrum.filter(([power]) => power > loudest / 4).map(([, f]) => f),
    parts_hz: [0, 1, 2, 3].map((n) => crossings(((n * last) / 4) | 0, (((n + 1) * last) / 4) | 0)),
    steps_hz: names.map((_, n) => crossings((0.02 + 0.18 * n) * rate | 0, (0.17 + 0.18 * n) * rate | 0)),
    balance: Math.log(energyOf(samples) / energyOf(other)),
    samples: [...samples.slice(0.02 * rate, 0.1 * rate)],
  };

  function weightOf(f) {
    const square = f * f;
    return (1.2589 * 12194 ** 2 * square * square) / ((square + 20.6 ** 2) * (square + 12194 ** 2)
      * Math.sqrt((square + 107.7 ** 2) * (square + 737.9 ** 2)));
  }
  function transform(of) {
    const size = 2 ** Math.ceil(Math.log2(of.length));
    const [re, im] = [new Float64Array(size), new Float64Array(size)];
    re.set(of);
    for (let i = 1, j = 0; i < size; i += 1) {
      let bit = size >> 1;
      for (; j & bit; bit >>= 1) j ^= bit;
      j ^= bit;
      if (i < j) [re[i], re[j]] = [re[j], re[i]];
    }
    for (let length = 2; length <= size; length *= 2) {
      for (let k = 0; k < length / 2; k += 1) {
        const [cos, sin] = [Math.cos((2 * Math.PI * k) / length), -Math.sin((2 * Math.PI * k) / length)];
        for (let a = k; a < size; a += length) {
          const b = a + length / 2;
          const [x, y] = [re[b] * cos - im[b] * sin, re[b] * sin + im[b] * cos];
          [re[a], re[b], im[a], im[b]] = [re[a] + x, re[a] - x, im[a] + y, im[a] - y];
        }
      }
    }
    return [re, im];
  }
}"""


class MeasuredSound(NamedTuple):
    """The measurements of a sound, or of several ones in a row."""

    level: float
    """The energy in dB, A-weighted."""
    small: float
    """The same behind a filter that removes what a small speaker does not give."""
    peak: float
    """The peak, with clipping above 1."""
    duration_ms: float
    """The time until silence."""
    pitch_hz: float
    """The approximate pitch in Hz: half the number of sign changes per second."""
    centroid_hz: float
    """The mean frequency, A-weighted: how bright the sound is."""
    partials_hz: list[float]
    """The frequencies within 6 dB of the loudest one."""
    parts_hz: list[float]
    """The approximate pitches of its four quarters."""
    steps_hz: list[float]
    """The approximate pitches of points in a row."""
    balance: float
    """Above 0: louder on the left. Below 0: on the right."""
    samples: list[float]


Render = Callable[..., MeasuredSound]


@pytest.fixture
def render(page: Page, site: Site) -> Render:
    page.goto(site.url("rules/embed.html"))
    script = site.url(site.release_path("scripts/sound.js"))

    def render_sounds(*names: str, side: float = 0) -> MeasuredSound:
        found: dict[str, Any] = page.evaluate(RENDER_SOUNDS_JS, [script, names, side])
        return MeasuredSound(**found)

    return render_sounds


def test_every_sound_is_short_and_as_loud_as_the_others_and_like_no_other(render: Render) -> None:
    sounds = {name: render(name) for name in SOUND_NAMES}
    assert len(sounds) == 22
    for name, sound in sounds.items():
        assert 0.05 < sound.peak < 0.6, name
        assert 40 < sound.duration_ms < 1200, name
        assert sound.level - sound.small < MAX_SMALL_SPEAKER_LOSS_DB, name
    for levels in ({name: sound.level for name, sound in sounds.items()}, {n: s.small for n, s in sounds.items()}):
        assert max(levels.values()) - min(levels.values()) < MAX_SPREAD_DB, levels
    assert sounds["stone"].level > max(sounds["coin"].level, sounds["exact"].level), "the main event"
    for one, other in combinations(sounds, 2):
        facts = [(each.duration_ms, each.pitch_hz, each.centroid_hz) for each in (sounds[one], sounds[other])]
        apart = [abs(math.log(a / b)) for a, b in zip(*facts, strict=True)]
        assert max(apart) > math.log(1.15), (one, other)


def test_coins_and_exact_payments_share_no_pitch(render: Render) -> None:
    coin, exact = render("coin").partials_hz, render("exact").partials_hz
    assert coin
    assert exact
    assert all(max(a, b) / min(a, b) > MIN_PITCH_RATIO for a in coin for b in exact)


def test_winning_rises_and_losing_falls_from_its_first_notes(render: Render) -> None:
    won, lost = render("win").parts_hz, render("lost").parts_hz
    assert won[0] < won[1] < won[2]
    assert lost[0] > lost[1] > lost[2]


def test_points_rise_to_the_last_one(render: Render) -> None:
    steps = render(*["point"] * 12).steps_hz
    assert all(now < then for now, then in pairwise(steps)), steps


@pytest.mark.parametrize("name", ["card", "stone", "coin"])
def test_no_sound_is_exactly_like_the_one_before(render: Render, name: str) -> None:
    one, other = render(name).samples, render(name).samples
    difference = sum((a - b) ** 2 for a, b in zip(one, other, strict=True))
    assert difference > 0.01 * sum(a * a for a in one)


def test_a_sound_comes_from_the_side_of_its_seat(render: Render) -> None:
    assert render("stone", side=-0.7).balance > 1
    assert abs(render("stone").balance) < 0.01
    assert render("stone", side=0.7).balance < -1


def test_many_sounds_at_once_are_not_cut_off(render: Render) -> None:
    """A purchase that leads to a scoring, and the end of a game."""
    for names in (
        ["coin", "stone", "exact", "scoring", *["point"] * 6],
        ["card", "card", "card"],
        ["pass", "hammer", "stone", "win"],
    ):
        assert render(*names).peak < 0.8, names
