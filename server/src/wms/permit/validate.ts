// Validation of permits, shared by the form, the import and the API.
import { AppError, type Fault } from '@kuwei/contract/error';
import type { Locale } from '@kuwei/contract/constants';
import { compare } from '@kuwei/contract/decimal';
import type { Permit, PermitForm } from '@kuwei/contract/wms/permit';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { checkDicCodes, loadOfferedEntries } from '../../platform/dic/codes.ts';
import type { Scope } from '../scope.ts';

export const PERMIT_DICS = ['WMS_PERMIT_KIND', 'WMS_UNIT'] as const;

/** The stored permit; null for a new one. */
type Before = (Pick<PermitForm, (typeof FIXED)[number] | 'kind'> & Pick<Permit, 'id' | 'uses' | 'taken'>) | null;

export interface ProposedPermit {
  before: Before;
  form: PermitForm;
}

/** Fields fixed once documents have used the permit. */
const FIXED = ['orgId', 'warehouseId', 'controlClass', 'unit', 'amount'] as const;

/** All errors of each of many permits, with a fixed number of queries. */
export async function findPermitFaults(
  db: Kysely<DB>,
  scope: Scope,
  wanted: readonly ProposedPermit[],
  locale: Locale,
): Promise<AppError[][]> {
  const offered = await loadOfferedEntries(db, PERMIT_DICS);
  const known = await knownIn(
    db,
    wanted.map(({ form }) => form),
  );
  const entered = Map.groupBy(known.papers, paperKey);
  return wanted.map(({ before, form }) => {
    const kept = (field: 'kind' | 'unit'): string[] => [before?.[field] ?? ''];
    const dic = checkDicCodes(
      offered,
      [
        { path: 'kind', dic: 'WMS_PERMIT_KIND', codes: [form.kind], kept: kept('kind') },
        ...(form.unit === null ? [] : [{ path: 'unit', dic: 'WMS_UNIT', codes: [form.unit], kept: kept('unit') }]),
      ],
      locale,
    );
    const faults = [...dic, ...daysAndAmount(form), ...productFaults(form, known.products)];
    const foreign = notFoundFaults(scope, before, form, known);
    return [
      ...(faults.length > 0 ? [new AppError('INVALID', { faults })] : []),
      ...foreign,
      ...(before ? fixedFaults(before, form) : []),
      // Don't reveal what other organisations have entered.
      ...(foreign.length > 0 ? [] : duplicateFaults(entered, { ...form, id: before?.id ?? '' })),
    ];
  });
}

/** A paper that is stored, or in another row of the same file. */
type Paper = Pick<
  PermitForm,
  'code' | 'orgId' | 'warehouseId' | 'kind' | 'number' | 'controlClass' | 'productIds' | 'validFrom' | 'validUntil'
> & { id: string };

/**
 * Key of a paper, equal for all spellings of its number, within one owner and place: only papers with the same key are compared.
 */
function paperKey({ number, orgId, warehouseId, kind, controlClass }: Paper): string {
  const folded = number
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return [folded, orgId, warehouseId, kind, controlClass].join(' ');
}

/**
 * Several entries may share a paper if their goods do not overlap; overlapping goods would count twice. Adds the paper to
 * `entered`.
 */
function duplicateFaults(entered: Map<string, Paper[]>, paper: Paper): AppError[] {
  const overlaps = (one: Paper): boolean =>
    one.validFrom <= paper.validUntil &&
    paper.validFrom <= one.validUntil &&
    (one.productIds.length === 0 || paper.productIds.length === 0 || one.productIds.some((id) => paper.productIds.includes(id)));
  const key = paperKey(paper);
  const others = entered.get(key) ?? [];
  const twin = others.find((one) => (one.id === '' || one.id !== paper.id) && overlaps(one));
  entered.set(key, others);
  others.push(paper);
  return twin ? [new AppError('PERMIT_TWICE', { params: { code: twin.code ?? twin.number }, field: 'number' })] : [];
}

function daysAndAmount({ validFrom, validUntil, amount, unit }: PermitForm): Fault[] {
  return [
    ...(validUntil < validFrom ? [{ path: 'validUntil', key: 'rule.permitDays' } as const] : []),
    ...(amount !== null && unit === null ? [{ path: 'unit', key: 'rule.required' } as const] : []),
  ];
}

interface ExistingIds {
  orgs: ReadonlySet<string>;
  warehouses: ReadonlySet<string>;
  /** Classes of products, by id. */
  products: ReadonlyMap<string, readonly string[]>;
  /** Papers of the same organisations and warehouses that are not revoked. */
  papers: readonly Paper[];
}

async function knownIn(db: Kysely<DB>, forms: readonly PermitForm[]): Promise<ExistingIds> {
  const { rows } = await sql<{ what: 'org' | 'warehouse' | 'product'; id: string; flags: string[] | null }>`
    select 'org' as what, id, null::text[] as flags from wms_org where id = any(${forms.map(({ orgId }) => orgId)}::uuid[]) and valid and type <> 'WAREHOUSE'
    union all
    select 'warehouse', id, null from wms_warehouse where id = any(${forms.map(({ warehouseId }) => warehouseId)}::uuid[]) and deleted_at is null
    union all
    select 'product', id, control_flags from wms_product where id = any(${forms.flatMap(({ productIds }) => productIds)}::uuid[]) and deleted_at is null`.execute(
    db,
  );
  const idsOf = (what: string): Set<string> => new Set(rows.filter((row) => row.what === what).map(({ id }) => id));
  const products = rows.filter(({ what }) => what === 'product').map(({ id, flags }) => [id, flags ?? []] as const);
  const papers = await sql<Paper>`
    select m.id, m.code, m.org_id as "orgId", m.warehouse_id as "warehouseId", m.kind, m.number, m.control_class as "controlClass",
           m.product_ids as "productIds", m.valid_from::text as "validFrom", m.valid_until::text as "validUntil"
      from wms_permit m where m.org_id = any(${forms.map(({ orgId }) => orgId)}::uuid[])
       and m.warehouse_id = any(${forms.map(({ warehouseId }) => warehouseId)}::uuid[]) and m.state <> 'REVOKED' order by m.code`.execute(
    db,
  );
  return { orgs: idsOf('org'), warehouses: idsOf('warehouse'), products: new Map(products), papers: papers.rows };
}

function productFaults({ productIds, controlClass }: PermitForm, products: ExistingIds['products']): Fault[] {
  const isOther = (id: string): boolean => !products.get(id)?.includes(controlClass);
  return productIds.some(isOther) ? [{ path: 'productIds', key: 'rule.permitProduct' }] : [];
}

/** Invisible organisations and warehouses count as not found. */
function notFoundFaults(scope: Scope, before: Before, form: PermitForm, { orgs, warehouses }: ExistingIds): AppError[] {
  const isOwn = scope.kind === 'owner' ? form.orgId === scope.orgId : before?.orgId === form.orgId || orgs.has(form.orgId);
  const isHere = scope.kind === 'owner' ? warehouses.has(form.warehouseId) : scope.warehouseIds.includes(form.warehouseId);
  return [
    ...(isOwn ? [] : [new AppError('NOT_FOUND', { field: 'orgId' })]),
    ...(isHere ? [] : [new AppError('NOT_FOUND', { field: 'warehouseId' })]),
  ];
}

/** Once deposits use the permit, some fields are fixed and its amount cannot fall below what they take. */
function fixedFaults(before: NonNullable<Before>, form: PermitForm): AppError[] {
  if (before.uses === 0) return [];
  const field = FIXED.find((each) =>
    each === 'amount' ? (before.amount === null) !== (form.amount === null) : before[each] !== form[each],
  );
  if (field !== undefined) return [new AppError('PERMIT_FIXED', { field })];
  const { taken, unit } = before;
  if (form.amount === null || taken === null || compare(form.amount, taken) >= 0) return [];
  return [new AppError('PERMIT_BELOW', { params: { taken, unit: unit ?? '' }, field: 'amount' })];
}
