// The register by product: opening, in, out and closing. Opening and closing come from the balances noted in ledger entries, in
// and out from summing movements; each read checks that they agree.
import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { all } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';
import type { Locale } from '@kuwei/contract/constants';
import type { FlowProduct } from '@kuwei/contract/wms/hazard-flow';
import type { NarrowedScope } from '../read-conditions.ts';
import {
  QTY_IN,
  listClosedMonths,
  flowEntries,
  isEntryInMonth,
  isProductInMonth,
  isRegisterEntryVisible,
  QTY_OUT,
  type RegisterMonth,
  type ClosedMonth,
  type StoredFigures,
} from './register-month.ts';

export type Figures = Omit<FlowProduct, 'kept'>;

/** Products with any figures, by code. @param seen null: all stock of the warehouse */
export async function figuresOf(
  db: Kysely<DB>,
  book: RegisterMonth,
  seen: NarrowedScope | null,
  locale: Locale,
): Promise<Figures[]> {
  const readScope = seen === null ? [] : [isRegisterEntryVisible(seen)];
  const noted = (moment: string) => sql`
    coalesce((select case when e.warehouse_id = ${book.warehouseId} then e.qty_after end from wms_ledger e
       where e.product_box_id = l.id and e.at < ${moment}::timestamptz order by e.seq desc limit 1), 0)`;
  const { rows } = await sql<Figures>`
    with ends as (
      select l.product_id, sum(${noted(book.from)}) as opening, sum(${noted(book.until)}) as closing
        from (select s.id, s.product_id, s.owner_org_id, ${book.warehouseId}::uuid as warehouse_id
                from wms_product_box s where ${isProductInMonth(book, sql`s.product_id`)}) l
       where ${all(readScope)} group by 1),
    moved as (
      select l.product_id, coalesce(sum(${QTY_IN}), 0) as came, coalesce(sum(${QTY_OUT}), 0) as went, count(*)::int as entries
        from ${flowEntries(all([isEntryInMonth(book), ...readScope]))} l group by 1)
    select p.id, p.code, ${named(locale, 'p')} as name, p.cas, p.spec, p.base_unit as "baseUnit",
           trim_scale(coalesce(e.opening, 0))::text as opening, trim_scale(coalesce(m.came, 0))::text as "in",
           trim_scale(coalesce(m.went, 0))::text as "out", trim_scale(coalesce(e.closing, 0))::text as closing,
           coalesce(m.entries, 0) as entries,
           coalesce(e.opening, 0) + coalesce(m.came, 0) - coalesce(m.went, 0) = coalesce(e.closing, 0) as balanced
      from ends e full join moved m on m.product_id = e.product_id join wms_product p on p.id = coalesce(e.product_id, m.product_id)
     where m.entries > 0 or e.opening <> 0 or e.closing <> 0
     order by p.code`.execute(db);
  return rows;
}

/** Figures in the stored form and order. */
export const toStoredFigures = (figures: readonly StoredFigures[]): StoredFigures[] =>
  figures
    .map(({ id, opening, in: came, out, closing, entries }) => ({ id, opening, in: came, out, closing, entries }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** Digest of every entry of the book, including moves inside the warehouse. */
export async function digestOf(db: Kysely<DB>, book: RegisterMonth): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select encode(sha256(coalesce(string_agg(wms_ledger_digest(l), ''::bytea order by l.seq), ''::bytea)), 'hex') as digest
      from wms_ledger l where ${isEntryInMonth(book)}`.execute(db);
  return rows[0]!.digest;
}

interface HashInput {
  book: Pick<RegisterMonth, 'warehouseId' | 'controlClass' | 'month' | 'from' | 'until'>;
  productIds: readonly string[];
  figures: readonly StoredFigures[];
  digest: string;
  /** Hash of the month before; null: it is the first. */
  before: string | null;
}

export const hashOf = ({ book, productIds, figures, digest, before }: HashInput): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        before,
        book.warehouseId,
        book.controlClass,
        book.month,
        book.from,
        book.until,
        productIds.toSorted(),
        toStoredFigures(figures),
        digest,
      ]),
    )
    .digest('hex');

/** Hash of the closed month before this one. */
export const previousHash = (closes: readonly ClosedMonth[], month: string): string | null =>
  closes.find((each) => each.month < month)?.hash ?? null;

/** Whether a closed month no longer matches the ledger: its figures, its entries, or its stored record. */
export async function differsFromLedger(
  db: Kysely<DB>,
  book: RegisterMonth & { close: ClosedMonth },
  closes?: readonly ClosedMonth[],
): Promise<boolean> {
  const { close } = book;
  const now = toStoredFigures(await figuresOf(db, book, null, 'zh'));
  if (JSON.stringify(now) !== JSON.stringify(toStoredFigures(close.figures))) return true;
  if ((await digestOf(db, book)) !== close.digest) return true;
  const before = previousHash(closes ?? (await listClosedMonths(db, book)), book.month);
  return hashOf({ book, productIds: close.productIds, figures: close.figures, digest: close.digest, before }) !== close.hash;
}
