// Backup before an upgrade: made by the new version before it changes anything.
import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BackupFault } from '@kuwei/contract/sys/maintain';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { StartProblem } from '../../problem.ts';
import { FileStore } from '../../services/file/store.ts';
import { openSealer } from '../../services/sealer.ts';
import { faultOf } from '../archive/fault.ts';
import { syncFolder } from '../archive/pack.ts';
import { partOf, pathIn, prepareFolder } from '../backup/files.ts';
import { writeBackup, type Written } from '../backup/write.ts';
import { faultTexts } from '../fault-text.ts';

/** Repeated starts with a failing migration reuse the backup. */
const FRESH_MS = 15 * 60_000;
const KEEP_FREE_BYTES = 200_000_000;

interface CreatedBackup {
  name: string;
  id: string;
  at: string;
  written: Written;
}

/** @returns hooks to run before migrations and once the database is open */
export function backupBeforeUpgrade(config: Config, log: Logger) {
  let made: CreatedBackup | null = null;
  return {
    /** @param applied names of migrations. @throws StartProblem if no backup can be made */
    before: async (url: string, applied: readonly string[], missing: readonly string[]): Promise<void> => {
      if (!config.upgradeBackup) return;
      const number = (name: string | undefined): string => name?.slice(0, 4) ?? '0000';
      const name = `kuwei-before-upgrade-${number(applied.at(-1))}-${number(missing.at(-1))}.tar.zst${config.backupKey === null ? '' : '.enc'}`;
      const path = pathIn(config, name);
      if (existsSync(path) && Date.now() - statSync(path).mtimeMs < FRESH_MS) return;
      log.info({ backup: name }, 'backing up before the upgrade');
      const [id, at] = [randomUUID(), new Date().toISOString()];
      try {
        await prepareFolder(config);
        await rm(partOf(path), { force: true });
        const store = new FileStore(config.dataDir);
        const written = await writeBackup({
          url,
          path: partOf(path),
          head: { id, kind: 'PRE_UPGRADE', createdAt: at, version: config.version },
          key: config.backupKey,
          keepFree: KEEP_FREE_BYTES,
          sealer: openSealer(config),
          pathOf: (file) => store.pathOf(file),
          report: () => {},
          share: 1,
          signal: new AbortController().signal,
        });
        await rename(partOf(path), path);
        await syncFolder(dirname(path));
        made = { name, id, at, written };
      } catch (error) {
        await rm(partOf(path), { force: true }).catch(() => {});
        throw new StartProblem(
          `The backup before the upgrade has failed (${faultTexts(faultOf(error)).en}). Make room or set BACKUP_DIR to another disk; ` +
            `or back up by yourself and set UPGRADE_BACKUP=0.`,
        );
      }
    },
    /** Adds it to the list of backups. */
    note: async (db: Db): Promise<void> => {
      if (made === null) return;
      const { name, id, at, written } = made;
      const { manifest, size, sha256 } = written;
      const { missing } = manifest.files;
      const fault: BackupFault | null =
        missing.length > 0 ? { code: 'FILES', params: { count: missing.length, first: missing[0]! } } : null;
      const row = {
        kind: 'PRE_UPGRADE' as const,
        state: 'READY' as const,
        name,
        size,
        sha256: Buffer.from(sha256, 'hex'),
        encrypted: config.backupKey !== null,
        tables: manifest.tables.length,
        row_count: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
        files: manifest.files.count,
        version: manifest.migrations.at(-1)!.version,
        migration: manifest.migrations.at(-1)!.name,
        created_at: at,
        ready_at: sql<string>`now()`,
        fault: fault && JSON.stringify(fault),
      };
      await db
        .insertInto('sys_backup')
        .values({ id, ...row })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ ...row, id, verified_at: null }))
        .execute();
    },
  };
}
