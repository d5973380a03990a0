// The page of the console as browsers keep it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { servePage } from './page.ts';

test('[S7.57] the tag of the page changes exactly when the built page does', async () => {
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
