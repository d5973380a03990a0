// Rejects invalid backups while they are read: damaged, forged, foreign, incompatible or malicious files.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { packTar, unpackTar, type TarEntry } from 'modern-tar';
import { afterAll, expect, test } from 'vitest';
import { openSealer } from '../../services/sealer.ts';
import { planMigrations, readArchive } from './check.ts';
import { Fault } from './fault.ts';
import { signManifest, type Manifest } from './manifest.ts';
import { packTo } from './pack.ts';

const folder = mkdtempSync(join(tmpdir(), 'kuwei-archive-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const sealer = openSealer({ dataDir: folder, ledgerKey: undefined });
const KEY = 'a-key-of-the-installation';
const FILE = '01a20eb1-c30f-7e69-b0fa-1f00f8ee1cab';
const hex = (text: string): string => createHash('sha256').update(text).digest('hex');

const head = {
  format: 1,
  id: FILE,
  createdAt: '2026-11-24T00:00:00.000Z',
  version: '0.1.0',
  site: sealer.keyId,
  kind: 'MANUAL',
};
const ROWS = 'a\t1\nb\t2\n';
const BYTES = 'of a file';
const manifest: Manifest = {
  ...head,
  database: '18.0',
  migrations: [{ name: '0001-a.sql', checksum: hex('a'), appliedAt: head.createdAt, ms: null, version: null }],
  tables: [{ name: 'sys_a', columns: ['name', 'n'], rows: 2, bytes: ROWS.length, sha256: hex(ROWS) }],
  months: [],
  sequences: [],
  files: { count: 1, bytes: BYTES.length, sha256: hex(`${FILE} ${BYTES.length} ${hex(BYTES)}\n`), missing: [] },
  ledger: null,
  secrets: false,
};
type Entries = [name: string, content: string | Buffer][];
const entries: Entries = [
  ['kuwei-backup.json', JSON.stringify(head)],
  ['tables/sys_a/000000', ROWS.slice(0, 4)],
  ['tables/sys_a/000001', ROWS.slice(4)],
  [`files/${FILE}`, BYTES],
  ['manifest.json', signManifest(manifest, sealer)],
];

const path = join(folder, 'x');
async function written(some: Entries, key: string | null = null): Promise<string> {
  rmSync(path, { force: true });
  const packer = await packTo(path, { key, keepFree: 0 });
  for (const [name, content] of some) {
    const bytes = Buffer.from(content);
    await packer.add(name, bytes.length, [bytes]);
  }
  await packer.finish();
  return path;
}
const read = (keys: string[] = []) => readArchive({ path, keys, sealer }, {}, () => {});
async function faultOf(work: Promise<unknown>): Promise<string> {
  const thrown: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (thrown !== null && !(thrown instanceof Fault)) throw thrown;
  return thrown?.fault.code ?? 'none';
}
const refusal = async (some: Entries): Promise<string> => {
  await written(some);
  return faultOf(read());
};
const without = (name: string): Entries => entries.filter(([each]) => each !== name);
const instead = (name: string, content: string | Buffer): Entries =>
  entries.map(([each, had]) => [each, each === name ? content : had]);

test.each([null, KEY])('[F16] reads back what it wrote, encrypted or not (%s)', async (key) => {
  await written(entries, key);
  const checked = await read(key === null ? [] : ['another-key-than-that-one', key]);
  expect(checked.manifest).toEqual(manifest);
  expect(checked.encrypted).toBe(key !== null);
  expect(checked.sha256).toBe(createHash('sha256').update(readFileSync(path)).digest('hex'));
});

function isSame(changed: Buffer, whole: Buffer): boolean {
  try {
    return zstdDecompressSync(changed).equals(zstdDecompressSync(whole));
  } catch {
    return false;
  }
}

test.each([null, KEY])('[F16] rejects a file truncated or with a flipped bit anywhere (%s)', async (key) => {
  await written(entries, key);
  const whole = readFileSync(path);
  const keys = key === null ? [] : [key];
  // The last bytes of zstd contain no signed data.
  const end = key === null ? whole.length - 16 : whole.length;
  for (let at = 0; at < end; at += Math.ceil(whole.length / (key === null ? 60 : 15))) {
    writeFileSync(path, whole.subarray(0, at));
    expect([at, await faultOf(read(keys))]).not.toEqual([at, 'none']);
    const changed = Buffer.from(whole);
    changed[at]! ^= 1;
    // Some bits of zstd are unused.
    if (key === null && isSame(changed, whole)) continue;
    writeFileSync(path, changed);
    expect([at, await faultOf(read(keys))]).not.toEqual([at, 'none']);
  }
  writeFileSync(path, Buffer.concat([whole, Buffer.from('and more')]));
  // Trailing data after the zstd frame is ignored.
  if (key !== null) expect(await faultOf(read(keys))).toBe('BROKEN');
});

test('[F16] rejects an encrypted backup without its key or with a wrong key', async () => {
  await written(entries, KEY);
  expect(await faultOf(read())).toBe('KEY_MISSING');
  expect(await faultOf(read(['another-key-than-that-one']))).toBe('KEY_WRONG');
  expect(readFileSync(path).includes(BYTES)).toBe(false);
});

test('[F16] rejects files that are not backups', async () => {
  for (const content of [
    '',
    'hello',
    '{"format":1}',
    Buffer.alloc(100_000),
    zstdCompressSync('no tar'),
    zstdCompressSync(Buffer.alloc(10_240)),
  ]) {
    writeFileSync(path, content);
    expect(['NOT_A_BACKUP', 'BROKEN']).toContain(await faultOf(read()));
  }
  expect(await refusal(entries.slice(1))).toBe('NOT_A_BACKUP');
  expect(await refusal(instead('kuwei-backup.json', '{}'))).toBe('NOT_A_BACKUP');
  rmSync(path);
  expect(await faultOf(read())).toBe('MISSING');
});

test('[security 53][F16] rejects path traversal, links and oversized entries', async () => {
  const more: Entries = [
    ['../../etc/passwd', 'x'],
    ['/etc/passwd', 'x'],
    ['files/../../x', 'x'],
    [`files/${FILE}/x`, 'x'],
    ['tables/sys_a/../x/000000', 'x'],
    ['tables/SYS_A/000000', 'x'],
    ['extra.txt', 'x'],
  ];
  for (const extra of more)
    expect([extra[0], await refusal([...entries.slice(0, 4), extra, entries[4]!])]).toEqual([extra[0], 'EXTRA']);
  const tar = zstdDecompressSync(readFileSync(await written(entries)));
  const known = await unpackTar(tar);
  const entryOf = ({ header, data }: (typeof known)[number]): TarEntry => ({ header, body: data });
  const links: TarEntry[] = (['symlink', 'link', 'directory', 'fifo'] as const).map((type) => ({
    header: { name: `files/${FILE}`, type, size: 0, ...(type.endsWith('link') && { linkname: '/etc/passwd' }) },
  }));
  for (const link of links) {
    writeFileSync(path, zstdCompressSync(await packTar([entryOf(known[0]!), link, ...known.slice(1).map(entryOf)])));
    expect([link.header.type, await faultOf(read())]).toEqual([link.header.type, 'EXTRA']);
  }
  expect(await refusal([...entries, entries[1]!]), 'behind the manifest').toBe('EXTRA');
  expect(await refusal([...entries.slice(0, 4), ['tables/sys_b/000000', 'x'], entries[4]!]), 'a table after files').toBe('EXTRA');
  expect(await refusal([...entries.slice(0, 3), ['tables/sys_b/000000', 'x'], ...entries.slice(3)]), 'a table too many').toBe(
    'EXTRA',
  );
  expect(await refusal([...entries.slice(0, 4), entries[3]!, entries[4]!]), 'a file twice').toBe('EXTRA');
});

test('[F16] rejects entries that are missing or differ from the manifest', async () => {
  expect(await refusal(without('tables/sys_a/000001'))).toBe('BROKEN');
  expect(await refusal(without('tables/sys_a/000000'))).toBe('EXTRA');
  expect(await refusal(without(`files/${FILE}`))).toBe('BROKEN');
  expect(await refusal(without('manifest.json'))).toBe('BROKEN');
  expect(await refusal(instead('tables/sys_a/000001', 'b\t3\n'))).toBe('BROKEN');
  expect(await refusal(instead(`files/${FILE}`, 'of a fool'))).toBe('BROKEN');
  expect(await refusal(instead('manifest.json', '{"manifest":"{}","signature":""}'))).toBe('BROKEN');
});

test('[F16] rejects backups of another installation, of a newer format, and with an untrusted signature', async () => {
  const other = openSealer({ dataDir: mkdtempSync(join(folder, 'other-')), ledgerKey: undefined });
  expect(await refusal(instead('manifest.json', signManifest({ ...manifest, site: other.keyId }, other)))).toBe('OTHER_SITE');
  expect(await refusal(instead('manifest.json', signManifest(manifest, other)))).toBe('FORGED');
  expect(await refusal(instead('kuwei-backup.json', JSON.stringify({ ...head, format: 2 })))).toBe('FORMAT');
});

test('[F16] rejects backups of a newer version, with different migrations, or older than the first supported format', () => {
  const file = (name: string, checksum: string) => ({ name, checksum, sql: '' });
  const known = [file('0001-a.sql', hex('a')), file('9999-b.sql', hex('b'))];
  expect(planMigrations(manifest, known)).toEqual({ before: [known[0]], after: [known[1]], notes: manifest.migrations });
  const faultIn = (work: () => unknown): string => {
    try {
      work();
      return 'none';
    } catch (error) {
      return (error as Fault).fault.code;
    }
  };
  expect(faultIn(() => planMigrations(manifest, []))).toBe('NEWER');
  expect(faultIn(() => planMigrations(manifest, [file('0001-a.sql', hex('x'))]))).toBe('EDITED');
  expect(faultIn(() => planMigrations({ ...manifest, migrations: [] }, known))).toBe('OLDER');
});

test('[F16] aborts on a decompression bomb', async () => {
  const bomb = Buffer.alloc(200_000_000);
  writeFileSync(
    path,
    zstdCompressSync(await packTar([{ header: { name: 'kuwei-backup.json', size: bomb.length }, body: bomb }])),
  );
  expect(await faultOf(read())).toBe('BROKEN');
});
