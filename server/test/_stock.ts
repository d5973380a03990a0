// Stock for tests, posted through wms_post().
import { sql, type Kysely } from 'kysely';
import { newId } from '../src/db/id.ts';
import type { DB } from '../src/db/types.ts';

export interface Entry {
  product: string;
  owner: string;
  box: string;
  /** In the base unit; negative takes out. */
  qty: string;
  batch?: string;
  expiresOn?: string;
  kind?: 'IN' | 'OUT' | 'MOVE_OUT' | 'MOVE_IN' | 'COUNT_ADJ' | 'DISPOSE';
  depositUntil?: string;
  reserved?: string;
}

/**
 * Posts entries by codes of product, organisation and box; creates missing batches.
 * @returns ids of the stock rows, in the order of the entries
 */
export async function post(db: Kysely<DB>, entries: readonly Entry[], actor = 'keeper'): Promise<string[]> {
  const made = [];
  for (const [n, entry] of entries.entries()) {
    const productId = await idOf(db, 'wms_product', entry.product);
    const batchId = await batchOf(db, productId, entry.batch ?? '-', entry.expiresOn ?? null);
    made.push({
      n,
      productId,
      batchId,
      ownerOrgId: await idOf(db, 'wms_org', entry.owner),
      boxId: await idOf(db, 'wms_warehouse_box', entry.box),
      qty: entry.qty,
      reserved: entry.reserved ?? '0',
      kind: entry.kind ?? (entry.qty.startsWith('-') ? 'OUT' : 'IN'),
      depositUntil: entry.depositUntil ?? null,
    });
  }
  const { id: actorId } = await db.selectFrom('sys_user').where('username', '=', actor).select('id').executeTakeFirstOrThrow();
  const transactionId = newId();
  const lineIds = await documentOf(db, transactionId, actorId, made);
  const numbered = made.map((entry, n) => ({ ...entry, lineId: lineIds[n] }));
  const { rows } = await sql<{ product_box_id: string }>`
    select product_box_id from wms_post(${transactionId}, ${actorId}, null, null, ${JSON.stringify(numbered)}::jsonb) order by n`.execute(
    db,
  );
  return rows.map((row) => row.product_box_id);
}

/** The document of posted entries: hidden from lists, with a line per entry. */
async function documentOf(
  db: Kysely<DB>,
  id: string,
  actorId: string,
  entries: readonly { productId: string; ownerOrgId: string; boxId: string; qty: string; kind: string }[],
): Promise<(string | null)[]> {
  const moving = entries.map((entry) => Number(entry.qty) !== 0);
  const first = entries[moving.indexOf(true)];
  if (!first) return moving.map(() => null);
  await sql`insert into wms_transaction (id, no, type, source, owner_org_id, applicant_id, warehouse_id, state, created_by, deleted_at)
    select ${id}, ${`T-${id}`}, ${first.kind === 'COUNT_ADJ' ? 'COUNT' : 'INBOUND'}, 'ADMIN', ${first.ownerOrgId}, ${actorId}, warehouse_id, 'DONE', ${actorId}, now()
      from wms_warehouse_box where id = ${first.boxId}`.execute(db);
  const ids = moving.map((moves) => (moves ? newId() : null));
  for (const [n, { productId, qty }] of entries.entries()) {
    const amount = qty.replace('-', '');
    if (ids[n] !== null)
      await sql`insert into wms_transaction_line (id, transaction_id, line_no, product_id, unit, unit_factor, qty, qty_req, qty_done)
        values (${ids[n]}, ${id}, ${n + 1}, ${productId}, 'PIECE', 1, ${amount}, ${amount}, ${amount})`.execute(db);
  }
  return ids;
}

/** Completes documents created by `post` to look like real ones: a review without levels, a timeline, and visibility in lists. */
export async function completeDocuments(db: Kysely<DB>): Promise<void> {
  const made = sql`wms_transaction t where no like 'T-%' and round = 0`;
  await sql`insert into bpm_instance (id, definition_id, biz_type, biz_id, round, vars, state, started_by)
    select gen_random_uuid(), (select id from bpm_definition limit 1), 'WMS_TRANSACTION', id, 1, '{}', 'APPROVED', created_by
      from ${made}`.execute(db);
  await sql`insert into wms_transaction_record (transaction_id, round, at, actor_id, action, from_state, to_state)
    select t.id, 1, e.at, t.created_by, s.action, s."from", s."to"
      from wms_transaction t join (select transaction_id, min(at) as at from wms_ledger group by 1) e on e.transaction_id = t.id
     cross join (values (1, 'submit', 'DRAFT', 'APPROVED'), (2, 'finish', 'EXECUTING', 'DONE')) s (n, action, "from", "to")
     where t.no like 'T-%' and t.round = 0 order by t.id, s.n`.execute(db);
  await sql`insert into wms_transaction_line_box (id, line_id, box_id, qty, qty_done)
    select gen_random_uuid(), e.line_id, e.box_id, sum(abs(e.qty_delta)), sum(abs(e.qty_delta))
      from wms_ledger e where e.transaction_id in (select id from ${made} and type <> 'COUNT') group by e.line_id, e.box_id`.execute(
    db,
  );
  await sql`update wms_transaction t set round = 1, deleted_at = null, submitted_at = r.at, approved_at = r.at
    from wms_transaction_record r where r.transaction_id = t.id and r.action = 'submit' and t.no like 'T-%' and t.round = 0`.execute(
    db,
  );
}

export async function idOf(
  db: Kysely<DB>,
  table: 'wms_product' | 'wms_org' | 'wms_warehouse_box' | 'wms_warehouse',
  code: string,
) {
  const row = await db.selectFrom(table).where('code', '=', code).select('id').executeTakeFirstOrThrow();
  return row.id;
}

async function batchOf(db: Kysely<DB>, productId: string, batchNo: string, expiresOn: string | null): Promise<string> {
  // An upsert would lock the batch, which no posting does.
  await sql`insert into wms_batch (id, product_id, batch_no, expires_on) values (${newId()}, ${productId}, ${batchNo}, ${expiresOn})
    on conflict (product_id, folded, twin) do nothing`.execute(db);
  const batch = db.selectFrom('wms_batch').where('product_id', '=', productId).where('batch_no', '=', batchNo);
  return (await batch.select('id').executeTakeFirstOrThrow()).id;
}

/** Stock of a product by code. */
export const stockOfProduct = (db: Kysely<DB>, code: string) =>
  db
    .selectFrom('wms_product_box as s')
    .innerJoin('wms_product as p', 'p.id', 's.product_id')
    .where('p.code', '=', code)
    .select(['s.id', 's.qty', 's.reserved', 's.box_id'])
    .orderBy('s.id')
    .execute();

/** Ledger entries of a document, in order. */
export const ledgerOfDocument = (db: Kysely<DB>, id: string) =>
  db.selectFrom('wms_ledger').where('transaction_id', '=', id).selectAll().orderBy('seq').execute();
