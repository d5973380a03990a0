// The only writer of roles and their powers: form, workbook and API all use it.
import type { RoleForm } from '@kuwei/contract/auth/role';
import { EVENTS } from '@kuwei/contract/event';
import { nameIn } from '@kuwei/contract/name';
import { AppError } from '@kuwei/contract/error';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf, valuesOf } from '../../db/columns.ts';
import { newId } from '../../db/id.ts';
import { anyOf, insertRows, updateRow } from '../../db/rows.ts';
import { assertRevision, withUniqueRefusal } from '../../db/refuse-conflict.ts';
import { say } from '../../phrase.ts';
import type { Proposal as ImportProposal, Versioned, Written } from '../../platform/import/kind.ts';
import { lockRights } from '../account/write.ts';
import { checkRoles, type RoleChangeRequest } from './gates.ts';
import { normalizeRole, ROLE, ROLES, rolesById, type StoredRole } from './record.ts';
import { loadGrantScope, checkRoleChange } from './rights.ts';
import { listRoleReferences } from './uses.ts';

type Context = WriteContext<Caller>;
type Proposal = ImportProposal<RoleForm>;

const lockRoles = ({ trx }: Context, ids: readonly string[]): Promise<unknown> =>
  sql`select from sys_role where id = ${anyOf(ids)} order by code for no key update`.execute(trx);

/**
 * Writes roles, all or none. Unchanged ones keep their version.
 * @returns one result for each proposal, in order
 * @throws AppError NOT_FOUND, STALE, or the first fault from `checkRoles`
 */
export async function writeRoles(context: Context, proposals: readonly Proposal[]): Promise<Written[]> {
  const { trx, caller, origin } = context;
  const ids = proposals.flatMap(({ id }) => id ?? []);
  await lockRights(context);
  await lockRoles(context, ids);
  const stored = await rolesById(trx, ids);
  const wanted = proposals.map(({ id, rev, form }): RoleChangeRequest => {
    const before = id === null ? null : stored.get(id);
    if (before === undefined) throw new AppError('NOT_FOUND');
    if (before && rev !== null) assertRevision(before.rev, rev);
    return { before, form: normalizeRole(form) };
  });
  const [first] = (await checkRoles(trx, { caller, locale: origin.locale }, wanted)).flat();
  if (first) throw first;

  const written = wanted.map(resultOf);
  const changed = wanted
    .map((one, at) => ({ ...one, ...written[at]! }))
    .filter(({ isNew, change }) => isNew || Object.keys(change).length > 0);
  const fresh = changed.filter(({ isNew }) => isNew);
  await withUniqueRefusal('sys_role_pkey', fresh[0]?.form.code ?? '', () =>
    insertRows(
      trx,
      ROLES,
      fresh.map(({ id, form }) => ({ id, ...rowOf(form), created_by: caller.userId, updated_by: caller.userId })),
    ),
  );
  for (const { before, form } of changed) {
    if (before) await updateRow(context, ROLES, before, rowOf(form));
    await updateRolePowers(context, form.code, before?.form.powers ?? [], form.powers);
  }
  await notifyHolders(
    context,
    changed.filter(({ change }) => 'powers' in change || 'valid' in change).map(({ form }) => form.code),
  );
  for (const { id, isNew, change, form } of changed) context.logChange({ entity: ROLES, id, change: isNew ? form : change });
  return written;
}

function resultOf({ before, form }: RoleChangeRequest): Written {
  if (!before) return { id: newId(), rev: 1, isNew: true, change: {} };
  const change = changesOf(before.form, form);
  return { id: before.id, rev: before.rev + (Object.keys(change).length > 0 ? 1 : 0), isNew: false, change };
}

const rowOf = (form: RoleForm) => valuesOf('r', ROLE, form, 'powers');

async function updateRolePowers(
  { trx }: Context,
  role: string,
  before: readonly string[],
  wanted: readonly string[],
): Promise<void> {
  const gone = before.filter((power) => !wanted.includes(power));
  const added = wanted.filter((power) => !before.includes(power));
  if (gone.length > 0)
    await sql`delete from sys_role_power where role_code = ${role} and power_code = any(${gone}::text[])`.execute(trx);
  if (added.length > 0)
    await sql`insert into sys_role_power (role_code, power_code) select ${role}, unnest(${added}::text[])`.execute(trx);
}

/** Notifies this process at once; the database notifies the others. */
async function notifyHolders({ trx, emit }: Context, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select distinct user_id as id from sys_role_grant where role_code = any(${[...codes]}::text[])`.execute(trx);
  if (rows.length > 0) emit({ to: rows.map(({ id }) => id), ...EVENTS.rights, d: {} });
}

/** Deletes roles without holders or references, all or none. @throws AppError NOT_FOUND, STALE, IN_USE_BY, as `checkRoleChange` */
export async function deleteRoles(
  context: Context,
  roles: readonly (Omit<Versioned, 'rev'> & { rev?: number })[],
): Promise<void> {
  const { trx, caller, origin } = context;
  const ids = roles.map(({ id }) => id);
  await lockRights(context);
  await lockRoles(context, ids);
  const [stored, reach] = [await rolesById(trx, ids), await loadGrantScope(trx, { caller, locale: origin.locale })];
  for (const { id, rev } of roles) {
    const before = stored.get(id);
    if (!before) throw new AppError('NOT_FOUND');
    if (rev !== undefined) assertRevision(before.rev, rev);
    await assertUnused(context, before);
    const refused = checkRoleChange({ before, wanted: null }, reach, origin.locale);
    if (refused) throw refused;
    await sql`delete from sys_role where id = ${id}`.execute(trx);
    context.logChange({ entity: ROLES, id, change: { deleted: before.form.code } });
  }
}

async function assertUnused({ trx, origin: { locale } }: Context, { reserved, builtIn, form }: StoredRole): Promise<void> {
  if (reserved) throw new AppError('ROLE_RESERVED', { params: { name: nameIn(locale, form) } });
  const uses = await listRoleReferences(trx, form.code, locale);
  const by = builtIn ? [say(locale, 'rights.role.use.product'), ...uses] : uses;
  if (by.length > 0) throw new AppError('IN_USE_BY', { params: { by } });
}
