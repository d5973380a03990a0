// The one way into the tables of accounts, whoever calls: the form, the import, the API.
import { IDENTITY_DIC, type AccountForm } from '@kuwei/contract/auth/account';
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf, valuesOf } from '../../db/columns.ts';
import { newId } from '../../db/id.ts';
import { anyOf, insertRows, touch, updateRows } from '../../db/rows.ts';
import { searchText } from '../../db/search.ts';
import { assertRevision, refuseTaken } from '../../db/stale.ts';
import type { Trx } from '../../db/open.ts';
import { holdDics } from '../../platform/dic/codes.ts';
import type { Besides, Proposal as ImportProposal, Written } from '../../platform/import/kind.ts';
import { LetGo } from '../../platform/import/ties.ts';
import { recheckAuthorization } from '../../session/still.ts';
import { give, ORGS, ROLES, type Grant, type Holding } from './grants.ts';
import { faultsOfAccounts, numbersOf, type Claimed, type Wanted } from './gates.ts';
import { assertWithinLimits } from './limits.ts';
import { assertAdministratorRemains } from './queries.ts';
import { ACCOUNT, accountsById, ACCOUNTS, inOrder, type StoredAccount } from './record.ts';

/** Accounts that one statement makes. */
const CHUNK = 500;

type Proposal = ImportProposal<AccountForm>;

/**
 * Whoever changes an account waits here for each other: what two of them take away together nobody would have noticed.
 * It comes before the locks of accounts. Whoever was ended by the one before them writes nothing.
 * @throws AppError TOKEN_FAIL, FORBIDDEN
 */
export async function lockRights({ trx, caller }: Pick<WriteContext<Caller>, 'trx' | 'caller'>): Promise<void> {
  await sql`select from sys_role where code = 'ROLE_ADMIN' for no key update`.execute(trx);
  await recheckAuthorization(trx, caller);
}

/** Accounts stay as they are until the commit. */
export const lockAccounts = (trx: Trx, ids: readonly string[]): Promise<unknown> =>
  sql`select from sys_user where id = ${anyOf(ids)} order by id for no key update`.execute(trx);

/**
 * Writes accounts, all or none. What would change nothing is left alone, its version too.
 * @returns one for each proposal, in their order
 * @throws AppError NOT_FOUND, STALE, LAST_ADMIN, GIVEN_MAX, or the first of what `faultsOfAccounts` finds
 */
export async function writeAccounts(context: WriteContext<Caller>, proposals: readonly Proposal[]): Promise<Written[]> {
  await lockRights(context);
  const wanted = await lockedAsWanted(context.trx, proposals);
  await letNumbersGo(context.trx, wanted);
  const claimed: Claimed = new Map();
  const given: Given = { roles: [], orgs: [] };
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

/** What all have come to. */
interface Given {
  roles: Grant[];
  orgs: Grant[];
}

/** @throws AppError NOT_FOUND, STALE */
async function lockedAsWanted(trx: Trx, proposals: readonly Proposal[]): Promise<Wanted[]> {
  const ids = proposals.flatMap(({ id }) => id ?? []);
  await lockAccounts(trx, ids);
  const stored = await accountsById(trx, ids);
  return proposals.map(({ id, rev, form }): Wanted => {
    const before = id === null ? null : stored.get(id);
    if (before === undefined) throw new AppError('NOT_FOUND');
    if (before && rev !== null) assertRevision(before.rev, rev);
    return { before, form };
  });
}

/** Before anybody takes one: an index that is unique looks at each row by itself, and numbers may be exchanged. */
async function letNumbersGo(trx: Trx, wanted: readonly Wanted[]): Promise<void> {
  const letGo = LetGo.of(wanted, numbersOf);
  const ids = wanted.flatMap(({ before }) =>
    before && numbersOf(before.form, before).some(({ key }) => letGo.has(before.id, key)) ? before.id : [],
  );
  if (ids.length > 0) await sql`update sys_user set staff_no = null where id = ${anyOf(ids)}`.execute(trx);
}

async function writeChunk(
  context: WriteContext<Caller>,
  wanted: readonly Wanted[],
  proposals: readonly Proposal[],
  { claimed, given }: { claimed: Claimed; given: Given },
): Promise<Written[]> {
  const { trx, caller, origin } = context;
  await holdDics(trx, [IDENTITY_DIC]);
  const [first] = (await faultsOfAccounts(trx, { userId: caller.userId, locale: origin.locale }, wanted, claimed)).flat();
  if (first) throw first;

  const written = wanted.map(resultOf);
  const changed = wanted
    .map((one, at) => ({ ...one, ...written[at]!, former: proposals[at]!.besides }))
    .filter(({ isNew, change }) => isNew || Object.keys(change).length > 0);
  await refuseTaken(
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
  await trustAddresses(trx, changed);
  const ending = changed.filter(({ change }) => 'untilDay' in change).map(({ id }) => id);
  // Of this process at once; the database tells the others.
  if (ending.length > 0) context.emit({ to: ending, ...EVENTS.rights, d: {} });
  const roles = await give(
    context,
    ROLES,
    changed.map(({ id, before, form }) => rolesOf(id, before?.form ?? null, form)),
  );
  const orgs = await give(
    context,
    ORGS,
    changed.map(({ id, before, form }) => orgsOf(id, before?.form ?? null, form)),
  );
  for (const grant of roles.given) given.roles.push(grant);
  for (const grant of orgs.given) given.orgs.push(grant);
  // A form of an organisation that is open elsewhere, with the people it had, is out of date now.
  await touch(context, 'wms_org', orgs.of);
  for (const { id, isNew, change, form } of changed) context.logChange({ entity: ACCOUNTS, id, change: isNew ? form : change });
  return written;
}

function resultOf({ before, form }: Wanted): Written {
  if (!before) return { id: newId(), rev: 1, isNew: true, change: {} };
  const change = changesOf(inOrder(before.form), inOrder(form));
  const rev = before.rev + (Object.keys(change).length > 0 ? 1 : 0);
  return { id: before.id, rev, isNew: false, change, besides: { emailVerifiedAt: before.emailVerifiedAt } };
}

const rowOf = async (form: AccountForm) => ({
  ...valuesOf('u', ACCOUNT, form, 'roles', 'orgs'),
  search: await searchText([form.username, form.name, form.staffNo, form.email, form.phone]),
});

interface Addressed {
  id: string;
  before: StoredAccount | null;
  form: AccountForm;
  /** Of an undo: what was said of the address that comes back. */
  former: Besides | undefined;
}

/**
 * An address that the office enters counts as theirs, and takes the place of one they have asked for. One that an undo gives back
 * counts as it did: nobody has entered it.
 */
async function trustAddresses(trx: Trx, changed: readonly Addressed[]): Promise<void> {
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

const rolesOf = (userId: string, before: AccountForm | null, form: AccountForm): Holding => {
  const asGrants = (each: AccountForm | null) => each?.roles.map(({ code, ...span }) => ({ userId, of: code, ...span })) ?? [];
  return { before: asGrants(before), wanted: asGrants(form) };
};

export const orgsOf = (userId: string, before: AccountForm | null, form: AccountForm): Holding => {
  const asGrants = (each: AccountForm | null) => each?.orgs.map(({ orgId, ...rest }) => ({ userId, of: orgId, ...rest })) ?? [];
  return { before: asGrants(before), wanted: asGrants(form) };
};
