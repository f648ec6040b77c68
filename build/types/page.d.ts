/** A file that the page asks for. */
interface PalaceFile {
  href: string;
  name: string;
  bytes: number;
  integrity: string;
}

/** What is wrong with a file: for people, and for whoever mends it. */
interface PalaceFinding {
  sentence: string;
  facts: string;
  /** Whether the page is in a sandbox to which the server gives no file. */
  isShutOut: boolean;
}

/** What a look at files has found: that one is wrong, or that one was in a cache, and is not any more. */
interface PalaceFound {
  finding?: PalaceFinding;
  mended: boolean;
}

/** What scripts of the page and Python in it give each other; the other properties Python makes (`palaces/browser`). */
interface Palaces {
  /** Loads the page anew, by the newest release there is. */
  update?: () => void;
  /** The same, if there is a newer release than this page's; answers whether there is. */
  newest?: () => Promise<boolean>;
  /** The way back to a release that starts: `recover.js`. */
  recover?: {
    again: () => Promise<void>;
    ifThatHelps: (found: PalaceFound) => Promise<boolean>;
    isReplaced: () => Promise<boolean>;
    miss: (selector: string) => Promise<void>;
    forget: () => void;
    files: (selector: string) => PalaceFile[];
    look: (files: PalaceFile[], isKnown?: boolean) => Promise<PalaceFound>;
  };
  /** Brings what our packages have besides that Python has not begun with. */
  whole?: () => Promise<void>;
  /** The files that `start-monitor.js` watches, by their addresses. */
  watched?: Set<string>;
  /** The QR code of a text: a row is a text, "1" for a dark module. */
  qr?: (text: string) => string[];
  /** A picture of the end, as it stands on the page. */
  picture?: () => Promise<File>;
  /** Makes this markup what is in an element. */
  morph?: (element: Element, markup: string) => void;
  /** Lets pieces travel from where they were to where they are: the moves as JSON; how long that takes. */
  motion?: {
    note: (moves: string) => void;
    travel: (moves: string, pace: number) => number;
    finish: () => void;
  };
  /** Lets these sound one after the other: their names as JSON, and whether it was a computer player. */
  sound?: (names: string, softly: boolean) => void;
  /** The address of a script of ours, which nothing but a script of ours passes for. */
  script?: (address: string) => string;
}

interface WindowEventMap {
  /** Python did not start: why. */
  "palaces-failed": CustomEvent<string>;
  /** Python has ended for good: why. */
  "palaces-stopped": CustomEvent<string>;
}

interface Window {
  palaces: Palaces;
  /** What a policy lets pass is told as the text that it was. */
  trustedTypes?: { createPolicy: <P>(name: string, policy: P) => P };
}
