// @ts-check
// A memory image of a Python that has imported everything: later visits start from it. A worker makes it on the visitor's
// own machine (image-worker.js) and leaves it in Cache Storage, for this release and this browser only. Without it,
// whatever the reason, a visit starts as the first one did.
import { read } from "./pages.js";

const HOME = new URL("../../", import.meta.url);
const CACHE = `palaces-image-${HOME.href}`; // project pages share their origin with others
const PLACE = new URL("image", import.meta.url).href; // within the folder of this release

/** @param {BufferSource} bytes */
async function checksum(bytes) {
  return [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].join(" ");
}

/** The image that is kept; none if there is none, or if it is not what was kept. */
export async function kept() {
  try {
    const found = await caches.match(PLACE, { cacheName: CACHE });
    if (!found || found.headers.get("x-browser") !== navigator.userAgent) return undefined;
    const bytes = await found.arrayBuffer();
    if ((await checksum(bytes)) !== found.headers.get("x-checksum")) throw new Error("the memory image is damaged");
    return read(bytes);
  } catch (error) {
    await forget(error);
    return undefined;
  }
}

/**
 * Keep an image, and no other.
 * @param {BufferSource} bytes as `pages.js` writes it
 */
export async function keep(bytes) {
  const headers = { "x-browser": navigator.userAgent, "x-checksum": await checksum(bytes) };
  await caches.delete(CACHE);
  await (await caches.open(CACHE)).put(PLACE, new Response(bytes, { headers }));
}

/**
 * An image that was of no use is not tried again.
 * @param {unknown} error
 */
export async function forget(error) {
  console.info(`No memory image: ${error instanceof Error ? error.message : error}`);
  try {
    await caches.delete(CACHE);
  } catch {
    // storage is refused, so there is nothing in it
  }
}
