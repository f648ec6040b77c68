// @ts-check
// The memory image, unpacked: a visit leaves it in Cache Storage for those after it, which need not unpack it again. Without
// it, whatever the reason, a visit starts as the first one did.
const HOME = new URL("../../", import.meta.url);
const CACHE = `palaces-image-${HOME.href}`; // project pages share their origin with others
const PLACE = new URL("../memory.bin", import.meta.url).href; // within the folder of this release
const NOTE = new URL("../rehearsed", import.meta.url).href;

/** The image that is kept, if there is one. */
export async function kept() {
  try {
    const found = await caches.match(PLACE, { cacheName: CACHE });
    return await found?.arrayBuffer();
  } catch {
    return undefined; // storage is refused
  }
}

/**
 * Keep an image, and no other.
 * @param {ArrayBuffer} bytes
 */
export async function keep(bytes) {
  await caches.delete(CACHE);
  await (await caches.open(CACHE)).put(PLACE, new Response(bytes));
}

/** Whether the computer players' search has been rehearsed with this release, in this browser; from now on it is taken to be. */
export async function isRehearsed() {
  try {
    const cache = await caches.open(CACHE);
    if (await cache.match(NOTE)) return true;
    await cache.put(NOTE, new Response());
    return false;
  } catch {
    return true; // where nothing can be kept it would be for nothing
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
