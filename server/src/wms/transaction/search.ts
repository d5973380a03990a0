// Finds documents, and objects about them, by product or text: collects ids before joining documents.
import type { transactionQuery } from '@kuwei/contract/wms/transaction';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type * as z from 'zod/mini';
import type { Caller } from '../../context.ts';
import { matchesName } from '../../db/named.ts';
import { prefixPattern, like, matchesText } from '../../db/search.ts';
import { lookUp } from '../../db/look-up.ts';
import type { DB } from '../../db/types.ts';
import { mayOpenDocument } from './describe.ts';

type Query = Pick<z.output<typeof transactionQuery>, 'type' | 'productId' | 'q'>;

/** Maximum ids to list explicitly. */
const NAMED = 300;
/** Maximum lines to look up one by one. */
const LINES_NAMED = 400;
/** Lines of a product whose documents are read as a set; with more, most documents match and are probed one by one. */
const SET_MAX = 200_000;

/** Products sampled to estimate the lines of all, and lines counted per product. */
const SAMPLE = 16;
const SAMPLE_LINES = 12_500;
/** Count cap if documents are probed one by one. */
const ASKED_MAX = 100;

/** What is searched: documents, or objects about them. */
interface Subject {
  /** Its document. */
  id: RawBuilder<unknown>;
  /** Lifts a condition over document `t`. */
  of: (condition: RawBuilder<unknown>) => RawBuilder<unknown>;
}
const DOCUMENT: Subject = { id: sql`t.id`, of: (condition) => condition };
const relatedSubject = (id: RawBuilder<unknown>): Subject => ({
  id,
  of: (condition) => sql`exists (select from wms_transaction t where t.id = ${id} and ${condition} offset 0)`,
});

/** One way in which a document can match. */
interface SearchPath {
  ids: RawBuilder<unknown>;
  /** Up to this many matches are listed by id. */
  few: number;
  /** Whether the matches are few enough for a set; null if finding them costs more than probing each document. */
  fits: RawBuilder<unknown> | null;
  /** The same condition, for a single document. */
  each: RawBuilder<unknown>;
}

export interface SearchCondition {
  which: RawBuilder<unknown>;
  /** The condition only tests the id against a set. */
  isSet: boolean;
  /** Count cap if documents are probed one by one. */
  countedTo?: number;
}

/** Conditions of a query on products and text over documents `t`; all must hold. */
export async function buildGoodsConditions(db: Kysely<DB>, { type, productId, q }: Query): Promise<SearchCondition[]> {
  const asked = [
    ...(productId === undefined ? [] : [[linesOf(DOCUMENT, sql`l.product_id = ${productId}`)]]),
    ...(q === undefined ? [] : [await searchPathsOf(db, q, DOCUMENT, sql`type = ${type} and deleted_at is null`)]),
  ];
  return Promise.all(asked.map((ways) => combinePaths(db, DOCUMENT, ways)));
}

/**
 * Whether an object is about documents that match a text.
 * @param id of its document
 * @param reader matches documents that they can't open by number only; null: no restriction
 */
export async function buildTextCondition(
  db: Kysely<DB>,
  q: string,
  id: RawBuilder<unknown>,
  reader: Caller | null,
): Promise<SearchCondition> {
  const subject = relatedSubject(id);
  const meant = await combinePaths(db, subject, await searchPathsOf(db, q, subject, sql`deleted_at is null`));
  if (reader === null) return meant;
  const number = prefixPattern(q) ?? like(q);
  const byNumber: SearchPath = {
    ids: sql`select id from wms_transaction where lower(no) like ${number}`,
    few: NAMED,
    fits: null,
    each: subject.of(sql`lower(t.no) like ${number}`),
  };
  const numbered = await combinePaths(db, subject, [byNumber]);
  const isOpen = sql`exists (
    select from wms_transaction t join wms_warehouse w on w.id = t.warehouse_id where t.id = ${id} and ${mayOpenDocument(reader)} offset 0)`;
  return { which: sql`(${numbered.which} or ${meant.which} and ${isOpen})`, isSet: false, countedTo: ASKED_MAX };
}

/** Matches number, applicant, owner, product or batch by substring; two characters match only the start of a number. */
async function searchPathsOf(db: Kysely<DB>, q: string, subject: Subject, among: RawBuilder<unknown>): Promise<SearchPath[]> {
  const pattern = like(q);
  const number = prefixPattern(q) ?? pattern;
  const batch = prefixPattern(q) ?? like(q);
  const people = sql`select id from sys_user where search like ${pattern} and lower(name) like ${pattern}`;
  const owners = sql`select o.id from wms_org o where ${matchesName('o', q)}`;
  const [fewPeople, fewOwners] = await lookUp(db, [{ ids: people }, { ids: owners }]);
  const products = sql`(select id from wms_product where ${matchesText(sql`search`, q)})`;
  return [
    {
      ids: sql`select id from wms_transaction where lower(no) like ${number} or lower(purchase_no) like ${number} or lower(delivery_no) like ${number}`,
      few: NAMED,
      fits: null,
      each: subject.of(
        sql`(lower(t.no) like ${number} or lower(t.purchase_no) like ${number} or lower(t.delivery_no) like ${number})`,
      ),
    },
    ...ofPeople(subject, sql`applicant_id`, fewPeople!, people, among),
    ...ofPeople(subject, sql`owner_org_id`, fewOwners!, owners, among),
    {
      // Products are searched once, not per document.
      ...linesOf(subject, sql`l.product_id in ${products}`, sql`(l.product_id in ${products}) is true`),
      fits: linesFitSet(products),
    },
    { ...linesOf(subject, sql`lower(l.batch_no) like ${batch}`), fits: null },
  ];
}

/** @param few null if too many to list */
function ofPeople(
  subject: Subject,
  column: RawBuilder<unknown>,
  few: string[] | null,
  ids: RawBuilder<unknown>,
  among: RawBuilder<unknown>,
): SearchPath[] {
  if (few?.length === 0) return [];
  const which = few === null ? sql`in (${ids})` : sql`= any(${few}::uuid[])`;
  const documents = sql`select id from wms_transaction where ${column} ${which} and ${among}`;
  return [{ ids: documents, few: 0, fits: fitsSet(documents), each: subject.of(sql`t.${column} ${which}`) }];
}

/** Documents with a matching line `l`. */
function linesOf({ id }: Subject, which: RawBuilder<unknown>, whichOfDocument = which): SearchPath {
  const ids = sql`select l.transaction_id as id from wms_transaction_line l where ${which}`;
  const each = sql`exists (select from wms_transaction_line l where l.transaction_id = ${id} and ${whichOfDocument} offset 0)`;
  return { ids, few: LINES_NAMED, fits: fitsSet(ids), each };
}

const fitsSet = (ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select count(*) from (${ids} limit ${SET_MAX + 1}) x) <= ${SET_MAX}`;

/** If there are as many lines as documents, every other document matches. */
const SET_MAX_HERE = sql`least(${SET_MAX}, (select reltuples from pg_catalog.pg_class where oid = 'wms_transaction'::regclass))`;

/** Estimated by sampling lines of some of the products. */
const linesFitSet = (products: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with product as materialized ${products}, sample as materialized (select id from product limit ${SAMPLE})
  select (select count(*) from sample cross join lateral (select from wms_transaction_line l where l.product_id = sample.id limit ${SAMPLE_LINES}) x)
         * (select count(*) from product) <= ${SET_MAX_HERE} * (select count(*) from sample))`;

async function combinePaths(db: Kysely<DB>, { id }: Subject, ways: readonly SearchPath[]): Promise<SearchCondition> {
  const named = await lookUp(
    db,
    ways.map(({ ids, few }) => ({ ids, most: few })),
  );
  const left = ways.map((way, at) => ({ ...way, named: named[at]! }));
  const sets = await findSets(
    db,
    left.filter((way) => way.named === null),
  );
  const ids = [...new Set(left.flatMap((way) => way.named ?? []))];
  const asks = left.filter((way) => way.named === null && !sets.has(way.ids)).map(({ each }) => each);
  const few = ids.length === 0 ? [] : [sql`${id} = any(${ids}::uuid[])`];
  const countedTo = asks.length === 0 ? {} : { countedTo: ASKED_MAX };
  if (sets.size === 0) return { which: oneOf([...few, ...asks]), isSet: false, ...countedTo };
  const all = [...sets, ...(ids.length === 0 ? [] : [sql`select unnest(${ids}::uuid[])`])];
  // A subselect to test against, not a join: it is read once and hashed.
  const inSet = sql`(${id} in (${sql.join(all, sql` union all `)})) is true`;
  return { which: oneOf([inSet, ...asks]), isSet: asks.length === 0, ...countedTo };
}

const oneOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;

/** The selections small enough to be sets. */
async function findSets(db: Kysely<DB>, ways: readonly SearchPath[]): Promise<Set<RawBuilder<unknown>>> {
  const asked = ways.filter(({ fits }) => fits !== null);
  if (asked.length === 0) return new Set();
  const { rows } = await sql<{ fits: boolean[] }>`select array[${sql.join(asked.map(({ fits }) => fits))}] as fits`.execute(db);
  return new Set(asked.filter((_, at) => rows[0]!.fits[at]).map(({ ids }) => ids));
}
