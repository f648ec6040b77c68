// @ts-check
// A memory image of a Python that has imported everything: later visits start from it. A worker makes it on the visitor's
// own machine (image-worker.js) and leaves it in Cache Storage, for this release and this browser only. Without it,
// whatever the reason, a visit starts as the first one did.
const PAGE = 4096; // bytes; of most of them an image has nothing to tell
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
    return spread(bytes);
  } catch (error) {
    await forget(error);
    return undefined;
  }
}

/**
 * Keep an image, and no other.
 * @param {Uint8Array} image
 */
export async function keep(image) {
  const bytes = gathered(image);
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

/**
 * The pages of an image that are not empty: its length, their number, their places, and themselves.
 * @param {Uint8Array} image
 */
function gathered(image) {
  const words = new BigUint64Array(image.buffer, image.byteOffset, image.length / 8);
  const places = [];
  for (let at = 0; at < words.length; at += PAGE / 8) {
    if (words.subarray(at, at + PAGE / 8).some((word) => word !== 0n)) places.push(at * 8);
  }
  const head = Uint32Array.of(image.length, places.length, ...places);
  const bytes = new Uint8Array(head.byteLength + places.length * PAGE);
  bytes.set(new Uint8Array(head.buffer));
  places.forEach((place, n) => bytes.set(image.subarray(place, place + PAGE), head.byteLength + n * PAGE));
  return bytes;
}

/** @param {ArrayBuffer} bytes */
function spread(bytes) {
  const [length, count] = new Uint32Array(bytes, 0, 2);
  const places = new Uint32Array(bytes, 8, count);
  const image = new Uint8Array(length);
  places.forEach((place, n) => {
    const from = 8 + places.byteLength + n * PAGE;
    image.set(new Uint8Array(bytes, from, Math.min(PAGE, length - place)), place);
  });
  return image;
}
