// The worker of the screen where people count, for when there is no connection, and of nothing else. It never answers in place of
// the server: only where the server cannot be reached it gives the page that counts on the device alone (decision 150).
// @ts-check
/// <reference lib="webworker" />

/** @type {string} */
const VERSION = '__VERSION__';
/** What the page needs, by address. @type {readonly string[]} */
const PARTS = ['__PARTS__'];
/** What it can do without. @type {readonly string[]} */
const MORE = ['__MORE__'];

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (globalThis));
const NAME = `kuwei-count ${VERSION}`;
/** A connection that gives nothing for so long is none. */
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

/** The page as the server gives it; where it gives none, the one that asks nothing. @param {Request} request */
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
 * Names in /assets/ change with their content, so that any of them is the right one; others are asked for first.
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
