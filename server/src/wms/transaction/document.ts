// A document as its steps see it: locked, with everything that decides about it.
import type { RuleAction } from '@kuwei/contract/auth/rule';
import { AppError } from '@kuwei/contract/error';
import type { Locale } from '@kuwei/contract/constants';
import { compare } from '@kuwei/contract/decimal';
import type { CosignedFor, TransactionFacts } from '@kuwei/contract/wms/transaction-state';
import type { TransactionType } from '@kuwei/contract/wms/transaction-type';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { selectDelegates, canDecideTask, ownCandidateIdentity } from '../../bpm/task-candidates.ts';
import type { Caller } from '../../context.ts';
import { pipelined } from '../../db/pipeline.ts';
import { constant, compileConstant } from '../../db/constant-sql.ts';
import { named } from '../../db/named.ts';
import type { Trx } from '../../db/open.ts';
import type { WmsTransaction } from '../../db/types.ts';
import { LINE, LINES, type Line } from './lines.ts';
import { needsTwoKeepers } from '../product/check.ts';
import type { Narrowed } from '../../db/columns.ts';
import { readScopeOf, scopeOrError, type Scope } from '../scope.ts';
import { isDocumentGranted, type NarrowedScope } from '../read-conditions.ts';

export const BIZ_TYPE = 'WMS_TRANSACTION';

/**
 * A document that users submit. Count postings share the table, but were never submitted and are accessed through their count.
 */
export type WmsDocument = Narrowed<WmsTransaction, { type: TransactionType; cosigned_for: CosignedFor | null }>;

/** Open review tasks: several if branches run in parallel. */
interface OpenReview {
  /** Of the first task. */
  level: number;
  roles: string[];
}

/** A locked document, with everything that decides about it. */
export interface Locked extends Selectable<WmsDocument> {
  facts: TransactionFacts;
  review: OpenReview | null;
  warehouseOrgId: string;
  /** By the clock of the database. */
  today: string;
  /** As of the lock. */
  lines: Line[];
}

/** Owner of the stock that a document takes or brings. */
export const goodsOrgOf = ({ goods_org_id: goods, owner_org_id: owner }: Pick<Locked, 'goods_org_id' | 'owner_org_id'>): string =>
  goods ?? owner;

export const actorOf = (caller: Caller): { userId: string; proxyUserId: string | null; codes: string[]; isToken: boolean } => ({
  userId: caller.userId,
  proxyUserId: caller.proxyUserId,
  isToken: caller.apiToken !== null,
  codes: caller.effective.map((role) => role.code),
});

/**
 * Documents visible in a scope: an owner's own; for a warehouse, everything ever submitted, and its own moves.
 * Aliases: document `t`, warehouse `w`.
 */
export const isInScope = (scope: Pick<Scope, 'kind' | 'orgId'>) =>
  scope.kind === 'owner'
    ? sql<boolean>`t.deleted_at is null and t.owner_org_id = ${scope.orgId}::uuid and t.type <> 'MOVE'`
    : sql<boolean>`t.deleted_at is null and w.org_id = ${scope.orgId}::uuid and (t.submitted_at is not null or t.type = 'MOVE')`;

/** Documents visible to a reader: in scope, or granted by data rules. */
export function isDocumentVisible({ own, opened }: NarrowedScope): RawBuilder<boolean> {
  const open = sql<boolean>`t.deleted_at is null and ${isDocumentGranted(opened)}`;
  if (own === null) return open;
  return opened === null ? isInScope(own) : sql<boolean>`(${isInScope(own)} or ${open})`;
}

/** Whether the caller is currently a candidate for a review of document `t`, regardless of the active role. */
export const isAskedToReview = (caller: Caller): RawBuilder<boolean> => sql<boolean>`(
  t.state = 'SUBMITTED' and t.deleted_at is null and exists (
    select from bpm_task k where k.biz_type = ${BIZ_TYPE} and k.biz_id = t.id and k.round = t.round and ${canDecideTask(ownCandidateIdentity(caller))}))`;

/**
 * Reads a document in the caller's scope; else one that they are asked to review, while they are; else one that a data rule
 * opens, read-only, as a guest.
 * @param read documents that satisfy a condition over `t` and its warehouse `w`
 * @param action rule action of this access; null for writes and owner-only data, which rules never open
 * @throws AppError NOT_FOUND; PAGE_ROLE or ORG_NEEDED for a caller without scope
 */
export async function readVisible<T>(
  caller: Caller,
  read: (which: RawBuilder<boolean>) => Promise<T | undefined>,
  action: RuleAction | null = null,
): Promise<{ found: T; guest: boolean }> {
  const scope = scopeOrError(caller);
  const own = scope instanceof AppError ? undefined : await read(isInScope(scope));
  const found = own ?? (await read(isAskedToReview(caller)));
  if (found !== undefined) return { found, guest: false };
  if (scope instanceof AppError) throw scope;
  const { opened } = action === null ? { opened: null } : readScopeOf(caller, action);
  const seen = opened === null ? undefined : await read(sql<boolean>`t.deleted_at is null and ${isDocumentGranted(opened)}`);
  if (seen === undefined) throw new AppError('NOT_FOUND');
  return { found: seen, guest: true };
}

/** Everyone who created, changed or submitted document `t`, with those they acted as. */
export const applicantIds = sql<
  string[]
>`array(select distinct e from wms_transaction_record r, unnest(array[r.actor_id, r.proxy_user_id]) e
  where r.transaction_id = t.id and r.action in ('create', 'edit', 'submit') and e is not null)`;

/** Whether the open part of `t` needs two storekeepers; a remainder without highly toxic goods does not. */
export const openNeedsTwoKeepers = sql<boolean>`exists (
  select from wms_transaction_line l join wms_product p on p.id = l.product_id
   where l.transaction_id = t.id and coalesce(l.qty_appr, l.qty_req) > l.qty_done
     and (${needsTwoKeepers} or (t.toxic and not exists (
       select from wms_transaction_line o join wms_product p on p.id = o.product_id
        where o.transaction_id = t.id and ${needsTwoKeepers}))))`;

/** Goods of a single document, aggregated once. */
export interface Goods<L> {
  lines: L[];
  /** Needs two storekeepers: the goods were highly toxic when submitted, or now are, or are unassessed. */
  toxic: boolean;
  /** Whether the open part needs two storekeepers, as in `openNeedsTwoKeepers`, and whether reversing the posted part does. */
  open_takes_two: boolean;
  posted_takes_two: boolean;
  posted: boolean;
}

/**
 * The lines of document `t`, as `goods`.
 * @param line columns of a line
 * @param from `wms_transaction_line l` joined to its product `p` and whatever else the columns need
 */
export const documentGoods = (line: RawBuilder<unknown>, from: RawBuilder<unknown>): RawBuilder<unknown> => sql`lateral (
  select coalesce(json_agg(x.said order by x.line_no), '[]') as lines, t.toxic or coalesce(bool_or(x.toxic), false) as toxic,
         coalesce(case when t.toxic and not bool_or(x.toxic) then bool_or(x.open) else bool_or(x.open and x.toxic) end, false) as open_takes_two,
         coalesce(case when t.toxic and not bool_or(x.toxic) then bool_or(x.posted) else bool_or(x.posted and x.toxic) end, false)
           as posted_takes_two,
         coalesce(bool_or(x.posted), false) as posted
    from (select l.line_no, ${needsTwoKeepers} as toxic, coalesce(l.qty_appr, l.qty_req) > l.qty_done as open, l.qty_done > 0 as posted,
                 ${line} as said
            from ${from} where l.transaction_id = t.id) x) goods`;

/** Whether `t` has pending assigned boxes. */
export const isPlanned = sql<boolean>`exists (select from wms_transaction_line l join wms_transaction_line_box x on x.line_id = l.id
  where l.transaction_id = t.id and x.qty > x.qty_done)`;

/** Whether a second storekeeper was requested for reversing `t`; any later step invalidates the request. */
export const reversalAsked = sql<boolean>`coalesce(t.reversal_asked_rev = t.rev, false)`;

/** Who last assigned the boxes of `t`. */
export const assignedBy = sql<string[]>`coalesce((
  select array_remove(array[r.actor_id, r.proxy_user_id], null) from wms_transaction_record r
   where r.transaction_id = t.id and r.action = 'assign' order by r.id desc limit 1), '{}')`;

/** The open tasks of document `t`, as `review`: level, step, since, roles. */
export const openReview = (locale: Locale): RawBuilder<unknown> => sql`lateral (
  select min(k.level) as level, min(k.created_at) as since, coalesce(array_agg(distinct r) filter (where r is not null), '{}') as roles,
         string_agg(distinct ${named(locale, 'k')}, ${constant(locale === 'en' ? ', ' : '、')}) as step
    from bpm_task k left join unnest(k.candidate_roles || k.candidate_roles_everywhere) r on true
   where k.biz_type = ${constant(BIZ_TYPE)} and k.biz_id = t.id and k.round = t.round and k.state = 'OPEN') review`;

/** Named candidates of the open tasks of document `t`, and their delegates: uuid[]. */
export const reviewPeople = sql<string[]>`array(
  select distinct e from bpm_task k, unnest(k.candidate_ids || ${selectDelegates}) e
   where k.biz_type = ${constant(BIZ_TYPE)} and k.biz_id = t.id and k.round = t.round and k.state = 'OPEN')`;

/**
 * Decisions about document `t` in this round, by people or timers; a document created by an after-sales case was decided there.
 */
export interface Decisions {
  /** Those who made valid decisions, themselves, by proxy or through a delegate. */
  people: string[];
  begun: boolean;
}
/** Same shape as `Decisions`. */
export const DECISIONS = sql`lateral (
  select coalesce(array_agg(distinct e) filter (where k.state in ('APPROVED', 'REJECTED') and not d.automatic and e is not null), '{}')
           as people, count(*) > 0 as begun
    from bpm_decision d join bpm_task k on k.id = d.task_id cross join unnest(array[d.actor_id, d.proxy_user_id, d.for_user_id]) e
   where d.biz_id = coalesce(t.after_sales_id, t.id) and d.round = t.round) decided`;

interface Found extends Selectable<WmsDocument> {
  warehouseOrgId: string;
  today: string;
  review: OpenReview | null;
  begun: boolean;
  decidedBy: string[];
  appliedBy: string[];
  isToxic: boolean;
  twoToFinish: boolean;
  twoToReverse: boolean;
  assignedBy: string[];
  posted: boolean;
  reversed: boolean;
  lines: Line[];
}

const FOUND = compileConstant(sql<Found>`
  select t.*, w.org_id as "warehouseOrgId", current_date as today,
           case when review.level is not null then json_build_object('level', review.level, 'roles', review.roles) end as review,
           decided.people as "decidedBy", decided.begun, ${applicantIds} as "appliedBy", goods.toxic as "isToxic",
           goods.open_takes_two as "twoToFinish", goods.posted_takes_two as "twoToReverse", ${assignedBy} as "assignedBy", goods.posted,
           exists (select from wms_transaction r where r.reverses_id = t.id) as reversed, goods.lines
      from wms_transaction t join wms_warehouse w on w.id = t.warehouse_id cross join ${openReview('zh')} cross join ${DECISIONS}
      cross join ${documentGoods(LINE, LINES)}`);

/** A statement of its own: most steps come after the review, and planning the delegations costs more than all other reads. */
async function reviewersOf(trx: Trx, id: string): Promise<string[]> {
  const { rows } = await sql<{
    people: string[];
  }>`select ${reviewPeople} as people from wms_transaction t where t.id = ${id}`.execute(trx);
  return rows[0]!.people;
}

/**
 * Locks the row, then reads it and everything related, so that nothing read is older than the lock.
 * @param scope null: visible to candidates of the review as well
 */
export async function lock(trx: Trx, id: string, scope: Scope | null): Promise<Locked> {
  await sql`${pipelined} select from wms_transaction where id = ${id} for update`.execute(trx);
  const isSeen = scope === null ? sql<boolean>`t.deleted_at is null` : isInScope(scope);
  const [found] = (await sql<Found>`${FOUND} where t.id = ${id} and ${isSeen}`.execute(trx)).rows;
  if (!found) throw new AppError('NOT_FOUND');
  const { review, isToxic: toxic, ...row } = found;
  const reviewers = review === null ? [] : await reviewersOf(trx, id);
  return {
    ...row,
    toxic,
    review,
    facts: {
      type: row.type,
      state: row.state,
      applicantId: row.applicant_id,
      round: row.round,
      appliedBy: row.appliedBy,
      reviewRoles: review?.roles ?? [],
      reviewers,
      decidedBy: row.decidedBy,
      begun: row.begun,
      twoToFinish: row.twoToFinish,
      twoToReverse: row.twoToReverse,
      assignedBy: row.assignedBy,
      reversalAsked: row.reversal_asked_rev === row.rev,
      planned: row.lines.some(({ boxes }) => boxes.some((box) => compare(box.qty, box.qtyDone) > 0)),
      cosignedBy: row.cosigned_rev === row.rev ? row.cosigned_by : null,
      cosignedFor: row.cosigned_rev === row.rev ? row.cosigned_for : null,
      posted: row.posted,
      reversal: row.reverses_id !== null,
      goodsOrgId: row.goods_org_id,
      reversed: row.reversed,
    },
  };
}
