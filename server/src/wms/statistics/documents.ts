// Lead times of documents by step, and workload of reviewers.
import type { Locale } from '@kuwei/contract/constants';
import type { QueryOf } from '@kuwei/contract/route';
import {
  LEAD_STEPS,
  type LeadReply,
  type LeadRow,
  type LeadStep,
  type LoadReply,
  type LoadRow,
  type statisticsRoutes,
} from '@kuwei/contract/wms/statistics';
import type { TRANSACTION_TYPES } from '@kuwei/contract/wms/transaction-type';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { assertFitsSheet, all } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import { inScopeNamed, type ReadScope } from '../scope.ts';
import { isDocumentGranted } from '../read-conditions.ts';
import { BIZ_TYPE } from '../transaction/document.ts';
import { dayAfter, inSnapshot, periodBefore, periodOf, type Period } from './query.ts';
import { namesOf } from './labels.ts';

export type LeadQuery = QueryOf<(typeof statisticsRoutes)['getLead']>;
type LoadQuery = QueryOf<(typeof statisticsRoutes)['getLoad']>;
type Sql = RawBuilder<unknown>;

/** Documents `t` visible to the reader: in scope, or granted by data rules. */
const isSubmittedDocumentVisible = ({ own, opened }: ReadScope): Sql =>
  sql`(${inScopeNamed(own, { owner: sql`t.owner_org_id`, warehouse: sql`t.warehouse_id` })} or ${isDocumentGranted(opened)})`;

const within = (column: Sql, { from, to }: Period): Sql => sql`${column} >= ${from}::date and ${column} < ${dayAfter(to)}::date`;
const hours = (from: Sql, to: Sql): Sql => sql`round((extract(epoch from ${to} - ${from}) / 3600)::numeric, 4)`;

type DocumentFilter = Pick<Partial<LeadQuery>, 'warehouseId' | 'ownerOrgId' | 'productId'>;

const documentConditions = ({ warehouseId, ownerOrgId, productId }: DocumentFilter): Sql[] => [
  ...(warehouseId === undefined ? [] : [sql`t.warehouse_id = ${warehouseId}`]),
  ...(ownerOrgId === undefined ? [] : [sql`t.owner_org_id = ${ownerOrgId}`]),
  ...(productId === undefined
    ? []
    : [sql`t.id in (select x.transaction_id from wms_transaction_line x where x.product_id = ${productId})`]),
];

/** Documents finished in a period, with the hours of each step; null where a document skipped the step. */
const finished = (readScope: ReadScope, query: DocumentFilter, period: Period): Sql => sql`(
  select t.id, t.no, t.type, t.warehouse_id, t.owner_org_id, t.submitted_at, t.finished_at,
         ${hours(sql`t.submitted_at`, sql`t.approved_at`)} as approve, ${hours(sql`t.approved_at`, sql`a.at`)} as assign,
         ${hours(sql`a.at`, sql`t.finished_at`)} as finish, ${hours(sql`t.submitted_at`, sql`t.finished_at`)} as whole
    from wms_transaction t
    left join lateral (
      select min(r.at) as at from wms_transaction_record r
       where r.transaction_id = t.id and r.round = t.round and r.action = 'assign') a on true
   where ${all([
     within(sql`t.finished_at`, period),
     sql`t.state = 'DONE' and t.type <> 'OPENING' and t.reverses_id is null and t.deleted_at is null`,
     isSubmittedDocumentVisible(readScope),
     ...documentConditions(query),
   ])})`;

const LEAD_KEYS: Record<LeadQuery['by'], Sql> = {
  type: sql`d.type`,
  month: sql`to_char(d.finished_at, 'YYYY-MM')`,
  warehouse: sql`d.warehouse_id::text`,
};
const COLUMNS = { APPROVE: 'approve', ASSIGN: 'assign', FINISH: 'finish', ALL: 'whole' } as const;

type Step = (typeof LEAD_STEPS)[number];
type Lead = { key: string | null; documents: number } & Record<`${Step}_n`, number> &
  Record<`${Step}_p50` | `${Step}_p90`, string | null>;

async function leadsOf(db: Kysely<DB>, readScope: ReadScope, query: LeadQuery, period: Period): Promise<Lead[]> {
  const times = LEAD_STEPS.map((step) => {
    const column = sql.ref(`d.${COLUMNS[step]}`);
    return sql`count(${column})::int as ${sql.ref(`${step}_n`)},
      round((percentile_cont(0.5) within group (order by ${column}))::numeric, 2) as ${sql.ref(`${step}_p50`)},
      round((percentile_cont(0.9) within group (order by ${column}))::numeric, 2) as ${sql.ref(`${step}_p90`)}`;
  });
  const { rows } = await sql<Lead>`
    select key, count(*)::int as documents, ${sql.join(times)}
      from (select d.*, ${LEAD_KEYS[query.by]} as key from ${finished(readScope, query, period)} d) d
     group by grouping sets ((key), ()) order by key nulls last`.execute(db);
  return rows;
}

const stepsOf = (lead: Lead): LeadStep[] =>
  LEAD_STEPS.map((step) => ({
    step,
    documents: lead[`${step}_n`],
    p50: lead[`${step}_p50`],
    p90: lead[`${step}_p90`],
  }));

/** The grand total is the row without a key. */
const totalOf = (leads: readonly Lead[]): LeadReply['total'] => {
  const lead = leads.find(({ key }) => key === null)!;
  return { documents: lead.documents, steps: stepsOf(lead) };
};

export const getLead = (db: Kysely<DB>, readScope: ReadScope, query: LeadQuery, locale: Locale): Promise<LeadReply> =>
  inSnapshot(db, async (trx, now) => {
    const period = periodOf(query, now);
    const before = query.compare === true ? periodBefore(period) : null;
    const leads = await leadsOf(trx, readScope, query, period);
    const leadsBefore = before && (await leadsOf(trx, readScope, query, before));
    const stepsBefore = (key: string): LeadStep[] | null => {
      if (leadsBefore === null || query.by === 'month') return null;
      const lead = leadsBefore.find((each) => each.key === key);
      return lead ? stepsOf(lead) : [];
    };
    const rows = leads.flatMap((lead) => (lead.key === null ? [] : [{ ...lead, key: lead.key }]));
    const names =
      query.by === 'warehouse'
        ? await namesOf(
            trx,
            'warehouse',
            rows.map(({ key }) => key),
            locale,
          )
        : null;
    const label = (key: string): string => (query.by === 'type' ? say(locale, `stat.type.${key}`) : (names?.get(key) ?? key));
    return {
      asOfSeq: now.asOfSeq,
      at: now.at,
      period,
      before,
      total: totalOf(leads),
      totalBefore: leadsBefore && totalOf(leadsBefore),
      rows: rows.map((lead): LeadRow => ({
        key: lead.key,
        label: label(lead.key),
        documents: lead.documents,
        steps: stepsOf(lead),
        before: stepsBefore(lead.key),
      })),
    };
  });

export interface FinishedDocument {
  no: string;
  type: (typeof TRANSACTION_TYPES)[number];
  warehouseName: string;
  submittedAt: string;
  finishedAt: string;
  approve: string | null;
  assign: string | null;
  finish: string | null;
  whole: string | null;
}

/** @throws AppError EXPORT_TOO_MANY */
export const everyFinished = (
  db: Kysely<DB>,
  readScope: ReadScope,
  query: LeadQuery,
  locale: Locale,
  max: number,
): Promise<FinishedDocument[]> =>
  inSnapshot(db, async (trx, now) => {
    const { rows } = await sql<FinishedDocument>`
      select d.no, d.type, ${named(locale, 'w')} as "warehouseName", d.submitted_at as "submittedAt", d.finished_at as "finishedAt",
             d.approve, d.assign, d.finish, d.whole
        from ${finished(readScope, query, periodOf(query, now))} d join wms_warehouse w on w.id = d.warehouse_id
       order by d.finished_at desc, d.id limit ${max + 1}`.execute(trx);
    assertFitsSheet(rows.length);
    return rows;
  });

/** Documents of the query, `t`. */
const submittedDocuments = (readScope: ReadScope, query: LoadQuery): Sql =>
  all([isSubmittedDocumentVisible(readScope), sql`t.deleted_at is null`, ...documentConditions(query)]);

/** Reviewers, the busiest first. */
async function loadRows(
  db: Kysely<DB>,
  readScope: ReadScope,
  query: LoadQuery,
  period: Period,
  locale: Locale,
): Promise<LoadRow[]> {
  const { rows } = await sql<Omit<LoadRow, 'label'>>`
    select d.actor_id as key, (count(*) filter (where d.decision = 'APPROVE'))::int as approved,
           (count(*) filter (where d.decision = 'RETURN'))::int as returned, (count(*) filter (where d.decision = 'REJECT'))::int as rejected,
           count(*)::int as decided, round((percentile_cont(0.5) within group (order by d.hours))::numeric, 2) as p50,
           round((percentile_cont(0.9) within group (order by d.hours))::numeric, 2) as p90
      from (select d.actor_id, d.decision, ${hours(sql`k.created_at`, sql`d.at`)} as hours
              from bpm_decision d join bpm_task k on k.id = d.task_id join wms_transaction t on t.id = d.biz_id
             where k.biz_type = ${BIZ_TYPE} and not d.automatic and ${within(sql`d.at`, period)} and ${submittedDocuments(readScope, query)}) d
     group by 1 order by decided desc, key`.execute(db);
  const names = await namesOf(
    db,
    'user',
    rows.map(({ key }) => key),
    locale,
  );
  return rows.map((row) => ({ ...row, label: names.get(row.key) ?? row.key }));
}

export const getLoad = (db: Kysely<DB>, readScope: ReadScope, query: LoadQuery, locale: Locale): Promise<LoadReply> =>
  inSnapshot(db, async (trx, now) => {
    const period = periodOf(query, now);
    const rows = await loadRows(trx, readScope, query, period, locale);
    const { rows: open } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from bpm_task k join wms_transaction t on t.id = k.biz_id
       where k.state = 'OPEN' and k.kind = 'DECIDE' and k.biz_type = ${BIZ_TYPE} and ${submittedDocuments(readScope, query)}`.execute(
      trx,
    );
    const total = (name: 'approved' | 'returned' | 'rejected' | 'decided'): number =>
      rows.reduce((sum, row) => sum + row[name], 0);
    return {
      asOfSeq: now.asOfSeq,
      at: now.at,
      period,
      waiting: open[0]!.waiting,
      total: { approved: total('approved'), returned: total('returned'), rejected: total('rejected'), decided: total('decided') },
      rows,
    };
  });

export const everyLoad = (db: Kysely<DB>, readScope: ReadScope, query: LoadQuery, locale: Locale): Promise<LoadRow[]> =>
  inSnapshot(db, async (trx, now) => loadRows(trx, readScope, query, periodOf(query, now), locale));
