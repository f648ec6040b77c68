// @ts-check
// Where the browser offers to install the site, a quiet control of the page takes it up; nothing else asks for it.
export {}; // a module, though it has nothing to give

/** @typedef {Event & { prompt: () => Promise<unknown> }} Offer of a browser; no standard has it yet */

const root = document.documentElement;
/** @type {Offer | undefined} */
let offer;

/** @param {Offer} [made] */
function show(made) {
  offer = made;
  root.toggleAttribute("data-installable", Boolean(made));
}

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault(); // or a bar of the browser's own lies over the table
  show(/** @type {Offer} */ (event));
});
addEventListener("appinstalled", () => show());
addEventListener("click", ({ target }) => {
  if (!(target instanceof Element) || !target.closest("#install")) return;
  offer?.prompt();
  show(); // it can be taken up once
});
