// @ts-check
// The certificate of this device, by which other devices at a table know it again.

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", expires: 30 * 864e5 };
const SPARE_MS = 864e5;

/**
 * Return the kept certificate, or a new one. It lasts only as long as the page if this device keeps nothing.
 * @param {boolean} keep
 */
export async function ownCertificate(keep) {
  try {
    const store = keep ? await openStore() : null;
    const kept = store && (await answer(store.transaction("keys").objectStore("keys").get("own")));
    if (kept instanceof RTCCertificate && kept.expires > Date.now() + SPARE_MS) return kept;
    const made = await RTCPeerConnection.generateCertificate(ALGORITHM);
    if (store) await answer(store.transaction("keys", "readwrite").objectStore("keys").put(made, "own"));
    return made;
  } catch {
    return RTCPeerConnection.generateCertificate(ALGORITHM);
  }
}

function openStore() {
  const opening = indexedDB.open("palaces-together", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("keys");
  return answer(opening);
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T | null>} the stored object; null for an error */
function answer(request) {
  return new Promise((resolve) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(null);
  });
}
