// Versions in use, and obstacles to an upgrade.
import { resolve } from 'node:path';
import type { ReplyOf } from '@kuwei/contract/route';
import type { maintainRoutes, UpgradeCheck } from '@kuwei/contract/sys/maintain';
import { sql } from 'kysely';
import type { Services } from '../../context.ts';
import { IS_AVAILABLE } from '../backup/missing.ts';
import { BACKUP_BYTES, findTightestDisk } from '../backup/room.ts';
import { changes } from './changes.ts';
import { listStartSettings } from './start-settings.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const STARTED = new Date(Date.now() - performance.now()).toISOString();
/** Maximum age of a backup that is useful to return to. */
const BACKUP_HOURS = 24;
const PROOF_DAYS = 8;
/** A write this long is an import, or a manual session. */
const LONG_SECONDS = 10;

/** Each process that serves this database listens on one connection. */
const PROCESSES = sql<number>`(select greatest(1, count(*)) from pg_stat_activity
  where datname = current_database() and application_name like 'kuwei-events:%')::int`;

type Upgrade = ReplyOf<(typeof maintainRoutes)['getUpgrade']>;

export async function upgradeState({ db, config }: Services): Promise<Upgrade> {
  const { rows } = await sql<{ version: string; bytes: number; processes: number; migrations: Upgrade['migrations'] }>`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
           ${PROCESSES} as processes,
           (select json_agg(json_build_object('name', name, 'checksum', checksum, 'appliedAt', applied_at, 'ms', ms, 'version', version)
                            order by name desc) from sys_migration) as migrations`.execute(db);
  const { version, bytes, processes, migrations } = rows[0]!;
  return {
    version: config.version,
    node: process.version,
    startedAt: STARTED,
    database: { kind: config.databaseUrl === undefined ? 'BUNDLED' : 'SERVER', version, bytes },
    processes,
    service: process.env['INVOCATION_ID'] === undefined ? null : 'systemd',
    folder: ROOT,
    dataDir: config.dataDir,
    settings: listStartSettings(process.env, config.dataDir),
    migrations,
    changes: changes(),
  };
}

export async function upgradeChecks({ db, config, settings }: Services): Promise<UpgradeCheck[]> {
  const { rows } = await sql<{
    backupHours: number | null;
    verified: boolean;
    bytes: number;
    backupBytes: number;
    work: boolean;
    writes: number;
    processes: number;
    proofDays: number | null;
    proofOk: boolean | null;
    server: number;
  }>`
    select (select extract(epoch from now() - max(created_at)) / 3600 from sys_backup where ${sql.raw(IS_AVAILABLE)})::float8 as "backupHours",
           coalesce((select state = 'VERIFIED' from sys_backup where ${sql.raw(IS_AVAILABLE)} order by created_at desc limit 1), false) as verified,
           pg_database_size(current_database())::float8 as bytes,
           ${sql.raw(BACKUP_BYTES)} as "backupBytes",
           exists (select from sys_maintain_work where ended_at is null) as work,
           (select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
              and application_name like 'kuwei:%' and backend_xid is not null and xact_start < now() - ${LONG_SECONDS} * interval '1 second')::int as writes,
           ${PROCESSES} as processes,
           (select extract(epoch from now() - max(ended_at)) / 86400 from wms_ledger_proof where kind = 'FULL' and result is not null)::float8 as "proofDays",
           (select ok from wms_ledger_proof where result is not null order by ended_at desc limit 1) as "proofOk",
           current_setting('server_version_num')::int / 10000 as server`.execute(db);
  const found = rows[0]!;
  const isLate = found.backupHours === null || found.backupHours > BACKUP_HOURS;
  const backups = (isLate ? 1 : 0) + (config.upgradeBackup ? 1 : 0);
  const needs = [
    { folder: config.backupDir, bytes: backups * found.backupBytes },
    // Tables that a migration rewrites.
    { folder: config.dataDir, bytes: config.databaseUrl === undefined ? found.bytes : 0 },
  ];
  const { folder, free, wanted } = await findTightestDisk(needs, settings.get('SYS_MIN_FREE_MB') * 1_000_000);
  const result = (bad: boolean, warn = false): UpgradeCheck['result'] => (bad ? 'BAD' : warn ? 'WARN' : 'OK');
  return [
    {
      check: 'BACKUP',
      result: result(found.backupHours === null, isLate || !found.verified),
      params: { hours: found.backupHours === null ? -1 : Math.ceil(found.backupHours), verified: found.verified ? 1 : 0 },
    },
    { check: 'ROOM', result: result(free < wanted), params: { folder, free, wanted } },
    { check: 'WORK', result: result(found.work), params: {} },
    { check: 'WRITES', result: result(false, found.writes > 0), params: { count: found.writes } },
    { check: 'PROCESSES', result: result(false, found.processes > 1), params: { count: found.processes } },
    {
      check: 'LEDGER',
      result: result(found.proofOk === false, found.proofDays === null || found.proofDays > PROOF_DAYS),
      params: { days: found.proofDays === null ? -1 : Math.floor(found.proofDays), ok: found.proofOk === false ? 0 : 1 },
    },
    { check: 'DATABASE', result: result(found.server < 15), params: { version: found.server } },
  ];
}
