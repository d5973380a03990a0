// Compression of replies.
import { gunzipSync } from 'node:zlib';
import { PAGE_ROLE_HEADER } from '@kuwei/contract/constants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../test/_world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

test('[F-W10] a long reply is compressed for clients that accept it; a short one, a workbook and a token are not', async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const get = (url: string, encoding?: string) =>
    world.app.inject({
      url: `/api${url}`,
      headers: {
        authorization: `Bearer ${manager.token}`,
        [PAGE_ROLE_HEADER]: 'ROLE_WAREHOUSE_ADMIN',
        ...(encoding !== undefined && { 'accept-encoding': encoding }),
      },
    });
  const list = '/wms/product?size=50';
  const plain = await get(list);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.headers['vary']).toBe('accept-encoding');
  for (const accepts of ['gzip, deflate, br, zstd', 'br;q=1, GZIP ; q=0.5']) {
    const packed = await get(list, accepts);
    expect([accepts, packed.headers['content-encoding'], packed.headers['vary']]).toEqual([accepts, 'gzip', 'accept-encoding']);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
    expect(packed.headers['content-length']).toBe(String(packed.rawPayload.length));
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
  }
  for (const [url, accepts] of [
    ['/wms/product?size=1&q=C-ETHANOL', 'gzip'],
    ['/wms/product/export', 'gzip'],
    [list, 'identity'],
    [list, 'br, gzip;q=0'],
    ['/auth/biz/user/by-me', 'gzip'],
    ['/auth/proxy/auth/roles', 'gzip'],
  ] as const) {
    const reply = await get(url, accepts);
    expect([url, reply.headers['content-encoding']]).toEqual([url, undefined]);
  }
});
