// Interrupted and concurrent imports, with real processes and real kills.
import { Client as Database } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Client } from '../_client.ts';
import { databaseUrlOf, startProduct, type Product } from '../_product.ts';
import { bodyOf, makeCategory, signInImportClients, type ImportClients } from '../moving-in/clients.ts';
import { send, writeWorkbook, type WrittenWorkbook } from '../moving-in/send.ts';
import { prerequisiteWorkbooks, openingStock, type Size } from '../moving-in/university.ts';
import { activate } from '../replay/catalogue.ts';

const SIZE: Size = { people: 100, groups: 30, boxes: 400, products: 40, openingRows: 900 };
const SOON = { timeout: 120_000, interval: 20 };

let product: Product;
let office: ImportClients;
let files: Map<string, WrittenWorkbook>;
beforeEach(async () => {
  product = await startProduct({ DEMO: '0' });
  office = await signInImportClients(product.url, 'admin', /Password, shown this once: (\S+)/.exec(product.output())![1]!);
  await makeCategory(office);
  const all = await Promise.all([...prerequisiteWorkbooks(SIZE), openingStock(SIZE)].map((workbook) => writeWorkbook(workbook)));
  files = new Map(all.map((file) => [file.name, file]));
}, 200_000);
afterEach(() => product.dispose());

const take = (name: string, client?: Client) => {
  const file = files.get(name)!;
  return send(client ?? office[file.pageRole], file);
};
const countValidRows = (name: string): number => files.get(name)!.rows.length - files.get(name)!.wrong.size;
const total = async (path: string): Promise<number> =>
  (await bodyOf(office.ROLE_WAREHOUSE_ADMIN.get<{ total: number }>(path))).total;
const documents = () => total('/wms/transaction?type=OPENING&size=1');
const proof = () =>
  bodyOf(office.ROLE_WAREHOUSE_ADMIN.post<{ ok: boolean; ledgerRows: number; faults: unknown[] }>('/wms/ledger/prove', null));

/** Triggers the scheduler, which runs every minute and takes a minute without heartbeat as interrupted. */
async function triggerScheduler(): Promise<void> {
  const database = new Database({ connectionString: databaseUrlOf(product) });
  await database.connect();
  await database.query("update sys_import_run set seen_at = now() - interval '2 minutes'");
  await database.query("select graphile_worker.add_job('imports')");
  await database.end();
}
const reports = async (): Promise<string[]> => {
  const { list } = await bodyOf(
    office.ROLE_ADMIN.get<{ list: { title: string; content: string }[] }>('/sys/msg-inbox/by-me?size=20'),
  );
  return list.filter(({ title }) => title.startsWith('导入中断')).map(({ content }) => content);
};

test('killed during an import: each document exists completely or not at all, the sender sees how far it got, and the same file completes it', async () => {
  for (const name of ['groups', 'people', 'warehouses', 'containers']) expect(await take(name)).toMatchObject({ status: 200 });
  const database = new Database({ connectionString: databaseUrlOf(product) });
  database.on('error', () => {});
  await database.connect();
  // Blocks the commit at its log entry, with all rows written.
  await database.query('begin; lock table sys_log in share mode');
  const boxes = take('boxes').catch(() => null);
  const waiting = async (): Promise<number> =>
    (await database.query("select from pg_locks where relation = 'sys_log'::regclass and not granted")).rowCount!;
  await expect.poll(waiting, SOON).toBeGreaterThan(0);
  await product.stop('SIGKILL');
  expect(await boxes).toBeNull();
  await product.start();
  expect(await total('/wms/warehouse-box?size=1')).toBe(0);
  expect((await take('boxes')).body).toMatchObject({ created: countValidRows('boxes'), unchanged: 0 });

  expect(await take('products')).toMatchObject({ status: 200 });
  await activate(office.ROLE_WAREHOUSE_ADMIN, 'M-');
  let posted = 0;
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const begun = await documents();
    const cut = take('opening stock').catch(() => null);
    await expect.poll(documents, SOON).toBeGreaterThan(begun + 1);
    await product.stop(signal);
    const reply = await cut;
    await product.start();
    const now = (await proof()).ledgerRows;
    const left = countValidRows('opening stock') - posted;
    if (reply?.status === 200) expect(now - posted, 'it said that all were').toBe(left);
    else {
      await triggerScheduler();
      await expect.poll(reports, SOON).toContainEqual(expect.stringContaining(`${left} 行中已写入 ${now - posted} 行`));
    }
    posted = now;
  }
  const { body } = await take('opening stock');
  expect(body).toMatchObject({ unchanged: posted, created: countValidRows('opening stock') - posted });
  expect(await proof()).toMatchObject({ ok: true, faults: [], ledgerRows: countValidRows('opening stock') });
});

test('the same files sent to two processes at once are imported once, and each reply accounts for its rows', async () => {
  const { url } = await startSecondProduct();
  const other = await signInImportClients(url, 'admin', office.password);
  const both = async (name: string) => {
    const { pageRole } = files.get(name)!;
    const replies = await Promise.all([take(name), take(name, other[pageRole])]);
    for (const { status, body } of replies)
      if (status === 200) expect(body.created + body.unchanged + body.refused).toBe(files.get(name)!.rows.length);
      else expect([409, 422], JSON.stringify(body)).toContain(status);
    return replies;
  };
  for (const name of [...files.keys()].slice(0, -1)) {
    const replies = await both(name);
    expect(replies.some(({ status }) => status === 200)).toBe(true);
    expect((await take(name)).body, name).toMatchObject({ created: 0, updated: 0, unchanged: countValidRows(name) });
  }
  await activate(office.ROLE_WAREHOUSE_ADMIN, 'M-');
  await both('opening stock');
  expect((await take('opening stock')).body).toMatchObject({ created: 0, unchanged: countValidRows('opening stock') });
  expect(await proof()).toMatchObject({ ok: true, faults: [], ledgerRows: countValidRows('opening stock') });
  await secondProduct?.dispose();
});

let secondProduct: Product | null = null;
/** A second process on the database of the first. */
async function startSecondProduct(): Promise<Product> {
  secondProduct = await startProduct({ DATABASE_URL: databaseUrlOf(product), DEMO: '0', DATA_DIR: product.dataDir });
  return secondProduct;
}
