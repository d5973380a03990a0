// Round trips per step: each statement costs Node and PostgreSQL as much as finding a few rows.
import { IDEMPOTENCY_HEADER } from '@kuwei/contract/constants';
import { EVENTS } from '@kuwei/contract/event';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deposited, draft, lineOf, openScene, saltLine, type Cast, type Places } from '../../../test/_flow.ts';
import { createRoundTripRecorder } from '../../../test/_round-trips.ts';
import type { Answer, Person, World } from '../../../test/_world.ts';
import { newId } from '../../db/id.ts';

let world: World;
let cast: Cast;
let places: Places;
let sent: ReturnType<typeof createRoundTripRecorder>;
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
  sent = createRoundTripRecorder(world);
  // Caches the storage-group matrices in this process.
  await deposited(
    cast,
    { warehouseId: places.w2, lines: [lineOf(places.product('W-BEAKER-250'), '5', { unit: 'PIECE' })] },
    places.box('W2-A-R4-B4'),
  );
});
afterAll(() => world.end());

/** As the console sends it. */
const key = () => ({ [IDEMPOTENCY_HEADER]: newId() });

/** The recheck of authorization after waiting; on a busy machine, slow steps issue it as well. */
const ASKS_AGAIN = /^\/\* pipelined \*\/\s+with now as materialized/;

/** @throws Error listing the statements, if a step exceeds its round trips or statements */
async function atMost<T>(
  person: Person,
  trips: number,
  statements: number,
  work: (person: Person) => Promise<Answer<T>>,
): Promise<T> {
  // Loads the session now, since its cache expires after half a minute.
  world.services.bus.publishLocally({ to: [person.id], ...EVENTS.rights, d: {} });
  await world.services.sessions.find(person.token);
  const { answer, trips: made } = await sent(() => work(person));
  expect(answer.status).toBe(200);
  const listed = made.map((trip, at) => trip.map((text) => `${at + 1}. ${text.replace(/\s+/g, ' ').slice(0, 120)}`));
  const counted = made.flat().filter((text) => !ASKS_AGAIN.test(text.trim()));
  if (made.length > trips || counted.length > statements)
    throw new Error(`${made.length} trips of ${listed.flat().length} statements:\n${listed.flat().join('\n')}`);
  return answer.data;
}

test('a deposit from draft to stock, including idempotency keys, begin and commit', async () => {
  const made = await draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [saltLine(places)] });
  const boxes = [{ productBoxId: null, boxId: places.box('W2-A-R4-B4'), qty: '1' }];
  const lines = [{ lineId: made.lines[0]!.id, boxes }];
  const params = { id: made.id };
  await atMost(cast.teacher, 8, 14, (person) =>
    person.call(routes.submitTransaction, { params, body: { rev: made.rev }, headers: key() }),
  );
  await atMost(cast.reviewer, 8, 16, (person) =>
    person.call(routes.approveTransaction, { params, body: { rev: 2 }, headers: key() }),
  );
  await atMost(cast.keeper, 8, 16, (person) =>
    person.call(routes.assignBoxes, { params, body: { rev: 3, lines }, headers: key() }),
  );
  const done = await atMost(cast.keeper, 8, 16, (person) =>
    person.call(routes.finishTransaction, { params, body: { rev: 4 }, headers: key() }),
  );
  expect(done.state).toBe('DONE');
});

test('a collection request, and reading a document', async () => {
  const line = lineOf(places.product('W-BEAKER-250'), '1', { unit: 'PIECE' });
  const made = await draft(cast.teacher, { type: 'OUTBOUND', warehouseId: places.w2, lines: [line] });
  const params = { id: made.id };
  await atMost(cast.teacher, 8, 16, (person) =>
    person.call(routes.submitTransaction, { params, body: { rev: made.rev }, headers: key() }),
  );
  await atMost(cast.teacher, 1, 1, (person) => person.call(routes.getTransaction, { params }));
});
