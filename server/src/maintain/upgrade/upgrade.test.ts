import { join } from 'node:path';
import { maintainRoutes } from '@kuwei/contract/sys/maintain';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMissingFiles, createBackup } from '../../../test/_backup.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { migrations } from '../../db/migrate.ts';
import { StartProblem } from '../../problem.ts';
import { backupBeforeUpgrade } from './backup-before.ts';
import { changesIn } from './changes.ts';

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  await createMissingFiles(world);
  admin = await world.as('admin', 'ROLE_ADMIN');
});
afterAll(() => world.end());

const check = async (): Promise<Record<string, string>> => {
  const { data } = await admin.call(maintainRoutes.checkUpgrade);
  return Object.fromEntries(data.map(({ check, result }) => [check, result]));
};

test('[S2.108] reports versions, every migration with checksum, time and duration, and the changes', async () => {
  const { data } = await admin.call(maintainRoutes.getUpgrade);
  const shipped = migrations();
  expect(data.migrations.map(({ name, checksum }) => [name, checksum])).toEqual(
    shipped.map(({ name, checksum }) => [name, checksum]).toReversed(),
  );
  expect(data.migrations[0]!.ms).toBeGreaterThanOrEqual(0);
  expect(data.migrations[0]!.version).toBe(data.version);
  expect(data.database.kind).toBe('BUNDLED');
  expect(data.database.bytes).toBeGreaterThan(1_000_000);
  expect(data.changes[0]!.groups[0]!.items.length).toBeGreaterThan(0);
});

test('finds obstacles to an upgrade until they are resolved', async () => {
  expect(await check()).toMatchObject({ BACKUP: 'BAD', WORK: 'OK', ROOM: 'OK', DATABASE: 'OK' });
  await admin.call(maintainRoutes.makeBackup);
  expect(await check()).toMatchObject({ BACKUP: 'BAD', WORK: 'BAD' });
  await world.services.db.deleteFrom('sys_maintain_work').execute();
  await createBackup(world, admin);
  expect(await check()).toMatchObject({ BACKUP: 'WARN', WORK: 'OK' });
  await world.services.db.updateTable('sys_backup').set({ state: 'VERIFIED' }).where('state', '=', 'READY').execute();
  expect(await check()).toMatchObject({ BACKUP: 'OK' });
});

test('[security 54] backs up the database before migrating it, or does not start', async () => {
  const { config, db } = world.services;
  const nowhere = join(config.dataDir, 'ledger-key.pem', 'backups');
  const log = pino({ level: 'silent' });
  const applied = migrations().map(({ name }) => name);
  const backup = backupBeforeUpgrade({ ...config, upgradeBackup: true }, log);
  await backup.before(world.database.url, applied, ['9999-next.sql']);
  await backup.note(db);
  const { list } = (await admin.call(maintainRoutes.listBackups, { query: { kind: ['PRE_UPGRADE'] } })).data;
  expect(list).toMatchObject([{ state: 'READY', by: null, migration: applied.at(-1), fault: null }]);
  // Repeated starts do not fill the disk.
  const again = backupBeforeUpgrade({ ...config, upgradeBackup: true }, log);
  await again.before(world.database.url, applied, ['9999-next.sql']);
  await again.note(db);
  expect((await admin.call(maintainRoutes.listBackups, { query: { kind: ['PRE_UPGRADE'] } })).data.total).toBe(1);
  const without = backupBeforeUpgrade({ ...config, backupDir: nowhere }, log);
  await expect(without.before(world.database.url, applied, ['9999-next.sql'])).rejects.toThrow(StartProblem);
  const off = backupBeforeUpgrade({ ...config, backupDir: nowhere, upgradeBackup: false }, log);
  await off.before(world.database.url, applied, ['9999-next.sql']);
});

test('strips Markdown from the list of changes', () => {
  const text =
    '# Changelog\n\n## [1.2.0] – 2026-11-24\n\n### Added\n- **Backups**: see [decision 169](x.md), `npm start`.\n\n### Fixed\n- This.\n';
  expect(changesIn(text)).toEqual([
    {
      title: '1.2.0 – 2026-11-24',
      groups: [
        { title: 'Added', items: ['Backups: see decision 169, npm start.'] },
        { title: 'Fixed', items: ['This.'] },
      ],
    },
  ]);
});
