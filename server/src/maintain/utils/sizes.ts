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
    tables: tables.slice(0, LARGEST),
    files: { folder: join(config.dataDir, 'files'), count: files, bytes: fileBytes },
    disk: disk && { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize },
  };
}

/** Largest first. A partitioned table counts as one. */
export async function tableSizes(db: Db | Trx): Promise<Sizes['tables']> {
  const { rows } = await sql<Sizes['tables'][number]>`
    select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as name,
           case when bool_or(c.reltuples >= 0 or pg_stat_get_live_tuples(c.oid) > 0) filter (where c.relkind = 'r')
                then sum(case when c.reltuples > 0 then c.reltuples else pg_stat_get_live_tuples(c.oid) end) filter (where c.relkind = 'r')
           end::float8 as rows,
           sum(pg_total_relation_size(c.oid))::float8 as bytes, sum(pg_indexes_size(c.oid))::float8 as "indexBytes"
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname in ('public', 'graphile_worker')
     group by 1 order by 3 desc, 1`.execute(db);
  return rows;
}
