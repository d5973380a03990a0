// The installation as documented: a database that a plain role owns, on any supported server.
import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { makeDatabase, withClient } from '../../test/scratch.ts';
import { StartProblem } from '../problem.ts';
import type { Params } from '../platform/msg-inbox/notify.ts';
import { saidIn } from '../platform/msg-inbox/shown.ts';
import { migrate } from './migrate.ts';

const { base, admin } = inject('database');
const url = (database: string): string => base.replace('%', database);
const adminUrl = (database: string): string => admin.replace('%', database);
const made: string[] = [];
afterAll(() =>
  withClient(adminUrl('postgres'), async (client) => {
    for (const name of made) await client.query(`drop database "${name}"`);
  }),
);

async function emptyDatabase(): Promise<string> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await makeDatabase({ url }, name);
  made.push(name);
  return name;
}

const OLD_0005 = '72b0a782aed44fd8b7b541a6a07908865a95b3f0aa41a0d3b98733528d3c1a39';

const settingsOf = (client: Client): Promise<unknown[]> =>
  client.query(`select proconfig from pg_proc where proname = 'wms_post'`).then(({ rows }) => rows);

test('[F-A1] a role that owns its database and nothing else applies every migration', async () => {
  await withClient(url(await emptyDatabase()), async (client) => {
    const { rows } = await client.query(
      'select rolsuper, rolcreaterole, rolbypassrls from pg_roles where rolname = current_user',
    );
    expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolbypassrls: false }]);
    expect((await migrate(client)).length).toBeGreaterThan(20);
    expect(await migrate(client)).toEqual([]);
    expect(await settingsOf(client)).toEqual([{ proconfig: null }]);
  });
});

test('[F-A1] a database that applied the old form of 0005 goes on, and gets the function in its new form', async () => {
  const name = await emptyDatabase();
  await withClient(url(name), migrate);
  await withClient(adminUrl(name), async (client) => {
    await client.query(`alter function wms_post set kuwei.posting = 'on'`);
    await client.query(`update sys_migration set checksum = $1 where name = '0005-stock.sql'`, [OLD_0005]);
    await client.query(`delete from sys_migration where name = '0036-posting.sql'`);
  });
  await withClient(url(name), async (client) => {
    expect(await migrate(client)).toEqual(['0036-posting.sql']);
    expect(await settingsOf(client)).toEqual([{ proconfig: null }]);
  });
});

test('[F-A1] any other text of a released file is still refused', async () => {
  const name = await emptyDatabase();
  await withClient(url(name), async (client) => {
    await migrate(client);
    await client.query(`update sys_migration set checksum = $1 where name = '0006-workflow.sql'`, [OLD_0005]);
    await expect(migrate(client)).rejects.toThrow(/0006-workflow\.sql was edited/);
  });
});

test('[F-A1] a role that does not own its database is told so in a sentence', async () => {
  const name = await emptyDatabase();
  await withClient(adminUrl(name), (client) => client.query(`alter database "${name}" owner to current_user`));
  await withClient(url(name), async (client) => {
    const refusal = await migrate(client).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartProblem);
    expect((refusal as Error).message).toMatch(/^The database user "kuwei_\w+" must own the database "t_/);
  });
});

test('[F-D8] a database whose tables are in a schema of their own is not begun a second time beside them', async () => {
  const name = await emptyDatabase();
  await withClient(url(name), async (client) => {
    await migrate(client);
    await client.query('alter schema public rename to own');
    await client.query('create schema public');
    const refusal = await migrate(client).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartProblem);
    expect((refusal as Error).message).toMatch(/^The tables of this program are in the schema "own", they belong in "public": /);
    expect((await client.query(`select to_regclass('public.sys_migration') as found`)).rows).toEqual([{ found: null }]);
  });
});

test('[F-3B5] batches that differ by their letters alone stay apart, and what is held of one is held of all', async () => {
  const NAME = '0515-one-batch-of-a-number.sql';
  await withClient(url(await emptyDatabase()), async (client) => {
    await migrate(client);
    // As it was before, with no product to belong to.
    await client.query(`
      drop index wms_batch_folded_key;
      alter table wms_batch drop column folded, drop column twin, drop constraint wms_batch_product_id_fkey,
        add constraint wms_batch_product_id_batch_no_key unique (product_id, batch_no)`);
    await client.query(`delete from sys_migration where name = $1`, [NAME]);
    const one = '00000000-0000-4000-8000-000000000001';
    await client.query(
      `insert into wms_batch (id, product_id, batch_no, status, created_at)
         select gen_random_uuid(), $1, no, status, '2026-01-01'::date + n::int
           from unnest(array['ct-a', 'CT-A', 'Ct-A', 'CT-B'], array['OK', 'RECALLED', 'HOLD', 'OK']) with ordinality b(no, status, n)`,
      [one],
    );
    expect(await migrate(client)).toEqual([NAME]);
    const { rows } = await client.query('select batch_no, twin, status from wms_batch order by folded, twin');
    expect(rows.map((row) => Object.values(row as object))).toEqual([
      ['ct-a', 0, 'RECALLED'],
      ['CT-A', 1, 'RECALLED'],
      ['Ct-A', 2, 'RECALLED'],
      ['CT-B', 0, 'OK'],
    ]);
  });
});

test('[F-3U14] a warning that was sent before it had a next step is read without one', async () => {
  const NAME = '0530-next-step-of-trouble.sql';
  await withClient(url(await emptyDatabase()), async (client) => {
    await migrate(client);
    await client.query(`delete from sys_migration where name = $1`, [NAME]);
    const params = JSON.stringify({
      no: 'IN1',
      what: { zh: '存放申请', en: 'Deposit' },
      product: { zh: '盐', en: 'Salt' },
      box: 'B1',
    });
    await client.query(
      `insert into sys_message (id, kind, template, params) select gen_random_uuid(), 'WARN', name, $1
         from unnest(array['msg.troubleRetired', 'msg.troubleOver']) name`,
      [params],
    );
    expect(await migrate(client)).toEqual([NAME]);
    const { rows } = await client.query<{ params: Params }>('select params from sys_message order by template');
    const read = rows.map((row) => saidIn('zh', { template: 'msg.troubleRetired', title: '', content: '', ...row }).content);
    expect(read).toEqual(['存放申请 IN1 中“盐”用到的库位 B1 已停用。{next}', '存放申请 IN1 中“盐”用到的库位 B1 已停用。']);
  });
});

test('[F-U23] the word of a site for what is under way goes on for each kind of document, that of the product makes room', async () => {
  const NAME = '0570-words-of-work.sql';
  const after = async (label: string) =>
    withClient(url(await emptyDatabase()), async (client) => {
      await migrate(client);
      await client.query(`delete from sys_migration where name = $1`, [NAME]);
      await client.query(
        `with dic as (insert into sys_dic (id, code, name, name_en) values (gen_random_uuid(), 'WMS_STATE', 'x', 'x') returning id)
         insert into sys_dic_field (dic_id, code, label, sort, shipped)
           select id, 'EXECUTING', $1, 1, '{"label": "执行中", "labels": [], "props": []}' from dic`,
        [label],
      );
      expect(await migrate(client)).toEqual([NAME]);
      const { rows } = await client.query('select code, label from sys_dic_field order by code collate "C"');
      return rows.map((row) => Object.values(row as object));
    });
  expect(await after('正在办')).toEqual([
    ['EXECUTING.INBOUND', '正在办'],
    ['EXECUTING.MOVE', '正在办'],
    ['EXECUTING.OUTBOUND', '正在办'],
  ]);
  expect(await after('执行中')).toEqual([]);
});
