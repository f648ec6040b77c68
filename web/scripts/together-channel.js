// @ts-check
// Messages between devices at a table: JSON texts with limits. A long one travels in parts. Pure.

const MAX_GUEST_CHARS = 1024;
const MAX_PART_CHARS = 5000; // at most 15,000 bytes
const MAX_WHOLE_CHARS = 262_144;
const MESSAGES_PER_SECOND = 20;
const MESSAGES_AT_ONCE = 40;
const STRANGE_A_MINUTE = 10;

/** @typedef {Record<string, unknown> & { t: string }} Message each has its own fields, which are checked where they are read */

/** @param {string} name @param {Record<string, unknown>} fields */
export const writeMessage = (name, fields = {}) => JSON.stringify({ v: 1, t: name, ...fields });

/**
 * Return the texts to send for a message: itself, or its parts. "+" begins each part but the last, "=" the last one.
 * @param {string} text
 */
export function splitMessage(text) {
  if (text.length <= MAX_PART_CHARS) return [text];
  const parts = [];
  for (let rest = text; rest;) {
    // half a character cannot be sent
    const end = /[\uD800-\uDBFF]/.test(rest[MAX_PART_CHARS - 1]) ? MAX_PART_CHARS - 1 : MAX_PART_CHARS;
    parts.push(`${end < rest.length ? "+" : "="}${rest.slice(0, end)}`);
    rest = rest.slice(end);
  }
  return parts;
}

/** What one device sends, held to the limits. */
export class Inbox {
  #parts = "";
  #allowance = MESSAGES_AT_ONCE;
  #refilled = 0;
  /** @type {number[]} */
  #strange = [];

  /** @param {boolean} isLimited true for a guest's messages: short ones, and few of them */
  constructor(isLimited) {
    this.isLimited = isLimited;
  }

  /**
   * Return the message that has come with its text; "part" if more must come; "strange" for anything else.
   * @param {unknown} data
   * @param {number} now in ms
   * @returns {{ text: string, message: Message } | "part" | "strange"}
   */
  read(data, now) {
    const isAllowed = !this.isLimited || this.#takeAllowance(now);
    if (typeof data !== "string" || !isAllowed) return "strange";
    let text = data;
    if (this.isLimited) {
      if (data.length > MAX_GUEST_CHARS) return "strange";
    } else if (/^[+=]/.test(data)) {
      text = this.#parts + data.slice(1);
      this.#parts = data[0] === "+" && text.length <= MAX_WHOLE_CHARS ? text : "";
      if (text.length > MAX_WHOLE_CHARS) return "strange";
      if (data[0] === "+") return "part";
    }
    try {
      const message = JSON.parse(text);
      return message?.v === 1 && typeof message.t === "string" ? { text, message } : "strange";
    } catch {
      return "strange";
    }
  }

  /** Count something strange. Return true if it was too much for a minute. @param {number} now in ms */
  countStrange(now) {
    this.#strange = [...this.#strange.filter((each) => each > now - 60_000), now];
    return this.#strange.length >= STRANGE_A_MINUTE;
  }

  /** @param {number} now */
  #takeAllowance(now) {
    const more = ((now - this.#refilled) / 1000) * MESSAGES_PER_SECOND;
    this.#allowance = Math.min(MESSAGES_AT_ONCE, this.#allowance + more);
    this.#refilled = now;
    if (this.#allowance < 1) return false;
    this.#allowance -= 1;
    return true;
  }
}
