// @ts-check
// Finds out before the first paint what this browser lacks, and says so on every page. No release can help then, so
// nothing else starts. It is written in the JavaScript of 2009, so that the oldest browsers run it.
(function () {
  var root = document.documentElement;
  var script = /** @type {HTMLScriptElement} */ (document.currentScript);
  /** @type {Record<string, string>} */
  var say = JSON.parse(script.getAttribute("data-say") || "{}");
  var isGame = root.hasAttribute("data-seats");
  var EMPTY_MODULE = [0, 97, 115, 109, 1, 0, 0, 0];
  // The newest features of the oldest browsers. `tests/test_supported_browsers.py` holds them beside the sources.
  var STYLES = ["(width: round(1px, 1px))", "(color: light-dark(red, red))", "selector(:has(a))"];
  var INTERFACES = [
    "AbortSignal.timeout",
    "Array.prototype.findLastIndex",
    "CSSStyleSheet.prototype.replaceSync",
    "DecompressionStream",
    "Document.prototype.adoptedStyleSheets",
    "Element.prototype.ariaLabel",
    "HTMLElement.prototype.inert",
    "HTMLElement.prototype.showPopover",
    "HTMLScriptElement.prototype.noModule",
    "Object.hasOwn",
    "PerformanceNavigationTiming",
  ];

  /**
   * Return true if the window has this property.
   * @param {string} path
   */
  function has(path) {
    var names = path.split(".");
    /** @type {unknown} */
    var owner = window;
    for (var n = 0; n < names.length; n += 1) {
      var known = /** @type {Record<string, unknown>} */ (owner);
      if (!known || !(names[n] in known)) return false;
      if (n < names.length - 1) owner = known[names[n]];
    }
    return true;
  }

  /** @param {string} condition */
  function isStyle(condition) {
    return CSS.supports(condition);
  }

  function isTooOld() {
    return !has("CSS.supports") || !STYLES.every(isStyle) || !INTERFACES.every(has);
  }

  /**
   * Return the reason why this page may not use WebAssembly. Only a page of a game may, by its own policy.
   * @param {unknown} error
   */
  function nameRefusal(error) {
    return /content.security.policy|\bcsp\b/i.test(String(error)) ? "policy" : "wasm";
  }

  function findLack() {
    if (location.protocol === "file:") return "disk";
    if (isTooOld()) return "old";
    if (typeof WebAssembly !== "object") return "wasm";
    if (!isGame) return "";
    try {
      new WebAssembly.Module(new Uint8Array(EMPTY_MODULE));
    } catch (error) {
      return nameRefusal(error);
    }
    return "";
  }

  // The start compiles and instantiates in the background, which a browser may refuse alone.
  function tryWasm() {
    var bytes = new Uint8Array(EMPTY_MODULE);
    Promise.resolve(new Response(bytes, { headers: { "Content-Type": "application/wasm" } }))
      .then(function (answer) {
        return WebAssembly.compileStreaming(answer);
      })
      .then(function () {
        return WebAssembly.compile(bytes);
      })
      .then(function (module) {
        return WebAssembly.instantiate(module);
      })
      .then(null, function (error) {
        show(nameRefusal(error));
      });
  }

  /** @type {(tag: string, text: string, parent: HTMLElement) => HTMLElement} */
  function add(tag, text, parent) {
    var element = document.createElement(tag);
    element.appendChild(document.createTextNode(text));
    parent.appendChild(element);
    return element;
  }

  /** @type {(parent: HTMLElement, text: string, address: string) => void} */
  function addLink(parent, text, address) {
    add("a", text, parent).setAttribute("href", address);
  }

  /** @param {string} lack */
  function render(lack) {
    var notice = document.createElement(isGame ? "main" : "div");
    notice.id = "lacks";
    if (isGame) add("h1", say.title, notice);
    add("p", say[lack], notice).setAttribute("role", "alert");
    if (isGame) {
      addLink(notice, say.again, "");
      addLink(notice, say.home, "./");
    }
    return notice;
  }

  /** @param {HTMLElement} notice */
  function insert(notice) {
    if (document.body) document.body.insertBefore(notice, document.body.firstChild);
    else
      setTimeout(function () {
        insert(notice);
      }, 5);
  }

  /** @param {string} lack */
  function show(lack) {
    if (root.hasAttribute("data-lacks")) return;
    root.setAttribute("data-lacks", lack);
    if (root.hasAttribute("data-embed")) parent.postMessage({ palaces: 1, stuck: true }, "*");
    insert(render(lack));
  }

  var lack = findLack();
  if (lack) show(lack);
  else if (isGame) tryWasm();
})();
