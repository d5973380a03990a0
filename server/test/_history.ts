// A random history of a warehouse: postings of every kind through wms_post(), spread over many months.
import { sql } from 'kysely';
import { newId } from '../src/db/id.ts';
import type { Db } from '../src/db/open.ts';
import { idOf } from './_stock.ts';

/** Seeded random numbers below 1. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Plan {
  seed: number;
  /** Codes. */
  products: readonly string[];
  orgs: readonly string[];
  boxes: readonly string[];
  postings: number;
  /** Days to spread it over. */
  days: number;
}

interface Held {
  productBoxId: string;
  productId: string;
  batchId: string;
  ownerOrgId: string;
  boxId: string;
  qty: number;
}
interface Entry {
  productBoxId?: string;
  productId: string;
  batchId: string;
  ownerOrgId: string;
  boxId: string;
  kind: string;
  qty: string;
  unitPrice: string | null;
  reversesSeq?: number;
}

/** Posts the history; now and then reverses the latest posting, if its stock is still there. */
export async function makeHistory(db: Db, { seed, products, orgs, boxes, postings, days }: Plan): Promise<void> {
  const random = randomOf(seed);
  const below = (count: number) => Math.floor(random() * count);
  const one = <T>(of: readonly T[]): T => of[below(of.length)]!;
  const actor = (await db.selectFrom('sys_user').where('username', '=', 'keeper').select('id').executeTakeFirstOrThrow()).id;
  const goods = await Promise.all(
    products.map(async (code) => {
      const productId = await idOf(db, 'wms_product', code);
      const batchId = newId();
      await db
        .insertInto('wms_batch')
        .values({ id: batchId, product_id: productId, batch_no: `HIST-${batchId}` })
        .execute();
      return { productId, batchId };
    }),
  );
  const owners = await Promise.all(orgs.map((code) => idOf(db, 'wms_org', code)));
  const places = await Promise.all(boxes.map((code) => idOf(db, 'wms_warehouse_box', code)));
  const price = () => (random() < 0.3 ? null : (1 + below(9_000) / 100).toFixed(2));
  const amount = () => (1 + below(40_000) / 1_000).toFixed(3);

  const held = async (): Promise<Held[]> => {
    const { rows } = await sql<Held>`
      select id as "productBoxId", product_id as "productId", batch_id as "batchId", owner_org_id as "ownerOrgId", box_id as "boxId", qty::float as qty
        from wms_product_box where qty > 0 and batch_id = any(${goods.map(({ batchId }) => batchId)}::uuid[]) order by id`.execute(
      db,
    );
    return rows;
  };
  const part = ({ qty }: Held) => (random() < 0.2 ? qty : Math.max(0.001, qty * random() * 0.6)).toFixed(3);
  const leaving = (stock: Held, kind: string): Entry => ({ ...stock, kind, qty: `-${part(stock)}`, unitPrice: price() });

  const choose = async (): Promise<Entry[]> => {
    const what = random();
    const stock = await held();
    if (what < 0.4 || stock.length < 3)
      return Array.from({ length: 1 + below(3) }, () => ({
        ...one(goods),
        ownerOrgId: one(owners),
        boxId: one(places),
        kind: what < 0.05 ? 'OPENING' : 'IN',
        qty: amount(),
        unitPrice: price(),
      }));
    if (what < 0.65) return [leaving(one(stock), 'OUT')];
    if (what < 0.72) return [leaving(one(stock), 'DISPOSE')];
    if (what < 0.78) return [{ ...one(stock), kind: 'COUNT_ADJ', qty: random() < 0.5 ? '0.5' : '-0.001', unitPrice: null }];
    const from = one(stock);
    const out = leaving(from, 'MOVE_OUT');
    const { productId, batchId, ownerOrgId } = from;
    const came = { productId, batchId, ownerOrgId, boxId: one(places), kind: 'MOVE_IN', qty: out.qty.slice(1) };
    return came.boxId === from.boxId ? [leaving(from, 'OUT')] : [out, { ...came, unitPrice: out.unitPrice }];
  };

  const begun = Number(
    (await sql<{ seq: string }>`select coalesce(max(seq), 0) as seq from wms_ledger`.execute(db)).rows[0]!.seq,
  );
  for (let n = 0; n < postings; n++) {
    const taken = random() < 0.12 ? await reverseEntries(db, begun, random()) : null;
    const entries = taken ?? (await choose());
    const id = newId();
    // Kinds that only documents of their own type may post.
    const type = { OPENING: 'OPENING', COUNT_ADJ: 'COUNT' }[entries[0]!.kind];
    if (type !== undefined)
      await sql`insert into wms_transaction (id, no, type, source, owner_org_id, applicant_id, warehouse_id, state, created_by)
        select ${id}, ${`HIST-${id}`}, ${type}, 'ADMIN', ${entries[0]!.ownerOrgId}, ${actor}, warehouse_id, 'DONE', ${actor}
          from wms_warehouse_box where id = ${entries[0]!.boxId}`.execute(db);
    const numbered = JSON.stringify(entries.map((entry, at) => ({ n: at, ...entry })));
    await sql`select from wms_post(${id}, ${actor}, null, null, ${numbered}::jsonb)`
      .execute(db)
      .catch((error: { code?: string }) => {
        // The stock has left meanwhile: can't be reversed.
        if (taken === null || error.code !== 'KW001') throw error;
      });
  }
  await spreadPostings(db, begun, days);
}

/** Entries that reverse a random document that was not reversed before. */
async function reverseEntries(db: Db, begun: number, chance: number): Promise<Entry[] | null> {
  const { rows } = await sql<Entry>`
    with document as (
      select transaction_id from wms_ledger l where seq > ${begun} and kind <> 'REVERSAL' and kind <> 'OPENING'
         and not exists (select from wms_ledger r where r.reverses_seq = l.seq) group by 1 order by min(seq))
    select product_box_id as "productBoxId", product_id as "productId", batch_id as "batchId", owner_org_id as "ownerOrgId", box_id as "boxId",
           'REVERSAL' as kind, (-qty_delta)::text as qty, null as "unitPrice", seq as "reversesSeq"
      from wms_ledger where transaction_id = (
        select transaction_id from document offset floor(${chance}::float * (select count(*) from document))::int limit 1) order by seq`.execute(
    db,
  );
  return rows.length === 0 ? null : rows;
}

/** Spreads all postings since `begun` over so many days, each document at its own time. */
export const spreadPostings = (db: Db, begun: number, days: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`alter table wms_ledger disable trigger wms_ledger_append_only`.execute(trx);
    await sql`
      update wms_ledger l set at = now() - (${days}::float * (1 - x.n::float / x.count)) * interval '1 day'
        from (select transaction_id, row_number() over (order by min(seq)) as n, count(*) over () as count from wms_ledger
               where seq > ${begun} group by 1) x where x.transaction_id = l.transaction_id`.execute(trx);
    await sql`alter table wms_ledger enable trigger wms_ledger_append_only`.execute(trx);
  });
