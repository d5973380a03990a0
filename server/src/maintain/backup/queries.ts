import { AppError } from '@kuwei/contract/error';
import type { Page } from '@kuwei/contract/page';
import type { QueryOf, ReplyOf } from '@kuwei/contract/route';
import type { Backup, BackupFault, BackupReport, MaintainWork, maintainRoutes } from '@kuwei/contract/sys/maintain';
import { sql, type Kysely } from 'kysely';
import type { Services } from '../../context.ts';
import { conditionsOf, rowsOf } from '../../db/columns.ts';
import { all, listPage, oneRow, orderOf, type SortsOf } from '../../db/list.ts';
import type { DB, SysBackup } from '../../db/types.ts';
import { IS_AVAILABLE } from './missing.ts';
import { freeIn } from './room.ts';

type Query = QueryOf<(typeof maintainRoutes)['listBackups']>;

const rows = rowsOf<Backup, { b: SysBackup }>(
  {
    id: 'b.id',
    kind: 'b.kind',
    state: 'b.state',
    name: 'b.name',
    givenName: 'b.given_name',
    size: 'b.size',
    sha256: sql<string | null>`encode(b.sha256, 'hex')`,
    encrypted: 'b.encrypted',
    tables: 'b.tables',
    rows: 'b.row_count',
    files: 'b.files',
    version: 'b.version',
    migration: 'b.migration',
    by: 'b.by_name',
    createdAt: 'b.created_at',
    madeAt: sql<string | null>`coalesce(b.made_at, case when b.kind <> 'UPLOAD' then b.created_at end)`,
    readyAt: 'b.ready_at',
    verifiedAt: 'b.verified_at',
    fault: sql<BackupFault | null>`b.fault`,
  },
  sql`page join sys_backup b on b.id = page.id`,
);

const SORTS: SortsOf<Query> = { createdAt: { by: sql`b.created_at` }, size: { by: sql`b.size` } };

export function listBackups(db: Kysely<DB>, query: Query): Promise<Page<Backup>> {
  const conditions = conditionsOf(query, {
    kind: (kinds) => sql`b.kind = any(${kinds}::text[])`,
    state: (states) => sql`b.state = any(${states}::text[])`,
    q: (text) => sql`strpos(lower(concat_ws(' ', b.name, b.given_name)), lower(${text})) > 0`,
  });
  return listPage(db, query, {
    id: sql`b.id`,
    from: sql`sys_backup b where ${all(conditions)}`,
    order: orderOf(query.sort ?? '-createdAt', SORTS, sql`b.id`),
    rows,
  });
}

/** @throws AppError NOT_FOUND */
export const findBackup = (db: Kysely<DB>, id: string): Promise<Backup> =>
  oneRow(db, sql`select b.id from sys_backup b where b.id = ${id}`, rows);

/** @throws AppError NOT_FOUND */
export async function reportOf(db: Kysely<DB>, id: string): Promise<BackupReport | null> {
  const row = await db.selectFrom('sys_backup').where('id', '=', id).select('report').executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row.report as BackupReport | null;
}

export async function getCurrentWork(db: Kysely<DB>): Promise<MaintainWork | null> {
  const { rows: found } = await sql<MaintainWork>`
    select id, kind, backup_id as "backupId", phase, done, total, coalesce(begun_at, created_at) as "begunAt"
      from sys_maintain_work where ended_at is null`.execute(db);
  return found[0] ?? null;
}

export async function backupState({
  db,
  settings,
  config,
}: Services): Promise<ReplyOf<(typeof maintainRoutes)['getBackupState']>> {
  const { rows: found } = await sql<{ used: number; lastReadyAt: string | null; lastVerifiedAt: string | null }>`
    select coalesce(sum(size), 0)::float8 as used, max(created_at) as "lastReadyAt",
           max(created_at) filter (where state = 'VERIFIED') as "lastVerifiedAt"
      from sys_backup where ${sql.raw(IS_AVAILABLE)}`.execute(db);
  return {
    on: settings.get('SYS_BACKUP_ON'),
    time: settings.get('SYS_BACKUP_TIME'),
    keep: settings.get('SYS_BACKUP_KEEP'),
    verify: settings.get('SYS_BACKUP_VERIFY'),
    encrypted: config.backupKey !== null,
    folder: config.backupDir,
    free: await freeIn(config.backupDir),
    ...found[0]!,
  };
}
