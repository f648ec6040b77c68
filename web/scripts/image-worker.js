// @ts-check
// Makes the memory image that later visits start from (see image.js), and says "kept", or why not.
import { begin, parts } from "./begin.js";
import { keep } from "./image.js";

try {
  const python = await begin(parts(), { forImage: true });
  python.pyimport("palaces.image").fill();
  await keep(python.makeMemorySnapshot());
  postMessage("kept");
} catch (error) {
  postMessage(error instanceof Error ? error.message : String(error));
}
