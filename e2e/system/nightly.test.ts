// The nightly import in a process of its own, on a database role that only owns its tables: over TLS, killed halfway, and with a
// zip bomb in the folder.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { Client as Database } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../_client.ts';
import { databaseUrlOf, startProduct, type Product } from '../_product.ts';
import { bodyOf, signInImportClients } from '../moving-in/clients.ts';
import { CERTIFICATE, KEY } from './_certificate.ts';

const SOON = { timeout: 120_000, interval: 50 };
const PEOPLE = 300;
const HEAD = '用户名,姓名\n';

const folder = mkdtempSync(join(tmpdir(), 'kuwei-night-'));
const certificate = join(folder, '.certificate.pem');
const env: Record<string, string> = { NIGHTLY_DIR: folder, DEMO: '0' };

let product: Product;
let identities: Server;
let port: number;
let admin: Client;

beforeAll(async () => {
  identities = createServer({ key: KEY, cert: CERTIFICATE }, (_, reply) => void reply.end(`${HEAD}tls.one,证一\n`));
  identities.listen(0, '127.0.0.1');
  await once(identities, 'listening');
  port = (identities.address() as AddressInfo).port;
  env['NIGHTLY_HOSTS'] = `localhost:${port},127.0.0.1:${port}`;
  product = await startProduct(env);
  const office = await signInImportClients(product.url, 'admin', /Password, shown this once: (\S+)/.exec(product.output())![1]!);
  admin = office.ROLE_ADMIN;
}, 300_000);
afterAll(async () => {
  await product?.dispose();
  identities?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface File {
  kind: string;
  state: string;
  created: number;
  fault: string | null;
}
interface Run {
  id: string;
  state: string;
  files: File[];
}
const started = (): Promise<Run> => bodyOf(admin.post<Run>('/sys/nightly', { dryRun: false }));
const runOf = (id: string): Promise<Run> => bodyOf(admin.get<Run>(`/sys/nightly/${id}`));
async function runNightly(): Promise<readonly File[]> {
  const { id } = await started();
  const state = async (): Promise<string> => (await runOf(id)).state;
  await expect.poll(state, SOON).toMatch(/DONE|FAILED/);
  return (await runOf(id)).files;
}
const fileOf = async (kind: string): Promise<File> => (await runNightly()).find((file) => file.kind === kind)!;
async function set(code: string, value: string): Promise<void> {
  const { rev } = await bodyOf(admin.get<{ rev: number }>(`/sys/config/${code}`));
  await bodyOf(admin.put(`/sys/config/${code}`, { value, reason: '测试', rev }));
}
const people = async (): Promise<number> => (await bodyOf(admin.get<{ total: number }>('/auth/biz/user/account?size=1'))).total;

test('[security 31] a server is fetched from over TLS, and trusted only with a known certificate for its own name', async () => {
  await set('SYS_NIGHTLY_PEOPLE_URL', `https://localhost:${port}/people.csv`);
  expect(await fileOf('PEOPLE')).toMatchObject({ state: 'FAILED', fault: expect.stringContaining('证书') as string });
  writeFileSync(certificate, CERTIFICATE);
  env['NODE_EXTRA_CA_CERTS'] = certificate;
  await product.stop();
  await product.start();
  expect(await fileOf('PEOPLE')).toMatchObject({ state: 'TAKEN', created: 1 });
  await set('SYS_NIGHTLY_PEOPLE_URL', `https://127.0.0.1:${port}/people.csv`);
  expect(await fileOf('PEOPLE')).toMatchObject({ state: 'FAILED', fault: expect.stringContaining('证书') as string });
  await set('SYS_NIGHTLY_PEOPLE_URL', '');
});

test('a process killed halfway leaves each file imported completely or not at all, is reported, and the next run imports the rest', async () => {
  const rows = Array.from({ length: PEOPLE }, (_, at) => `night.${at},夜${at}\n`);
  writeFileSync(join(folder, 'people.csv'), HEAD + rows.join(''));
  const before = await people();
  const watcher = new Database({ connectionString: databaseUrlOf(product) });
  watcher.on('error', () => {});
  await watcher.connect();
  // Blocks the commit at the import record, with all people written.
  await watcher.query('begin; lock table sys_import in share mode');
  const { id } = await started();
  const waiting = async (): Promise<number> =>
    (await watcher.query("select from pg_locks where relation = 'sys_import'::regclass and not granted")).rowCount!;
  await expect.poll(waiting, SOON).toBeGreaterThan(0);
  await product.stop('SIGKILL');
  await watcher.end().catch(() => {});
  await product.start();
  expect([await people(), (await runOf(id)).state]).toEqual([before, 'RUNNING']);
  // The scheduler runs every minute and takes a minute without heartbeat as interrupted.
  const clock = new Database({ connectionString: databaseUrlOf(product) });
  await clock.connect();
  await clock.query("update sys_nightly_run set seen_at = now() - interval '2 minutes'");
  await clock.query("select graphile_worker.add_job('nightly')");
  await clock.end();
  await expect.poll(async () => (await runOf(id)).state, SOON).toBe('CUT');
  const { list } = await bodyOf(admin.get<{ list: { title: string }[] }>('/sys/msg-inbox/by-me?size=20'));
  expect(list.map(({ title }) => title)).toContainEqual(expect.stringContaining('夜间导入'));

  expect(await fileOf('PEOPLE')).toMatchObject({ state: 'TAKEN', created: PEOPLE });
  expect(await people()).toBe(before + PEOPLE);
});

test('[security 31] a workbook that unpacks beyond the limit is abandoned, and delays no other request', async () => {
  writeFileSync(join(folder, 'memberships.xlsx'), bomb(2_000));
  const { id } = await started();
  let slowest = 0;
  const state = async (): Promise<string> => {
    const begun = performance.now();
    const { state: now } = await runOf(id);
    slowest = Math.max(slowest, performance.now() - begun);
    return now;
  };
  await expect.poll(state, SOON).toMatch(/DONE|FAILED/);
  const { files } = await runOf(id);
  expect(files.find(({ kind }) => kind === 'MEMBERS')).toMatchObject({
    state: 'FAILED',
    fault: expect.stringMatching(/解压后最大|无法读取/) as string,
  });
  expect(files.find(({ kind }) => kind === 'PEOPLE')?.state).toMatch(/TAKEN|SAME/);
  // Unpacked in a child process: other requests are answered much faster than it takes.
  expect(slowest).toBeLessThan(10_000);
  expect(product.process.exitCode).toBeNull();
});

/** A workbook of some kilobytes with this many megabytes of spaces. */
function bomb(megabytes: number): Buffer {
  const flush = { finishFlush: constants.Z_FULL_FLUSH };
  const begun = deflateRawSync('<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>', flush);
  const block = deflateRawSync(Buffer.alloc(1_000_000, ' '), flush);
  const end = deflateRawSync('</t></is></c></row></sheetData></worksheet>');
  const sheet = Buffer.concat([begun, ...Array.from({ length: megabytes }, () => block), end]);
  const office = 'http://schemas.openxmlformats.org';
  const relation = (type: string, target: string): string =>
    `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const main = `${office}/spreadsheetml/2006/main`;
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
    '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': sheet,
  });
}

/** @param files texts, or compressed data with a forged small size */
function zipOf(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const isPacked = typeof content !== 'string';
    const bytes = Buffer.from(content);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(isPacked ? 8 : 0, 4);
    facts.writeUInt32LE(isPacked ? 0 : crc32(bytes), 10);
    facts.writeUInt32LE(bytes.length, 14);
    facts.writeUInt32LE(isPacked ? 1_000 : bytes.length, 18);
    facts.writeUInt16LE(name.length, 22);
    parts.push(Buffer.concat([Buffer.from('504b0304', 'hex'), facts, Buffer.from(name), bytes]));
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.from('504b01021400', 'hex'), facts, place, Buffer.from(name));
    at += parts.at(-1)!.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32BE(0x504b0506, 0);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, listed, end]);
}
