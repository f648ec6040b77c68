/** What scripts of the page and Python in it give each other; the other properties Python makes (`palaces/browser`). */
interface Palaces {
  /** Loads the page anew, by the newest release there is. */
  update?: () => void;
  /** The way back to a release that starts: `recover.js`. */
  recover?: {
    again: () => Promise<void>;
    ifThatHelps: (helps: unknown) => Promise<boolean>;
    forget: () => void;
  };
  /** The page's own scripts run. */
  runs?: boolean;
  /** The QR code of a text: a row is a text, "1" for a dark module. */
  qr?: (text: string) => string[];
}

interface WindowEventMap {
  /** Python did not start: why. */
  "palaces-failed": CustomEvent<string>;
  /** Python has ended for good: why. */
  "palaces-stopped": CustomEvent<string>;
}

interface Window {
  palaces: Palaces;
  Idiomorph: typeof import("idiomorph").Idiomorph;
}
