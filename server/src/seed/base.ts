// Base data of every installation: roles, permissions, dictionaries, storage groups. Runs at every start and adds what is
// missing; site changes are kept.
import { RESERVED_ROLES } from '@kuwei/contract/access';
import { BUILT_IN_POWERS, BUILT_IN_ROLES, EXAMPLE_ROLES, isPowerOfAdministrators } from '../auth/role/built-in.ts';
import type { Trx } from '../db/open.ts';
import { storageGroups, storageSource } from './storage-groups.ts';
import { seedDictionaries } from '../site/dic/seed.ts';
import { seedSystemUser } from '../session/system-user.ts';
import { seedWorkflows } from './workflows.ts';

const isReserved = (code: string): boolean => (RESERVED_ROLES as readonly string[]).includes(code);

export async function seedBase(trx: Trx): Promise<void> {
  const powers = await trx
    .insertInto('sys_power')
    .values(BUILT_IN_POWERS.map(([code, name, name_en, module]) => ({ code, name, name_en, module })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .execute();
  const roles = await trx
    .insertInto('sys_role')
    .values(BUILT_IN_ROLES.map(([code, name, name_en], sort) => ({ code, name, name_en, sort, reserved: isReserved(code) })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .execute();
  // Migrations may have added some powers before the role.
  const isFirst = roles.some(({ code }) => code === 'ROLE_ADMIN');
  await grantNewPowers(trx, new Set(isFirst ? BUILT_IN_POWERS.map(([code]) => code) : powers.map(({ code }) => code)));
  await seedDictionaries(trx);
  await seedStorageGroups(trx);
  await seedSystemUser(trx);
  await seedWorkflows(trx);
}

/** To administrators, and to the example roles that carry them: a site may have changed or deleted those of an earlier start. */
async function grantNewPowers(trx: Trx, added: ReadonlySet<string>): Promise<void> {
  const examples = EXAMPLE_ROLES.filter(([, , , powers]) => powers.some((code) => added.has(code)));
  if (examples.length > 0)
    await trx
      .insertInto('sys_role')
      .values(examples.map(([code, name, name_en], at) => ({ code, name, name_en, sort: BUILT_IN_ROLES.length + at })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const granted = [
    ...[...added].filter(isPowerOfAdministrators).map((power_code) => ({ role_code: 'ROLE_ADMIN', power_code })),
    ...examples.flatMap(([role_code, , , powers]) => powers.map((power_code) => ({ role_code, power_code }))),
  ];
  if (granted.length === 0) return;
  await trx
    .insertInto('sys_role_power')
    .values(granted)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
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
