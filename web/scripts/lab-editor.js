// @ts-check
// The editor of the lab: a text area with colors and line numbers behind it (prism-code-editor), and a few keys. The
// build bundles it, for this page alone.
import { createEditor } from "prism-code-editor";
import { editHistory } from "prism-code-editor/commands";
import { Token } from "prism-code-editor/prism";
import "prism-code-editor/prism/languages/python";
import { insertText } from "prism-code-editor/utils";

const INDENT = "    ";
const MARK_SIZE = 0.625; // of a mark above the line, as in `lab.css`
const MAX_MARK_NUMBERS = 3;

/** @typedef {{ line: number, kind: string, note: string }} Mark a line that stands out */

/**
 * Make an editor in an element. `onText` gets every text that a person writes.
 * @param {HTMLElement} place
 * @param {(text: string) => void} onText
 * @param {string} hiddenPattern of invisible characters, whose numbers the editor shows
 */
export function makeEditor(place, onText, hiddenPattern) {
  const hidden = new RegExp(`(${hiddenPattern})`, "u");
  const everyHidden = new RegExp(hidden, "gu");
  /** @type {Set<number>} where a text to read has a number in place of such a character */
  let replaced = new Set();
  /** @type {Mark[]} */
  let marks = [];
  let isLeaving = false; // after Esc, or when Tab has led here, Tab leaves the editor
  let isTabbing = false;
  let isInserting = false;
  let isOpening = true; // then the text is not that of a person

  /** @type {import("prism-code-editor").PrismEditor | undefined} */
  let opened;
  const editor = createEditor(place, {
    language: "python",
    tabSize: INDENT.length,
    value: "",
    onTokenize(tokens) {
      if (opened?.options.readOnly) new ReplacedMarks(replaced).reveal(tokens);
      else new HiddenMarks(hidden).reveal(tokens);
    },
    onUpdate(text) {
      showMarks();
      if (!isOpening) onText(text);
    },
  });
  opened = editor;
  editor.container.tabIndex = -1; // else Firefox stops there on the way to the text area, because it scrolls
  editor.addExtensions(editHistory()); // the browser's own takes back single characters here
  isOpening = false;
  const { textarea } = editor;
  textarea.id = "lab-code-text";
  textarea.setAttribute("aria-describedby", "lab-editor-help");
  textarea.dir = "ltr";

  function showMarks() {
    for (const line of place.querySelectorAll("[data-mark]")) line.removeAttribute("data-mark");
    for (const note of place.querySelectorAll(".lab-line-note")) note.remove();
    for (const { line, kind, note } of marks) {
      const element = line && editor.lines[line];
      if (!element) continue;
      element.setAttribute("data-mark", kind);
      const end = element.lastChild;
      if (!note || !(end instanceof Text)) continue;
      const shown = Object.assign(document.createElement("span"), { className: "lab-line-note", textContent: note });
      element.insertBefore(shown, end.splitText(end.data.length - 1)); // before the line feed, so that no line grows
    }
  }

  /** The first position of the line that a position is in. */
  const lineStart = (/** @type {number} */ at) => editor.value.lastIndexOf("\n", at - 1) + 1;

  /** Indent the selected lines, or less. */
  function indentLines(/** @type {number} */ start, /** @type {number} */ end, /** @type {boolean} */ isLess) {
    const from = lineStart(start);
    const lines = editor.value.slice(from, end).split("\n");
    const changed = lines.map((line) => (isLess ? line.replace(/^ {1,4}|^\t/, "") : line && INDENT + line));
    const text = changed.join("\n");
    if (text === lines.join("\n")) return;
    const first = Math.max(from, start + changed[0].length - lines[0].length);
    insertText(editor, text, from, end, first, from + text.length);
  }

  editor.keyCommandMap.Escape = () => {
    isLeaving = true;
    return true;
  };
  editor.keyCommandMap.Tab = ({ shiftKey, ctrlKey, altKey, metaKey }, [start, end], value) => {
    if (isLeaving || ctrlKey || altKey || metaKey || editor.options.readOnly) return false;
    if (shiftKey || value.slice(start, end).includes("\n")) indentLines(start, end, shiftKey);
    else insertText(editor, INDENT.slice((start - lineStart(start)) % INDENT.length));
    return true;
  };
  editor.keyCommandMap.Enter = ({ shiftKey, ctrlKey, altKey, metaKey }, [start], value) => {
    if (shiftKey || ctrlKey || altKey || metaKey || editor.options.readOnly) return false;
    const before = value.slice(lineStart(start), start);
    const indent = (/^[ \t]*/.exec(before) ?? [""])[0] + (/:\s*(?:#.*)?$/.test(before) ? INDENT : "");
    if (!indent) return false; // the browser's own key: at the end of the text, `insertText` would eat a character
    insertText(editor, `\n${indent}`);
    return true;
  };
  // A keyboard may insert a whole text, such as its clipboard. Chromium would insert and report each line by itself, and
  // coloring the text every time takes half a minute for 3,000 lines.
  textarea.addEventListener(
    "beforeinput",
    (event) => {
      const { inputType, data, isTrusted } = event;
      if (!isTrusted || isInserting || editor.options.readOnly || inputType !== "insertText") return;
      if (!data?.includes("\n")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      isInserting = true; // else the event of `insertText` comes here again
      insertText(editor, data);
      isInserting = false;
    },
    true,
  );
  textarea.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" && key !== "Shift" && key !== "Tab") isLeaving = false;
  });
  addEventListener("keydown", ({ key }) => (isTabbing = key === "Tab" || (isTabbing && key === "Shift")), true);
  addEventListener("pointerdown", () => (isTabbing = isLeaving = false), true);
  textarea.addEventListener("focus", () => (isLeaving = isTabbing));
  textarea.addEventListener("blur", () => (isLeaving = false));

  return {
    /**
     * @param {string} text in a text to read, numbers replace invisible characters
     * @param {boolean} readOnly
     * @param {string} label
     */
    open(text, readOnly, label) {
      let growth = 0;
      replaced = new Set();
      const shown = text.replace(everyHidden, (character, _group, /** @type {number} */ at) => {
        const number = numberOf(character);
        replaced.add(at + growth);
        growth += number.length - character.length;
        return number;
      });
      isOpening = true;
      editor.setOptions({ value: readOnly ? shown : text, readOnly });
      isOpening = false;
      textarea.setAttribute("aria-label", label);
    },
    /** @param {string} label */
    name(label) {
      textarea.setAttribute("aria-label", label);
    },
    /** @param {string} text marks as JSON */
    mark(text) {
      marks = JSON.parse(text);
      showMarks();
    },
    /** @param {number} line */
    goTo(line) {
      const lines = editor.value.split("\n");
      const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
      textarea.focus();
      textarea.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
      editor.lines[line]?.scrollIntoView({ block: "center" });
    },
  };
}

/** Shows invisible characters in the colored text by their numbers. Nothing then turns its order around. */
class HiddenMarks {
  /** @param {RegExp} pattern of a character to show, as a group */
  constructor(pattern) {
    this.pattern = pattern;
    this.at = 0; // in the text
    this.column = 0;
    /** @type {{ token: Token, numbers: string[], start: number } | undefined} the last mark of the line */
    this.mark = undefined;
  }

  /** @param {import("prism-code-editor/prism").TokenStream} tokens */
  reveal(tokens) {
    for (let n = 0; n < tokens.length; n++) {
      const token = tokens[n];
      if (typeof token !== "string") {
        if (typeof token.content === "string" && this.pattern.test(token.content)) token.content = [token.content];
        if (typeof token.content === "string") this.pass(token.content);
        else this.reveal(Array.isArray(token.content) ? token.content : [token.content]);
      } else {
        const parts = token.split(this.pattern).map((part, place) => (place % 2 ? this.show(part) : this.pass(part)));
        const kept = parts.filter(Boolean); // an empty one would end the line
        tokens.splice(n, 1, ...kept);
        n += kept.length - 1;
      }
    }
  }

  /** @param {string} text */
  pass(text) {
    const lineEnd = text.lastIndexOf("\n");
    if (lineEnd >= 0) this.mark = undefined;
    this.column = lineEnd >= 0 ? text.length - lineEnd - 1 : this.column + text.length;
    this.at += text.length;
    return text;
  }

  /**
   * Return the mark of a character. If the mark before it would cover it, that one gets its number.
   * @param {string} character
   * @returns {Token | string}
   */
  show(character) {
    const number = numberOf(character);
    this.at += character.length;
    const { mark } = this;
    if (mark && this.column < mark.start + mark.token.content.length * MARK_SIZE) {
      mark.numbers.push(number);
      const more = mark.numbers.length - MAX_MARK_NUMBERS;
      mark.token.content = mark.numbers.slice(0, MAX_MARK_NUMBERS).join("") + (more > 0 ? `+${more}` : "");
      return new Token("hidden tucked", "", character);
    }
    const token = new Token("hidden tucked", number, character);
    this.mark = { token, numbers: [number], start: this.column };
    return token;
  }
}

/** Colors the numbers in a text to read that replace a character, and none that somebody has typed. */
class ReplacedMarks extends HiddenMarks {
  /** @param {Set<number>} places of the numbers */
  constructor(places) {
    super(/(⟨U\+[0-9A-F]{4,6}⟩)/);
    this.places = places;
  }

  /** @override @param {string} number */
  show(number) {
    const isReplaced = this.places.has(this.at);
    this.pass(number);
    return isReplaced ? new Token("hidden", number, number) : number;
  }
}

/** @param {string} character */
function numberOf(character) {
  return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
