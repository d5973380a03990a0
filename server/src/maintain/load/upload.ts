// Uploads of backups: resumable, in pieces small enough for any proxy.
import { copyFile, open, rename, rm, stat, statfs, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '@kuwei/contract/error';
import type { BodyOf } from '@kuwei/contract/route';
import type { maintainRoutes } from '@kuwei/contract/sys/maintain';
import { sql } from 'kysely';
import { recheckAfterWait } from '../../session/recheck.ts';
import type { Config } from '../../config.ts';
import type { Caller, Services, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import type { Upload } from '../../http/transfer.ts';
import { runAsSystem } from '../../platform/clock.ts';
import { syncFolder } from '../archive/pack.ts';
import { nameFor, pathIn, prepareFolder, uploadOf } from '../backup/files.ts';
import { removeBackup } from '../backup/backups.ts';
import { ACTION, notifyAdminPages, wakeWorker } from '../work/work.ts';

const PART_BYTES = 4_000_000;
/** Age at which an upload counts as abandoned. */
const GIVEN_UP_HOURS = 24;

interface Progress {
  received: number;
  size: number;
}

/** @throws AppError BACKUP_TOO_LARGE, NO_ROOM_FOR */
export async function beginUpload(
  context: WriteContext<Caller>,
  { name, size, modified }: BodyOf<(typeof maintainRoutes)['beginUpload']>,
): Promise<{ id: string; received: number; partBytes: number }> {
  const { trx, caller, services, logChange } = context;
  const { config, settings } = services;
  const partBytes = Math.min(PART_BYTES, settings.get('SYS_UPLOAD_MAX_MB') * 1_000_000);
  const begun = await trx
    .selectFrom('sys_backup')
    .where('state', '=', 'UPLOADING')
    .where('given_name', '=', name)
    .where('given_modified', '=', modified)
    .where('size', '=', size)
    .where('by_id', '=', caller.userId)
    .select(['id', 'name'])
    .executeTakeFirst();
  if (begun) {
    const received = await countReceivedBytes(config, begun.name);
    if (received === size) await finish(context, { ...begun, size });
    return { id: begun.id, received, partBytes };
  }
  const gigabytes = settings.get('SYS_BACKUP_UPLOAD_GB');
  if (size > gigabytes * 1_000_000_000) throw new AppError('BACKUP_TOO_LARGE', { params: { gb: gigabytes } });
  await prepareFolder(config);
  await assertFits(services, size);
  const id = newId();
  await trx
    .insertInto('sys_backup')
    .values({
      id,
      kind: 'UPLOAD',
      state: 'UPLOADING',
      name: nameFor(id, new Date(), name.endsWith('.enc')),
      given_name: name,
      given_modified: modified,
      size,
      encrypted: name.endsWith('.enc'),
      by_id: caller.userId,
      by_name: caller.name,
    })
    .execute();
  logChange({ entity: 'sys_backup', id, change: { action: 'upload', name, size } });
  await notifyAdminPages(context);
  return { id, received: 0, partBytes };
}

/** @throws AppError NO_ROOM_FOR if the disk has no room for a file */
async function assertFits({ config, settings }: Services, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(config.backupDir);
  const free = bavail * bsize - settings.get('SYS_MIN_FREE_MB') * 1_000_000;
  if (free >= bytes) return;
  const megabytes = (some: number): number => Math.max(0, Math.floor(some / 1_000_000));
  throw new AppError('NO_ROOM_FOR', { params: { wanted: Math.ceil(bytes / 1_000_000), free: megabytes(free) } });
}

/** @throws AppError NOT_FOUND if no upload is in progress */
export async function uploadState({ db, config }: Services, id: string): Promise<Progress> {
  const row = await db
    .selectFrom('sys_backup')
    .where('id', '=', id)
    .where('kind', '=', 'UPLOAD')
    .select(['name', 'size', 'state'])
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  const size = Number(row.size);
  return { size, received: row.state === 'UPLOADING' ? await countReceivedBytes(config, row.name) : size };
}

/**
 * Appends the next piece.
 * @returns bytes received so far: fewer than the sender assumes if the piece was out of order
 * @throws AppError NOT_FOUND, NO_ROOM_FOR, INVALID for more than announced
 */
export async function addUpload(context: WriteContext<Caller>, id: string, at: number, piece: Upload): Promise<Progress> {
  const { trx, services } = context;
  const { config } = services;
  const waited = recheckAfterWait(context);
  const row = await trx
    .selectFrom('sys_backup')
    .where('id', '=', id)
    .where('state', '=', 'UPLOADING')
    .select(['name', 'size'])
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  await waited();
  const path = pathIn(config, row.name);
  const size = Number(row.size);
  let received = await countReceivedBytes(config, row.name);
  if (received === at && received < size) {
    if (received + piece.size > size) throw new AppError('INVALID');
    await assertFits(services, piece.size);
    await append(uploadOf(path), piece.path, received);
    received += piece.size;
  }
  if (received === size) await finish(context, { id, name: row.name, size });
  return { received, size };
}

/** Completes the upload. Repeated if it was interrupted. */
async function finish(
  context: WriteContext<Caller>,
  { id, name, size }: { id: string; name: string; size: number },
): Promise<void> {
  const { trx, services, logChange } = context;
  const path = pathIn(services.config, name);
  await rename(uploadOf(path), path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await syncFolder(dirname(path));
  await trx
    .updateTable('sys_backup')
    .set({ state: 'READY', ready_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  logChange({ entity: 'sys_backup', id, change: { action: 'ready', size } });
  await notifyAdminPages(context);
  // The job inspects it.
  context.afterCommit(() => wakeWorker(services));
}

/** Appends a piece completely or not at all. @throws AppError NO_ROOM_FOR */
async function append(path: string, from: string, before: number): Promise<void> {
  try {
    if (before === 0) return await copyFile(from, path);
    const [source, target] = [await open(from), await open(path, 'a')];
    try {
      for await (const chunk of source.createReadStream({ autoClose: false })) await target.writeFile(chunk as Buffer);
      await target.sync();
    } finally {
      await target.close();
      await source.close();
    }
  } catch (error) {
    await (before === 0 ? rm(path, { force: true }) : truncate(path, before)).catch(() => {});
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new AppError('NO_ROOM_FOR', { params: { wanted: 1, free: 0 } });
    throw error;
  }
}

/** Bytes received so far: all of them if the file already has its final name. */
async function countReceivedBytes(config: Config, name: string): Promise<number> {
  const path = pathIn(config, name);
  const found = await stat(uploadOf(path)).catch(() => stat(path).catch(() => null));
  return found?.size ?? 0;
}

/** Removes abandoned uploads. */
export async function deleteAbandonedUploads(services: Services): Promise<void> {
  const { db, config } = services;
  const rows = await db
    .selectFrom('sys_backup')
    .where('state', '=', 'UPLOADING')
    .where('created_at', '<', sql<string>`now() - ${GIVEN_UP_HOURS} * interval '1 hour'`)
    .select(['id', 'name'])
    .execute();
  for (const { id, name } of rows) {
    const found = await stat(uploadOf(pathIn(config, name))).catch(() => null);
    if (found && Date.now() - found.mtimeMs < GIVEN_UP_HOURS * 3_600_000) continue;
    await runAsSystem(services, ACTION, (context) => removeBackup(context, id));
  }
}
