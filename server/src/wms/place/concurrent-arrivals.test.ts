// Concurrent arrivals.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post } from '../../../test/_stock.ts';
import { openTrial, type Trial } from '../../../test/_trial-places.ts';
import { findRefusal, lockPlaces } from './fit.ts';

let world: Trial['world'];
let id: Trial['id'];
let container: Trial['container'];
let box: Trial['box'];
let incoming: Trial['incoming'];
beforeAll(async () => {
  ({ world, id, container, box, incoming } = await openTrial());
});
afterAll(() => world.end());

test('of two concurrent deposits for the last room in a cabinet, one is refused', async () => {
  await container('R-RACE', null, { type: 'ROOM', conditions_offered: ['VENTED'], max_volume_l: '6' });
  await container('C-RACE', 'R-RACE', { type: 'SHELF' });
  const codes = ['RACE-1', 'RACE-2', 'RACE-3', 'RACE-4'];
  for (const code of codes) await box(code, 'C-RACE');
  const deposit = (code: string): Promise<string> =>
    world.services.db.transaction().execute(async (trx) => {
      await lockPlaces(trx, [{ boxId: id(code), productId: id('W-BEAKER-250') }]);
      const refused = await findRefusal(trx, incoming([['W-BEAKER-250', code, '4']]), 'zh');
      if (refused) return refused.code;
      await post(trx, [{ product: 'W-BEAKER-250', owner: 'LAB-BIO', box: code, qty: '4' }]);
      return 'done';
    });
  const results = await Promise.all(codes.map(deposit));
  expect(results.toSorted()).toEqual(['BOX_CAPACITY', 'BOX_CAPACITY', 'BOX_CAPACITY', 'done']);
});

test('of two incompatible goods arriving concurrently in one cabinet, one is refused', async () => {
  for (const code of ['P', 'Q', 'V', 'W']) {
    await container(`CAB-${code}`, 'R', { type: 'CABINET' });
    await box(`CAB-${code}-1`, `CAB-${code}`);
    await box(`CAB-${code}-2`, `CAB-${code}`);
    const arrive = (product: string, place: string): Promise<string> =>
      world.services.db.transaction().execute(async (trx) => {
        await lockPlaces(trx, [{ boxId: id(place), productId: id(product) }]);
        const refused = await findRefusal(trx, incoming([[product, place, '1']]), 'zh');
        if (refused) return refused.code;
        await post(trx, [{ product, owner: 'LAB-BIO', box: place, qty: '1' }]);
        return 'done';
      });
    const results = await Promise.all([arrive('C-ETHANOL', `CAB-${code}-1`), arrive('C-KMNO4', `CAB-${code}-2`)]);
    expect(results.toSorted()).toEqual(['BOX_INCOMPATIBLE', 'done']);
  }
});

test('[F-J2] harmless goods take no lock on a cabinet without limits, hazardous ones are serialized', async () => {
  await container('CAB-FREE', 'R', { type: 'CABINET' });
  await box('CAB-FREE-1', 'CAB-FREE');
  const { db } = world.services;
  const isFree = (product: string): Promise<boolean> =>
    db.transaction().execute(async (trx) => {
      await lockPlaces(trx, [{ boxId: id('CAB-FREE-1'), productId: id(product) }]);
      // The locks were pipelined: they are held once the next statement is answered.
      await sql`select`.execute(trx);
      return sql`select from wms_container where id = ${id('CAB-FREE')} for no key update nowait`.execute(db).then(
        () => true,
        () => false,
      );
    });
  expect([await isFree('W-BEAKER-250'), await isFree('C-ETHANOL')]).toEqual([true, false]);
});
