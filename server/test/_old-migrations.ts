// Databases of version 0.1.0, whose migrations were replaced in 0.2.0 by others that create the same schema.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';

/** The migrations replaced in 0.2.0, as recorded in an older database. */
export const REPLACED_MIGRATIONS = readFileSync(join(import.meta.dirname, '../src/db/migrations/before-0.2.0.sha256'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('  ') as [checksum: string, name: string])
  .filter(([, name], place, all) => all[place + 1]?.[1] !== name);

/** Replaces the recorded migrations of 0.2.0 by those of 0.1.0, up to some file; later ones stay. */
export async function replaceWithOldNotes(client: Client, count = REPLACED_MIGRATIONS.length): Promise<void> {
  await client.query('alter table sys_migration drop column if exists replaces');
  await client.query(`delete from sys_migration where name < '0600'`);
  await client.query(
    `insert into sys_migration (name, checksum, applied_at, ms, version)
       select name, checksum, '2026-11-01Z'::timestamptz + n * interval '1 hour', 1, '0.1.0'
         from unnest($1::text[], $2::text[]) with ordinality c (checksum, name, n)`,
    [
      REPLACED_MIGRATIONS.map(([checksum]) => checksum).slice(0, count),
      REPLACED_MIGRATIONS.map(([, name]) => name).slice(0, count),
    ],
  );
}
