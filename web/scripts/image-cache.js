// @ts-check
// Keeps the unpacked memory image in Cache Storage, so that later visits need not unpack it again. Without it, a visit
// starts as the first one did.
const SITE = new URL("../../", import.meta.url);
const CACHE_NAME = `palaces-image-${SITE.href}`; // sites of one owner may share their origin
const IMAGE_URL = new URL("../memory.bin", import.meta.url).href; // in the folder of this release
const WARM_UP_URL = new URL("../rehearsed", import.meta.url).href;

const TIMEOUT_MS = 1000; // for the storage to answer

/** @param {BufferSource} bytes */
async function hashBytes(bytes) {
  return [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].join(" ");
}

/**
 * Return the cached image, or nothing if there is none or it is damaged.
 * @returns {Promise<ArrayBuffer | undefined>}
 */
export async function readImage() {
  try {
    const timeout = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
    const stored = await Promise.race([caches.match(IMAGE_URL, { cacheName: CACHE_NAME }), timeout]);
    const bytes = await stored?.arrayBuffer();
    if (!bytes || (await hashBytes(bytes)) === stored.headers.get("x-checksum")) return bytes;
    await deleteImage();
  } catch {
    // storage is refused
  }
}

/**
 * Cache an image, and remove all others.
 * @param {ArrayBuffer} bytes
 */
export async function storeImage(bytes) {
  const headers = { "x-checksum": await hashBytes(bytes) };
  await caches.delete(CACHE_NAME);
  await (await caches.open(CACHE_NAME)).put(IMAGE_URL, new Response(bytes, { headers }));
}

/**
 * Return true if the bots' search still needs its warm-up with this release, in a browser that can keep the compiled
 * code.
 */
export async function needsWarmUp() {
  try {
    const [image, note] = await Promise.all(
      [IMAGE_URL, WARM_UP_URL].map((place) => caches.match(place, { cacheName: CACHE_NAME })),
    );
    return Boolean(image && !note);
  } catch {
    return false; // storage is refused
  }
}

/** Record that the warm-up has run. */
export async function recordWarmUp() {
  try {
    await (await caches.open(CACHE_NAME)).put(WARM_UP_URL, new Response());
  } catch {
    // storage is full, so the warm-up runs again
  }
}

/** Remove an image that did not work. */
export async function deleteImage() {
  try {
    await caches.delete(CACHE_NAME);
  } catch {
    // storage is refused, so it has no image
  }
}
