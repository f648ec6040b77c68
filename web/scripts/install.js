// @ts-check
// Shows a quiet control if the browser offers to install the site. Nothing else asks the user to install.
export {}; // a module without exports

/** @typedef {Event & { prompt: () => Promise<unknown> }} Offer of a browser; no standard has it yet */

const root = document.documentElement;
/** @type {Offer | undefined} */
let offer;

/** @param {Offer} [current] */
function setOffer(current) {
  offer = current;
  root.toggleAttribute("data-installable", Boolean(current));
}

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault(); // otherwise the browser's own bar covers the table
  setOffer(/** @type {Offer} */ (event));
});
addEventListener("appinstalled", () => setOffer());
addEventListener("click", ({ target }) => {
  if (!(target instanceof Element) || !target.closest("#install")) return;
  offer?.prompt();
  setOffer(); // an offer works only once
});
