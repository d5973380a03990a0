import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BusEvent } from '../bus.ts';
import { approved, assigned, castOf, draft, lineOf, placesOf, submitted, type Cast, type Places } from '../../test/_flow.ts';
import { expectInvariants } from '../../test/_invariants.ts';
import { drainNotifications } from '../../test/_notified.ts';
import { openWorld, type World } from '../../test/_world.ts';

let world: World;
let cast: Cast;
let places: Places;
beforeAll(async () => {
  world = await openWorld();
  cast = await castOf(world);
  places = await placesOf(world);
});
afterAll(() => world.end());

/** Makes every change of a document fail at commit, after all its statements have succeeded. */
async function breakCommits(broken: boolean): Promise<void> {
  const { db } = world.services;
  await sql`create or replace function break_commit() returns trigger language plpgsql as $$
    begin perform pg_sleep(0.05); raise exception 'the disk is gone'; end $$`.execute(db);
  if (broken)
    await sql`create constraint trigger break_commit after update on wms_transaction deferrable initially deferred
      for each row execute function break_commit()`.execute(db);
  else await sql`drop trigger break_commit on wms_transaction`.execute(db);
}

const stateOf = async (id: string): Promise<string> =>
  (await world.services.db.selectFrom('wms_transaction').where('id', '=', id).select('state').executeTakeFirstOrThrow()).state;

test('nothing is answered, published or stored before the commit', async () => {
  const events: BusEvent[] = [];
  world.services.bus.subscribe((event) => events.push(event));
  const beaker = lineOf(places.product('W-BEAKER-250'), '1', { unit: 'PIECE' });
  const made = await draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [beaker] });
  const placed = await assigned(
    cast,
    await approved(cast, await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [beaker] })),
    places.box('W2-A-R1-B1'),
  );
  const submit = () =>
    cast.teacher.call(routes.submitTransaction, { params: { id: made.id }, body: { rev: made.rev }, key: 'submit' });
  const finish = () =>
    cast.keeper.call(routes.finishTransaction, { params: { id: placed.id }, body: { rev: placed.rev }, key: 'finish' });

  await drainNotifications(world);
  events.length = 0;
  await breakCommits(true);
  try {
    expect([(await submit()).status, (await finish()).status]).toEqual([500, 500]);
    expect(events).toEqual([]);
    expect([await stateOf(made.id), await stateOf(placed.id)]).toEqual(['DRAFT', 'EXECUTING']);
  } finally {
    await breakCommits(false);
  }

  expect([(await submit()).data.state, (await finish()).data.state]).toEqual(['SUBMITTED', 'DONE']);
  expect(events.length).toBeGreaterThan(0);
  await expectInvariants(world.services.db);
});

test('a committed write succeeds even if notifying others fails', async () => {
  world.services.bus.subscribe(() => {
    throw new Error('the bus is down');
  });
  const beaker = lineOf(places.product('W-BEAKER-250'), '1', { unit: 'PIECE' });
  expect((await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [beaker] })).state).toBe('SUBMITTED');
});

test('[F-J1] [F-J2] a write is retried after a deadlock or lock timeout, and reported as BUSY if that does not help', async () => {
  const { db } = world.services;
  const beaker = lineOf(places.product('W-BEAKER-250'), '1', { unit: 'PIECE' });
  const made = await draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [beaker] });
  const submit = () => cast.teacher.call(routes.submitTransaction, { params: { id: made.id }, body: { rev: made.rev } });
  /** Makes the first writes of a document conflict. Counted by a sequence, which is not rolled back. */
  const crossed = async (code: string, times: number): Promise<void> => {
    await sql`create sequence if not exists crossed`.execute(db);
    await sql`alter sequence crossed restart`.execute(db);
    await sql`create or replace function cross_write() returns trigger language plpgsql as ${sql.raw(`$$
      begin if nextval('crossed') <= ${times} then raise exception 'crossed' using errcode = '${code}'; end if; return new; end $$`)}`.execute(
      db,
    );
  };
  await crossed('40P01', 99);
  await sql`create trigger cross_write before update on wms_transaction for each row execute function cross_write()`.execute(db);
  const refused = await submit();
  expect(refused).toMatchObject({ status: 503, error: { code: 'BUSY' }, headers: { 'retry-after': '1' } });
  await crossed('55P03', 2);
  expect((await submit()).data.state).toBe('SUBMITTED');
  const [{ rev }] = [await cast.teacher.call(routes.getTransaction, { params: { id: made.id } }).then(({ data }) => data)];
  await crossed('40P01', 2);
  const approved = await cast.reviewer.call(routes.approveTransaction, { params: { id: made.id }, body: { rev } });
  expect(approved.data.state).toBe('APPROVED');
  await sql`drop trigger cross_write on wms_transaction`.execute(db);
});
