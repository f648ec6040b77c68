// @ts-check
// The paths, times and counts of animated pieces: numbers only, without the page.

const LIFT = 1.06; // growth of a piece half-way
const MAX_EDGE_SCALE = 1.2; // of a piece that appears or disappears on its way
const VIA_LEG_MS = 180; // to a place on the way, and from there
const MAX_COUNT_STEPS = 12;

/** @typedef {{ left: number, top: number, width: number, height: number }} Box */

/** @param {Box} from @param {Box} to */
export const distanceBetween = (from, to) =>
  Math.hypot(from.left - to.left + (from.width - to.width) / 2, from.top - to.top + (from.height - to.height) / 2);

/** @param {number} distance px */
export const travelMs = (distance) => Math.min(420, Math.max(220, 160 + 0.28 * distance));

/**
 * Return the time of a flight, and the time after which the next piece may leave: in milliseconds at the normal speed.
 * @param {Box} from @param {Box | undefined} via @param {Box} to
 */
export const flightTimes = (from, via, to) =>
  via ? { duration: 2 * VIA_LEG_MS, free: VIA_LEG_MS } : { duration: travelMs(distanceBetween(from, to)), free: 0 };

/**
 * Return the scale that fits a picture into a box; 1 if one of them has no size.
 * @param {Box} box @param {{ width: number, height: number }} picture
 */
export const fittingScale = (box, picture) =>
  picture.width > 0 && picture.height > 0 ? Math.min(box.width / picture.width, box.height / picture.height) || 1 : 1;

/**
 * Return the keyframes of a picture, at equal intervals.
 * @param {Box} picture its box before it flies
 * @param {Box[]} stops from start to end
 * @param {{ comes: boolean, goes: boolean }} edge whether the piece appears at the start, or disappears at the end
 */
export function flightFrames(picture, stops, { comes, goes }) {
  const spots = stops.map((box) => ({
    x: box.left + box.width / 2 - picture.left - picture.width / 2,
    y: box.top + box.height / 2 - picture.top - picture.height / 2,
    scale: Math.min(comes || goes ? MAX_EDGE_SCALE : Infinity, fittingScale(box, picture)),
  }));
  if (spots.length === 2) {
    const [first, last] = spots;
    const scale = ((first.scale + last.scale) / 2) * LIFT;
    spots.splice(1, 0, { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2, scale });
  }
  return {
    transform: spots.map(({ x, y, scale }) => `translate(${x}px,${y}px) scale(${scale})`),
    opacity: [comes ? 0 : 1, 1, 1, 1, 1, goes ? 0 : 1],
  };
}

/** @param {string} text @returns {number} an integer with a real or plain minus sign, or NaN */
const readNumber = (text) => (/^[-−+]?\d+$/.test(text.trim()) ? Number(text.trim().replace("−", "-")) : NaN);

/**
 * Return the figures to show one after the other while a figure changes, the last one included; or none.
 * @param {string} before @param {string} after
 */
export function countSteps(before, after) {
  const [from, to] = [readNumber(before), readNumber(after)];
  if (Number.isNaN(from) || Number.isNaN(to) || from === to) return [];
  const steps = Math.min(Math.abs(to - from), MAX_COUNT_STEPS);
  const sign = after.trim().startsWith("+") ? "+" : "";
  return Array.from({ length: steps }, (_, n) => {
    const value = Math.round(from + ((to - from) * (n + 1)) / steps);
    return n === steps - 1 ? after : `${value < 0 ? "−" : sign}${Math.abs(value)}`;
  });
}
