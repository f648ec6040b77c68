// @ts-check
// The kill switch. In place of the site's `sw.js` it takes the service worker away from every browser that comes by,
// with the offline copy and nothing else: games are kept elsewhere, and neighbours may share the origin.
// docs/publishing.md has the steps.
(() => {
  const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (globalThis));

  async function leave() {
    const ours = (await caches.keys()).filter(
      (name) => name.startsWith("palaces-") && name.endsWith(worker.registration.scope),
    );
    await Promise.all(ours.map((name) => caches.delete(name)));
    // as soon as this has ended: before it is installed, so that no page takes it for a new version
    worker.registration.unregister();
    throw new Error("This site has no service worker any more.");
  }

  worker.addEventListener("install", (event) => event.waitUntil(leave()));
})();
