// @ts-check
// Whether this page may store things, asked before Python keeps the page busy: PyScript waits for that answer.
// times that storage is waited for, 100 ms each: while Python keeps the page busy, neither it nor the clock is heard
const PROBE = 15;

/**
 * PyScript waits for IndexedDB for ever where it is refused (a foreign frame, strict settings), so ask first.
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
