import { transactionForm } from '@kuwei/contract/wms/transaction-form';
import { existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileRoutes } from '@kuwei/contract/sys/fs';
import { productForm, productRoutes, type Product } from '@kuwei/contract/wms/product';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDefaults } from '../../../test/_with-defaults.ts';
import { draft, lineOf, placesOf, type Places } from '../../../test/_flow.ts';
import { post } from '../../../test/_stock.ts';
import { untilLockWaits } from '../../../test/_waiting.ts';
import { workbookOf } from '../../../test/_workbook.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { newId } from '../../db/id.ts';
import { samplePdf } from '../../seed/sample-pdf.ts';
import { fileRefs } from '../../services/file/files.ts';
import { deleteUnreferencedFiles, deletePartialUploads } from './tidy.ts';

let world: World;
let places: Places;
let teacher: Person;
beforeAll(async () => {
  world = await openWorld({ UNATTACHED_MAX_MB: '2' });
  places = await placesOf(world);
  teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-POLYMER');
});
afterAll(() => world.end());

const store = async (person: Person): Promise<string> =>
  (await person.upload(fileRoutes.upload, samplePdf([newId()]), 'x.pdf')).data.id;
const read = async (id: string): Promise<number> => (await teacher.send('GET', `/sys/fs/${id}`)).status;
const form = (attachments: string[]) => ({
  type: 'INBOUND' as const,
  warehouseId: places.w2,
  lines: [lineOf(places.product('W-BEAKER-250'), '1', { unit: 'PIECE' })],
  attachments,
});
const formOf = (product: Product): object =>
  Object.fromEntries([...Object.keys(productForm.shape), 'rev'].map((key) => [key, product[key as keyof Product]]));
const age = (ids: string[], hours = 25): Promise<unknown> =>
  world.services.db
    .updateTable('sys_file')
    .set({ created_at: new Date(Date.now() - hours * 3_600_000) })
    .where('id', 'in', ids)
    .execute();
const tidy = (): Promise<number> => deleteUnreferencedFiles(world.services);
const hasBytes = (id: string): boolean => existsSync(world.services.files.pathOf(id));
const listRows = async (ids: string[]): Promise<string[]> => {
  const rows = await world.services.db.selectFrom('sys_file').where('id', 'in', ids).select('id').execute();
  return rows.map((row) => row.id);
};

test('lists every column that references files', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and table_name <> 'sys_file_gone'
       and (column_name ~ 'file' or column_name ~ '(attachment|image|photo|picture|avatar|document)s?(_ids?)?$')
       and udt_name in ('uuid', '_uuid', 'json', 'jsonb')
    union
    select c.conrelid::regclass || '.' || a.attname from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
     where c.contype = 'f' and c.confrelid = 'sys_file'::regclass
    order by 1`.execute(world.services.db);
  expect(rows.map((row) => row.name)).toEqual(fileRefs.map(({ table, column }) => `${table}.${column}`).toSorted());
});

test('deletes unreferenced files with their content after a day, and keeps referenced ones', async () => {
  const { db } = world.services;
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const [unused, fresh, attached, replaced, dropped, face, sheet] = [
    await store(teacher),
    await store(teacher),
    await store(teacher),
    await store(teacher),
    await store(teacher),
    await store(teacher),
    await store(manager),
  ];
  const first = await draft(teacher, form([attached, replaced]));
  const body = withDefaults(transactionForm, { ...form([attached]), rev: first.rev });
  await teacher.call(routes.updateTransaction, { params: { id: first.id }, body });
  const second = await draft(teacher, form([dropped]));
  await teacher.call(routes.deleteTransaction, { params: { id: second.id } });
  await db.updateTable('sys_user').set({ avatar_file_id: face }).where('id', '=', teacher.id).execute();
  const certificate = await store(manager);
  await post(db, [{ product: 'P-TIP-200', owner: 'LAB-BIO', box: 'W2-A-R1-B1', qty: '1' }]);
  await db.updateTable('wms_batch').set({ coa_file_id: certificate }).execute();
  const product = await db
    .selectFrom('wms_product')
    .where('sds_file_id', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('wms_product')
    .set({ images: [sheet] })
    .where('id', '=', product.id)
    .execute();
  const kept = [attached, face, certificate, sheet];
  const gone = [unused, replaced, dropped];
  await age([...kept, ...gone]);
  await age([fresh], 23);

  expect(await tidy()).toBe(3);
  expect((await listRows([...kept, ...gone, fresh])).toSorted()).toEqual([...kept, fresh].toSorted());
  expect([...kept, fresh].map(hasBytes)).toEqual([true, true, true, true, true]);
  expect(gone.map(hasBytes)).toEqual([false, false, false]);
  expect([await read(attached), await read(unused)]).toEqual([200, 404]);
  expect(await tidy()).toBe(0);
});

test('deletes error workbooks of imports after a day', async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const cell = (at: string, text: string): string => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const bad = workbookOf(`<row r="1">${cell('A1', 'code')}</row><row r="2">${cell('A2', 'x')}</row>`);
  const answer = await manager.upload(productRoutes.importProducts, bad, 'p.xlsx', { query: { dryRun: true } });
  const id = answer.data.workbook!;
  expect(await tidy()).toBe(0);
  expect(hasBytes(id)).toBe(true);
  await age([id]);
  expect(await tidy()).toBe(1);
  expect([await listRows([id]), hasBytes(id)]).toEqual([[], false]);
});

test('processes tidy concurrently, and complete an interrupted deletion', async () => {
  const { db } = world.services;
  const ids: string[] = [];
  for (let n = 0; n < 20; n++) ids.push(await store(teacher));
  await age(ids);
  const counts = await Promise.all([tidy(), tidy(), tidy(), tidy()]);
  expect(counts.reduce((sum, n) => sum + n, 0)).toBe(20);
  expect([await listRows(ids), ids.filter(hasBytes)]).toEqual([[], []]);

  const left = await store(teacher);
  await db.deleteFrom('sys_file').where('id', '=', left).execute();
  await db.insertInto('sys_file_gone').values({ id: left }).execute();
  await tidy();
  expect(hasBytes(left)).toBe(false);
  expect(await db.selectFrom('sys_file_gone').selectAll().execute()).toEqual([]);
});

test('keeps a file attached concurrently to a document or product', async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const [id, picture] = [await store(teacher), await store(manager)];
  await age([id, picture]);
  const { data: product } = await manager.call(productRoutes.getProduct, { params: { id: places.product('P-TIP-200') } });
  const { db } = world.services;
  // Both have locked their files and are about to write the reference.
  const [saved, changed, count] = await db
    .transaction()
    .execute(async (trx) => {
      await sql`lock table wms_transaction, wms_product in share mode`.execute(trx);
      const saving = draft(teacher, form([id]));
      const changing = manager.send('PUT', `/wms/product/${product.id}`, { ...formOf(product), images: [picture] });
      await untilLockWaits(world.services.db, 2, String.raw`^\s*(insert into "?wms_transaction"?|update "?wms_product"?) `);
      const went = await tidy();
      return [saving, changing, went] as const;
    })
    .then(async ([saving, changing, went]) => [await saving, await changing, went] as const);
  expect(count).toBe(0);
  expect(saved.attachments.map((file) => file.id)).toEqual([id]);
  expect([changed.status, await read(id), await read(picture)]).toEqual([200, 200, 200]);
});

test('keeps a file referenced between the query and the lock', async () => {
  const id = await store(teacher);
  await age([id]);
  const { db } = world.services;
  const tidying = await db.transaction().execute(async (trx) => {
    await sql`lock table sys_file in exclusive mode`.execute(trx);
    const found = tidy();
    await untilLockWaits(world.services.db, 1);
    const product = places.product('W-BEAKER-250');
    await trx
      .updateTable('wms_product')
      .set({ images: [id] })
      .where('id', '=', product)
      .execute();
    return [found] as const;
  });
  expect(await tidying[0]).toBe(0);
  expect(await read(id)).toBe(200);
});

test('refuses attaching a file that is being deleted', async () => {
  const id = await store(teacher);
  await age([id]);
  const { db } = world.services;
  // Tidying has locked the file and is about to delete it.
  const [refused, count] = await db
    .transaction()
    .execute(async (trx) => {
      await sql`lock table sys_file_gone in exclusive mode`.execute(trx);
      const tidying = tidy();
      await untilLockWaits(world.services.db, 1);
      const saving = teacher.call(routes.createTransaction, { body: form([id]) });
      await untilLockWaits(world.services.db, 2);
      return [saving, tidying] as const;
    })
    .then((both) => Promise.all(both));
  expect(count).toBe(1);
  expect(refused.error).toMatchObject({ code: 'NOT_FOUND', data: { fields: [{ path: 'attachments' }] } });
  expect(hasBytes(id)).toBe(false);
});

test('deletes partial uploads of ended processes', async () => {
  const { files } = world.services;
  const [old, fresh] = [newId(), newId()].map((name) => join(files.incoming, name));
  for (const path of [old!, fresh!]) writeFileSync(path, 'half');
  const before = new Date(Date.now() - 25 * 3_600_000);
  utimesSync(old!, before, before);
  expect(await deletePartialUploads(files)).toBeGreaterThanOrEqual(1);
  expect([old!, fresh!].map((path) => existsSync(path))).toEqual([false, true]);
  rmSync(fresh!);
});

test('limits unattached files per user; attached ones do not count', async () => {
  const { files } = world.services;
  const student = await world.as('supplier', 'ROLE_SUPPLIER');
  const big = Buffer.concat([samplePdf(['x']), Buffer.alloc(900_000)]);
  const send = (name: string) => student.upload(fileRoutes.upload, big, name);
  const sent = await Promise.all([send('a.pdf'), send('b.pdf'), send('c.pdf'), send('d.pdf')]);
  expect(sent.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 200, 409, 409]);
  const { error } = sent.find((answer) => answer.status === 409)!;
  expect(error).toMatchObject({ code: 'FILE_QUOTA' });
  expect(error.message).toContain('2 MB');
  const mine = await world.services.db.selectFrom('sys_file').where('created_by', '=', student.id).select('id').execute();
  expect(mine.map(({ id }) => existsSync(files.pathOf(id)))).toEqual([true, true]);
  await world.services.db.updateTable('sys_file').set({ visibility: 'ALL' }).where('id', '=', mine[0]!.id).execute();
  expect((await send('e.pdf')).status).toBe(200);
  expect((await send('f.pdf')).status).toBe(409);
  // The limit is per user.
  expect((await teacher.upload(fileRoutes.upload, big, 'a.pdf')).status).toBe(200);
});

test('counts attachments of drafts until they are submitted', async () => {
  const supplier = await world.as('staff', 'ROLE_STAFF');
  const big = Buffer.concat([samplePdf(['x']), Buffer.alloc(900_000)]);
  const send = () => supplier.upload(fileRoutes.upload, big, 'a.pdf');
  const drafts = [];
  for (let n = 0; n < 2; n++) drafts.push(await draft(supplier, form([(await send()).data.id])));
  expect((await send()).error.code).toBe('FILE_QUOTA');
  const { id, rev } = drafts[0]!;
  const { status } = await supplier.call(routes.submitTransaction, { params: { id }, body: { rev } });
  expect([status, (await send()).status, (await send()).status]).toEqual([200, 200, 409]);
});

test('[F-A2] counts attachments again when the applicant cancels an unapproved document', async () => {
  const applicant = await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO');
  const big = Buffer.concat([samplePdf(['x']), Buffer.alloc(900_000)]);
  const send = () => applicant.upload(fileRoutes.upload, big, 'a.pdf');
  const cancelled = async (): Promise<void> => {
    const { id, rev } = await draft(applicant, form([(await send()).data.id]));
    const at = (await applicant.call(routes.submitTransaction, { params: { id }, body: { rev } })).data;
    const body = { rev: at.rev, comment: 'not needed' };
    expect((await applicant.call(routes.cancelTransaction, { params: { id }, body })).status).toBe(200);
  };
  await cancelled();
  await cancelled();
  expect((await send()).error.code).toBe('FILE_QUOTA');
  // Once approved, they belong to the warehouse as well.
  await world.services.db
    .updateTable('wms_transaction')
    .set({ approved_at: new Date() })
    .where('applicant_id', '=', applicant.id)
    .execute();
  expect((await send()).status).toBe(200);
});
