/** A file that the page requests. */
interface PalaceFile {
  href: string;
  name: string;
  bytes: number;
  integrity: string;
}

/** A problem with a file: a sentence for people, and facts for developers. */
interface PalaceFinding {
  sentence: string;
  facts: string;
  /** True if the page is in a sandbox and the server gives it no file. */
  isShutOut: boolean;
  /** True if the file works all the same. */
  isHarmless?: boolean;
}

/** Result of a check of files: a problem, or a repair that removed a file from a cache. */
interface PalaceFound {
  finding?: PalaceFinding;
  mended: boolean;
}

/** Functions and data that scripts and Python share in the page. Python adds more properties (`palaces/browser`). */
interface Palaces {
  /** Reloads the page with the newest release. */
  update?: () => void;
  /** Does the same if there is a newer release. Returns true if there is one. */
  newest?: () => Promise<boolean>;
  /** Returns the address of this page in another language, by its code. */
  addressIn?: (language: string) => string;
  /** Returns true if the server has dropped the query of this page's address. */
  isQueryLost?: () => Promise<boolean>;
  /** Recovery to a release that starts: `recover.js`. */
  recover?: {
    again: () => Promise<void>;
    ifThatHelps: (found: PalaceFound) => Promise<boolean>;
    isReplaced: () => Promise<boolean>;
    miss: (selector: string) => Promise<void>;
    forget: () => void;
    silence: () => void;
    files: (selector: string) => PalaceFile[];
    look: (files: PalaceFile[], isKnown?: boolean) => Promise<PalaceFound>;
  };
  /** Loads the modules of our packages that Python has not started with, those of the lab only if asked to. */
  whole?: (part?: string) => Promise<void>;
  /** Addresses of the files that `start-monitor.js` watches. */
  watched?: Set<string>;
  /** Returns the QR code of a text: a string for each row, "1" for a dark module. */
  qr?: (text: string) => string[];
  /** Returns a picture of the final result, as the page shows it. */
  picture?: () => Promise<File>;
  /** Replaces the content of an element with this markup. */
  morph?: (element: Element, markup: string) => void;
  /** Moves pieces from their old places to their new ones: moves as JSON; calls `started` with the duration in ms. */
  motion?: {
    note: (moves: string) => void;
    prepare: (moves: string, pace: number) => () => number;
    travel: (moves: string, pace: number, started: (ms: number) => void) => void;
    finish: () => void;
  };
  /** Plays these sounds in turn: names as JSON; softly for a bot; from a side between -1 (left) and 1 (right). */
  sound?: (names: string, softly: boolean, side: number) => void;
  /** The puzzle and the deals of a day, by a date such as "2026-11-26" in UTC. */
  daily?: {
    today: () => string;
    minutesUntilNextDay: (now?: number) => number;
    puzzle: (date: string) => { game: string; number: number };
    deal: (date: string, game: string) => { seed: number; seats: string[] };
  };
  /** Returns the trusted address of a script of ours. It refuses any other address. */
  script?: (address: string) => string;
  /** Lets a bot of the lab play: an order as JSON; gets events as JSON. */
  playBot?: (order: string, onEvent: (event: string) => void) => void;
  /** Stops that. */
  stopBot?: () => void;
  /** The bots of one's own, on the page of their sandbox. */
  lab?: ReturnType<typeof import("../../web/scripts/lab-engine.js").createEngine> & {
    askInText: (request: string) => Promise<string>;
  };
  /** Connects this device with others at its table: a role, options as JSON; gets events. See `together.js`. */
  openTogether?: (
    role: string,
    options: string,
    onEvent: (event: string, peer: number, text: string) => void,
  ) => object;
  /** Starts a worker of this release. */
  startWorker?: (address: string, name: string) => Worker;
}

/** The words of the poster of puzzles, by language. The build puts them there. */
declare const PUZZLE_WORDS: Record<string, Record<"title" | "question" | "solve" | "unknown", string>>;

interface WindowEventMap {
  /** So many bytes of a file have come. */
  "palaces-bytes": CustomEvent<{ url: string; bytes: number }>;
  /** Python did not start: the reason. */
  "palaces-failed": CustomEvent<string>;
  /** Python has stopped for good: the reason. */
  "palaces-stopped": CustomEvent<string>;
}

/** The reader of codes that some browsers have. */
interface BarcodeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}

interface Window {
  palaces: Palaces;
  BarcodeDetector?: {
    new (options: { formats: string[] }): BarcodeDetector;
    getSupportedFormats(): Promise<string[]>;
  };
  /** Trusted Types. The result of a policy has the type of its input. */
  trustedTypes?: { createPolicy: <P>(name: string, policy: P) => P };
}
