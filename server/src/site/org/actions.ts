// Actions on an organisation other than editing: state, deletion, merging.
import { AppError, type Fault } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import { MEMBERS_MAX, type Member, type MergePreview, type OrgRecord } from '@kuwei/contract/wms/org-record';
import { sql, type Kysely } from 'kysely';
import { grantLimitError } from '../../auth/account/limits.ts';
import { lockRights } from '../../auth/account/write.ts';
import type { Caller, Origin, WriteContext } from '../../context.ts';
import { anyOf, updateRow } from '../../db/rows.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import type { DB } from '../../db/types.ts';
import { say, t } from '../../phrase.ts';
import type { Versioned } from '../../platform/import/kind.ts';
import { inUseError } from '../../wms/place/in-use.ts';
import { assertNotMember, checkNamesOf } from './gates.ts';
import { ORGANISATIONS, orgsById, type StoredOrg } from './record.ts';
import { assertUnreferenced, findReferencedOrgs, getOwned, formatOwned } from './references.ts';
import { memberChangesOf, lockOrgsExclusively, setMembers } from './write.ts';

type Context = WriteContext<Caller>;

/** Locks organisations against new references until the commit. @throws AppError NOT_FOUND */
async function locked(context: Context, ...ids: readonly string[]): Promise<StoredOrg[]> {
  const { trx } = context;
  await lockRights(context);
  await lockOrgsExclusively(trx, ids);
  return found(trx, ids);
}

async function found(db: Kysely<DB>, ids: readonly string[]): Promise<StoredOrg[]> {
  const stored = await orgsById(db, ids);
  return ids.map((id) => {
    const org = stored.get(id);
    if (!org) throw new AppError('NOT_FOUND');
    return org;
  });
}

/** Notifies members in this process at once; others learn through the database. */
const notifyMembers = ({ emit }: Context, { form }: StoredOrg): void =>
  emit({ to: form.members.map(({ userId }) => userId), ...EVENTS.rights, d: {} });

/** @throws AppError STALE, OWN_RIGHTS, ORG_MERGED, INVALID for a name taken by now, IN_USE_BY */
export async function setOrgState(context: Context, id: string, state: OrgRecord['state'], rev: number): Promise<void> {
  const { trx, caller, origin } = context;
  const [before] = (await locked(context, id)) as [StoredOrg];
  assertRevision(before.rev, rev);
  if (before.state === state) return;
  assertNotMember(before, caller.userId);
  if (state === 'ACTIVE') await assertCanBeEnabled(trx, before, origin);
  else await assertEmpty(trx, id, origin);
  await updateRow(context, ORGANISATIONS, before, { valid: state === 'ACTIVE' });
  notifyMembers(context, before);
  context.logChange({ entity: ORGANISATIONS, id, change: { state: [before.state, state] } });
}

async function assertCanBeEnabled(db: Kysely<DB>, org: StoredOrg, { locale }: Origin): Promise<void> {
  if (org.mergedIntoId !== null) throw await mergedError(db, org.mergedIntoId, locale);
  const faults = await checkNamesOf(db, org);
  if (faults.length > 0) throw new AppError('INVALID', { faults });
}

async function mergedError(db: Kysely<DB>, id: string, locale: Origin['locale']): Promise<AppError> {
  const [into] = (await found(db, [id])) as [StoredOrg];
  const name = (locale === 'en' && into.form.nameEn) || into.form.name;
  return new AppError('ORG_MERGED', { params: { name } });
}

/** Disabling it would lock in goods of others. */
async function assertEmpty(db: Kysely<DB>, id: string, { locale }: Origin): Promise<void> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from wms_warehouse where org_id = ${id} and state = 'ACTIVE' and deleted_at is null`.execute(db);
  if (rows[0]!.open > 0) throw inUseError(t(locale, 'org.used.openWarehouses', { n: rows[0]!.open }));
}

/** @throws AppError NOT_FOUND, IN_USE_BY */
export async function deleteOrg(context: Context, id: string, rev?: number): Promise<void> {
  const { trx, origin } = context;
  const [before] = (await locked(context, id)) as [StoredOrg];
  if (rev !== undefined) assertRevision(before.rev, rev);
  await assertUnreferenced(trx, id, origin.locale);
  await sql`delete from wms_org where id = ${id}`.execute(trx);
  context.logChange({ entity: ORGANISATIONS, id, change: { deleted: before.form.code } });
}

/**
 * Deletes organisations of an undone import with the people it created, in one go like `deleteAccounts`.
 * @throws AppError NOT_FOUND, STALE, IN_USE_BY
 */
export async function deleteOrgs(context: Context, orgs: readonly Versioned[]): Promise<void> {
  if (orgs.length === 0) return;
  const { trx, origin } = context;
  const ids = orgs.map(({ id }) => id);
  const stored = await locked(context, ...ids);
  for (const [at, { rev }] of orgs.entries()) assertRevision(stored[at]!.rev, rev);
  await setMembers(
    context,
    stored.map(({ id, form }) => memberChangesOf(id, form.members, [])),
  );
  const [used] = (await findReferencedOrgs(trx, ids, origin.locale)).values();
  if (used) throw used;
  await sql`delete from wms_org where id = ${anyOf(ids)}`.execute(trx);
  for (const { id, form } of stored) context.logChange({ entity: ORGANISATIONS, id, change: { deleted: form.code } });
}

const mergeTargetError: Fault = { path: 'intoId', key: 'rule.notOffered' };

/** @returns why one cannot be merged into the other; null if it can */
async function findRefusal(
  db: Kysely<DB>,
  from: StoredOrg,
  into: StoredOrg,
  userId: string,
  { locale }: Origin,
): Promise<AppError | null> {
  if (from.mergedIntoId !== null) return mergedError(db, from.mergedIntoId, locale);
  if (from.id === into.id || into.state !== 'ACTIVE' || into.form.type !== from.form.type)
    return new AppError('INVALID', { faults: [mergeTargetError] });
  if (from.form.members.some((member) => member.userId === userId)) return new AppError('OWN_RIGHTS');
  const owned = formatOwned(await getOwned(db, from.id, locale), locale);
  if (owned !== null) return new AppError('ORG_STILL_OWNS', { params: { owned } });
  const people = new Set([...from.form.members, ...into.form.members].map((member) => member.userId));
  return people.size > MEMBERS_MAX ? grantLimitError('members', into.form.name, locale) : null;
}

/** Previews a merge. @throws AppError NOT_FOUND */
export async function previewMerge(
  db: Kysely<DB>,
  { id, intoId, userId, origin }: { id: string; intoId: string; userId: string; origin: Origin },
): Promise<MergePreview> {
  const [from, into] = (await found(db, [id, intoId])) as [StoredOrg, StoredOrg];
  const refusal = await findRefusal(db, from, into, userId, origin);
  const both = from.form.members.filter(({ userId: each }) => into.form.members.some((member) => member.userId === each)).length;
  const added = from.form.quotas.filter(({ warehouseId }) =>
    into.form.quotas.some((quota) => quota.warehouseId === warehouseId),
  ).length;
  return {
    moved: from.form.members.length - both,
    both,
    quotas: from.form.quotas.length,
    added,
    refusal: refusal && formatError(refusal, origin.locale),
  };
}

function formatError({ code, params, faults }: AppError, locale: Origin['locale']): string {
  if (code === 'ORG_STILL_OWNS') return t(locale, 'error.ORG_STILL_OWNS', { owned: String(params['owned']) });
  if (code === 'GIVEN_MAX') return say(locale, 'error.GIVEN_MAX', params);
  if (code === 'ORG_MERGED') return t(locale, 'error.ORG_MERGED', { name: String(params['name']) });
  return faults.length > 0 ? t(locale, 'org.merge.notInto') : t(locale, 'error.OWN_RIGHTS');
}

/**
 * Merges: people and quotas move; the organisation is disabled and kept for references. It may own no stock, boxes or open
 * documents: stock changes its owner only through documents.
 * @throws AppError NOT_FOUND, STALE, OWN_RIGHTS, ORG_STILL_OWNS, ORG_MERGED, INVALID if the target is not valid
 */
export async function mergeOrg(context: Context, id: string, intoId: string, rev: number): Promise<void> {
  const { trx, caller, origin } = context;
  const [from, into] = (await locked(context, id, intoId)) as [StoredOrg, StoredOrg];
  assertRevision(from.rev, rev);
  const refusal = await findRefusal(trx, from, into, caller.userId, origin);
  if (refusal) throw refusal;
  const { today } = (await sql<{ today: string }>`select current_date as today`.execute(trx)).rows[0]!;
  const members = mergeMembers(from.form.members, into.form.members, today);
  await setMembers(context, [memberChangesOf(id, from.form.members, []), memberChangesOf(intoId, into.form.members, members)]);
  await addQuotas(context, id, intoId);
  // Sessions working for the merged organisation switch to the target.
  await sql`update sys_session set org_id = ${intoId} where org_id = ${id} and ended_at is null
    and user_id = any(${from.form.members.map(({ userId }) => userId)}::uuid[])`.execute(trx);
  await updateRow(context, ORGANISATIONS, from, { valid: false, merged_into_id: intoId });
  await updateRow(context, ORGANISATIONS, into, {});
  notifyMembers(context, from);
  context.logChange({ entity: ORGANISATIONS, id, change: { mergedInto: into.form.code, members: from.form.members.length } });
  context.logChange({
    entity: ORGANISATIONS,
    id: intoId,
    change: { merged: from.form.code, members: [into.form.members.length, members.length] },
  });
}

/** Members of both keep their role in the target, unless only the other membership is in effect now. */
function mergeMembers(from: readonly Member[], into: readonly Member[], today: string): Member[] {
  const counts = ({ fromDay, untilDay }: Member): boolean =>
    (fromDay === null || fromDay <= today) && (untilDay === null || untilDay >= today);
  const byPerson = new Map(into.map((member) => [member.userId, member]));
  for (const member of from) {
    const there = byPerson.get(member.userId);
    if (!there || (!counts(there) && counts(member))) byPerson.set(member.userId, member);
  }
  return [...byPerson.values()];
}

/** Adds quotas of both, up to the maximum of the form; unlimited plus anything is unlimited. */
async function addQuotas({ trx }: Context, id: string, intoId: string): Promise<void> {
  // A sum with null is null, meaning unlimited; `least` would ignore it.
  const cappedSum = (column: string, most: string) => {
    const sum = sql`wms_org_quota.${sql.ref(column)} + excluded.${sql.ref(column)}`;
    return sql`${sql.ref(column)} = case when ${sum} > ${sql.lit(most)}::numeric then ${sql.lit(most)}::numeric else ${sum} end`;
  };
  await sql`
    insert into wms_org_quota (org_id, warehouse_id, max_boxes, max_volume_l)
    select ${intoId}, q.warehouse_id, q.max_boxes, q.max_volume_l from wms_org_quota q where q.org_id = ${id}
    on conflict (org_id, warehouse_id) do update set
      ${cappedSum('max_boxes', '1000000')}, ${cappedSum('max_volume_l', '999999999999.999999')}`.execute(trx);
  await sql`delete from wms_org_quota where org_id = ${id}`.execute(trx);
}
