// Service worker of the stock count screen only, for working offline. It never replaces the server: only if the server is unreachable
// it serves the page that counts on the device (decision 150).
// @ts-check
/// <reference lib="webworker" />

/** @type {string} */
const VERSION = '__VERSION__';
/** Addresses that the page requires. @type {readonly string[]} */
const PARTS = ['__PARTS__'];
/** Optional addresses. @type {readonly string[]} */
const MORE = ['__MORE__'];

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (globalThis));
const NAME = `kuwei-count ${VERSION}`;
/** Without a response for this long the server counts as unreachable. */
const PATIENCE_MS = 6_000;

worker.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(NAME);
      await cache.addAll(PARTS.map((address) => new Request(address, { cache: 'reload' })));
      await Promise.all(MORE.map((address) => cache.add(address).catch(() => {})));
      await worker.skipWaiting();
    })(),
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith('kuwei-count ') && name !== NAME) await caches.delete(name);
    })(),
  );
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (PARTS.includes(pathname) || MORE.includes(pathname)) event.respondWith(part(request, pathname));
});

/** The page from the server; if unreachable, the offline page from the cache. @param {Request} request */
async function page(request) {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch {
    const kept = await caches.match('/', { cacheName: NAME });
    if (!kept) return Response.error();
    const text = (await kept.text()).replace('<div id="root">', '<div id="root" data-alone>');
    return new Response(text, { headers: kept.headers });
  }
}

/**
 * Cache first for /assets/, whose names contain a content hash; network first for others.
 * @param {Request} request
 * @param {string} pathname
 */
async function part(request, pathname) {
  const kept = await caches.match(pathname, { cacheName: NAME });
  if (kept && pathname.startsWith('/assets/')) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}
