// Documents by what is in them, or by a text: found as ids before any document is looked at.
import { plain } from '@kuwei/contract/plain';
import type { transactionQuery } from '@kuwei/contract/wms/transaction';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type * as z from 'zod/mini';
import { nameLike } from '../../db/named.ts';
import { beginning, like } from '../../db/search.ts';
import type { DB } from '../../db/types.ts';
import { lookUp } from '../product-box/filter.ts';

type Query = Pick<z.output<typeof transactionQuery>, 'type' | 'productId' | 'q'>;

/** Ids that are named one by one. */
const NAMED = 300;
/** Lines that are looked up one by one. */
const LINES_NAMED = 400;
/** Lines of a product whose documents are a set; where there are more, every few documents are of it, and they are asked for theirs. */
const SET_MAX = 200_000;

/** A way in which documents `t` are meant. */
interface Way {
  ids: RawBuilder<unknown>;
  /** Few of them are named. */
  few: number;
  /** So many are a set; 0 where finding them takes longer than asking. */
  many: number;
  /** The same asked of a document by itself. */
  each: RawBuilder<unknown>;
}

export interface Goods {
  /** Over the document `t`. */
  which: RawBuilder<unknown>;
  /** It asks for nothing but the id of `t`, which is one of many. */
  isSet: boolean;
}

/** What a query asks for of goods and texts; each holds. */
export async function goodsOf(db: Kysely<DB>, { type, productId, q }: Query): Promise<Goods[]> {
  const asked = [
    ...(productId === undefined ? [] : [[linesOf(sql`l.product_id = ${productId}`)]]),
    ...(q === undefined ? [] : [await waysOf(db, q, type)]),
  ];
  return Promise.all(asked.map((ways) => oneOfWays(db, ways)));
}

/** A number, an applicant, an owner, a product or a batch by a part of its name; of numbers two letters are the beginning. */
async function waysOf(db: Kysely<DB>, q: string, type: Query['type']): Promise<Way[]> {
  const pattern = like(q);
  const number = beginning(q) ?? pattern;
  const batch = beginning(plain(q)) ?? like(plain(q));
  const [people, owners] = await lookUp(db, [
    { ids: sql`select id from sys_user where lower(name) like ${pattern}` },
    { ids: sql`select o.id from wms_org o where ${nameLike('o', pattern)}` },
  ]);
  const products = sql`(select id from wms_product where search like ${pattern})`;
  return [
    {
      ids: sql`select id from wms_transaction where lower(no) like ${number} or lower(purchase_no) like ${number} or lower(delivery_no) like ${number}`,
      few: NAMED,
      many: 0,
      each: sql`(lower(t.no) like ${number} or lower(t.purchase_no) like ${number} or lower(t.delivery_no) like ${number})`,
    },
    ...ofPeople(sql`applicant_id`, people!, sql`select id from sys_user where lower(name) like ${pattern}`, type),
    ...ofPeople(sql`owner_org_id`, owners!, sql`select o.id from wms_org o where ${nameLike('o', pattern)}`, type),
    // The products are found once, and not for each document.
    linesOf(sql`l.product_id in ${products}`, sql`(l.product_id in ${products}) is true`),
    { ...linesOf(sql`lower(l.batch_no) like ${batch}`), many: 0 },
  ];
}

/** @param few null where they are too many to be named */
function ofPeople(column: RawBuilder<unknown>, few: string[] | null, ids: RawBuilder<unknown>, type: Query['type']): Way[] {
  if (few?.length === 0) return [];
  const which = few === null ? sql`in (${ids})` : sql`= any(${few}::uuid[])`;
  return [
    {
      ids: sql`select id from wms_transaction where ${column} ${which} and type = ${type} and deleted_at is null`,
      few: 0,
      many: SET_MAX,
      each: sql`t.${column} ${which}`,
    },
  ];
}

/** Documents with such a line `l`. */
const linesOf = (which: RawBuilder<unknown>, whichOfDocument = which): Way => ({
  ids: sql`select l.transaction_id as id from wms_transaction_line l where ${which}`,
  few: LINES_NAMED,
  many: SET_MAX,
  each: sql`exists (select from wms_transaction_line l where l.transaction_id = t.id and ${whichOfDocument} offset 0)`,
});

async function oneOfWays(db: Kysely<DB>, ways: readonly Way[]): Promise<Goods> {
  const named = await lookUp(
    db,
    ways.map(({ ids, few }) => ({ ids, most: few })),
  );
  const left = ways.map((way, at) => ({ ...way, named: named[at]! }));
  const sets = await setsAmong(
    db,
    left.filter((way) => way.named === null),
  );
  const ids = [...new Set(left.flatMap((way) => way.named ?? []))];
  const asks = left.filter((way) => way.named === null && !sets.has(way.ids)).map(({ each }) => each);
  const few = ids.length === 0 ? [] : [sql`t.id = any(${ids}::uuid[])`];
  if (sets.size === 0) return { which: oneOf([...few, ...asks]), isSet: false };
  const all = [...sets, ...(ids.length === 0 ? [] : [sql`select unnest(${ids}::uuid[])`])];
  // A selection that is asked about, and not joined: it is read once, and kept.
  return { which: oneOf([sql`(t.id in (${sql.join(all, sql` union all `)})) is true`, ...asks]), isSet: asks.length === 0 };
}

const oneOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;

/** The selections that find no more than may be a set. */
async function setsAmong(db: Kysely<DB>, ways: readonly Way[]): Promise<Set<RawBuilder<unknown>>> {
  const asked = ways.filter(({ many }) => many > 0);
  if (asked.length === 0) return new Set();
  const counts = asked.map(({ ids, many }) => sql`(select count(*) from (${ids} limit ${many + 1}) x) <= ${many}`);
  const { rows } = await sql<{ fits: boolean[] }>`select array[${sql.join(counts)}] as fits`.execute(db);
  return new Set(asked.filter((_, at) => rows[0]!.fits[at]).map(({ ids }) => ids));
}
