// Reads permits; the rest of each is computed from the deposits that use it (wms_permit_taken).
import type { Locale } from '@kuwei/contract/constants';
import type { RuleAction } from '@kuwei/contract/auth/rule';
import { WMS_ROLES } from '@kuwei/contract/access';
import type { QueryOf, ReplyOf } from '@kuwei/contract/route';
import type { Permit, permitRoutes, PermitUse } from '@kuwei/contract/wms/permit';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Caller } from '../../context.ts';
import { conditionsOf, rowsOf, type Joined } from '../../db/columns.ts';
import { all, listPage, oneRow, orderOf, type List, type SortsOf } from '../../db/list.ts';
import { byName, named, matchesNameOrCode } from '../../db/named.ts';
import { like } from '../../db/search.ts';
import type { DB, SysFile, SysUser, WmsPermit } from '../../db/types.ts';
import { ownReadScope, readScopeOf, type Scope } from '../scope.ts';
import { isPermitVisible } from '../read-conditions.ts';

export type PermitQuery = QueryOf<(typeof permitRoutes)['listPermits']>;

/** Days before expiry from which a permit counts as expiring. */
const ENDING_DAYS = 30;

/** Where today is in the validity period of permit `m`. */
const SPAN = sql<
  Permit['span']
>`case when m.valid_from > current_date then 'COMING' when m.valid_until < current_date then 'ENDED'
  when m.valid_until < current_date + ${sql.lit(ENDING_DAYS)} then 'ENDING' else 'RUNNING' end`;

const JOINED = sql`join wms_org o on o.id = m.org_id join wms_warehouse w on w.id = m.warehouse_id`;

const sortsOf = (locale: Locale): SortsOf<PermitQuery> => ({
  code: { by: sql`m.code` },
  number: { by: sql`m.number` },
  org: { by: byName(locale, 'o') },
  validUntil: { by: sql`m.valid_until` },
  updatedAt: { by: sql`m.updated_at` },
});

export function permitList(
  query: Omit<PermitQuery, 'page' | 'size'>,
  caller: Caller,
  action: RuleAction,
  locale: Locale,
): List<Permit> {
  const conditions = conditionsOf(query, {
    orgId: (id) => sql`m.org_id = ${id}`,
    warehouseId: (id) => sql`m.warehouse_id = ${id}`,
    kind: (kinds) => sql`m.kind = any(${kinds}::text[])`,
    controlClass: (classes) => sql`m.control_class = any(${classes}::text[])`,
    // Includes permits for the whole class.
    productId: (id) => sql`(${id} = any(m.product_ids) or m.product_ids = '{}' and exists (
      select from wms_product p where p.id = ${id} and m.control_class = any(p.control_flags)))`,
    state: (states) => sql`m.state = any(${states}::text[])`,
    span: (spans) => sql`${SPAN} = any(${spans}::text[])`,
    q: (q) => sql`(lower(m.code) like ${like(q)} or lower(m.number) like ${like(q)} or lower(m.authority) like ${like(q)})`,
  });
  return {
    id: sql`m.id`,
    from: sql`wms_permit m ${JOINED} where ${all([isPermitVisible(readScopeOf(caller, action)), ...conditions])}`,
    order: orderOf(query.sort ?? 'validUntil', sortsOf(locale), sql`m.id`),
    rows: permitRows(caller, locale),
  };
}

/**
 * @throws AppError NOT_FOUND, also for a permit that is not visible
 * @param action null for writers: data rules add nothing
 */
export const getPermit = (
  db: Kysely<DB>,
  id: string,
  caller: Caller,
  locale: Locale,
  action: RuleAction | null = null,
): Promise<Permit> => {
  const readScope = action === null ? ownReadScope(caller) : readScopeOf(caller, action);
  return oneRow(
    db,
    sql`select m.id from wms_permit m where m.id = ${id} and ${isPermitVisible(readScope)}`,
    permitRows(caller, locale),
  );
};

/** Columns of the form fields. */
export const PERMIT_FORM = {
  code: 'm.code',
  orgId: 'm.org_id',
  warehouseId: 'm.warehouse_id',
  kind: 'm.kind',
  number: 'm.number',
  controlClass: 'm.control_class',
  productIds: 'm.product_ids',
  amount: 'm.amount',
  unit: 'm.unit',
  validFrom: 'm.valid_from',
  validUntil: 'm.valid_until',
  authority: 'm.authority',
  fileId: 'm.file_id',
  note: 'm.note',
} as const;

interface Tables {
  m: WmsPermit;
  f: Joined<SysFile>;
  c: Joined<SysUser>;
  u: Joined<SysUser>;
  k: { uses: number; taken: string | null; coming: string | null };
}

/** Whether the caller manages permits of their warehouses. */
const managesPermits = ({ effective }: Pick<Caller, 'effective'>): boolean =>
  effective.some(({ code }) => code === WMS_ROLES.control);

/** The caller's rights on permit `m`: owners on unchecked ones, the warehouse on those of others. */
function rightsOf(caller: Caller): Record<'mayEdit' | 'mayCheck' | 'mayRevoke', RawBuilder<boolean>> {
  const scope = findScope(caller);
  const none = sql<boolean>`false`;
  if (scope === null) return { mayEdit: none, mayCheck: none, mayRevoke: none };
  if (scope.kind === 'owner')
    return {
      mayEdit: sql<boolean>`(m.org_id = ${scope.orgId} and m.state = 'PENDING')`,
      mayCheck: none,
      mayRevoke: none,
    };
  if (!managesPermits(caller)) return { mayEdit: none, mayCheck: none, mayRevoke: none };
  const here = sql`m.warehouse_id = any(${scope.warehouseIds}::uuid[])`;
  const others = sql`${here} and not ${isMemberOf(sql`m.org_id`, caller)}`;
  return {
    mayEdit: sql<boolean>`(${others} and m.state <> 'REVOKED')`,
    mayCheck: sql<boolean>`(${others} and m.state = 'PENDING')`,
    mayRevoke: sql<boolean>`(${here} and m.state = 'VALID')`,
  };
}

function findScope(caller: Caller): Scope | null {
  try {
    return ownReadScope(caller).own;
  } catch {
    return null;
  }
}

/**
 * Whether the caller, or their proxy, belongs to an organisation. Separation of duties: members do not check their own permits.
 */
export const isMemberOf = (orgId: RawBuilder<unknown>, { userId, proxyUserId }: Caller): RawBuilder<boolean> =>
  sql<boolean>`exists (select from wms_org_user b where b.org_id = ${orgId} and b.user_id = any(${[userId, ...(proxyUserId === null ? [] : [proxyUserId])]}::uuid[]))`;

const permitRows = (caller: Caller, locale: Locale): RawBuilder<Permit> =>
  rowsOf<Permit, Tables>(
    {
      ...PERMIT_FORM,
      id: 'm.id',
      products: sql<Permit['products']>`coalesce((
        select json_agg(json_build_object('id', p.id, 'code', p.code, 'name', ${named(locale, 'p')}) order by p.code)
          from wms_product p where p.id = any(m.product_ids)), '[]')`,
      orgName: named(locale, 'o'),
      warehouseName: named(locale, 'w'),
      fileName: 'f.name',
      state: 'm.state',
      span: SPAN,
      admits: sql<boolean>`wms_permit_admits(m.kind)`,
      taken: sql<string | null>`case when m.amount is not null then trim_scale(round(k.taken, 6))::text end`,
      coming: sql<string | null>`case when m.amount is not null then trim_scale(round(k.coming, 6))::text end`,
      left: sql<string | null>`trim_scale(round(m.amount - k.taken, 6))::text`,
      uses: 'k.uses',
      checkedBy: 'c.name',
      checkedAt: 'm.checked_at',
      reason: 'm.reason',
      ...rightsOf(caller),
      rev: 'm.rev',
      createdAt: 'm.created_at',
      updatedAt: 'm.updated_at',
      updatedBy: 'u.name',
    },
    sql`page join wms_permit m on m.id = page.id ${JOINED}
      left join sys_file f on f.id = m.file_id left join sys_user c on c.id = m.checked_by left join sys_user u on u.id = m.updated_by
     cross join lateral (
       select count(*)::int as uses, coalesce(sum(t.amount), 0) as taken, coalesce(sum(t.amount) filter (where t.coming), 0) as coming
         from wms_permit_taken t where t.permit_id = m.id) k`,
  );

const useRows = (permit: string, locale: Locale): RawBuilder<PermitUse> =>
  rowsOf<PermitUse, { x: PermitUse }>(
    {
      id: sql<string>`page.id`,
      documentId: sql<string>`t.id`,
      documentNo: sql<string>`t.no`,
      state: sql<PermitUse['state']>`t.state`,
      reversed: sql<boolean>`exists (select from wms_transaction v where v.reverses_id = t.id)`,
      lineNo: sql<number>`l.line_no`,
      productCode: sql<string>`p.code`,
      productName: named(locale, 'p'),
      baseUnit: sql<string>`p.base_unit`,
      qty: sql<string>`coalesce((select trim_scale(k.qty)::text from wms_permit_taken k where (k.line_id, k.control_class) = (u.line_id, u.control_class)), '0')`,
      amount: sql<string | null>`case when u.factor is not null then coalesce((
        select trim_scale(round(k.amount, 6))::text from wms_permit_taken k where (k.line_id, k.control_class) = (u.line_id, u.control_class)), '0') end`,
      submittedAt: sql<string | null>`t.submitted_at`,
      applicantName: sql<string>`a.name`,
    },
    sql`page join wms_permit_use u on u.line_id = page.id and u.permit_id = ${permit} join wms_transaction_line l on l.id = u.line_id
      join wms_transaction t on t.id = l.transaction_id join wms_product p on p.id = l.product_id join sys_user a on a.id = t.applicant_id`,
  );

/** Deposit lines that use a permit, including refused or reversed ones, which take nothing of it. */
export function listUses(db: Kysely<DB>, id: string, query: QueryOf<(typeof permitRoutes)['listPermitUses']>, locale: Locale) {
  return listPage(db, query, {
    id: sql`u.line_id`,
    from: sql`wms_permit_use u join wms_transaction_line l on l.id = u.line_id join wms_transaction t on t.id = l.transaction_id
      where u.permit_id = ${id} and t.submitted_at is not null and t.deleted_at is null`,
    order: orderOf(query.sort ?? '-submittedAt', { submittedAt: { by: sql`t.submitted_at` } }, sql`u.line_id`),
    rows: useRows(id, locale),
  });
}

type Orgs = ReplyOf<(typeof permitRoutes)['selectPermitOrgs']>;
type Org = Orgs['list'][number];

const orgRows = (locale: Locale): RawBuilder<Org> =>
  rowsOf<Org, { o: { id: string; code: string } }>(
    { id: 'o.id', code: 'o.code', name: named(locale, 'o') },
    sql`page join wms_org o on o.id = page.id`,
  );

/** Organisations to enter permits for: owners their own, warehouses all owners. */
const selectableOrgs = ({ kind, orgId }: Scope): RawBuilder<unknown> =>
  kind === 'owner' ? sql`o.id = ${orgId}` : sql`o.valid and o.type <> 'WAREHOUSE'`;

export function selectOrgs(
  db: Kysely<DB>,
  scope: Scope,
  query: QueryOf<(typeof permitRoutes)['selectPermitOrgs']>,
  locale: Locale,
): Promise<Orgs> {
  const conditions = conditionsOf(query, { q: (q) => matchesNameOrCode('o', q) });
  return listPage(db, query, {
    id: sql`o.id`,
    from: sql`wms_org o where ${all([selectableOrgs(scope), ...conditions])}`,
    order: orderOf(query.sort ?? 'name', { name: { by: byName(locale, 'o') } }, sql`o.id`),
    rows: orgRows(locale),
  });
}

/** @throws AppError NOT_FOUND */
export const getOrg = (db: Kysely<DB>, scope: Scope, id: string, locale: Locale): Promise<Org> =>
  oneRow(db, sql`select o.id from wms_org o where o.id = ${id} and ${selectableOrgs(scope)}`, orgRows(locale));
