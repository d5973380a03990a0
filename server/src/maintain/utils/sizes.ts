// Disk usage.
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReplyOf } from '@kuwei/contract/route';
import type { maintainUtilsRoutes } from '@kuwei/contract/sys/maintain-utils';
import { sql } from 'kysely';
import type { Services } from '../../context.ts';
import type { Db, Trx } from '../../db/open.ts';

type Sizes = ReplyOf<(typeof maintainUtilsRoutes)['getSizes']>;

const LARGEST = 12;
/** Up to this size, rows of tables that were never analysed are counted. */
const COUNT_MAX_BYTES = 32_000_000;

export async function sizes({ db, config }: Services): Promise<Sizes> {
  const { rows } = await sql<{ version: string; bytes: number; files: number; fileBytes: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
           (select count(*) from sys_file)::float8 as files, (select coalesce(sum(size), 0) from sys_file)::float8 as "fileBytes"`.execute(
    db,
  );
  const { version, bytes, files, fileBytes } = rows[0]!;
  const tables = await tableSizes(db);
  const disk = await statfs(config.dataDir).catch(() => null);
  return {
    database: { kind: config.databaseUrl === undefined ? 'BUNDLED' : 'SERVER', version, bytes },
    tableCount: tables.length,
    tables: await Promise.all(tables.slice(0, LARGEST).map((table) => withCountedRows(db, table))),
    files: { folder: join(config.dataDir, 'files'), count: files, bytes: fileBytes },
    disk: disk && { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize },
  };
}

/** The statistics of a table that was never analysed are lost with a crash: then it counts from there. */
async function withCountedRows(db: Db, table: Sizes['tables'][number]): Promise<Sizes['tables'][number]> {
  if (table.rows !== null || table.bytes > COUNT_MAX_BYTES) return table;
  const { rows } = await sql<{ rows: number }>`select count(*)::float8 as rows from ${sql.table(table.name)}`.execute(db);
  return { ...table, rows: rows[0]!.rows };
}

/** Largest first. A partitioned table counts as one. Rows are null if one of its parts with content was never analysed. */
export async function tableSizes(db: Db | Trx): Promise<Sizes['tables']> {
  const { rows } = await sql<Sizes['tables'][number]>`
    select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as name,
           case when bool_and(c.reltuples >= 0 or pg_relation_size(c.oid) = 0) filter (where c.relkind = 'r')
                then sum(greatest(c.reltuples, 0)) filter (where c.relkind = 'r')
           end::float8 as rows,
           sum(pg_total_relation_size(c.oid))::float8 as bytes, sum(pg_indexes_size(c.oid))::float8 as "indexBytes"
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname in ('public', 'graphile_worker')
     group by 1 order by 3 desc, 1`.execute(db);
  return rows;
}
