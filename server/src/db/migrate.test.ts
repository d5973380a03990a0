// Installation as documented: a database owned by a plain role, on any supported server.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, inject, test } from 'vitest';
import { REPLACED_MIGRATIONS, replaceWithOldNotes } from '../../test/_old-migrations.ts';
import { describeSchema } from '../../test/catalog.ts';
import { makeDatabase, withClient } from '../../test/scratch.ts';
import { StartProblem } from '../problem.ts';
import { migrate, migrations, type Migration } from './migrate.ts';

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

test('[F-A1] a role that only owns its database can apply every migration', async () => {
  await withClient(url(await emptyDatabase()), async (client) => {
    const { rows } = await client.query(
      'select rolsuper, rolcreaterole, rolbypassrls from pg_roles where rolname = current_user',
    );
    expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolbypassrls: false }]);
    expect(await migrate(client)).toEqual(migrations().map(({ name }) => name));
    expect(await migrate(client)).toEqual([]);
  });
});

test('[F-A1] refuses a changed released file', async () => {
  const name = await emptyDatabase();
  await withClient(url(name), async (client) => {
    await migrate(client);
    await client.query(`update sys_migration set checksum = $1 where name = '0006-place.sql'`, ['0'.repeat(64)]);
    await expect(migrate(client)).rejects.toThrow(/0006-place\.sql was edited/);
  });
});

test('[F-A1] explains that the role does not own the database', async () => {
  const name = await emptyDatabase();
  await withClient(adminUrl(name), (client) => client.query(`alter database "${name}" owner to current_user`));
  await withClient(url(name), async (client) => {
    const refusal = await migrate(client).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartProblem);
    expect((refusal as Error).message).toMatch(/^The database user "kuwei_\w+" must own the database "t_/);
  });
});

test('[F-D8] does not initialise a database whose tables are in another schema', async () => {
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

const fileOf = (name: string, sql: string): Migration => ({ name, sql, checksum: name });

test('initialises an empty database completely or not at all', async () => {
  await withClient(url(await emptyDatabase()), async (client) => {
    const broken = fileOf('9998-broken.sql', 'create table broken (id nothing)');
    await expect(migrate(client, undefined, [...migrations(), broken])).rejects.toThrow(/9998-broken\.sql failed/);
    expect((await client.query(`select to_regclass('sys_migration') as notes, to_regclass('sys_user') as users`)).rows).toEqual([
      { notes: null, users: null },
    ]);
    expect(await migrate(client)).toHaveLength(migrations().length);
  });
});

const NOTED = `select name, checksum, applied_at, version from sys_migration order by name`;

test('[decision 210] a complete database of 0.1.0 continues as if created with the readable schema', async () => {
  await withClient(url(await emptyDatabase()), async (client) => {
    const base = migrations().filter(({ name }) => name < '0100');
    await migrate(client, undefined, base);
    await replaceWithOldNotes(client);
    const schema = await describeSchema(client);
    const backups: unknown[] = [];
    const next = fileOf('0600-next.sql', 'create table next (id uuid)');
    const before = async (...names: [readonly string[], readonly string[]]): Promise<void> => {
      backups.push(names.map((some) => [some.length, some.at(-1)]));
    };
    const files = [...base, next];
    expect(await migrate(client, before, files)).toEqual(['0600-next.sql']);
    expect(backups).toEqual([
      [
        [125, '0594-marked-products.sql'],
        [files.length, '0600-next.sql'],
      ],
    ]);
    const { rows } = await client.query<{ name: string; applied_at: Date; version: string; replaces: { name: string }[] | null }>(
      'select * from sys_migration order by name',
    );
    expect(rows.map(({ name }) => name)).toEqual(files.map(({ name }) => name));
    expect(rows[0]!.replaces!.map(({ name }) => name)).toEqual(REPLACED_MIGRATIONS.map(([, name]) => name));
    expect(rows.slice(1).every(({ replaces }) => replaces === null)).toBe(true);
    expect([rows[1]!.applied_at.toISOString(), rows[1]!.version]).toEqual(['2026-11-01T01:00:00.000Z', '0.1.0']);
    expect(await migrate(client, before, files)).toEqual([]);
    expect(backups).toHaveLength(1);
    await client.query('drop table next');
    expect(await describeSchema(client)).toEqual(schema);
  });
});

test('[decision 210] refuses older or edited databases and leaves them unchanged', async () => {
  await withClient(url(await emptyDatabase()), async (client) => {
    await migrate(client);
    const refused = async (sentence: RegExp): Promise<void> => {
      const noted = (await client.query(NOTED)).rows;
      const refusal = await migrate(client).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(StartProblem);
      expect((refusal as Error).message).toMatch(sentence);
      expect((await client.query(NOTED)).rows).toEqual(noted);
    };
    await replaceWithOldNotes(client, 124);
    await refused(
      /^The database is too old for this version: it lacks 0594-marked-products\.sql\. Start the last version 0\.1\.0 on it once/,
    );
    await replaceWithOldNotes(client);
    await client.query(`update sys_migration set checksum = '0' where name = '0400-after-sales.sql'`);
    await refused(/0400-after-sales\.sql was edited/);
    await replaceWithOldNotes(client);
    await client.query(`insert into sys_migration (name, checksum) values ('9999-future.sql', '0')`);
    await refused(/newer than this program: it has 9999-future\.sql/);
    await client.query(`delete from sys_migration where name = '9999-future.sql'`);
    // The first version of 0005 needed a superuser; a later file fixed its result.
    await replaceWithOldNotes(client);
    await client.query(`update sys_migration set checksum = $1 where name = '0005-stock.sql'`, [
      '72b0a782aed44fd8b7b541a6a07908865a95b3f0aa41a0d3b98733528d3c1a39',
    ]);
    expect(await migrate(client)).toEqual([]);
  });
});
