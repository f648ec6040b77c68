// @ts-check
// Probes if this page may store data, before Python keeps the page busy. PyScript waits for the answer.
// Number of waits of 100 ms each: while Python keeps the page busy, neither storage nor the clock can answer.
const PROBE = 15;

/**
 * PyScript would wait forever for IndexedDB if it is refused (in a foreign frame, or by strict settings).
 * @returns {Promise<boolean>}
 */
function probe() {
  return new Promise((resolve) => {
    /** @type {number | undefined} */
    let timer;
    /** @param {boolean} allowed */
    const answer = (allowed) => {
      clearTimeout(timer);
      resolve(allowed);
    };
    /** @param {number} left */
    const wait = (left) => {
      if (left) timer = setTimeout(wait, 100, left - 1);
      else answer(false);
    };
    wait(PROBE);
    try {
      const asked = indexedDB.open("palaces-probe");
      asked.onsuccess = () => {
        asked.result.close();
        answer(true);
      };
      asked.onerror = (event) => {
        event.preventDefault();
        answer(false);
      };
    } catch {
      answer(false);
    }
  });
}

export const storage = probe();
