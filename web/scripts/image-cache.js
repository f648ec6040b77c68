// @ts-check
// The memory image, unpacked: a visit leaves it in Cache Storage for those after it, which need not unpack it again.
// Without it, whatever the reason, a visit starts as the first one did.
const HOME = new URL("../../", import.meta.url);
const CACHE = `palaces-image-${HOME.href}`; // project pages share their origin with others
const PLACE = new URL("../memory.bin", import.meta.url).href; // within the folder of this release
const NOTE = new URL("../rehearsed", import.meta.url).href;

const PATIENCE = 1000; // ms that storage may take to say whether it has one

/** @param {BufferSource} bytes */
async function checksum(bytes) {
  return [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].join(" ");
}

/**
 * The image that is kept; none if there is none, or if it is not what was kept.
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
 * Keep an image, and no other.
 * @param {ArrayBuffer} bytes
 */
export async function keep(bytes) {
  const headers = { "x-checksum": await checksum(bytes) };
  await caches.delete(CACHE);
  await (await caches.open(CACHE)).put(PLACE, new Response(bytes, { headers }));
}

/**
 * Whether the computer players' search is still to be rehearsed with this release, in a browser that can keep the
 * outcome.
 */
export async function isToRehearse() {
  try {
    const [image, note] = await Promise.all([PLACE, NOTE].map((place) => caches.match(place, { cacheName: CACHE })));
    return Boolean(image && !note);
  } catch {
    return false; // storage is refused
  }
}

/** From now on it has been. */
export async function noteRehearsal() {
  try {
    await (await caches.open(CACHE)).put(NOTE, new Response());
  } catch {
    // storage is full, so it is rehearsed again
  }
}

/** An image that was of no use is not tried again. */
export async function forget() {
  try {
    await caches.delete(CACHE);
  } catch {
    // storage is refused, so there is nothing in it
  }
}
