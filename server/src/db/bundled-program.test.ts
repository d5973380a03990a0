import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const LINKS = 2_000;
const program = resolve(import.meta.dirname, 'bundled-program.ts');

test('concurrent first starts create the symbolic links of one installation', async () => {
  const root = mkdtempSync(join(tmpdir(), 'kuwei-links-'));
  try {
    const native = join(root, 'native');
    mkdirSync(join(native, 'lib'), { recursive: true });
    writeFileSync(join(native, 'lib', 'one.so.1'), '');
    const links = Array.from({ length: LINKS }, (_, n) => ({
      source: 'native/lib/one.so.1',
      target: `native/lib/one.so.${n + 2}`,
    }));
    writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links));
    const script = `import { makeSymlinks } from ${JSON.stringify(program)}; makeSymlinks(${JSON.stringify(native)});`;
    const starts = Array.from({ length: 4 }, () => spawn(process.execPath, ['--input-type=module', '-e', script]));
    expect(await Promise.all(starts.map(async (start) => (await once(start, 'exit'))[0]))).toEqual([0, 0, 0, 0]);
    expect(readdirSync(join(native, 'lib'))).toHaveLength(LINKS + 1);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
