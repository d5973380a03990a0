// Backups in tests: creates the stored files, and runs jobs at once.
import { createHash } from 'node:crypto';
import { maintainRoutes, type Backup } from '@kuwei/contract/sys/maintain';
import { expect } from 'vitest';
import { runMaintenance } from '../src/maintain/clock.ts';
import type { Person, World } from './_world.ts';

/** A copied database refers to files that do not exist: creates them. */
export async function createMissingFiles({ services: { db, files } }: World): Promise<void> {
  for (const { id } of await db.selectFrom('sys_file').select('id').execute()) {
    const content = Buffer.from(`what is in ${id}`);
    await files.write(id, content);
    const sha256 = createHash('sha256').update(content).digest();
    await db.updateTable('sys_file').set({ size: content.length, sha256, stored_sha256: sha256 }).where('id', '=', id).execute();
  }
}

/** Runs requested jobs, like the scheduler. */
export async function runRequestedWork({ services }: World): Promise<void> {
  const taken = await runMaintenance(services, new AbortController().signal);
  expect(taken, 'there is work').not.toBeNull();
  await taken!.done;
}

export const getBackupNow = async (admin: Person, id: string): Promise<Backup> =>
  (await admin.call(maintainRoutes.getBackup, { params: { id } })).data;

export async function createBackup(world: World, admin: Person): Promise<Backup> {
  const { id } = (await admin.call(maintainRoutes.makeBackup)).data;
  await runRequestedWork(world);
  return getBackupNow(admin, id);
}
