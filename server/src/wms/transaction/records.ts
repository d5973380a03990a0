// The history of a document, step by step.
import type { Locale } from '@kuwei/contract/constants';
import type { TransactionRecord } from '@kuwei/contract/wms/transaction-reply';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Caller } from '../../context.ts';
import { rowsOf, type Columns, type Joined, type Narrowed } from '../../db/columns.ts';
import type { DB, SysUser, WmsTransactionRecord } from '../../db/types.ts';
import { getHeadOnly } from './queries.ts';

/** Documents once had a separate state for the second level; old records still contain it. */
const inReview = (state: string): RawBuilder<TransactionRecord['toState']> =>
  sql`case ${sql.ref(state)} when 'REVIEW_2' then 'SUBMITTED' else ${sql.ref(state)} end`;

/** The audit timeline, oldest first. */
export async function listRecords(db: Kysely<DB>, id: string, caller: Caller, locale: Locale): Promise<TransactionRecord[]> {
  await getHeadOnly(db, id, caller, 'SEE');
  const from = sql`wms_transaction_record r
      join sys_user u on u.id = r.actor_id
      left join sys_user p on p.id = r.proxy_user_id
      left join sys_user o on o.id = r.other_id
     where r.transaction_id = ${id}
     order by r.id`;
  return (await rowsOf<TransactionRecord, RecordTables>(recordFor(locale), from).execute(db)).rows;
}

/** The collection of shared goods is submitted when their owner agrees: then the applicant is the other person of that step. */
const APPLICANT_OF_SHARED = sql`case when r.action = 'submit' then (
  select a.name from wms_transaction t join sys_user a on a.id = t.applicant_id
   where t.id = r.transaction_id and t.type = 'OUTBOUND' and t.goods_org_id is not null and t.applicant_id <> r.actor_id) end`;

const recordFor = (locale: Locale): Columns<TransactionRecord, RecordTables> => ({
  id: 'r.id',
  at: 'r.at',
  round: 'r.round',
  action: 'r.action',
  fromState: inReview('r.from_state'),
  toState: inReview('r.to_state'),
  level: 'r.level',
  step: locale === 'en' ? sql`coalesce(r.step_en, r.step)` : 'r.step',
  actorId: 'r.actor_id',
  actorName: 'u.name',
  proxyName: 'p.name',
  otherName: sql<string | null>`coalesce(o.name, ${APPLICANT_OF_SHARED})`,
  secondName: sql<string | null>`case when r.action = 'reverse' then (
    select k.name from wms_ledger e join sys_user k on k.id = e.actor2_id
     where e.transaction_id = coalesce((select v.id from wms_transaction v where v.reverses_id = r.transaction_id), r.transaction_id)
     limit 1) end`,
  pageRole: 'r.page_role',
  comment: 'r.comment',
  diff: 'r.diff',
});

interface RecordTables {
  r: Narrowed<WmsTransactionRecord, { from_state: TransactionRecord['fromState']; to_state: TransactionRecord['toState'] }>;
  u: SysUser;
  p: Joined<SysUser>;
  o: Joined<SysUser>;
}
