import { transactionForm } from '@kuwei/contract/wms/transaction-form';
import { readdirSync, readlinkSync, rmSync } from 'node:fs';
import { fileRoutes } from '@kuwei/contract/sys/fs';
import { productRoutes } from '@kuwei/contract/wms/product';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { withDefaults } from '../../../test/_with-defaults.ts';
import { draft, lineOf, placesOf, type Places } from '../../../test/_flow.ts';
import { addOtherWarehouse, OTHER_MANAGER } from '../../../test/_other-warehouse.ts';
import { idOf } from '../../../test/_stock.ts';
import { workbookOf } from '../../../test/_workbook.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { samplePdf } from '../../seed/sample-pdf.ts';

let world: World;
let places: Places;
beforeAll(async () => {
  world = await openWorld();
  places = await placesOf(world);
  const { db } = world.services;
  await addOtherWarehouse(db);
  const { id } = await db.selectFrom('sys_user').where('username', '=', 'teacher2').select('id').executeTakeFirstOrThrow();
  await db
    .insertInto('wms_org_user')
    .values({ user_id: id, org_id: await idOf(db, 'wms_org', 'LAB-POLYMER'), relation: 'MEMBER' })
    .execute();
});
afterAll(() => world.end());

const store = async (person: Person): Promise<string> =>
  (await person.upload(fileRoutes.upload, samplePdf(['x']), 'x.pdf')).data.id;
const read = async (person: Person, id: string): Promise<number> => (await person.send('GET', `/sys/fs/${id}`)).status;
const form = (attachments: string[]) => ({
  type: 'INBOUND' as const,
  warehouseId: places.w2,
  lines: [lineOf(places.product('W-BEAKER-250'), '1', { unit: 'PIECE' })],
  attachments,
});

test('[S7.59] a file is visible to its uploader, and once attached to a document, to its group and warehouse', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-POLYMER');
  const colleague = await world.as('teacher2', 'ROLE_TEACHER');
  const supplier = await world.as('supplier', 'ROLE_SUPPLIER');
  const keeper = await world.as('keeper', 'ROLE_WAREHOUSE_ADMIN');
  const elsewhere = await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN');
  const others = [colleague, supplier, keeper, elsewhere];
  const statuses = (id: string) => Promise.all([teacher, ...others].map((person) => read(person, id)));

  const withoutGroup = await world.as('teacher', 'ROLE_TEACHER');
  expect(await statuses(await store(withoutGroup))).toEqual([200, 404, 404, 404, 404]);
  const id = await store(teacher);
  expect(await statuses(id)).toEqual([200, 404, 404, 404, 404]);
  const document = await draft(teacher, form([id]));
  expect(await statuses(id)).toEqual([200, 200, 404, 404, 404]);
  await teacher.call(routes.submitTransaction, { params: { id: document.id }, body: { rev: document.rev } });
  expect(await statuses(id)).toEqual([200, 200, 404, 200, 404]);
});

test('hides a file attached to a document of another group', async () => {
  const first = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const second = await world.as('teacher', 'ROLE_TEACHER', 'LAB-POLYMER');
  const id = await store(first);
  const mine = await draft(first, form([id]));
  const refused = await second.call(routes.createTransaction, { body: form([id]) });
  expect(refused.error).toMatchObject({ code: 'NOT_FOUND', data: { fields: [{ path: 'attachments' }] } });
  expect(await read(await world.as('teacher2', 'ROLE_TEACHER'), id)).toBe(404);
  const again = withDefaults(transactionForm, { ...form([id, await store(first)]), rev: mine.rev });
  expect((await first.call(routes.updateTransaction, { params: { id: mine.id }, body: again })).data.attachments).toHaveLength(2);
});

const cell = (at: string, text: string): string => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;

const openFiles = (id: string): string[] =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes(id);
    } catch {
      return false;
    }
  });

test('HEAD requests leak no file handle, even where the content is missing', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER');
  const id = await store(teacher);
  const head = await teacher.send('HEAD', `/sys/fs/${id}`);
  expect([head.status, head.raw.length, head.headers['content-type']]).toEqual([200, 0, 'application/pdf']);
  await vi.waitFor(() => expect(openFiles(id)).toEqual([]), 20_000);
  rmSync(world.services.files.pathOf(id));
  expect((await teacher.send('HEAD', `/sys/fs/${id}`)).raw.length).toBe(0);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect((await teacher.send('GET', '/sys/version')).status).toBeLessThan(500);
});

test('repeating an upload or import with its idempotency key answers the same', async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const options = { key: 'file' };
  const files = async () => (await world.services.db.selectFrom('sys_file').select('id').execute()).length;
  const before = await files();
  const [one, two] = [
    await manager.upload(fileRoutes.upload, samplePdf(['a']), 'a.pdf', options),
    await manager.upload(fileRoutes.upload, samplePdf(['a']), 'a.pdf', options),
  ];
  expect(two.data).toEqual(one.data);
  expect(await read(manager, one.data.id)).toBe(200);
  expect((await manager.upload(fileRoutes.upload, samplePdf(['b']), 'a.pdf', options)).error.code).toBe('IDEMPOTENCY_MISMATCH');

  const bad = workbookOf(`<row r="1">${cell('A1', 'code')}</row><row r="2">${cell('A2', 'x')}</row>`);
  const again = { key: 'import', query: { dryRun: false } };
  const [first, second] = [
    await manager.upload(productRoutes.importProducts, bad, 'p.xlsx', again),
    await manager.upload(productRoutes.importProducts, bad, 'p.xlsx', again),
  ];
  expect(second.data).toEqual(first.data);
  expect(await read(manager, first.data.workbook!)).toBe(200);
  expect(await files()).toBe(before + 2);
});

test('refuses a workbook with a far-away row at no cost', { tags: ['alone'] }, async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const content = workbookOf(`<row r="1">${cell('A1', 'code')}</row><row r="30000000">${cell('A30000000', 'x')}</row>`);
  const before = process.memoryUsage().heapUsed;
  const answer = await manager.upload(productRoutes.importProducts, content, 'p.xlsx', { query: { dryRun: true } });
  expect(answer.error.code).toBe('WORKBOOK');
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000);
});
