// Stored files without a row, and rows without a file: after a manual restore, a full disk, or manual changes.
import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { ReplyOf } from '@kuwei/contract/route';
import { NAMED_FILES, ORPHAN_HOURS, type maintainUtilsRoutes } from '@kuwei/contract/sys/maintain-utils';
import { sql } from 'kysely';
import type { Services, WriteContext } from '../../context.ts';
import type { Db, Trx } from '../../db/open.ts';
import { anyOf } from '../../db/rows.ts';
import { assertIdle } from '../work/work.ts';

type Orphans = ReplyOf<(typeof maintainUtilsRoutes)['getOrphans']>;
type Deleted = ReplyOf<(typeof maintainUtilsRoutes)['deleteOrphans']>;

const AT_ONCE = 2_000;

interface Found {
  name: string;
  path: string;
  bytes: number;
  at: string;
}

export async function orphans({ db, files }: Pick<Services, 'db' | 'files'>): Promise<Orphans> {
  // Files are listed before rows, so that a file stored meanwhile is not reported missing.
  const there = new Set<string>();
  const sum = { count: 0, bytes: 0 };
  let first: Found[] = [];
  for await (const found of scanOrphans(db, files, there)) {
    sum.count += found.length;
    sum.bytes += bytesOf(found);
    first = [...first, ...found].toSorted((a, b) => b.bytes - a.bytes || a.name.localeCompare(b.name)).slice(0, NAMED_FILES);
  }
  return {
    orphans: { ...sum, first: first.map(({ name, bytes, at }) => ({ name, bytes, at })) },
    missing: await missingFiles(db, files, there),
  };
}

/**
 * Deletes them for good. Blocks backups and restores meanwhile, because a restore relies on existing files.
 * @returns number of files and their bytes
 * @throws AppError MAINTAIN_BUSY
 */
export async function deleteOrphans({ trx, services: { files }, logChange }: WriteContext): Promise<Deleted> {
  await assertIdle(trx);
  const gone = { count: 0, bytes: 0 };
  for await (const found of scanOrphans(trx, files)) {
    await Promise.all(found.map(({ path }) => rm(path, { force: true })));
    gone.count += found.length;
    gone.bytes += bytesOf(found);
  }
  if (gone.count > 0)
    logChange({ entity: 'tool', id: 'orphan', change: { action: 'orphans', deleted: gone.count, size: gone.bytes } });
  return gone;
}

const bytesOf = (found: readonly Found[]): number => found.reduce((sum, { bytes }) => sum + bytes, 0);

/** @param there receives the ids of all existing files */
async function* scanOrphans(db: Db | Trx, files: Services['files'], there?: Set<string>): AsyncGenerator<Found[]> {
  const before = Date.now() - ORPHAN_HOURS * 3_600_000;
  for await (const stored of files.stored()) {
    for (const { id, path } of there ? stored : []) if (path.endsWith(id)) there!.add(id);
    const known = await filterKnown(
      db,
      stored.map(({ id }) => id),
    );
    const found: Found[] = [];
    for (const { id, name, path } of stored) {
      if (known.has(id)) continue;
      const stats = await stat(path).catch(() => null);
      if (stats?.isFile() && stats.mtimeMs < before) found.push({ name, path, bytes: stats.size, at: stats.mtime.toISOString() });
    }
    yield found;
  }
}

/** Includes files of just deleted rows: the cleanup job removes those. */
async function filterKnown(db: Db | Trx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from sys_file where id = ${anyOf(ids)} union all select id from sys_file_gone where id = ${anyOf(ids)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

async function missingFiles(db: Db, files: Services['files'], there: ReadonlySet<string>): Promise<Orphans['missing']> {
  const missing: Orphans['missing'] = { count: 0, bytes: 0, first: [] };
  for (let before = null as string | null; ;) {
    // UUIDv7 sorts by creation time: newest first.
    const { rows } = await sql<Orphans['missing']['first'][number]>`
      select id, name, size::float8 as bytes, created_at as at from sys_file
       where ${before}::uuid is null or id < ${before} order by id desc limit ${AT_ONCE}`.execute(db);
    if (rows.length === 0) return missing;
    before = rows.at(-1)!.id;
    // Stored since the folder was listed.
    for (const row of rows.filter(({ id }) => !there.has(id) && !existsSync(files.pathOf(id)))) {
      missing.count++;
      missing.bytes += row.bytes;
      if (missing.first.length < NAMED_FILES) missing.first.push(row);
    }
  }
}
