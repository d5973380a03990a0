// The only writer of the account tables: form, import and API all use it.
import { IDENTITY_DIC, type AccountForm } from '@kuwei/contract/auth/account';
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf, valuesOf } from '../../db/columns.ts';
import { newId } from '../../db/id.ts';
import { anyOf, insertRows, touch, updateRows } from '../../db/rows.ts';
import { searchText } from '../../db/search.ts';
import { assertRevision, withUniqueRefusal } from '../../db/refuse-conflict.ts';
import type { Trx } from '../../db/open.ts';
import { lockDicsForShare } from '../../platform/dic/codes.ts';
import type { ExtraValues, Proposal as ImportProposal, Written } from '../../platform/import/kind.ts';
import { ReleasedValues } from '../../platform/import/unique-values.ts';
import { recheckAuthorization } from '../../session/recheck.ts';
import { updateGrants, ORGS, ROLES, type Grant, type GrantChange } from './grants.ts';
import { checkAccounts, uniqueStaffNumberOf, type ClaimedStaffNumbers } from './gates.ts';
import { assertWithinLimits } from './limits.ts';
import { assertAdministratorRemains } from './queries.ts';
import { askerOf } from './reach.ts';
import { ACCOUNT, accountsById, ACCOUNTS, sortGrants, type AccountChange, type StoredAccount } from './record.ts';

/** Accounts inserted by one statement. */
const CHUNK = 500;

type Proposal = ImportProposal<AccountForm>;

/**
 * Serializes changes of rights: two concurrent ones could together remove what neither removes alone. Taken before the locks of
 * accounts. Fails if the session was revoked while waiting.
 * @throws AppError TOKEN_FAIL, FORBIDDEN
 */
export async function lockRights({ trx, caller }: Pick<WriteContext<Caller>, 'trx' | 'caller'>): Promise<void> {
  await sql`select from sys_role where code = 'ROLE_ADMIN' for no key update`.execute(trx);
  await recheckAuthorization(trx, caller);
}

/** Locks accounts until the commit. */
export const lockAccounts = (trx: Trx, ids: readonly string[]): Promise<unknown> =>
  sql`select from sys_user where id = ${anyOf(ids)} order by id for no key update`.execute(trx);

/**
 * Writes accounts, all or none. Unchanged ones keep their version.
 * @returns one result for each proposal, in order
 * @throws AppError NOT_FOUND, STALE, LAST_ADMIN, GIVEN_MAX, or the first fault from `checkAccounts`
 */
export async function writeAccounts(context: WriteContext<Caller>, proposals: readonly Proposal[]): Promise<Written[]> {
  await lockRights(context);
  const wanted = await lockProposed(context.trx, proposals);
  await releaseStaffNumbers(context.trx, wanted);
  const claimed: ClaimedStaffNumbers = new Map();
  const given: GrantedRights = { roles: [], orgs: [] };
  const written: Written[] = [];
  for (let from = 0; from < proposals.length; from += CHUNK) {
    const [part, asked] = [wanted.slice(from, from + CHUNK), proposals.slice(from, from + CHUNK)];
    written.push(...(await writeChunk(context, part, asked, { claimed, given })));
  }
  await assertWithinLimits(context, ROLES, given.roles);
  await assertWithinLimits(context, ORGS, given.orgs);
  await assertAdministratorRemains(context.trx);
  return written;
}

/** Grants added or changed by the whole write. */
interface GrantedRights {
  roles: Grant[];
  orgs: Grant[];
}

/** @throws AppError NOT_FOUND, STALE */
async function lockProposed(trx: Trx, proposals: readonly Proposal[]): Promise<AccountChange[]> {
  const ids = proposals.flatMap(({ id }) => id ?? []);
  await lockAccounts(trx, ids);
  const stored = await accountsById(trx, ids);
  return proposals.map(({ id, rev, form }): AccountChange => {
    const before = id === null ? null : stored.get(id);
    if (before === undefined) throw new AppError('NOT_FOUND');
    if (before && rev !== null) assertRevision(before.rev, rev);
    return { before, form };
  });
}

/** Clears staff numbers before others take them: the unique index checks row by row, and rows may swap numbers. */
async function releaseStaffNumbers(trx: Trx, wanted: readonly AccountChange[]): Promise<void> {
  const letGo = ReleasedValues.of(wanted, uniqueStaffNumberOf);
  const ids = wanted.flatMap(({ before }) =>
    before && uniqueStaffNumberOf(before.form, before).some(({ key }) => letGo.has(before.id, key)) ? before.id : [],
  );
  if (ids.length > 0) await sql`update sys_user set staff_no = null where id = ${anyOf(ids)}`.execute(trx);
}

async function writeChunk(
  context: WriteContext<Caller>,
  wanted: readonly AccountChange[],
  proposals: readonly Proposal[],
  { claimed, given }: { claimed: ClaimedStaffNumbers; given: GrantedRights },
): Promise<Written[]> {
  const { trx, caller, origin } = context;
  await lockDicsForShare(trx, [IDENTITY_DIC]);
  const [first] = (await checkAccounts(trx, askerOf(caller, origin.locale), wanted, claimed)).flat();
  if (first) throw first;

  const written = wanted.map(resultOf);
  const changed = wanted
    .map((one, at) => ({ ...one, ...written[at]!, former: proposals[at]!.besides }))
    .filter(({ isNew, change }) => isNew || Object.keys(change).length > 0);
  await withUniqueRefusal(
    'sys_user_username',
    changed[0]?.form.username ?? '',
    async () => {
      await insertRows(
        trx,
        ACCOUNTS,
        await Promise.all(
          changed
            .filter(({ isNew }) => isNew)
            .map(async ({ id, form }) => ({
              id,
              ...(await rowOf(form)),
              created_by: caller.userId,
              updated_by: caller.userId,
            })),
        ),
      );
      const there = changed.flatMap(({ before, form }) => (before ? [{ before, form }] : []));
      const rows = there.map(async ({ before, form }) => ({ before, values: await rowOf(form) }));
      await updateRows(context, ACCOUNTS, await Promise.all(rows));
    },
    'username',
  );
  await updateAddressTrust(trx, changed);
  const ending = changed.filter(({ change }) => 'untilDay' in change).map(({ id }) => id);
  // Notifies this process at once; the database notifies the others.
  if (ending.length > 0) context.emit({ to: ending, ...EVENTS.rights, d: {} });
  const roles = await updateGrants(
    context,
    ROLES,
    changed.map(({ id, before, form }) => rolesOf(id, before?.form ?? null, form)),
  );
  const orgs = await updateGrants(
    context,
    ORGS,
    changed.map(({ id, before, form }) => orgsOf(id, before?.form ?? null, form)),
  );
  for (const grant of roles.given) given.roles.push(grant);
  for (const grant of orgs.given) given.orgs.push(grant);
  // Makes open forms of these organisations stale: their members have changed.
  await touch(context, 'wms_org', orgs.of);
  for (const { id, isNew, change, form } of changed) context.logChange({ entity: ACCOUNTS, id, change: isNew ? form : change });
  return written;
}

function resultOf({ before, form }: AccountChange): Written {
  if (!before) return { id: newId(), rev: 1, isNew: true, change: {} };
  const change = changesOf(sortGrants(before.form), sortGrants(form));
  const rev = before.rev + (Object.keys(change).length > 0 ? 1 : 0);
  return { id: before.id, rev, isNew: false, change, besides: { emailVerifiedAt: before.emailVerifiedAt } };
}

const rowOf = async (form: AccountForm) => ({
  ...valuesOf('u', ACCOUNT, form, 'roles', 'orgs'),
  search: await searchText([form.username, form.name, form.staffNo, form.email, form.phone]),
});

interface AddressChange {
  id: string;
  before: StoredAccount | null;
  form: AccountForm;
  /** Of an undo: the former state of the address. */
  former: ExtraValues | undefined;
}

/**
 * An address entered by an administrator counts as verified and replaces a pending change. An address restored by an undo gets
 * its former state back: it was not entered.
 */
async function updateAddressTrust(trx: Trx, changed: readonly AddressChange[]): Promise<void> {
  const rows = changed
    .filter(({ before, form }) => form.email !== (before?.form.email ?? null))
    .map(({ id, former }) => ({ id, entered: former === undefined, since: former?.['emailVerifiedAt'] ?? null }));
  if (rows.length > 0)
    await sql`
      update sys_user u set email_pending = null,
             email_verified_at = case when u.email is null then null when x.entered then now() else x.since end
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x (id uuid, entered boolean, since timestamptz)
       where u.id = x.id`.execute(trx);
}

const rolesOf = (userId: string, before: AccountForm | null, form: AccountForm): GrantChange => {
  const asGrants = (each: AccountForm | null) => each?.roles.map(({ code, ...span }) => ({ userId, of: code, ...span })) ?? [];
  return { before: asGrants(before), wanted: asGrants(form) };
};

export const orgsOf = (userId: string, before: AccountForm | null, form: AccountForm): GrantChange => {
  const asGrants = (each: AccountForm | null) => each?.orgs.map(({ orgId, ...rest }) => ({ userId, of: orgId, ...rest })) ?? [];
  return { before: asGrants(before), wanted: asGrants(form) };
};
