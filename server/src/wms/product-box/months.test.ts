import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { productRoutes } from '@kuwei/contract/wms/product';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOtherWarehouse, OTHER_MANAGER } from '../../../test/_other-warehouse.ts';
import { post } from '../../../test/_stock.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { writeBalances } from '../ledger/balances.ts';

let world: World;
let keeper: Person;
let productId: string;
beforeAll(async () => {
  world = await openWorld();
  await addOtherWarehouse(world.services.db);
  keeper = await world.as('keeper', 'ROLE_WAREHOUSE_ADMIN');
  const { data } = await keeper.call(productRoutes.listProducts, { query: { q: 'P-TIP-200' } });
  productId = data.list[0]!.id;
});
afterAll(() => world.end());

/** Moves the whole ledger back by months. */
async function age(months: number): Promise<void> {
  await world.services.db.transaction().execute(async (trx) => {
    await sql`alter table wms_ledger disable trigger wms_ledger_append_only`.execute(trx);
    await sql`update wms_ledger set at = at - ${months} * interval '1 month'`.execute(trx);
    await sql`alter table wms_ledger enable trigger wms_ledger_append_only`.execute(trx);
  });
}
const monthsOf = async (person: Person) =>
  (await person.call(productBoxRoutes.listMonths, { query: { productId } })).data.map(({ qty }) => qty);

test('month-end stock of a product covers only the stock of the caller', async () => {
  const { db } = world.services;
  const tips = { product: 'P-TIP-200', owner: 'LAB-CATALYSIS', box: 'W2-A-R2-B1' };
  await post(db, [{ ...tips, qty: '10.5' }]);
  await age(2);
  await post(db, [
    { ...tips, qty: '-4' },
    { ...tips, owner: 'LAB-BIO', qty: '5' },
  ]);
  await age(1);
  await post(db, [{ ...tips, qty: '1' }]);
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const other = await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN');

  const nothing = Array.from({ length: 8 }, () => '0');
  expect(await monthsOf(keeper)).toEqual([...nothing, null, null, null, '12.5']);
  await writeBalances(world.services);
  // Balances of a month are written an hour after its end.
  const { rows } = await sql<{ isNoted: boolean }>`
    select date_trunc('month', now()) < now() - interval '1 hour' as "isNoted"`.execute(db);
  const noted = (qty: string) => (rows[0]!.isNoted ? qty : null);
  expect(await monthsOf(keeper)).toEqual([...nothing, '10.5', '10.5', noted('11.5'), '12.5']);
  expect(await monthsOf(teacher)).toEqual([...nothing, '10.5', '10.5', noted('6.5'), '7.5']);
  expect(await monthsOf(other)).toEqual([...nothing, '0', '0', noted('0'), '0']);
});
