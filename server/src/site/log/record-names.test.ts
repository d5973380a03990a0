import { LOG_ENTITIES, logRoutes, type LogEntity, type LocalizedEntry } from '@kuwei/contract/sys/log';
import { CLOCK_JOBS } from '@kuwei/contract/sys/maintain-utils';
import { LOCALES } from '@kuwei/contract/constants';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../db/id.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { readMenu } from '../../platform/menu/stored.ts';

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('admin', 'ROLE_ADMIN');
});
afterAll(() => world.end());

interface Column {
  name: string;
  type: string;
  /** The table that it references. */
  of: string | null;
}

/** Value of a generated row; texts contain table and column, so that each is unique. */
function buildValue(table: string, { name, type }: Column): string {
  if (type === 'text') return `${table} ${name}`;
  if (type === 'uuid') return newId();
  if (type === 'boolean') return 'false';
  if (type === 'jsonb') return '{}';
  if (type === 'bytea') return '';
  if (type.endsWith('[]')) return '{}';
  return /^(date|timestamp)/.test(type) ? '2026-01-02' : '1';
}

/** Id of a row of a table, inserted if there is none, with constraints off: the log only needs its name. */
async function findOrInsertRow(table: string, above: readonly string[] = []): Promise<string> {
  const { db } = world.services;
  const { rows: there } = await sql<{ id: string }>`select id from ${sql.table(table)} order by id limit 1`.execute(db);
  if (there[0]) return there[0].id;
  const { rows: columns } = await sql<Column>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
           case when a.attname = 'biz_id' then 'wms_transaction' else (select c.confrelid::regclass::text from pg_constraint c
             join pg_attribute k on k.attrelid = c.confrelid and k.attnum = c.confkey[array_position(c.conkey, a.attnum)]
             where c.contype = 'f' and c.conrelid = a.attrelid and k.attname = 'id' limit 1) end as of
      from pg_attribute a where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`.execute(
    db,
  );
  const { rows: rules } = await sql<{ name: string }>`
    select conname as name from pg_constraint where conrelid = ${table}::regclass and contype in ('c', 'f')`.execute(db);
  for (const { name } of rules) await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(db);
  await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
  const cells: [name: string, value: string][] = [];
  for (const column of columns) {
    const isNamed = column.of !== null && column.type === 'uuid' && column.of !== table && !above.includes(column.of);
    cells.push([column.name, isNamed ? await findOrInsertRow(column.of!, [...above, table]) : buildValue(table, column)]);
  }
  const { rows } = await sql<{ id: string }>`insert into ${sql.table(table)} (${sql.join(cells.map(([name]) => sql.id(name)))})
    values (${sql.join(cells.map(([, value]) => value))}) returning id`.execute(db);
  return rows[0]!.id;
}

/** Ids in the log that refer to no record, or to a record of another table. */
async function listIds(entity: LogEntity): Promise<string[]> {
  const person = await findOrInsertRow('sys_user');
  const others: Partial<Record<LogEntity, string[]>> = {
    'sign-in': ['teacher'],
    'sign-out': [person],
    session: [person, await findOrInsertRow('sys_session')],
    password: [person],
    'second-factor': [person],
    identity: [person],
    acting: [person],
    sys_menu: (await readMenu(world.services.db)).slice(0, 1).map(({ id }) => id),
    sys_config: ['SYS_PASSWORD_MIN_LENGTH'],
    sys_message: [await findOrInsertRow('sys_message'), await findOrInsertRow('sys_message_copy')],
    sys_message_copy: [await findOrInsertRow('sys_message_copy'), 'all'],
    sys_import_run: [newId()],
    sys_first_steps: ['one'],
    mode: ['MAINTENANCE', 'READ_ONLY', 'RESTORE'],
    mail: ['test', 'all', await findOrInsertRow('sys_mail')],
    bpm_task: [await findOrInsertRow('bpm_task'), await findOrInsertRow('wms_transaction'), person],
    wms_org_quota: [await findOrInsertRow('wms_org')],
    wms_storage_rule: ['7'],
    wms_opening_row: ['import'],
    log: ['2024-01-01'],
    export: ['/wms/product', '/wms/ledger'],
    job: [CLOCK_JOBS[0], 'nightly'],
    tool: ['reindex', 'log-level', 'orphan', '4711'],
  };
  return others[entity] ?? [await findOrInsertRow(entity)];
}

const list = async (query: object, locale: string): Promise<LocalizedEntry[]> =>
  (await admin.call(logRoutes.listLog, { query: { size: 200, ...query }, headers: { 'accept-language': locale } })).data.list;

test('[F-3N8] a row of every entity has a name, and is found by it', async () => {
  const { db } = world.services;
  const logged: { entity: LogEntity; entityId: string; id: string }[] = [];
  for (const entity of LOG_ENTITIES)
    for (const entityId of await listIds(entity)) {
      const { rows } = await sql<{ id: string }>`insert into sys_log (id, kind, at, action, entity, entity_id, change)
        values (${sql`sys_log_since(now()) + ${logged.length + 1}`}, ${entity === 'sign-in' ? 'SIGN_IN' : entity.includes('_') ? 'DATA' : entity === 'log' || entity === 'job' || entity === 'tool' ? 'JOB' : 'OPERATION'},
          now(), 'PUT /x', ${entity}, ${entityId}, ${JSON.stringify({ file: 'opening stock.xlsx' })}) returning id::text`.execute(
        db,
      );
      logged.push({ entity, entityId, id: rows[0]!.id });
    }
  // Imported opening rows are identified by their import.
  await sql`insert into sys_import (id, entity, file, created, updated, created_by)
    values (${newId()}, 'wms_opening_row', 'opening stock.xlsx', 1, 0, ${await findOrInsertRow('sys_user')})`.execute(db);
  await sql`update sys_session set end_reason = 'FORCED'`.execute(db);
  const faults: string[] = [];
  for (const locale of LOCALES) {
    const names = new Map((await list({}, locale)).map(({ id, recordName }) => [id, recordName]));
    const found = new Map<string, Set<string>>();
    for (const { entity, entityId, id } of logged) {
      const name = names.get(id) ?? '';
      if (name !== '' && !found.has(name)) found.set(name, new Set((await list({ q: name }, locale)).map((row) => row.id)));
      if (found.get(name)?.has(id) !== true) faults.push(`${locale} ${entity} ${entityId}: not found by “${name}”`);
    }
  }
  expect(faults).toEqual([]);
});

test('[F-3N8] finds boxes, containers, batches, deleted products and menu entries by their codes', async () => {
  const { db } = world.services;
  const find = async (q: string): Promise<(string | null)[]> => (await list({ q }, 'zh')).map(({ entityId }) => entityId);
  const insertLog = async (entity: LogEntity, id: string): Promise<void> =>
    void (await sql`insert into sys_log (id, kind, at, action, entity, entity_id)
      select max(id) + 1, 'DATA', now(), 'PUT /x', ${entity}, ${id} from sys_log`.execute(db));
  const { rows } = await sql<{ box: string; container: string; product: string; entry: string }>`
    select (select id from wms_warehouse_box where code = 'W1-C01-R1-B1') as box,
           (select id from wms_container where code = 'C01' or code = 'W1-C01' order by code limit 1) as container,
           (select id from wms_product where code = 'W-BEAKER-250') as product`.execute(db);
  const { box, container, product } = rows[0]!;
  await insertLog('wms_warehouse_box', box);
  expect(await find('W1-C01-R1-B1')).toContain(box);
  expect(await find('w1-c01-r1-b1')).toContain(box);
  const { code } = (await sql<{ code: string }>`select code from wms_container where id = ${container}`.execute(db)).rows[0]!;
  await insertLog('wms_container', container);
  expect(await find(code)).toContain(container);
  await sql`update wms_product set deleted_at = now() where id = ${product}`.execute(db);
  await insertLog('wms_product', product);
  expect(await find('w-beaker-250')).toContain(product);
  const entry = (await readMenu(db))[0]!;
  await insertLog('sys_menu', entry.id);
  expect(await find(entry.code)).toContain(entry.id);
});
