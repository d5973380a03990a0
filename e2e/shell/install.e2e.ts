// Installability of the console as a web app.
import { expect, test } from '../_world.ts';

interface Manifest {
  name: string;
  short_name: string;
  start_url: string;
  display: string;
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
}

test('the manifest is served, has the required fields, and its icons have the stated sizes', async ({ guest }) => {
  const page = await guest();
  await page.goto('/def/common/login');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const response = await page.request.get(href!);
  expect(response.status()).toBe(200);
  expect(response.headers()['content-type']).toContain('application/manifest+json');
  const manifest = (await response.json()) as Manifest;
  expect(manifest).toMatchObject({ name: '高校仓储管理系统', start_url: '/', display: 'standalone' });
  expect(manifest.short_name.length).toBeLessThanOrEqual(12);
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  for (const { src, sizes, type } of manifest.icons) {
    const size = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect([src, size]).toEqual([src, sizes]);
    expect((await page.request.get(src)).headers()['content-type']).toBe(type);
  }
});

test('the browser finds no fault with the manifest', async ({ guest }) => {
  const page = await guest();
  await page.goto('/def/common/login');
  const devtools = await page.context().newCDPSession(page);
  const { errors, url } = await devtools.send('Page.getAppManifest');
  expect(url).toMatch(/\/manifest\.webmanifest$/);
  expect(errors).toEqual([]);
  expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors.map(({ errorId }) => errorId)).not.toContain(
    'no-acceptable-icon',
  );
});

test('without a service worker, each load revalidates the page with the server', async ({ as }) => {
  const page = await as('supplier');
  await page.goto('/supplier/wms/product-space');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(async () => (await navigator.serviceWorker?.getRegistrations())?.length ?? 0)).toBe(0);
  const tag = (await page.request.get('/')).headers()['etag'];
  expect(tag).toMatch(/^"[\w-]+"$/);
  const again = await page.request.get('/supplier/wms/product-space', { headers: { 'if-none-match': tag! } });
  expect(again.status()).toBe(304);
  expect((await page.request.get('/')).headers()['cache-control']).toBe('no-cache');
});
