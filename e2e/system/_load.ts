// Load that records every acknowledged write: a stream of deposits, each write with an idempotency key.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Reply } from '../_client.ts';
import { prepareWarehouse } from '../replay/warehouse.ts';

export interface Document {
  id: string;
  no: string;
  state: string;
  rev: number;
  lines: { id: string; qtyReq: string }[];
}

export interface Cast {
  teacher: Client;
  reviewer: Client;
  keeper: Client;
}

export const signInCast = async (url: string): Promise<Cast> => ({
  teacher: await Client.signIn(url, 'teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS'),
  reviewer: await Client.signIn(url, 'reviewer', 'ROLE_WAREHOUSE_ADMIN'),
  keeper: await Client.signIn(url, 'keeper', 'ROLE_WAREHOUSE_ADMIN'),
});

export interface LoadWarehouse {
  warehouseId: string;
  productId: string;
  boxIds: string[];
}

export async function prepareLoadWarehouse({ keeper }: Cast): Promise<LoadWarehouse> {
  const products = await keeper.get<{ list: { id: string }[] }>('/wms/product/select?q=W-BEAKER-250');
  return { ...(await prepareWarehouse(keeper)), productId: products.body.list[0]!.id };
}

/** Outcome of a write: acknowledged, or unknown. */
export interface Write {
  key: string;
  /** Acknowledged state; null without a response. */
  promised: string | null;
  id: string | null;
}

const STATES = ['DRAFT', 'SUBMITTED', 'APPROVED', 'EXECUTING', 'DONE'];
export const rank = (state: string): number => STATES.indexOf(state);

/** Makes deposits until stopped; a lost response is retried with the same key. */
export async function runLoad(cast: Cast, ground: LoadWarehouse, writes: Write[], stopped: () => boolean): Promise<void> {
  while (!stopped()) {
    const remark = randomUUID();
    // Chosen once: a retry must have the same body.
    const boxId = ground.boxIds[Math.floor(Math.random() * ground.boxIds.length)]!;
    const line = { productId: ground.productId, unit: 'PIECE', qty: '1', productBoxId: null };
    const form = { type: 'INBOUND', warehouseId: ground.warehouseId, remark, lines: [line] };
    const made = await retryUntilAcknowledged(writes, stopped, (key) =>
      cast.teacher.post<Document>('/wms/transaction', form, key),
    );
    if (!made) return;
    const path = `/wms/transaction/${made.id}`;
    const steps: ((document: Document, key: string) => Promise<Reply<Document>>)[] = [
      ({ rev }, key) => cast.teacher.put(`${path}/submit`, { rev }, key),
      ({ rev }, key) => cast.reviewer.put(`${path}/approve`, { rev }, key),
      ({ rev, lines }, key) =>
        cast.keeper.put(`${path}/box`, { rev, lines: [{ lineId: lines[0]!.id, boxes: [{ boxId, qty: '1' }] }] }, key),
      ({ rev }, key) => cast.keeper.put(`${path}/finish`, { rev }, key),
    ];
    let document: Document | null = made;
    for (const step of steps) {
      const at: Document = document;
      document = await retryUntilAcknowledged(writes, stopped, (key) => step(at, key));
      if (!document) return;
    }
  }
}

/** Retries a write until it is acknowledged; null if stopped before. */
async function retryUntilAcknowledged(
  writes: Write[],
  stopped: () => boolean,
  send: (key: string) => Promise<Reply<Document>>,
): Promise<Document | null> {
  const write: Write = { key: randomUUID(), promised: null, id: null };
  writes.push(write);
  for (;;) {
    const reply = await send(write.key).catch(() => null);
    if (reply?.status === 200) {
      write.promised = reply.body.state;
      write.id = reply.body.id;
      return reply.body;
    }
    if (reply && reply.status < 500) throw new Error(JSON.stringify(reply));
    if (stopped()) return null;
    await sleep(50);
  }
}
