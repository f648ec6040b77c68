/** What scripts of the page and Python in it give each other; the other properties Python makes (`palaces/browser`). */
interface Palaces {
  /** Lets the new release take over, if one waits. */
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
  /** Makes this markup what is in an element. */
  morph?: (element: Element, markup: string) => void;
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
