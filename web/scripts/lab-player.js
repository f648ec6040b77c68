// @ts-check
// The worker of a bot, from a blob in the sandboxed frame. Python starts from the bytes that the page has handed over.
// The policy of the frame blocks network and storage, so this script need not.
const MAX_MEMORY_BYTES = 256 * 2 ** 20;
const MEMORY_PAGE_BYTES = 2 ** 16; // of WebAssembly
const FIRST_SAMPLE_MS = 1000; // of a move, until its line is sampled
const SAMPLE_PAUSE_MS = 200;
const LIBRARY = "/lib/python314.zip";
const REST_PATH = "/lib/lab-library.zip"; // modules of the library that the page does not need
const APP_PATH = "/lib/app.zip";

let nextSample = Infinity;
/** @type {number | null} the line in which the bot has raised the recursion limit */
let limitLine = null;

/** Python reads the signal in it from time to time, even in an endless loop. */
const signals = {
  get 0() {
    if (performance.now() < nextSample) return 0;
    nextSample = performance.now() + SAMPLE_PAUSE_MS;
    return 2; // SIGINT, whose handler samples the line
  },
  set 0(_signal) {},
};

/** Let no memory grow above the limit. Python then raises a MemoryError. */
function limitMemory() {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * MEMORY_PAGE_BYTES > MAX_MEMORY_BYTES) throw new RangeError("out of memory");
    return grow.call(this, pages);
  };
}

/** Keep the bot's prints out of the console. The lab's log has them. */
function silenceConsole() {
  for (const name of Object.keys(console)) Object.assign(console, { [name]: () => {} });
}

/** @param {BlobPart} bytes of a module */
async function importBytes(bytes) {
  const address = URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }));
  try {
    return await import(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * @typedef {"loader" | "interpreter" | "wasm" | "lock" | "library" | "rest" | "packages"} FileName
 * @param {Record<FileName, ArrayBuffer> & { image?: ArrayBuffer, unpacker: string, language: string }} files see
 *   `lab-files.js`
 */
async function startPython(files) {
  const { fetch, importScripts } = self;
  self.fetch = async () => new Response(files.lock); // Pyodide asks for nothing else
  self.importScripts = () => {
    throw new TypeError("Pyodide tries it with a script that the policy forbids."); // and browsers report that
  };
  const [{ loadPyodide }, { default: createPyodideModule }, { unpackImage }] = await Promise.all(
    [files.loader, files.interpreter, files.unpacker].map(importBytes),
  );
  const python = await loadPyodide({
    indexURL: "https://lab.invalid/",
    createPyodideModule,
    wasm: files.wasm && WebAssembly.compile(files.wasm),
    stdLibURL: Promise.resolve(files.image ? undefined : new Uint8Array(files.library)),
    _loadSnapshot: files.image && Promise.resolve(unpackImage(files.image)),
    stdout: () => {},
    stderr: () => {},
  });
  Object.assign(self, { fetch, importScripts });
  python.pyimport("random").seed(); // otherwise the image would give the same random numbers at every start
  python.FS.writeFile(APP_PATH, new Uint8Array(files.packages));
  python.FS.writeFile(REST_PATH, new Uint8Array(files.rest));
  python._api.sys.path.append(REST_PATH);
  if (files.image) python.FS.writeFile(LIBRARY, new Uint8Array(files.library));
  else python._api.sys.path.insert(0, APP_PATH);
  if (files.language) python.pyimport("palaces.app.i18n").load_language(files.language);
  return python;
}

/** @param {unknown} error that ended Python, in the form of the bot's own errors */
function describeCrash(error) {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const isEnd = name === "Exit" || error instanceof WebAssembly.RuntimeError; // such as a signal that the bot sent
  const isDeep = /call stack|too much recursion/i.test(message);
  const isMemory = !isDeep && (error instanceof RangeError || /memory/i.test(String(error)));
  return {
    reason: isMemory ? "memory" : "error",
    type: isDeep ? "StackOverflow" : isEnd ? "SystemExit" : name,
    message: message.trim().split("\n").pop()?.slice(0, 500),
    line: isDeep ? limitLine : null,
    trace: [],
  };
}

onmessage = async ({ data: files, ports: [port] }) => {
  onmessage = null;
  silenceConsole();
  limitMemory();
  const send = port.postMessage.bind(port);
  try {
    const python = await startPython(files);
    const player = python
      .pyimport("palaces.workers.lab_player")
      .start(send, (/** @type {number} */ line) => (limitLine = line));
    python.setInterruptBuffer(signals);
    port.onmessage = ({ data: text }) => {
      nextSample = performance.now() + FIRST_SAMPLE_MS;
      try {
        send(player.answer(text));
      } catch (error) {
        send(JSON.stringify({ error: describeCrash(error), log: [], dropped: 0, isOver: true }));
      } finally {
        nextSample = Infinity;
      }
    };
    send(JSON.stringify({ started: true }));
  } catch (error) {
    send(JSON.stringify({ started: false, message: String(error) }));
  }
};
