// The console's page and browser caches.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { servePage } from './page.ts';

test('[S7.57] the ETag of the page changes exactly when the built page does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kuwei-page-'));
  const tagOf = async (page: string): Promise<string> => {
    writeFileSync(join(folder, 'index.html'), page);
    const app = fastify();
    await servePage(app, () => true, folder);
    const answers = await Promise.all(['/', '/teacher/wms/product-space'].map((url) => app.inject({ url })));
    await app.close();
    const tags = new Set(answers.map(({ headers }) => headers['etag']));
    expect(tags.size).toBe(1);
    return String([...tags][0]);
  };
  try {
    const first = await tagOf('<script src="/assets/a.js"></script>');
    expect(await tagOf('<script src="/assets/a.js"></script>')).toBe(first);
    expect(await tagOf('<script src="/assets/b.js"></script>')).not.toBe(first);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('console files are sent as built, and no others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kuwei-page-'));
  mkdirSync(join(folder, 'dist/assets'), { recursive: true });
  for (const [name, text] of [
    ['index.html', '<html>'],
    ['.sources', 'hash'],
    ['manifest.webmanifest', '{}'],
    ['assets/a.js', 'plain'],
    ['assets/a.js.gz', 'packed'],
    ['../secret', 'secret'],
  ] as const)
    writeFileSync(join(folder, 'dist', name), text);
  const app = fastify();
  try {
    await servePage(app, (path) => path === '/', join(folder, 'dist'));
    const get = (url: string, headers = {}) => app.inject({ url, headers });
    const plain = await get('/assets/a.js?v=1');
    expect([plain.body, plain.headers['cache-control']]).toEqual(['plain', 'public, max-age=31536000, immutable']);
    expect(plain.headers['content-type']).toMatch(/javascript/);
    const packed = await get('/assets/a.js', { 'accept-encoding': 'gzip' });
    expect([packed.body, packed.headers['content-encoding']]).toEqual(['packed', 'gzip']);
    expect((await app.inject({ method: 'HEAD', url: '/assets/a.js' })).headers['content-length']).toBe('5');
    expect((await get('/manifest.webmanifest')).headers['cache-control']).toBe('no-cache');
    for (const url of ['/assets/b.js', '/assets/', '/api/none']) expect((await get(url)).statusCode).toBe(404);
    for (const url of ['/.sources', '/../secret', '/%2e%2e/secret', '/assets/..%2f..%2fsecret', '/assets'])
      expect(await get(url)).toMatchObject({ statusCode: 404, body: expect.not.stringMatching(/^(hash|secret)$/) });
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the address in a label redirects to the page that resolves it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kuwei-page-'));
  writeFileSync(join(folder, 'index.html'), '<html>');
  const app = fastify();
  try {
    await servePage(app, () => false, folder);
    for (const url of ['/Q/SABC234', '/q/SABC234'])
      expect((await app.inject({ url })).headers['location'], url).toBe('/def/wms/scan?code=SABC234');
    // The redirect never leaves this site.
    expect((await app.inject({ url: '/Q/%2F%2Fevil.example' })).headers['location']).toBe(
      '/def/wms/scan?code=%2F%2Fevil.example',
    );
    expect((await app.inject({ url: '/Q/' })).statusCode).toBe(404);
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
