// @ts-check
// The editor of the lab: a text area with colors and line numbers behind it (prism-code-editor), and a few keys. The
// build bundles it, for this page alone.
import { createEditor } from "prism-code-editor";
import { editHistory } from "prism-code-editor/commands";
import { Token } from "prism-code-editor/prism";
import "prism-code-editor/prism/languages/python";
import { insertText } from "prism-code-editor/utils";

const INDENT = "    ";

/** @typedef {{ line: number, kind: string, note: string }} Mark a line that stands out */

/**
 * Make an editor in an element. `onText` gets every text that a person writes.
 * @param {HTMLElement} place
 * @param {(text: string) => void} onText
 * @param {string} hiddenPattern of invisible characters, whose numbers the editor shows
 */
export function makeEditor(place, onText, hiddenPattern) {
  const hidden = new RegExp(`(${hiddenPattern})`, "u");
  const numbers = /(⟨U\+[0-9A-F]{4,6}⟩)/; // in a text to read, which has them in place of such characters
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
    onTokenize: (tokens) => revealHidden(tokens, opened?.options.readOnly ? numbers : hidden),
    onUpdate(text) {
      showMarks();
      if (!isOpening) onText(text);
    },
  });
  opened = editor;
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
    /** @param {string} text @param {boolean} readOnly @param {string} label */
    open(text, readOnly, label) {
      isOpening = true;
      editor.setOptions({ value: text, readOnly });
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

/**
 * Replace invisible characters in the colored text by their numbers. Nothing then turns its order around.
 * @param {import("prism-code-editor/prism").TokenStream} tokens
 * @param {RegExp} hidden matches one of them, as a group
 */
function revealHidden(tokens, hidden) {
  for (let at = tokens.length - 1; at >= 0; at--) {
    const token = tokens[at];
    if (typeof token !== "string") {
      if (typeof token.content === "string" && hidden.test(token.content)) token.content = [token.content];
      if (Array.isArray(token.content)) revealHidden(token.content, hidden);
    } else if (hidden.test(token)) {
      const parts = token.split(hidden).map((part, n) => (n % 2 ? hiddenToken(part) : part));
      tokens.splice(at, 1, ...parts.filter(Boolean)); // an empty one would end the line
    }
  }
}

/** @param {string} text an invisible character, or its number */
function hiddenToken(text) {
  const isNumber = text.startsWith("⟨");
  return new Token(isNumber ? "hidden" : "hidden tucked", isNumber ? text : numberOf(text), text);
}

/** @param {string} character */
function numberOf(character) {
  return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
