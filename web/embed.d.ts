/**
 * Types of the element that `embed.js` defines. See docs/embedding.md.
 *
 * Put this file beside your sources. Your own JSX needs one more declaration if it has its own namespace, as React's.
 */

/** The attributes of `<palace-game>`. Any of them may be missing. */
interface PalaceGameAttributes {
  game?: PalaceGameName;
  /** `you`, or `bot:` and a level, separated by commas. */
  seats?: string;
  /** A whole number: every reader gets the same deal. */
  seed?: number | string;
  /** Options of the game, such as `first=2`, separated by commas. */
  options?: string;
  /** A link to a game, the text after `#replay=` in such a link, or the address of a saved game. */
  replay?: string;
  /** The number of the move that the replay shows. */
  at?: number | string;
  theme?: "auto" | "light" | "dark";
  lang?: string;
  names?: string;
  first?: number | string;
  towers?: string;
  speed?: string;
  think?: number | string;
  confirm?: string;
  contrast?: string;
  motion?: string;
  deal?: string;
  /** A puzzle instead of a table: its game and number, or `today`. */
  puzzle?: string;
  beat?: string;
  /** `1` shows the lesson of the game. */
  learn?: number | string;
}

type PalaceGameName = /* games */ string;

/** Points and places: a number for each seat. */
interface PalaceGameResult {
  points: number[];
  places: number[];
}

/** The events of `<palace-game>`. They bubble. */
interface PalaceGameEventMap {
  /** The reader pressed Play. After `preventDefault()`, nothing starts. */
  "palace-play": CustomEvent<undefined>;
  /** The board is live. */
  "palace-ready": CustomEvent<undefined>;
  /** This address, after `frame.html`, continues with everything on the table. */
  "palace-move": CustomEvent<{ at: string }>;
  /** The reader has finished a game. */
  "palace-over": CustomEvent<PalaceGameResult>;
}

interface PalaceGameElement extends HTMLElement {
  addEventListener<K extends keyof PalaceGameEventMap>(
    type: K,
    listener: (this: PalaceGameElement, event: PalaceGameEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (this: HTMLElement, event: HTMLElementEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

interface HTMLElementTagNameMap {
  "palace-game": PalaceGameElement;
}

interface DocumentEventMap extends PalaceGameEventMap {}

declare namespace JSX {
  interface IntrinsicElements {
    "palace-game": PalaceGameAttributes & { id?: string; class?: string; style?: string | object; children?: unknown };
  }
}
