// @ts-check
// The kill switch. In place of the site's `sw.js`, it removes the service worker and the offline copy from every browser
// that visits. It removes nothing else: saved games stay, and other sites may share the origin. docs/publishing.md has
// the steps.
(() => {
  const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (globalThis));

  async function removeCopy() {
    const names = (await caches.keys()).filter(
      (name) => name.startsWith("palaces-") && name.endsWith(worker.registration.scope),
    );
    await Promise.all(names.map((name) => caches.delete(name)));
    // This takes effect when this function ends, before the installation, so no page takes it for a new version.
    worker.registration.unregister();
    throw new Error("This site has no service worker any more.");
  }

  worker.addEventListener("install", (event) => event.waitUntil(removeCopy()));
})();
