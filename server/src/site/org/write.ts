// The only writer of organisations, for the form, the import and the API.
import type { OrgForm } from '@kuwei/contract/wms/org-record';
import { AppError } from '@kuwei/contract/error';
import { sql } from 'kysely';
import { updateGrants, ORGS, type Grant, type GrantChange } from '../../auth/account/grants.ts';
import { assertWithinLimits } from '../../auth/account/limits.ts';
import { ACCOUNTS } from '../../auth/account/record.ts';
import { lockRights } from '../../auth/account/write.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf, valuesOf } from '../../db/columns.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { anyOf, insertRows, touch, updateRows } from '../../db/rows.ts';
import { searchText } from '../../db/search.ts';
import { assertRevision, withUniqueRefusal } from '../../db/refuse-conflict.ts';
import type { Proposal as ImportProposal, Written } from '../../platform/import/kind.ts';
import { ReleasedValues } from '../../platform/import/unique-values.ts';
import { checkOrgs, uniqueOrgNamesOf, type Names, type OrgChange } from './gates.ts';
import { sortMembersAndQuotas, ORG, ORGANISATIONS, orgsById } from './record.ts';

/** Organisations per insert. */
const CHUNK = 500;

type Proposal = ImportProposal<OrgForm>;

/** Locks organisations until the commit. Lock order: rights, organisations, people. */
export const lockOrgs = (trx: Trx, ids: readonly string[]): Promise<unknown> =>
  sql`select from wms_org where id = ${anyOf(ids)} order by id for no key update`.execute(trx);

/** Also blocks new references: a concurrent document or box waits, then checks again. */
export const lockOrgsExclusively = (trx: Trx, ids: readonly string[]): Promise<unknown> =>
  sql`select from wms_org where id = ${anyOf(ids)} order by id for update`.execute(trx);

/**
 * Writes organisations, all or none; unchanged ones keep their version.
 * @returns one for each proposal, in order
 * @throws AppError NOT_FOUND, STALE, GIVEN_MAX, or the first error of `checkOrgs`
 */
export async function writeOrgs(context: WriteContext<Caller>, proposals: readonly Proposal[]): Promise<Written[]> {
  await lockRights(context);
  const wanted = await lockProposedOrgs(context.trx, proposals);
  const [letGo, seen]: [ReleasedValues, Names] = [ReleasedValues.of(wanted, uniqueOrgNamesOf), new Map()];
  const given: Grant[] = [];
  const written: Written[] = [];
  for (let from = 0; from < wanted.length; from += CHUNK)
    written.push(...(await writeChunk(context, wanted.slice(from, from + CHUNK), { seen, letGo, given })));
  await assertWithinLimits(context, ORGS, given);
  return written;
}

async function writeChunk(
  context: WriteContext<Caller>,
  wanted: readonly OrgChange[],
  { seen, letGo, given }: { seen: Names; letGo: ReleasedValues; given: Grant[] },
): Promise<Written[]> {
  const { trx, caller } = context;
  const [first] = (await checkOrgs(trx, caller.userId, wanted, seen, letGo)).flat();
  if (first) throw first;

  const written = wanted.map(toResult);
  const changed = wanted
    .map((one, at) => ({ ...one, ...written[at]! }))
    .filter(({ isNew, change }) => isNew || Object.keys(change).length > 0);
  await withUniqueRefusal('wms_org_code_key', changed[0]?.form.code ?? '', async () => {
    const created = changed.filter(({ isNew }) => isNew);
    const rows = created.map(async ({ id, form }) => ({
      id,
      ...(await buildRow(form)),
      created_by: caller.userId,
      updated_by: caller.userId,
    }));
    await insertRows(trx, ORGANISATIONS, await Promise.all(rows));
    const there = changed.flatMap(({ before, form }) => (before ? [{ before, form }] : []));
    const changes = there.map(async ({ before, form }) => ({ before, values: await buildRow(form) }));
    await updateRows(context, ORGANISATIONS, await Promise.all(changes));
  });
  const holdings = changed.map(({ id, before, form }) => memberChangesOf(id, before?.form.members ?? [], form.members));
  for (const grant of await giveMembers(context, holdings)) given.push(grant);
  for (const { id, isNew, change, form } of changed)
    if (isNew ? form.quotas.length > 0 : change['quotas']) await setQuotas(trx, id, form.quotas);
  for (const { id, isNew, change, form } of changed)
    context.logChange({ entity: ORGANISATIONS, id, change: isNew ? form : change });
  return written;
}

/** @throws AppError NOT_FOUND, STALE */
async function lockProposedOrgs(trx: Trx, proposals: readonly Proposal[]): Promise<OrgChange[]> {
  const ids = proposals.flatMap(({ id }) => id ?? []);
  await lockOrgs(trx, ids);
  const stored = await orgsById(trx, ids);
  const wanted = proposals.map(({ id, rev, form }): OrgChange => {
    const before = id === null ? null : stored.get(id);
    if (before === undefined) throw new AppError('NOT_FOUND');
    if (before && rev !== null) assertRevision(before.rev, rev);
    return { before, form };
  });
  const renamed = wanted.filter(
    ({ before, form }) => before && (before.form.code !== form.code || before.form.type !== form.type),
  );
  if (renamed.length > 0)
    await lockOrgsExclusively(
      trx,
      renamed.map(({ before }) => before!.id),
    );
  return wanted;
}

function toResult({ before, form }: OrgChange): Written {
  if (!before) return { id: newId(), rev: 1, isNew: true, change: {} };
  const change = changesOf(sortMembersAndQuotas(before.form), sortMembersAndQuotas(form));
  return { id: before.id, rev: before.rev + (Object.keys(change).length > 0 ? 1 : 0), isNew: false, change };
}

const buildRow = async (form: OrgForm) => ({
  ...valuesOf('o', ORG, form, 'members', 'quotas'),
  search: await searchText([form.code, form.name, form.nameEn, form.contact, form.phone]),
});

export function memberChangesOf(id: string, before: OrgForm['members'], wanted: OrgForm['members']): GrantChange {
  const asGrants = (members: OrgForm['members']) => members.map((member) => ({ ...member, of: id }));
  return { before: asGrants(before), wanted: asGrants(wanted) };
}

/** @throws AppError GIVEN_MAX */
export async function setMembers(context: WriteContext<Caller>, holdings: readonly GrantChange[]): Promise<void> {
  await assertWithinLimits(context, ORGS, await giveMembers(context, holdings));
}

/** Increments versions of the people, so that open forms with their former organisations become stale. */
async function giveMembers(context: WriteContext<Caller>, holdings: readonly GrantChange[]): Promise<readonly Grant[]> {
  const { people, given } = await updateGrants(context, ORGS, holdings);
  await touch(context, ACCOUNTS, people);
  return given;
}

async function setQuotas(trx: Trx, orgId: string, quotas: OrgForm['quotas']): Promise<void> {
  await sql`delete from wms_org_quota where org_id = ${orgId}`.execute(trx);
  await insertRows(
    trx,
    'wms_org_quota',
    quotas.map(({ warehouseId, maxBoxes, maxVolumeL }) => ({
      org_id: orgId,
      warehouse_id: warehouseId,
      max_boxes: maxBoxes,
      max_volume_l: maxVolumeL,
    })),
  );
}
