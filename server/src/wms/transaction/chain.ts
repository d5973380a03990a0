// The review levels of a document, their reviewers, and the reasons for them.
import { requestOf } from '@kuwei/contract/wms/transaction-type';
import type { Locale } from '@kuwei/contract/constants';
import { WMS_ROLES as R } from '@kuwei/contract/access';
import type { ChainLevel, ChainReason, TransactionChain } from '@kuwei/contract/wms/transaction-chain';
import type { ChainReasonCode } from '@kuwei/contract/wms/transaction-chain-reason';
import { FINAL_STATES } from '@kuwei/contract/wms/transaction-state';
import { sql, type Kysely } from 'kysely';
import type { Kind } from '../../bpm/kind.ts';
import { peopleOfReview, reviewOf, type Review } from '../../bpm/review.ts';
import type { Caller } from '../../context.ts';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';
import { scopeOrError } from '../scope.ts';
import { decisiveVars } from './decisive.ts';
import { BIZ_TYPE } from './document.ts';
import { getHeadOnly } from './queries.ts';
import { quotaUse } from './quota-use.ts';
import { TRANSACTION_KINDS, type WorkflowVars } from './review-kind.ts';

/** Products named per reason; the others are counted. */
const NAMED_MAX = 3;

/** @throws AppError NOT_FOUND outside the caller's scope */
export async function chainOf(db: Kysely<DB>, id: string, caller: Caller, locale: Locale): Promise<TransactionChain> {
  const head = await getHeadOnly(db, id, caller, 'SEE');
  const { round, state, type } = head;
  const isOver = FINAL_STATES.includes(state);
  const isForeign = isOfOtherOwner(caller, head);
  const [chain, quota, stock, keepers] = [
    state === 'DRAFT' ? null : await reviewOf(db, BIZ_TYPE, id, round),
    type === 'INBOUND' && !isOver && !isForeign ? await quotaUse(db, id) : null,
    isForeign ? [] : await stockOf(db, id),
    await keepersOf(db, id),
  ];
  if (!chain) return { levels: [], reasons: [], quota, stock, keepers };
  const vars = chain.vars as WorkflowVars;
  return {
    levels: await levelsShown(db, TRANSACTION_KINDS[requestOf(type)], chain, locale),
    reasons: await reasonsOf(db, id, decisiveVars(chain.model, vars), vars, locale),
    quota,
    stock,
    keepers,
  };
}

/** Whether the goods belong to others than the caller, who applied for them: a borrower doesn't see what the owner stores. */
function isOfOtherOwner(caller: Caller, { owner_org_id: applicant, goods_org_id: owner }: GoodsOrg): boolean {
  const scope = scopeOrError(caller);
  return owner !== null && owner !== applicant && 'orgId' in scope && scope.kind === 'owner' && scope.orgId === applicant;
}
type GoodsOrg = Pick<Awaited<ReturnType<typeof getHeadOnly>>, 'owner_org_id' | 'goods_org_id'>;

/** The levels with those who decided them or may decide them. */
async function levelsShown(db: Kysely<DB>, kind: Kind, review: Review, locale: Locale): Promise<ChainLevel[]> {
  const people = await peopleOfReview(db, kind, review);
  return review.steps.map(({ key, level, node, names, roles, state, decidedBy, decidedFor, decidedAt }) => ({
    level,
    step: node,
    name: names[locale],
    roles,
    state,
    people: people.get(key) ?? [],
    decidedBy,
    decidedFor,
    decidedAt,
  }));
}

/** Existing stock of the owner in the warehouse, per product of the document. */
async function stockOf(db: Kysely<DB>, id: string): Promise<TransactionChain['stock']> {
  const { rows } = await sql<TransactionChain['stock'][number]>`
    select l.product_id as "productId", coalesce(sum(s.qty), 0) as qty, min(b.expires_on) as "expiresOn"
      from wms_transaction t
      join (select distinct transaction_id, product_id from wms_transaction_line where transaction_id = ${id}) l on l.transaction_id = t.id
      left join wms_product_box s on s.product_id = l.product_id and s.owner_org_id = coalesce(t.goods_org_id, t.owner_org_id)
        and s.warehouse_id = t.warehouse_id and s.qty > 0
      left join wms_batch b on b.id = s.batch_id
     where t.id = ${id}
     group by l.product_id`.execute(db);
  return rows;
}

/** Storekeepers of the warehouse that receives or gives the goods, as contacts for readers of an open document. */
async function keepersOf(db: Kysely<DB>, id: string): Promise<TransactionChain['keepers']> {
  const { rows } = await sql<TransactionChain['keepers'][number]>`
    select u.id, u.name, case when t.state = any(${FINAL_STATES}::text[]) then null else u.phone end as phone
      from wms_transaction t
      join wms_warehouse_keeper k on k.warehouse_id = t.warehouse_id
      join sys_user u on u.id = k.user_id and u.state = 'ACTIVE' and u.deleted_at is null
     where t.id = ${id} and exists (select from sys_user_role r where r.user_id = u.id and r.role_code = ${R.box})
     order by u.name collate "zh-x-icu", u.id`.execute(db);
  return rows;
}

/** A plain number without exponent or grouping, like decimals of the API. */
const plainText = (value: WorkflowVars[keyof WorkflowVars]): string =>
  Number(value).toLocaleString('en', { useGrouping: false, maximumFractionDigits: 6 });

interface Product {
  name: string;
  toxic: boolean;
  controlled: boolean;
  notAssessed: boolean;
  expired: boolean;
}

async function productsOf(db: Kysely<DB>, id: string, locale: Locale): Promise<Product[]> {
  const { rows } = await sql<Product>`
    select ${named(locale, 'p')} as name, 'TOXIC' = any(p.control_flags) as toxic,
           p.control_flags <> '{}' and not 'TOXIC' = any(p.control_flags) as controlled, p.hazard = 'UNKNOWN' as "notAssessed",
           bool_or(coalesce(coalesce(l.expires_on, b.expires_on) < current_date, false)) as expired
      from wms_transaction_line l
      join wms_product p on p.id = l.product_id
      left join wms_product_box s on s.id = l.product_box_id
      left join wms_batch b on b.id = coalesce(l.batch_id, s.batch_id)
     where l.transaction_id = ${id}
     group by p.id
     order by min(l.line_no)`.execute(db);
  return rows;
}

/** @param decisive variables that each add a level on their own; empty if none does, or only several together */
async function reasonsOf(
  db: Kysely<DB>,
  id: string,
  decisive: ReturnType<typeof decisiveVars>,
  vars: WorkflowVars,
  locale: Locale,
): Promise<ChainReason[]> {
  if (decisive === null) return [];
  const products = await productsOf(db, id, locale);
  const of = (reason: ChainReasonCode, concerned: readonly Product[] = [], more: Partial<ChainReason> = {}): ChainReason => ({
    reason,
    products: concerned.slice(0, NAMED_MAX).map(({ name }) => name),
    count: concerned.length,
    amount: null,
    limit: null,
    ...more,
  });
  const passes = (value: keyof WorkflowVars, limit: keyof WorkflowVars) => ({
    amount: plainText(vars[value]),
    limit: plainText(vars[limit]),
  });
  const reasons: ChainReason[] = [];
  if (decisive.includes('controlled') || decisive.includes('toxic')) {
    const kinds = (
      [
        ['TOXIC', products.filter(({ toxic }) => toxic)],
        ['CONTROLLED', products.filter(({ controlled }) => controlled)],
        ['NOT_ASSESSED', products.filter(({ notAssessed }) => notAssessed)],
      ] as const
    ).filter(([, concerned]) => concerned.length > 0);
    // They were controlled when the document was submitted, and no longer are.
    reasons.push(...(kinds.length > 0 ? kinds.map(([reason, concerned]) => of(reason, concerned)) : [of('CONTROLLED')]));
  }
  if (decisive.includes('expired'))
    reasons.push(
      of(
        'EXPIRED',
        products.filter(({ expired }) => expired),
      ),
    );
  if (decisive.includes('overQuota')) reasons.push(of('QUOTA'));
  if (decisive.includes('value')) reasons.push(of('VALUE', [], passes('value', 'valueLimit')));
  if (decisive.includes('maxQty')) reasons.push(of('QTY', [], passes('maxQty', 'qtyLimit')));
  if (decisive.includes('crossWarehouse')) reasons.push(of('CROSS_WAREHOUSE'));
  return reasons.length > 0 ? reasons : [of('OTHER')];
}
