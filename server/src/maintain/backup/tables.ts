// Tables in a backup: all except those listed here, so that a new table is never forgotten.
import type { ClientBase } from 'pg';

/** Reset by a restore: sessions, one-time tokens, stored replies of idempotency keys. */
export const TRANSIENT_TABLES: ReadonlySet<string> = new Set([
  'sys_session',
  'sys_token',
  'sys_known_device',
  'sys_sign_in_failure',
  'sys_user_link',
  'sys_password_request',
  'sys_idempotency',
  'sys_file_gone',
  'sys_health',
  'sys_job_run',
  'sys_report_reader',
  // Rebuilt when rows of the log are inserted.
  'sys_log_key',
  // Listed in the manifest: applied again, and recorded with their original data.
  'sys_migration',
]);

/**
 * The transient tables that a restore leaves alone: migrations of the running program, its health check, and the keys of the log.
 */
export const UNRESTORED_TABLES: ReadonlySet<string> = new Set([
  'sys_health',
  'sys_job_run',
  'sys_report_reader',
  'sys_log_key',
  'sys_migration',
]);

/** Partitioned and append-only. */
export const LOG = 'sys_log';

/** Belong to the installation rather than its data, and survive a restore. */
export const INSTALLATION_TABLES = ['sys_backup', 'sys_maintain_work', 'sys_mode'] as const;

/** Credentials: only in encrypted backups. */
export const SECRET_TABLES = ['sys_secret', 'sys_user_totp', 'sys_user_recovery'] as const;

export interface Table {
  name: string;
  /** Stored columns, without generated ones, in table order. */
  columns: string[];
  /** Of these, foreign keys to tables that no backup includes. */
  loose: string[];
  partitioned: boolean;
}

/** @param secrets whether to include SECRET_TABLES */
export async function tablesOf(client: ClientBase, secrets: boolean): Promise<Table[]> {
  const leftOut = [...TRANSIENT_TABLES, ...INSTALLATION_TABLES, ...(secrets ? [] : SECRET_TABLES)];
  const { rows } = await client.query<Table>(
    `select c.relname::text as name, c.relkind = 'p' as partitioned,
            array(select a.attname::text from pg_catalog.pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
            array(select a.attname::text from pg_catalog.pg_constraint k
                    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
                    join pg_catalog.pg_class f on f.oid = k.confrelid
                   where k.contype = 'f' and k.conrelid = c.oid and f.relname = any($1)) as loose
       from pg_catalog.pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> all($1)
        and not exists (select from pg_catalog.pg_depend d where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      order by c.relname`,
    [leftOut],
  );
  return rows;
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Query of the rows to copy, with foreign keys to excluded tables set to null. */
export function copyOut({ name, columns, loose, partitioned }: Table): string {
  const listed = columns.map((column) => (loose.includes(column) ? `null as ${quoted(column)}` : quoted(column))).join(', ');
  // Sorted, so that the output does not depend on partitions.
  const order = partitioned ? ` order by ${quoted(columns[0]!)}` : '';
  return `copy (select ${listed} from public.${quoted(name)}${order}) to stdout`;
}

/** Session settings that make values read and write the same on every server. */
export const SESSION = `set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex'; set xmloption = 'content'; set synchronize_seqscans = off;
  set search_path = public, pg_temp; set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set row_security = off; set jit = off`;
