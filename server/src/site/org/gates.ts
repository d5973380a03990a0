// Validation of organisations beyond their shape, shared by the form, the import and the API.
import { AppError, type Fault } from '@kuwei/contract/error';
import type { Member, OrgForm } from '@kuwei/contract/wms/org-record';
import { isDeepStrictEqual } from 'node:util';
import { sql, type Kysely } from 'kysely';
import { coverageFaults } from '../../auth/rule/facts.ts';
import { anyOf } from '../../db/rows.ts';
import type { DB } from '../../db/types.ts';
import { ReleasedValues, type UniqueValuesOf } from '../../platform/import/unique-values.ts';
import { SYSTEM_ID } from '../../session/system-user.ts';
import type { StoredOrg } from './record.ts';
import { loadFixedFields } from './references.ts';

export interface OrgChange {
  before: StoredOrg | null;
  form: OrgForm;
}

/** Names taken by earlier rows of an import validated in parts. */
export type Names = Map<string, string>;

/**
 * @param released names that organisations will release
 * @returns all errors of each
 */
export async function checkOrgs(
  db: Kysely<DB>,
  userId: string,
  wanted: readonly OrgChange[],
  seen: Names = new Map(),
  released = ReleasedValues.of(wanted, uniqueOrgNamesOf),
): Promise<AppError[][]> {
  const [codes, names, fixed, people, warehouses, recalled] = await Promise.all([
    findTakenCodes(db, wanted),
    findTakenNames(db, wanted, released),
    loadFixedFields(
      db,
      wanted.flatMap(({ before }) => before?.id ?? []),
    ),
    findExistingPeople(db, wanted),
    findExistingWarehouses(db, wanted),
    coverageFaults(
      db,
      userId,
      'WMS_ORG',
      wanted.flatMap(({ before, form }) => (before ? [{ id: before.id, before: before.form, after: form }] : [])),
    ),
  ]);
  return wanted.map(({ before, form }, at) => {
    const owner = before?.id ?? `new ${at} ${form.code}`;
    const kept = before && fixed.get(before.id);
    const coverage = before && recalled.get(before.id);
    const faults: Fault[] = [
      ...(kept?.code && form.code !== before!.form.code ? [{ path: 'code', key: 'rule.orgNamed' as const }] : []),
      ...(kept?.type && form.type !== before!.form.type ? [{ path: 'type', key: 'rule.orgTypeFixed' as const }] : []),
      ...(before?.state === 'DISABLED' ? [] : nameFaults(form, owner, names, seen)),
      ...(coverage ? [coverage] : []),
      ...memberFaults(form.members, before, people),
      ...quotaFaults(form, before, warehouses),
    ];
    const taken = codes.get(form.code) ?? owner;
    codes.set(form.code, taken);
    return [
      ...(taken === owner ? [] : [new AppError('CODE_TAKEN', { params: { code: form.code }, field: 'code' })]),
      ...(isOwnMembershipChanged(before?.form.members ?? [], form.members, userId) ? [new AppError('OWN_RIGHTS')] : []),
      ...(faults.length > 0 ? [new AppError('INVALID', { faults })] : []),
    ];
  });
}

function isOwnMembershipChanged(before: readonly Member[], after: readonly Member[], userId: string): boolean {
  const own = (members: readonly Member[]) => members.filter((member) => member.userId === userId);
  return !isDeepStrictEqual(own(before), own(after));
}

const NAMES = ['name', 'nameEn'] as const;
const nameKey = (type: string, field: string, name: string): string => `${type} ${field} ${name.trim().toLowerCase()}`;

/** Names of an active organisation are unique within its kind. */
export const uniqueOrgNamesOf: UniqueValuesOf<OrgForm, StoredOrg> = (form, before) =>
  before?.state === 'DISABLED'
    ? []
    : NAMES.flatMap((path) => {
        const name = form[path];
        const taken = (): AppError => new AppError('INVALID', { faults: [{ path, key: 'rule.orgName' }] });
        return name ? [{ key: nameKey(form.type, path, name), taken }] : [];
      });

/** People choose organisations by name: active ones of a kind may not share one. */
function nameFaults(form: OrgForm, owner: string, stored: Names, seen: Names): Fault[] {
  return NAMES.flatMap((field): Fault[] => {
    const name = form[field];
    if (name === null || name === '') return [];
    const key = nameKey(form.type, field, name);
    const holder = seen.get(key) ?? stored.get(key) ?? owner;
    if (holder !== owner) return [{ path: field, key: 'rule.orgName' }];
    seen.set(key, owner);
    return [];
  });
}

/** Name errors of an organisation to be enabled again. */
export async function checkNamesOf(db: Kysely<DB>, org: StoredOrg): Promise<Fault[]> {
  return nameFaults(
    org.form,
    org.id,
    await findTakenNames(db, [{ before: org, form: org.form }], new ReleasedValues()),
    new Map(),
  );
}

/** About the organisation, not its members. */
export const ORG_DISABLED = 'rule.orgDisabled';

function memberFaults(members: readonly Member[], before: StoredOrg | null, there: ReadonlySet<string>): Fault[] {
  const kept = new Set(before?.form.members.map(({ userId }) => userId));
  const seen = new Set<string>();
  return members.flatMap(({ userId, fromDay, untilDay }, at): Fault[] => {
    const isDuplicate = seen.has(userId);
    seen.add(userId);
    if (isDuplicate) return [{ path: `members.${at}.userId`, key: 'rule.twice' }];
    if (!kept.has(userId) && before?.state === 'DISABLED') return [{ path: `members.${at}.userId`, key: ORG_DISABLED }];
    if (!kept.has(userId) && !there.has(userId)) return [{ path: `members.${at}.userId`, key: 'rule.notOffered' }];
    if (fromDay !== null && untilDay !== null && untilDay < fromDay)
      return [{ path: `members.${at}.untilDay`, key: 'rule.notBeforeFirst' }];
    return [];
  });
}

function quotaFaults({ type, quotas }: OrgForm, before: StoredOrg | null, there: ReadonlySet<string>): Fault[] {
  // A warehouse organisation has no quotas of its own.
  if (type === 'WAREHOUSE' && quotas.length > 0) return [{ path: 'quotas', key: 'rule.empty' }];
  const kept = new Set(before?.form.quotas.map(({ warehouseId }) => warehouseId));
  const seen = new Set<string>();
  return quotas.flatMap(({ warehouseId, maxBoxes, maxVolumeL }, at): Fault[] => {
    const isDuplicate = seen.has(warehouseId);
    seen.add(warehouseId);
    if (isDuplicate) return [{ path: `quotas.${at}.warehouseId`, key: 'rule.twice' }];
    if (!kept.has(warehouseId) && !there.has(warehouseId)) return [{ path: `quotas.${at}.warehouseId`, key: 'rule.notOffered' }];
    if (maxBoxes === null && maxVolumeL === null) return [{ path: `quotas.${at}.maxBoxes`, key: 'rule.quotaEmpty' }];
    return [];
  });
}

/** Current holder of each wanted code. */
async function findTakenCodes(db: Kysely<DB>, wanted: readonly OrgChange[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; code: string }>`
    select id, code from wms_org where code = any(${wanted.map(({ form }) => form.code)}::text[])`.execute(db);
  return new Map(rows.map(({ id, code }) => [code, id]));
}

/** Current holders of wanted names, except those that will be renamed. */
async function findTakenNames(db: Kysely<DB>, wanted: readonly OrgChange[], released: ReleasedValues): Promise<Names> {
  const names = wanted.flatMap(({ form }) => [form.name, form.nameEn].flatMap((name) => name?.trim().toLowerCase() || []));
  const { rows } = await sql<{ id: string; type: string; name: string; nameEn: string | null }>`
    select id, type, name, name_en as "nameEn" from wms_org
     where valid and (lower(name) = any(${names}::text[]) or lower(name_en) = any(${names}::text[]))`.execute(db);
  return new Map(
    rows.flatMap(({ id, type, ...both }) =>
      NAMES.flatMap((field) => {
        const key = nameKey(type, field, both[field] ?? '');
        return !both[field] || released.has(id, key) ? [] : [[key, id] as const];
      }),
    ),
  );
}

async function findExistingPeople(db: Kysely<DB>, wanted: readonly OrgChange[]): Promise<Set<string>> {
  const ids = [...new Set(wanted.flatMap(({ form }) => form.members.map(({ userId }) => userId)))];
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from sys_user where id = ${anyOf(ids)} and deleted_at is null and id <> ${SYSTEM_ID}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

async function findExistingWarehouses(db: Kysely<DB>, wanted: readonly OrgChange[]): Promise<Set<string>> {
  const ids = [...new Set(wanted.flatMap(({ form }) => form.quotas.map(({ warehouseId }) => warehouseId)))];
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from wms_warehouse where id = ${anyOf(ids)} and deleted_at is null`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Refuses callers who are members. @throws AppError OWN_RIGHTS */
export function assertNotMember({ form }: StoredOrg, userId: string): void {
  if (form.members.some((member) => member.userId === userId)) throw new AppError('OWN_RIGHTS');
}
