// @ts-check
// Makes the memory image that later visits start from (see image.js), and says "kept", or why not.
import { begin, ours, parts } from "./begin.js";
import { keep } from "./image.js";
import { gathered } from "./pages.js";

try {
  const python = ours(await begin(parts(), { forImage: true }));
  python.pyimport("palaces.image").fill();
  await keep(gathered(python.makeMemorySnapshot(), python._api.fresh));
  postMessage("kept");
} catch (error) {
  postMessage(error instanceof Error ? error.message : String(error));
}
