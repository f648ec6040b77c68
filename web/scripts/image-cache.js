// @ts-check
// Keeps the unpacked memory image in Cache Storage, so that later visits need not unpack it again. Without it, a visit
// starts as the first one did.
const HOME = new URL("../../", import.meta.url);
const CACHE = `palaces-image-${HOME.href}`; // sites of one owner may share their origin
const PLACE = new URL("../memory.bin", import.meta.url).href; // in the folder of this release
const NOTE = new URL("../rehearsed", import.meta.url).href;

const PATIENCE = 1000; // ms for the storage to answer

/** @param {BufferSource} bytes */
async function checksum(bytes) {
  return [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].join(" ");
}

/**
 * Return the cached image, or nothing if there is none or it is damaged.
 * @returns {Promise<ArrayBuffer | undefined>}
 */
export async function kept() {
  try {
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
    const found = await Promise.race([caches.match(PLACE, { cacheName: CACHE }), late]);
    const bytes = await found?.arrayBuffer();
    if (!bytes || (await checksum(bytes)) === found.headers.get("x-checksum")) return bytes;
    await forget();
  } catch {
    // storage is refused
  }
}

/**
 * Cache an image, and remove all others.
 * @param {ArrayBuffer} bytes
 */
export async function keep(bytes) {
  const headers = { "x-checksum": await checksum(bytes) };
  await caches.delete(CACHE);
  await (await caches.open(CACHE)).put(PLACE, new Response(bytes, { headers }));
}

/**
 * Return true if the bots' search still needs its warm-up with this release, in a browser that can keep the compiled
 * code.
 */
export async function isToRehearse() {
  try {
    const [image, note] = await Promise.all([PLACE, NOTE].map((place) => caches.match(place, { cacheName: CACHE })));
    return Boolean(image && !note);
  } catch {
    return false; // storage is refused
  }
}

/** Record that the warm-up has run. */
export async function noteRehearsal() {
  try {
    await (await caches.open(CACHE)).put(NOTE, new Response());
  } catch {
    // storage is full, so the warm-up runs again
  }
}

/** Remove an image that did not work. */
export async function forget() {
  try {
    await caches.delete(CACHE);
  } catch {
    // storage is refused, so it has no image
  }
}
