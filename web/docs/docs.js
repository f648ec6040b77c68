// @ts-check
// The docs without Python: search, copying, the current section, and the version.

export {}; // a module, with names of its own

const MAX_RESULTS = 12;
const SNIPPET_CHARS = 110;
const COPIED_MS = 2000;
const READING_LINE_PX = 120; // a little below the bar

/** @typedef {[address: string, page: string, section: string, text: string]} Entry */

const find = /** @type {HTMLElement} */ (document.querySelector(".docs-find"));
const input = /** @type {HTMLInputElement} */ (document.getElementById("docs-search"));
const results = /** @type {HTMLOListElement} */ (find.querySelector(".docs-results"));
const report = /** @type {HTMLElement} */ (document.getElementById("docs-found"));
const indexAddress = new URL(find.dataset.index ?? "", location.href);
/** @type {Promise<Entry[]> | undefined} */
let loading;

/** Load what can be searched, once. A failed try is not the last one. */
function loadIndex() {
  loading ??= fetch(indexAddress)
    .then((answer) => {
      if (!answer.ok) throw new Error(`${answer.status}`);
      return answer.json();
    })
    .catch((error) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

/**
 * Return how well an entry fits all words; 0 if one is missing. A word in a title counts more, and a whole word most.
 * @param {Entry} entry
 * @param {string[]} words in lower case
 */
function scoreEntry([, page, section, text], words) {
  const fields = /** @type {[string, number][]} */ ([
    [section || page, 8],
    [page, 3],
    [text, 1],
  ]);
  let sum = 0;
  for (const word of words) {
    let best = 0;
    for (const [field, weight] of fields) {
      const low = field.toLowerCase();
      const at = low.indexOf(word);
      if (at < 0) continue;
      const starts = at === 0 || /[^\p{L}\p{N}]/u.test(low[at - 1]);
      best = Math.max(best, weight * (low === word ? 4 : starts ? 2 : 1));
    }
    if (!best) return 0;
    sum += best;
  }
  return sum;
}

/**
 * Return the part of a text around the first of these words.
 * @param {string} text
 * @param {string[]} words
 */
function snippet(text, words) {
  const at = Math.max(0, Math.min(...words.map((word) => (text.toLowerCase().indexOf(word) + 1 || Infinity) - 1)));
  const from = Number.isFinite(at) ? Math.max(0, text.lastIndexOf(" ", Math.max(0, at - 30)) + 1) : 0;
  const part = text.slice(from, from + SNIPPET_CHARS);
  return `${from ? "…" : ""}${part}${from + SNIPPET_CHARS < text.length ? "…" : ""}`;
}

/**
 * Return a text whose parts that match are marked.
 * @param {string} text
 * @param {string[]} words
 */
function marked(text, words) {
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "gi");
  return text.split(pattern).map((part, n) => {
    if (n % 2 === 0) return part;
    const mark = document.createElement("mark");
    mark.textContent = part;
    return mark;
  });
}

/**
 * @param {Entry} entry
 * @param {string[]} words
 */
function resultItem([address, page, section, text], words) {
  const link = document.createElement("a");
  link.href = new URL(address, indexAddress).href;
  const title = document.createElement("b");
  title.textContent = section || page;
  const about = document.createElement("span");
  about.append(...(section ? [`${page} · `] : []), ...marked(snippet(text, words), words));
  link.append(title, about);
  const item = document.createElement("li");
  item.append(link);
  return item;
}

async function search() {
  const asked = input.value;
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return hideResults();
  /** @type {Entry[]} */
  let entries;
  try {
    entries = await loadIndex();
  } catch {
    if (asked === input.value) report.textContent = showNothing("Search needs one visit online. Try again then.");
    return;
  }
  if (asked !== input.value) return; // another letter came first
  const found = entries
    .map((entry) => ({ entry, score: scoreEntry(entry, words) }))
    .filter(({ score }) => score)
    .sort((one, other) => other.score - one.score);
  if (!found.length) {
    report.textContent = showNothing("Nothing found. Try fewer words.");
    return;
  }
  results.replaceChildren(...found.slice(0, MAX_RESULTS).map(({ entry }) => resultItem(entry, words)));
  results.hidden = false;
  report.textContent = found.length === 1 ? "1 result" : `${found.length} results`;
}

/**
 * Show a sentence in place of results. Return it.
 * @param {string} sentence
 */
function showNothing(sentence) {
  const item = document.createElement("li");
  item.className = "docs-nothing";
  item.textContent = sentence;
  results.replaceChildren(item);
  results.hidden = false;
  return sentence;
}

function hideResults() {
  results.hidden = true;
  results.replaceChildren();
  report.textContent = "";
}

/** @param {KeyboardEvent} event */
function moveInResults(event) {
  const links = [...results.querySelectorAll("a")];
  if (event.key === "Escape") {
    if (results.hidden) return;
    hideResults();
    input.focus();
  } else if (event.key === "Enter" && event.target === input && links.length) {
    links[0].click();
  } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && links.length) {
    const at = links.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement));
    const next = at + (event.key === "ArrowDown" ? 1 : -1);
    if (next < 0) input.focus();
    else links[Math.min(next, links.length - 1)].focus();
  } else {
    return;
  }
  event.preventDefault();
}

find.hidden = false;
input.addEventListener("input", search);
input.addEventListener("focus", () => loadIndex().catch(() => {}), { once: true });
find.addEventListener("keydown", moveInResults);
document.addEventListener("click", (event) => {
  if (!find.contains(/** @type {Node} */ (event.target))) hideResults();
});
find.addEventListener("focusout", ({ relatedTarget }) => {
  if (relatedTarget instanceof Node && !find.contains(relatedTarget)) hideResults();
});
document.addEventListener("keydown", (event) => {
  const typing = event.target instanceof Element && event.target.closest("input, textarea, select");
  if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  input.focus();
  input.select();
});

/**
 * Return the code of a block as somebody would type it: without prompts, and without what a console answers.
 * @param {HTMLElement} block
 */
function plainCode(block) {
  const code = block.querySelector("code");
  const text = code?.textContent ?? "";
  if (!code?.classList.contains("language-pycon")) return text;
  const typed = text.split("\n").filter((line) => /^(>>>|\.\.\.)( |$)/.test(line));
  return typed.map((line) => line.slice(4)).join("\n");
}

for (const button of document.querySelectorAll(".docs-copy")) {
  if (!(button instanceof HTMLButtonElement) || !navigator.clipboard) continue;
  const label = /** @type {Text} */ (button.lastChild);
  const usual = label.data;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const block = /** @type {HTMLElement} */ (button.closest(".docs-code"));
    try {
      await navigator.clipboard.writeText(plainCode(block));
      label.data = report.textContent = "Copied";
    } catch {
      getSelection()?.selectAllChildren(/** @type {HTMLElement} */ (block.querySelector("pre")));
      label.data = report.textContent = "Press Ctrl+C";
    }
    setTimeout(() => (label.data = usual), COPIED_MS);
  });
}

// The section that is being read: the last one whose heading has reached the bar.
const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll(".docs-toc a")]);
const sections = links.map(({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))));
function markSection() {
  const isEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
  const passed = sections.filter((section) => section && section.getBoundingClientRect().top < READING_LINE_PX);
  const at = isEnd && scrollY ? sections.length - 1 : Math.max(0, passed.length - 1);
  links.forEach((link, n) =>
    n === at ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current"),
  );
}
if (links.length) {
  document.addEventListener("scroll", markSection, { passive: true });
  markSection();
}

const menu = /** @type {HTMLElement} */ (document.getElementById("docs-menu"));
menu.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest(".docs-toc a") && menu.matches(":popover-open"))
    menu.hidePopover();
});
const tree = /** @type {HTMLElement} */ (document.querySelector(".docs-tree"));
const current = tree.querySelector("a.current");
if (current instanceof HTMLElement) {
  current.ariaCurrent = "page";
  tree.scrollTop = Math.max(0, current.offsetTop + current.offsetHeight - tree.clientHeight);
}

const version = /** @type {HTMLSelectElement} */ (document.querySelector(".docs-version"));
version.addEventListener("change", () => {
  if (version.value) location.href = new URL(version.dataset.page ?? "", new URL(version.value, location.href)).href;
});
