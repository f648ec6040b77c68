// A bot's own Python: JSON text in, JSON text out, on a thread of its own. Says {"ready": true} when it can think.
import { loadPyodide } from "../pyodide/pyodide.js";

const at = (path) => new URL(path, import.meta.url).href;
const requests = [];
onmessage = (event) => requests.push(event.data); // asked before Python is up: kept for later

const [python, app] = await Promise.all([
  loadPyodide({ indexURL: at("../pyodide/") }),
  fetch(at("../app.zip")).then((answer) => (answer.ok ? answer.arrayBuffer() : Promise.reject(new Error(`app.zip: error ${answer.status}`)))),
]);
python.unpackArchive(app, "zip");
const handle = python.pyimport("palaces.worker").handle;

function answer(text) {
  try {
    postMessage(handle(text));
  } catch (error) {
    let asked = {};
    try {
      asked = JSON.parse(text);
    } catch {
      // not even JSON: the answer belongs to no request
    }
    postMessage(JSON.stringify({ ask: asked.ask, id: asked.id, error: error.message }));
  }
}

onmessage = (event) => answer(event.data);
postMessage(JSON.stringify({ ready: true }));
requests.forEach(answer);
