// @ts-check
// Probes if this page may store data, before Python keeps the page busy. PyScript waits for the answer.
// Number of waits of 100 ms each: while Python keeps the page busy, neither storage nor the clock can answer.
const MAX_WAITS = 15;

/**
 * PyScript would wait forever for IndexedDB if it is refused (in a foreign frame, or by strict settings).
 * @returns {Promise<boolean>}
 */
function probeStorage() {
  return new Promise((resolve) => {
    /** @type {number | undefined} */
    let timer;
    /** @param {boolean} allowed */
    const finishProbe = (allowed) => {
      clearTimeout(timer);
      resolve(allowed);
    };
    /** @param {number} left */
    const waitLonger = (left) => {
      if (left) timer = setTimeout(waitLonger, 100, left - 1);
      else finishProbe(false);
    };
    waitLonger(MAX_WAITS);
    try {
      const request = indexedDB.open("palaces-probe");
      request.onsuccess = () => {
        request.result.close();
        finishProbe(true);
      };
      request.onerror = (event) => {
        event.preventDefault();
        finishProbe(false);
      };
    } catch {
      finishProbe(false);
    }
  });
}

export const storage = probeStorage();
