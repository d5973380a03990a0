// Restores rows between tests that change shared data. Opening a new world for each test costs several times as much.
import { Client } from 'pg';
import { inject } from 'vitest';
import type { World } from './_world.ts';

interface Table {
  name: string;
  /** Writable columns. */
  columns: string;
}

/**
 * Snapshots all rows of a world.
 * @returns `back` restores changed tables and makes the server reload; call `end` before the world's
 */
export async function rememberRows(world: World): Promise<{ back: () => Promise<void>; end: () => Promise<void> }> {
  const { admin } = inject('database');
  const database = new URL(world.database.url).pathname.slice(1);
  // As a superuser, who can bypass triggers and foreign keys.
  const client = new Client({ connectionString: admin.replace('%', database) });
  await client.connect();
  const { rows: tables } = await client.query<Table>(`
    select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     group by c.oid, c.relname`);
  const sums = async (): Promise<Map<string, string>> => {
    const each = tables.map(
      ({ name }) => `select '${name}' as name, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as sum from "${name}" t`,
    );
    const { rows } = await client.query<{ name: string; sum: string }>(each.join(' union all '));
    return new Map(rows.map(({ name, sum }) => [name, sum]));
  };
  const before = await sums();
  const filled = tables.filter(({ name }) => before.get(name) !== '0');
  const copies = filled.map(({ name }) => `create unlogged table kept."${name}" as table "${name}"`);
  await client.query(['create schema kept', ...copies, 'set session_replication_role = replica'].join(';\n'));
  const back = async (): Promise<void> => {
    const now = await sums();
    const changed = tables.filter(({ name }) => now.get(name) !== before.get(name));
    const steps = changed.flatMap(({ name, columns }) => [
      `delete from "${name}"`,
      ...(filled.some((table) => table.name === name)
        ? [`insert into "${name}" (${columns}) overriding system value select ${columns} from kept."${name}"`]
        : []),
    ]);
    // Several statements in one query run in one transaction.
    await client.query(steps.join(';\n'));
    world.services.bus.lookAgain();
  };
  return { back, end: () => client.end() };
}
