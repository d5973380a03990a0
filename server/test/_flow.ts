// Creates documents in various states through the console's API.
import { subtract } from '@kuwei/contract/decimal';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import type { LineForm, TransactionForm } from '@kuwei/contract/wms/transaction-form';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { DEMO_PASSWORD } from '../src/seed/demo-people.ts';
import { openWorld, type Answer, type Person, type World } from './_world.ts';

export interface Cast {
  teacher: Person;
  reviewer: Person;
  reviewer2: Person;
  keeper: Person;
  keeper2: Person;
}

export async function castOf(world: World): Promise<Cast> {
  return {
    teacher: await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS'),
    reviewer: await world.as('reviewer', 'ROLE_WAREHOUSE_ADMIN'),
    reviewer2: await world.as('reviewer2', 'ROLE_WAREHOUSE_ADMIN'),
    keeper: await world.as('keeper', 'ROLE_WAREHOUSE_ADMIN'),
    keeper2: await world.as('keeper2', 'ROLE_WAREHOUSE_ADMIN'),
  };
}

export interface Places {
  w1: string;
  w2: string;
  /** Id of a product by its code. */
  product: (code: string) => string;
  /** Id of a box by its code. */
  box: (code: string) => string;
}

export async function placesOf({ services: { db } }: World): Promise<Places> {
  const warehouses = await db.selectFrom('wms_warehouse').select(['id', 'code']).execute();
  const products = new Map(
    (await db.selectFrom('wms_product').select(['id', 'code']).execute()).map((row) => [row.code, row.id]),
  );
  const boxes = new Map(
    (await db.selectFrom('wms_warehouse_box').select(['id', 'code']).execute()).map((row) => [row.code, row.id]),
  );
  const known = (map: ReadonlyMap<string, string>) => (code: string) => {
    const id = map.get(code);
    if (id === undefined) throw new Error(`no ${code}`);
    return id;
  };
  const w = known(new Map(warehouses.map((row) => [row.code, row.id])));
  return { w1: w('W1'), w2: w('W2'), product: known(products), box: known(boxes) };
}

export interface Scene {
  world: World;
  cast: Cast;
  places: Places;
}

/** Opens a world with everyone who works on a document; the caller ends it. */
export async function openScene(): Promise<Scene> {
  const world = await openWorld();
  return { world, cast: await castOf(world), places: await placesOf(world) };
}

export const lineOf = (productId: string, qty: string, more: Partial<LineForm> = {}): LineForm => ({
  productId,
  productBoxId: null,
  batchNo: null,
  madeOn: null,
  expiresOn: null,
  unit: 'BOTTLE',
  qty,
  unitPrice: null,
  remark: null,
  ...more,
});

/** A line without any obstacle. */
export const saltLine = ({ product }: Places, qty = '1', more: Partial<LineForm> = {}): LineForm =>
  lineOf(product('C-NACL'), qty, { batchNo: 'B1', expiresOn: '2099-01-01', ...more });

/** Complete body of a deposit of it, with further fields. */
export const saltForm = (places: Places, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  type: 'INBOUND',
  warehouseId: places.w2,
  targetWarehouseId: null,
  contact: null,
  phone: null,
  planDate: null,
  depositUntil: null,
  purpose: null,
  purchaseNo: null,
  deliveryNo: null,
  supplierOrgId: null,
  remark: null,
  attachments: [],
  permitIds: [],
  lines: [saltLine(places)],
  unfinished: [],
  ...more,
});

type Form = Pick<TransactionForm, 'type' | 'warehouseId' | 'lines'> & Partial<TransactionForm>;

export const draft = async (person: Person, form: Form): Promise<Transaction> =>
  (await person.call(routes.createTransaction, { body: { ...withPurpose(form.type), ...form } })).data;

/** Required for collecting highly toxic goods. */
const withPurpose = (type: Form['type']) => (type === 'OUTBOUND' ? { purpose: '课题实验', planDate: '2099-12-31' } : {});

type Version = Pick<Transaction, 'id' | 'rev'>;

export const submit = (person: Person, { id, rev }: Version): Promise<Answer<Transaction>> =>
  person.call(routes.submitTransaction, { params: { id }, body: { rev } });

/**
 * Confirms as second storekeeper, with the planned quantities as the count and their own password; a reversal if one was
 * requested.
 */
export async function cosign(person: Person, { id, rev }: Version): Promise<Answer<Transaction>> {
  const seen = await person.call(routes.getTransaction, { params: { id } });
  const lines = seen.status === 200 ? seen.data.lines : [];
  const isReversal = seen.status === 200 && (seen.data.reversalAsked || seen.data.cosignedFor === 'REVERSAL');
  const what = isReversal ? 'REVERSAL' : 'FINISH';
  const boxes = lines.flatMap((line) => line.boxes).map((box) => ({ id: box.id, qty: subtract(box.qty, box.qtyDone) }));
  return person.call(routes.cosignTransaction, { params: { id }, body: { rev, what, boxes, password: DEMO_PASSWORD } });
}

export const submitted = async (person: Person, form: Form): Promise<Transaction> =>
  (await submit(person, await draft(person, form))).data;

export async function approved({ reviewer, reviewer2 }: Cast, document: Transaction): Promise<Transaction> {
  const params = { id: document.id };
  const first = (await reviewer.call(routes.approveTransaction, { params, body: { rev: document.rev } })).data;
  if (first.state === 'APPROVED') return first;
  return (await reviewer2.call(routes.approveTransaction, { params, body: { rev: first.rev, comment: '同意' } })).data;
}

/** Assigns every line: deposits to the box, others as suggested. */
export async function assigned({ keeper }: Cast, document: Transaction, boxId?: string): Promise<Transaction> {
  const params = { id: document.id };
  const lines =
    boxId === undefined
      ? (await keeper.call(routes.suggestBoxes, { params, body: {} })).data.map(({ lineId, boxes }) => ({
          lineId,
          boxes: boxes.map((box) => ({ productBoxId: box.productBoxId, boxId: box.boxId, qty: box.qty })),
        }))
      : document.lines.map((line) => ({ lineId: line.id, boxes: [{ boxId, qty: line.qtyAppr ?? line.qtyReq }] }));
  return (await keeper.call(routes.assignBoxes, { params, body: { rev: document.rev, lines } })).data;
}

export async function finished({ teacher, keeper, keeper2 }: Cast, document: Transaction): Promise<Transaction> {
  const params = { id: document.id };
  let { rev } = document;
  const code = document.type === 'OUTBOUND' ? (await teacher.call(routes.getPickupCode, { params })).data.code : null;
  if (document.toxic) rev = (await cosign(keeper2, document)).data.rev;
  return (await keeper.call(routes.finishTransaction, { params, body: { rev, pickupCode: code } })).data;
}

/** Takes a deposit from draft to stock. */
export async function deposited(cast: Cast, form: Omit<Form, 'type'>, boxId?: string): Promise<Transaction> {
  const document = await submitted(cast.teacher, { type: 'INBOUND', ...form });
  return finished(cast, await assigned(cast, await approved(cast, document), boxId));
}
