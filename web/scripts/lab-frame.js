// @ts-check
// The script of the sandboxed frame of the lab. Its origin is opaque, and its policy allows no network. It has one worker
// for each bot, and can always end it. The worker and the page talk through a port, without the frame.
const policy = self.trustedTypes?.createPolicy("palaces", {
  createScriptURL: (/** @type {string} */ address) => address, // of the blob below
});
/** @type {Map<number, Worker>} */
const workers = new Map();
let address = "";
/** @type {Record<string, unknown>} */
let files = {};

onmessage = ({ source, data, ports: [port] }) => {
  if (source !== parent) return;
  if (data.code) {
    address = URL.createObjectURL(new Blob([data.code], { type: "text/javascript" }));
    files = data.files;
  } else if (data.start) {
    const worker = new Worker(policy ? policy.createScriptURL(address) : address);
    worker.onerror = (event) => {
      event.preventDefault();
      parent.postMessage({ failed: data.start, message: event.message }, "*");
    };
    workers.set(data.start, worker);
    worker.postMessage(files, [port]);
  } else {
    workers.get(data.end)?.terminate();
    workers.delete(data.end);
  }
};
