// @ts-check
// The format of a memory image: the pages of a Python's memory that changed after its start, with their places.
const PAGE_BYTES = 4096;

/**
 * Pyodide's notes about the image, and a function that copies the image into fresh memory.
 * @typedef {{ head: Uint8Array, lay: (memory: Uint8Array) => void }} Image
 */

/**
 * Pack an image for storage.
 * @param {Uint8Array} image from Pyodide: its notes, then the whole memory
 * @param {Uint8Array} fresh the memory before the start of Python
 */
export function packImage(image, fresh) {
  const [, start] = new Uint32Array(image.buffer, image.byteOffset, 2);
  const memory = image.subarray(start);
  const [now, then] = [memory, fresh].map(
    (bytes) => new BigUint64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8),
  );
  const places = [];
  for (let at = 0; at < memory.length; at += PAGE_BYTES) {
    const from = at / 8;
    if (now.subarray(from, from + PAGE_BYTES / 8).some((word, n) => word !== (then[from + n] ?? 0n))) places.push(at);
  }
  const top = Uint32Array.of(memory.length, start, places.length, ...places);
  const bytes = new Uint8Array(top.byteLength + start + places.length * PAGE_BYTES);
  bytes.set(new Uint8Array(top.buffer));
  bytes.set(image.subarray(0, start), top.byteLength);
  places.forEach((place, n) =>
    bytes.set(memory.subarray(place, place + PAGE_BYTES), top.byteLength + start + n * PAGE_BYTES),
  );
  return bytes;
}

/**
 * Read a stored image.
 * @param {ArrayBuffer} bytes
 * @returns {Image}
 */
export function unpackImage(bytes) {
  const [size, start, count] = new Uint32Array(bytes, 0, 3);
  const places = new Uint32Array(bytes, 12, count);
  const from = 12 + places.byteLength;
  if (bytes.byteLength !== from + start + count * PAGE_BYTES) throw new Error("The memory image is incomplete.");
  const pages = new Uint8Array(bytes, from + start);
  const copyPages = (/** @type {Uint8Array} */ memory) => {
    if (memory.length !== size) throw new Error("The memory image has the wrong size.");
    places.forEach((place, n) => memory.set(pages.subarray(n * PAGE_BYTES, (n + 1) * PAGE_BYTES), place));
  };
  return { head: new Uint8Array(bytes.slice(from, from + start)), lay: copyPages };
}
