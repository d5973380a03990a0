// Numbered SQL files, applied once each and in order; several processes may start at the same time.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { StartProblem } from '../problem.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
/** Any number: all processes of this product agree on it. */
const LOCK = 7_318_001;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

function migrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((name) => /^\d{4}-[\w-]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(FOLDER, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/**
 * Brings the database up to this program's version, each file in a transaction of its own.
 * @returns names of the files applied now
 * @throws StartProblem when the database is newer than the program, or a file that was applied has been edited
 */
export async function migrate(client: pg.ClientBase): Promise<string[]> {
  const wanted = migrations();
  await client.query('select pg_advisory_lock($1)', [LOCK]);
  try {
    await client.query(`create table if not exists sys_migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from sys_migration');
    const known = new Map(wanted.map((migration) => [migration.name, migration]));
    for (const row of rows) {
      const file = known.get(row.name);
      if (!file) {
        throw new StartProblem(`The database is newer than this program: it has ${row.name}. Start the newer version.`);
      }
      if (file.checksum !== row.checksum) {
        throw new StartProblem(
          `Migration ${row.name} was edited after it had been applied to this database. Restore the file, or start on a new data folder.`,
        );
      }
    }
    const applied = new Set(rows.map((row) => row.name));
    const missing = wanted.filter((migration) => !applied.has(migration.name));
    for (const { name, sql, checksum } of missing) {
      await client.query('begin');
      try {
        await client.query(sql);
        await client.query('insert into sys_migration (name, checksum) values ($1, $2)', [name, checksum]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`migration ${name} failed`, { cause: error });
      }
    }
    return missing.map((migration) => migration.name);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]);
  }
}
