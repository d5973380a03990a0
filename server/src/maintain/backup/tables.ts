// Which tables a backup holds. All there are, so that a new one is never forgotten, except those named here.
import type { ClientBase } from 'pg';

/** What begins again after a restore: who is signed in, what opens something once, answers kept for who asks again. */
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
  // Rows of the log make it as they come.
  'sys_log_key',
  // The manifest has them: they are applied anew, and noted as they were.
  'sys_migration',
]);

/** Of these, what a restore leaves as it is: the migrations of the program that runs, who asks it just now, and the keys of the log. */
export const UNRESTORED_TABLES: ReadonlySet<string> = new Set([
  'sys_health',
  'sys_job_run',
  'sys_report_reader',
  'sys_log_key',
  'sys_migration',
]);

/** Lies in parts, and is only ever added to. */
export const LOG = 'sys_log';

/** What belongs to the installation and not to its data: it outlives a restore. */
export const INSTALLATION_TABLES = ['sys_backup', 'sys_maintain_work', 'sys_mode'] as const;

/** What opens doors: in a backup that is encrypted, in no other. */
export const SECRET_TABLES = ['sys_secret', 'sys_user_totp', 'sys_user_recovery'] as const;

export interface Table {
  name: string;
  /** Those that are stored and not computed, in the order of the table. */
  columns: string[];
  /** Of these, those that point to a row which is in no backup. */
  loose: string[];
  partitioned: boolean;
}

/** @param secrets whether what opens doors is among them */
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

/** What is copied out of a table. A row that is in no backup is pointed to by nobody. */
export function copyOut({ name, columns, loose, partitioned }: Table): string {
  const listed = columns.map((column) => (loose.includes(column) ? `null as ${quoted(column)}` : quoted(column))).join(', ');
  // Whichever parts a table lies in: in order, its rows come alike everywhere.
  const order = partitioned ? ` order by ${quoted(columns[0]!)}` : '';
  return `copy (select ${listed} from public.${quoted(name)}${order}) to stdout`;
}

/** What makes every server write, and read, the same values alike. */
export const SESSION = `set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex'; set xmloption = 'content'; set synchronize_seqscans = off;
  set search_path = public, pg_temp; set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set row_security = off; set jit = off`;
