import { requestOf } from '@kuwei/contract/wms/transaction-type';
import { transactionForm } from '@kuwei/contract/wms/transaction-form';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { transactionActions, type TransactionAction } from '@kuwei/contract/wms/transaction-state';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDefaults } from '../../../test/_with-defaults.ts';
import { cosign, deposited, draft, lineOf, openScene, type Cast, type Places } from '../../../test/_flow.ts';
import { expectInvariants } from '../../../test/_invariants.ts';
import type { Answer, Person, World } from '../../../test/_world.ts';
import { runs } from '../../../test/_runs.ts';

let world: World;
let cast: Cast;
let places: Places;
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
  for (const code of PRODUCTS) {
    await deposited(cast, { warehouseId: places.w2, lines: [lineOf(places.product(code), '40', { unit: 'PIECE' })] });
  }
});
afterAll(() => world.end());

const PRODUCTS = ['W-BEAKER-250', 'W-CYL-100', 'W-FLASK-500'];
const BOXES = ['W2-A-R1-B1', 'W2-A-R1-B2', 'W2-B-R5-B5'];
const PEOPLE: (keyof Cast)[] = ['teacher', 'reviewer', 'reviewer2', 'keeper', 'keeper2'];
const ACTIONS = Object.keys(transactionActions) as TransactionAction[];

/** One attempt: to create a document, or to act on an existing one. */
type Try =
  | { kind: 'open'; type: 'INBOUND' | 'OUTBOUND' | 'MOVE'; lines: [product: number, qty: number][]; submit: boolean }
  | { kind: 'advance'; document: number; part: number }
  | { kind: 'act'; document: number; action: TransactionAction; person: keyof Cast; part: number; rightRev: boolean };

const attempt: fc.Arbitrary<Try> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('open' as const),
      type: fc.constantFrom('INBOUND' as const, 'INBOUND' as const, 'OUTBOUND' as const, 'MOVE' as const),
      lines: fc.array(fc.tuple(fc.nat(PRODUCTS.length - 1), fc.integer({ min: 1, max: 6 })), { minLength: 1, maxLength: 3 }),
      submit: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('advance' as const), document: fc.nat(8), part: fc.nat(3) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('act' as const),
      document: fc.nat(8),
      action: fc.constantFrom(...ACTIONS, 'submit', 'approve', 'approve', 'assign', 'finish', 'finish'),
      person: fc.constantFrom(...PEOPLE),
      part: fc.nat(3),
      rightRev: fc.boolean(),
    }),
  },
);

async function open(attemptToOpen: Extract<Try, { kind: 'open' }>, ids: string[]): Promise<void> {
  const { type, lines, submit } = attemptToOpen;
  const person = type === 'MOVE' ? cast.keeper : cast.teacher;
  const stock =
    type === 'MOVE'
      ? await world.services.db
          .selectFrom('wms_product_box')
          .where('qty', '>', '0')
          .select(['id', 'product_id'])
          .limit(3)
          .execute()
      : [];
  const wanted =
    type === 'MOVE'
      ? stock.map((row, at) =>
          lineOf(row.product_id, String(lines[at % lines.length]![1]), { unit: 'PIECE', productBoxId: row.id }),
        )
      : lines.map(([product, qty]) => lineOf(places.product(PRODUCTS[product]!), String(qty), { unit: 'PIECE' }));
  if (wanted.length === 0) return;
  const made = await draft(person, { type, warehouseId: places.w2, lines: wanted });
  ids.push(made.id);
  if (submit) await person.call(routes.submitTransaction, { params: { id: made.id }, body: { rev: made.rev } });
}

async function perform(attemptToAct: Extract<Try, { kind: 'act' }>, ids: string[]): Promise<Answer<unknown> | null> {
  const id = ids[attemptToAct.document % Math.max(1, ids.length)];
  if (id === undefined) return null;
  const person = cast[attemptToAct.person];
  const seen = await (attemptToAct.person === 'teacher' ? cast.teacher : cast.keeper).call(routes.getTransaction, {
    params: { id },
  });
  if (seen.status !== 200) return seen;
  const document = seen.data;
  const rev = attemptToAct.rightRev ? document.rev : Math.max(1, document.rev - 1);
  return call(person, document, attemptToAct.action, rev, attemptToAct.part);
}

/** The next action of a document, and who takes it. */
const NEXT: Partial<Record<Transaction['state'], [action: TransactionAction, person: keyof Cast]>> = {
  DRAFT: ['submit', 'teacher'],
  RETURNED: ['submit', 'teacher'],
  SUBMITTED: ['approve', 'reviewer'],
  APPROVED: ['assign', 'keeper'],
  EXECUTING: ['finish', 'keeper'],
  PARTIAL: ['finish', 'keeper'],
};

const isHalfDecided = async (id: string): Promise<boolean> => {
  const open = await world.services.db
    .selectFrom('bpm_task')
    .where('biz_id', '=', id)
    .where('state', '=', 'OPEN')
    .where('level', '=', 2)
    .select('id')
    .executeTakeFirst();
  return open !== undefined;
};

async function advance({ document, part }: Extract<Try, { kind: 'advance' }>, ids: string[]): Promise<Answer<unknown> | null> {
  const id = ids[document % Math.max(1, ids.length)];
  if (id === undefined) return null;
  const row = await world.services.db
    .selectFrom('wms_transaction')
    .where('id', '=', id)
    .select(['state', 'type'])
    .executeTakeFirstOrThrow();
  const next = NEXT[row.state] ?? (['reverse', 'reviewer2'] as const);
  const [action, person] = row.state === 'SUBMITTED' && (await isHalfDecided(id)) ? (['approve', 'reviewer2'] as const) : next;
  const who = action === 'submit' && row.type === 'MOVE' ? 'keeper' : person;
  return perform({ kind: 'act', document, action, person: who, part, rightRev: true }, ids);
}

async function call(
  person: Person,
  document: Transaction,
  action: TransactionAction,
  rev: number,
  part: number,
): Promise<Answer<unknown>> {
  const params = { id: document.id };
  const comment = 'x';
  switch (action) {
    case 'edit':
      return person.call(routes.updateTransaction, {
        params,
        body: withDefaults(transactionForm, { type: requestOf(document.type), warehouseId: places.w2, lines: [], rev }),
      });
    case 'delete':
      return person.call(routes.deleteTransaction, { params });
    case 'submit':
      return person.call(routes.submitTransaction, { params, body: { rev } });
    case 'withdraw':
      return person.call(routes.withdrawTransaction, { params, body: { rev } });
    case 'cancel':
      return person.call(routes.cancelTransaction, { params, body: { rev, comment } });
    case 'approve': {
      const lines = part === 1 ? [{ lineId: document.lines[0]?.id ?? params.id, qtyAppr: '1' }] : undefined;
      return person.call(routes.approveTransaction, { params, body: { rev, ...(lines ? { lines } : {}) } });
    }
    case 'return':
      return person.call(routes.returnTransaction, { params, body: { rev, comment } });
    case 'reject':
      return person.call(routes.rejectTransaction, { params, body: { rev, comment } });
    case 'assign': {
      const suggested = await person.call(routes.suggestBoxes, { params, body: {} });
      const boxes = suggested.status === 200 ? suggested.data : [];
      const lines =
        document.type === 'INBOUND' && part > 0
          ? document.lines.map((line) => ({ lineId: line.id, boxes: [{ boxId: places.box(BOXES[part - 1]!), qty: '1' }] }))
          : boxes.map((each) => ({
              lineId: each.lineId,
              boxes: each.boxes.map(({ productBoxId, boxId, qty }) => ({ productBoxId, boxId, qty })),
            }));
      return person.call(routes.assignBoxes, { params, body: { rev, lines } });
    }
    case 'cosign':
      return cosign(person, { id: document.id, rev });
    case 'finish': {
      const code = document.type === 'OUTBOUND' ? await cast.teacher.call(routes.getPickupCode, { params }) : null;
      const rows = document.lines.flatMap((line) => line.boxes);
      const boxes = part === 1 && rows[0] ? [{ id: rows[0].id, qty: '1' }] : undefined;
      return person.call(routes.finishTransaction, {
        params,
        body: { rev, pickupCode: code?.status === 200 ? code.data.code : null, ...(boxes ? { boxes } : {}) },
      });
    }
    case 'cut':
      return person.call(routes.cutLine, { params, body: { rev, comment, lineId: document.lines.at(part)?.id ?? params.id } });
    case 'closeShort':
      return person.call(routes.closeShortTransaction, { params, body: { rev, comment } });
    case 'void':
      return person.call(routes.voidTransaction, { params, body: { rev, comment } });
    case 'askReversal':
      return person.call(routes.askReversal, { params, body: { rev, comment } });
    case 'reverse':
      return person.call(routes.reverseTransaction, { params, body: { rev, comment } });
    default:
      return action satisfies never;
  }
}

test(
  '[S4.81, S3.53, S3.54] stock always equals the replay of the ledger, whatever users try, sequentially or concurrently',
  { tags: ['property'] },
  async () => {
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(attempt, { minLength: 1, maxLength: 6 }), { minLength: 8, maxLength: 24 }),
        async (bursts) => {
          const ids: string[] = [];
          for (const burst of bursts) {
            const answers = await Promise.all(
              burst.map((each) =>
                each.kind === 'open' ? open(each, ids) : each.kind === 'advance' ? advance(each, ids) : perform(each, ids),
              ),
            );
            for (const answer of answers) {
              if (!answer) continue;
              seen.add(answer.status);
              expect(answer.status, answer.raw.toString()).toBeLessThan(500);
            }
          }
          await expectInvariants(world.services.db);
        },
      ),
      { numRuns: runs(6, 20), interruptAfterTimeLimit: 120_000 },
    );
    expect(seen).toContain(200);
    expect(seen).toContain(409);
    const moved = await world.services.db.selectFrom('wms_ledger').select('kind').distinct().execute();
    expect(moved.map((row) => row.kind).toSorted()).toEqual(expect.arrayContaining(['IN', 'OUT']));
  },
);
