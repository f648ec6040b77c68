// @ts-check
// The editor of the lab: a text area with colors and line numbers behind it (prism-code-editor), and a few keys. The
// build bundles it, for this page alone.
import { createEditor } from "prism-code-editor";
import "prism-code-editor/prism/languages/python";
import { insertText } from "prism-code-editor/utils";

const INDENT = "    ";

/** @typedef {{ line: number, kind: string, note: string }} Mark a line that stands out */

/**
 * Make an editor in an element. `onText` gets every text that a person writes.
 * @param {HTMLElement} place
 * @param {(text: string) => void} onText
 */
export function makeEditor(place, onText) {
  /** @type {Mark[]} */
  let marks = [];
  let isLeaving = false; // after Esc, Tab leaves the editor
  let isOpening = true; // then the text is not that of a person

  const editor = createEditor(place, {
    language: "python",
    tabSize: INDENT.length,
    value: "",
    onUpdate(text) {
      showMarks();
      if (!isOpening) onText(text);
    },
  });
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
    const indent = (/^[ \t]*/.exec(before) ?? [""])[0];
    insertText(editor, `\n${indent}${/:\s*(?:#.*)?$/.test(before) ? INDENT : ""}`);
    return true;
  };
  textarea.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" && key !== "Shift" && key !== "Tab") isLeaving = false;
  });
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
