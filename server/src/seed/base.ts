// Base data of every installation: roles, permissions, dictionaries, storage groups. Runs at every start and adds what is
// missing; site changes are kept.
import { POWERS, RESERVED_ROLES } from '@kuwei/contract/access';
import { BUILT_IN_POWERS, BUILT_IN_ROLES } from '../auth/role/built-in.ts';
import type { Trx } from '../db/open.ts';
import { storageGroups, storageSource } from './storage-groups.ts';
import { seedDictionaries } from '../site/dic/seed.ts';
import { seedSystemUser } from '../session/system-user.ts';
import { seedWorkflows } from './workflows.ts';

const isReserved = (code: string): boolean => (RESERVED_ROLES as readonly string[]).includes(code);

export async function seedBase(trx: Trx): Promise<void> {
  await trx
    .insertInto('sys_power')
    .values(BUILT_IN_POWERS.map(([code, name, name_en, module]) => ({ code, name, name_en, module })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const added = await trx
    .insertInto('sys_role')
    .values(BUILT_IN_ROLES.map(([code, name, name_en], sort) => ({ code, name, name_en, sort, reserved: isReserved(code) })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .execute();
  if (added.some(({ code }) => code === 'ROLE_ADMIN'))
    await trx
      .insertInto('sys_role_power')
      .values(Object.values(POWERS).map((power_code) => ({ role_code: 'ROLE_ADMIN', power_code })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await seedDictionaries(trx);
  await seedStorageGroups(trx);
  await seedSystemUser(trx);
  await seedWorkflows(trx);
}

async function seedStorageGroups(trx: Trx): Promise<void> {
  const added = await trx
    .insertInto('wms_storage_group')
    .values(storageGroups.map(({ code, name, nameEn }) => ({ code, name, name_en: nameEn, source: storageSource })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .execute();
  if (added.length === 0) return;
  await trx
    .insertInto('wms_storage_group_pair')
    .values(
      storageGroups.flatMap(({ code, box, cabinet }) => [
        ...[...box].map((other) => ({ level: 'BOX' as const, a: code, b: other })),
        ...[...cabinet].map((other) => ({ level: 'CABINET' as const, a: code, b: other })),
      ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
