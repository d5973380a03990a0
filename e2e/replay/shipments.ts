// Turns real shipments into deposits of a supplier: requested, reviewed, boxed and posted; then collects a third.
import type { Client, Reply } from '../_client.ts';
import { itemCode, type Shipment } from './data.ts';

interface Document {
  id: string;
  no: string;
  state: string;
  reviewLevel: number | null;
  rev: number;
  toxic: boolean;
  purchaseNo: string | null;
  lines: { id: string; qtyReq: string; boxes: { productBoxId: string | null; boxId: string | null; qty: string }[] }[];
}

export interface Staff {
  supplier: Client;
  reviewer: Client;
  /** Second-level reviewer: reviewers don't execute. */
  second: Client;
  keeper: Client;
}

export interface TestWarehouse {
  warehouseId: string;
  boxIds: string[];
}

export interface Outcome {
  rows: number;
  posted: number;
  /** Documents finished by an earlier run. */
  known: number;
  reasons: Map<string, number>;
}

const WORKERS = 8;

const bodyOf = <T>(reply: Reply<T>): T => {
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return reply.body;
};

const numberOf = (kind: 'in' | 'out', shipment: Shipment): string => `SCMS-${kind}-${shipment.id}`;

/** Existing documents by purchase number, so that a second run resumes the first. */
async function knownDocuments(supplier: Client, type: string): Promise<Map<string, Document>> {
  const known = new Map<string, Document>();
  for (let page = 1; ; page++) {
    const { list } = bodyOf(
      await supplier.get<{ list: Document[] }>(`/wms/transaction?type=${type}&q=SCMS-&sort=no&size=200&page=${page}`),
    );
    for (const document of list)
      if (document.purchaseNo !== null && document.state !== 'CANCELED') known.set(document.purchaseNo, document);
    if (list.length < 200) return known;
  }
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}

const count = (reasons: Map<string, number>, reason: string): void => void reasons.set(reason, (reasons.get(reason) ?? 0) + 1);

const explain = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error);
  return /"message":"([^"]+)"/.exec(text)?.[1] ?? text.slice(0, 120);
};

/** A line as resolved by the product. */
interface ReadLine {
  line: object | null;
  errors: { column: string; message: string }[];
}

/** Rows resolved per call. */
const ROWS = 200;

/** The row as is: the product parses it like pasted text. */
const rawOf = (shipment: Shipment): object => ({
  code: itemCode(shipment.item),
  batchNo: shipment.asn,
  madeOn: shipment.delivered,
  expiresOn: null,
  unit: 'PACK',
  qty: shipment.quantity,
  unitPrice: shipment.packPrice,
  remark: `${shipment.vendor}; weight (kg): ${shipment.weight}`,
});

/** Reason of a rejected row, without its specifics. */
const reasonOf = ({ errors }: ReadLine): string =>
  errors.map(({ column, message }) => `${column}: ${message.replace(/SCMS-[0-9A-F]+/, '…')}`).join('; ');

interface ReadShipment {
  shipment: Shipment;
  line: object;
}

/** @param wanted number of deposits; rows are used in order until reached */
export async function depositShipments(
  staff: Staff,
  ground: TestWarehouse,
  shipments: readonly Shipment[],
  wanted: number,
  progress: (done: number) => void,
): Promise<Outcome> {
  const known = await knownDocuments(staff.supplier, 'INBOUND');
  const reasons = new Map<string, number>();
  const taken: ReadShipment[] = [];
  let rows = 0;
  while (rows < shipments.length && taken.length < wanted) {
    const part = shipments.slice(rows, rows + ROWS);
    const body = { type: 'INBOUND', warehouseId: ground.warehouseId, rows: part.map(rawOf) };
    const lines = bodyOf(await staff.supplier.post<ReadLine[]>('/wms/transaction/lines/resolve', body));
    for (const [at, read] of lines.entries()) {
      if (taken.length === wanted) break;
      rows++;
      if (read.line) taken.push({ shipment: part[at]!, line: read.line });
      else count(reasons, reasonOf(read));
    }
  }
  let posted = 0;
  let before = 0;
  await inParallel(taken, async ({ shipment, line }) => {
    const number = numberOf('in', shipment);
    const there = known.get(number);
    if (there?.state === 'DONE') before++;
    else {
      try {
        await deposit(staff, ground, { shipment, line }, number, there);
        posted++;
      } catch (error) {
        count(reasons, explain(error));
      }
    }
    if ((posted + before) % 100 === 0) progress(posted + before);
  });
  return { rows, posted, known: before, reasons };
}

async function deposit(
  { supplier, reviewer, keeper }: Staff,
  ground: TestWarehouse,
  { shipment, line }: ReadShipment,
  number: string,
  there?: Document,
): Promise<void> {
  const form = {
    type: 'INBOUND',
    warehouseId: ground.warehouseId,
    purchaseNo: number,
    remark: shipment.vendor.slice(0, 200),
    lines: [line],
  };
  const id = there?.id ?? bodyOf(await supplier.post<Document>('/wms/transaction', form, number)).id;
  const path = `/wms/transaction/${id}`;
  let document = bodyOf(await supplier.get<Document>(path));
  if (document.state === 'DRAFT') document = bodyOf(await supplier.put<Document>(`${path}/submit`, { rev: document.rev }));
  if (document.state === 'SUBMITTED') document = bodyOf(await reviewer.put<Document>(`${path}/approve`, { rev: document.rev }));
  if (document.state === 'APPROVED') {
    const boxId = ground.boxIds[Number(shipment.id) % ground.boxIds.length]!;
    const lines = document.lines.map((line) => ({ lineId: line.id, boxes: [{ boxId, qty: line.qtyReq }] }));
    document = bodyOf(await keeper.put<Document>(`${path}/box`, { rev: document.rev, lines }));
  }
  if (document.state === 'EXECUTING') document = bodyOf(await keeper.put<Document>(`${path}/finish`, { rev: document.rev }));
  if (document.state !== 'DONE') throw new Error(`${document.no} is ${document.state}`);
}

/** Collects a third of the deposits, document by document, with the pick-up code. */
export async function collectThird(
  staff: Staff,
  ground: TestWarehouse,
  shipments: readonly Shipment[],
  wanted: number,
  progress: (done: number) => void,
): Promise<Outcome> {
  const known = await knownDocuments(staff.supplier, 'OUTBOUND');
  const deposited = await knownDocuments(staff.supplier, 'INBOUND');
  const chosen = shipments
    .filter((shipment) => deposited.get(numberOf('in', shipment))?.state === 'DONE')
    .slice(0, wanted)
    .filter((_, at) => at % 3 === 0);
  const reasons = new Map<string, number>();
  let posted = 0;
  let before = 0;
  await inParallel(chosen, async (shipment) => {
    const number = numberOf('out', shipment);
    const there = known.get(number);
    if (there?.state === 'DONE') before++;
    else {
      try {
        await collect(staff, ground, deposited.get(numberOf('in', shipment))!, number, there);
        posted++;
      } catch (error) {
        count(reasons, explain(error));
      }
    }
    if ((posted + before) % 100 === 0) progress(posted + before);
  });
  return { rows: chosen.length, posted, known: before, reasons };
}

interface Entry {
  productBoxId: string;
  qtyDelta: string;
  productId: string;
}

async function collect(
  { supplier, reviewer, second, keeper }: Staff,
  ground: TestWarehouse,
  deposited: Document,
  number: string,
  there?: Document,
): Promise<void> {
  let id = there?.id;
  if (id === undefined) {
    const { list } = bodyOf(await supplier.get<{ list: Entry[] }>(`/wms/ledger?transactionId=${deposited.id}`));
    const lines = list.map((entry) => ({
      productId: entry.productId,
      productBoxId: entry.productBoxId,
      unit: 'PACK',
      qty: entry.qtyDelta,
    }));
    const form = { type: 'OUTBOUND', warehouseId: ground.warehouseId, purchaseNo: number, lines };
    ({ id } = bodyOf(await supplier.post<Document>('/wms/transaction', form, number)));
  }
  const path = `/wms/transaction/${id}`;
  let document = bodyOf(await supplier.get<Document>(path));
  if (document.state === 'DRAFT') document = bodyOf(await supplier.put<Document>(`${path}/submit`, { rev: document.rev }));
  while (document.state === 'SUBMITTED') {
    const who = document.reviewLevel === 1 ? reviewer : second;
    document = bodyOf(await who.put<Document>(`${path}/approve`, { rev: document.rev }));
  }
  if (document.state === 'APPROVED')
    document = bodyOf(await keeper.put<Document>(`${path}/box`, { rev: document.rev, lines: [] }));
  if (document.state === 'EXECUTING') {
    const { code } = bodyOf(await supplier.get<{ code: string }>(`${path}/pickup-code`));
    document = bodyOf(await keeper.put<Document>(`${path}/finish`, { rev: document.rev, pickupCode: code }));
  }
  if (document.state !== 'DONE') throw new Error(`${document.no} is ${document.state}`);
}
