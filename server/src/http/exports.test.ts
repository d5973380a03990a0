// Costs that size and count do not show: lists as files, and bodies of many small parts.
import { accountRoutes } from '@kuwei/contract/auth/account';
import { BODY_MAX_BYTES } from '@kuwei/contract/route';
import { firstStepsRoutes } from '@kuwei/contract/sys/first-steps';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countLockWaits, untilLockWaits } from '../../test/_waiting.ts';
import { openWorld, type World } from '../../test/_world.ts';
import { EXPORTS_PER_PERSON } from './exports.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

/** What an export of stock begins with; the clock reads the table as well. */
const EXPORT = 'select s.id as id from wms_product_box';

test('[F-3A9] two exports of a person run at once and the others wait; other people do not', async () => {
  const { db } = world.services;
  const [keeper, other] = [
    await world.as('keeper', 'ROLE_WAREHOUSE_ADMIN'),
    await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS'),
  ];
  const take = (person: typeof keeper) => person.call(productBoxRoutes.exportStock);
  const sent = await db.transaction().execute(async (trx) => {
    await sql`lock table wms_product_box in access exclusive mode`.execute(trx);
    const mine = Array.from({ length: EXPORTS_PER_PERSON + 3 }, () => take(keeper));
    await untilLockWaits(db, EXPORTS_PER_PERSON, EXPORT);
    const theirs = take(other);
    await untilLockWaits(db, EXPORTS_PER_PERSON + 1, EXPORT);
    // A non-export call of the same person succeeds meanwhile, and by then the others would have arrived, too.
    expect((await keeper.send('GET', '/auth/biz/user/by-me')).status).toBe(200);
    expect(await countLockWaits(db, EXPORT)).toBe(EXPORTS_PER_PERSON + 1);
    return [...mine, theirs];
  });
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 200));
});

test('[F-3A9] the maximum number of parts in a body depends on its maximum length', async () => {
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const codes = (count: number): string[] => Array.from({ length: count }, () => 'x');
  const many = Math.ceil(BODY_MAX_BYTES / 6) + 1;
  const steps = (count: number) =>
    admin.send('PUT', firstStepsRoutes.setFirstSteps.path, { closed: false, skipped: codes(count) });
  expect((await steps(many)).error.code, 'more than a short body may have').toBe('VALIDATION');
  expect((await steps(1_000)).error.code, 'read, and then refused').toBe('INVALID');
  const accounts = await admin.send('PUT', accountRoutes.batchAccounts.path.replace('{action}', 'disable'), { ids: codes(many) });
  expect(accounts.error.code, 'a body that may be longer').toBe('INVALID');
});

test('[F-3A9] an object has no more names than any form, wherever it is in a body', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const wide = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, n]));
  const keep = (value: unknown) => teacher.send('PUT', '/auth/biz/user/by-me/setting/test', { value });
  expect((await keep(wide(1_001))).error.code).toBe('VALIDATION');
  expect((await keep([{}, [wide(1_001)]])).error.code).toBe('VALIDATION');
  expect((await keep(Array.from({ length: 60 }, () => wide(20)))).status, 'many in all, few in each').toBe(200);
});
