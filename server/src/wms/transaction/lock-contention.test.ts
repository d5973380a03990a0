// @module-tag long
// Contention on one stock row delays only those who want it.
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draft, lineOf, openScene, submit, type Cast, type Places } from '../../../test/_flow.ts';
import { expectInvariants } from '../../../test/_invariants.ts';
import { post } from '../../../test/_stock.ts';
import type { Person, World } from '../../../test/_world.ts';
import { newId } from '../../db/id.ts';

const CROWD = 64;

let world: World;
let cast: Cast;
let places: Places;
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
});
afterAll(() => world.end());

/** Members of the group who may collect goods. */
async function addMembers(count: number): Promise<string[]> {
  const { db } = world.services;
  const org = await db.selectFrom('wms_org').where('code', '=', 'LAB-CATALYSIS').select('id').executeTakeFirstOrThrow();
  const people = Array.from({ length: count }, (_, at) => ({ id: newId(), username: `crowd-${at}`, name: `Crowd ${at}` }));
  await db.insertInto('sys_user').values(people).execute();
  await db
    .insertInto('sys_user_role')
    .values(people.map(({ id }) => ({ user_id: id, role_code: 'ROLE_TEACHER' })))
    .execute();
  await db
    .insertInto('wms_org_user')
    .values(people.map(({ id }) => ({ org_id: org.id, user_id: id, relation: 'MEMBER' as const })))
    .execute();
  return people.map(({ username }) => username);
}

test(`while ${CROWD} people wait for one stock row, others can read, and then all ${CROWD} are served`, async () => {
  const { db } = world.services;
  const entry = { product: 'W-BEAKER-250', owner: 'LAB-CATALYSIS', qty: '100' };
  const boxes = await db
    .selectFrom('wms_warehouse_box')
    .where('warehouse_id', '=', places.w2)
    .orderBy('code')
    .select('code')
    .execute();
  const [wanted, other] = await post(db, [
    { ...entry, box: boxes[0]!.code, batch: 'WANTED' },
    { ...entry, box: boxes[1]!.code, batch: 'OTHER' },
  ]);
  const line = lineOf(places.product('W-BEAKER-250'), '1', { unit: 'PIECE', productBoxId: wanted! });
  const crowd: { person: Person; document: Transaction }[] = [];
  for (const name of await addMembers(CROWD)) {
    const person = await world.as(name, 'ROLE_TEACHER', 'LAB-CATALYSIS');
    crowd.push({ person, document: await draft(person, { type: 'OUTBOUND', warehouseId: places.w2, lines: [line] }) });
  }
  const waiting = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    );
    return rows[0]!.n;
  };
  let served = 0;
  let all: Promise<number[]>;
  await db.transaction().execute(async (trx) => {
    await sql`select from wms_product_box where id = ${wanted} for update`.execute(trx);
    all = Promise.all(
      crowd.map(async ({ person, document }) => {
        const { status } = await submit(person, document);
        served++;
        return status;
      }),
    );
    // The limit of concurrent writers: three quarters of twelve connections.
    await expect.poll(waiting).toBe(9);
    for (let time = 0; time < 3; time++) {
      const { status } = await cast.keeper.call(productBoxRoutes.getStock, { params: { id: other! } });
      expect(status).toBe(200);
    }
    expect(await waiting()).toBe(9);
    expect(served).toBe(0);
  });
  expect(await all!).toEqual(Array<number>(CROWD).fill(200));
  const stock = await db.selectFrom('wms_product_box').where('id', '=', wanted!).select('reserved').executeTakeFirstOrThrow();
  expect(stock.reserved).toBe(String(CROWD));
  await expectInvariants(db);
});
