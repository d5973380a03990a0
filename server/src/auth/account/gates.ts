// Validation of accounts beyond the schema, shared by form, import and API.
import { IDENTITY_DIC, type AccountForm } from '@kuwei/contract/auth/account';
import { AppError, type Fault } from '@kuwei/contract/error';
import type { Locale } from '@kuwei/contract/constants';
import { isDeepStrictEqual } from 'node:util';
import { sql, type Kysely } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import type { DB } from '../../db/types.ts';
import { checkDicCodes, loadOfferedEntries } from '../../platform/dic/codes.ts';
import { ReleasedValues, type UniqueValuesOf } from '../../platform/import/unique-values.ts';
import { earlierDay, isLater, checkGrantDays, type ExtendedRole } from '../role/days.ts';
import { isGrantableRole } from './queries.ts';
import { checkReach } from './reach.ts';
import { sortGrants, type AccountChange, type StoredAccount } from './record.ts';

interface ImporterPerson {
  userId: string;
  locale: Locale;
  /** As for `checkReach`. */
  roles?: readonly string[];
}

/** The staff number, which is unique. */
export const uniqueStaffNumberOf: UniqueValuesOf<AccountForm, StoredAccount> = ({ staffNo }) =>
  staffNo === null ? [] : [{ key: staffNo.toLowerCase(), taken: () => takenNumber(staffNo) }];

const takenNumber = (code: string): AppError => new AppError('CODE_TAKEN', { params: { code }, field: 'staffNo' });

/** Lower-case staff numbers claimed by earlier rows, with the claimant: an account id, or the username of a new account. */
export type ClaimedStaffNumbers = Map<string, string>;

/**
 * @param claimed claims of rows checked earlier; extended with these rows
 * @param letGo staff numbers that their current holders give up
 * @returns all faults of each row
 */
export async function checkAccounts(
  db: Kysely<DB>,
  asker: ImporterPerson,
  wanted: readonly AccountChange[],
  claimed: ClaimedStaffNumbers = new Map(),
  letGo = ReleasedValues.of(wanted, uniqueStaffNumberOf),
): Promise<AppError[][]> {
  const { userId, locale } = asker;
  const [taken, roles, orgs, offered, tooLong, beyond] = await Promise.all([
    findTakenNames(db, wanted, claimed, letGo),
    listGrantableRoles(db),
    findNamedOrgs(db, wanted),
    loadOfferedEntries(db, [IDENTITY_DIC]),
    checkGrantDays(db, { userId, locale }, wanted.map(extendedRoles)),
    checkReach(db, asker, wanted),
  ]);
  return wanted.map(({ before, form }, at) => {
    const kept = before?.form;
    const identity = {
      path: 'identity',
      dic: IDENTITY_DIC,
      codes: form.identity === null ? [] : [form.identity],
      kept: kept?.identity ? [kept.identity] : [],
    };
    const faults: Fault[] = [
      ...checkDicCodes(offered, [identity], locale),
      ...grantFaults(
        'roles',
        form.roles,
        ({ code }) => code,
        (code) => roles.has(code) || hasGrant(kept?.roles, code),
      ),
      ...grantFaults(
        'orgs',
        form.orgs,
        ({ orgId }) => orgId,
        (id) => orgs.get(id) === true || (orgs.has(id) && isMember(kept, id)),
      ),
    ];
    return [
      ...nameRefusals(before, form, taken),
      ...(before?.id === userId && changesRights(before.form, form) ? [new AppError('OWN_RIGHTS')] : []),
      ...(faults.length > 0 ? [new AppError('INVALID', { faults })] : []),
      ...(tooLong[at] ? [tooLong[at]] : []),
      ...(beyond[at] ? [beyond[at]] : []),
    ];
  });
}

/** Roles with their effective last day: a role ends with its account at the latest. */
const effectiveRoleDays = ({ roles, untilDay: last }: AccountForm): ExtendedRole[] =>
  roles.map(({ code, untilDay }) => ({ code, untilDay: earlierDay(untilDay, last) }));

/**
 * New or extended roles. If the account's sign-in names change, every role counts as new: another person may use it from now on.
 */
function extendedRoles({ before, form }: AccountChange): ExtendedRole[] {
  const isAnothers = before !== null && !isDeepStrictEqual(signInNamesOf(before.form), signInNamesOf(form));
  const kept = new Map(
    before === null || isAnothers ? [] : effectiveRoleDays(before.form).map(({ code, untilDay }) => [code, untilDay]),
  );
  return effectiveRoleDays(form).filter(({ code, untilDay }) => !kept.has(code) || isLater(untilDay, kept.get(code)!));
}

/** The names that sign in to an account: locally, by SSO, or through a link sent to its e-mail. */
const signInNamesOf = ({ username, staffNo, email }: AccountForm): object => ({ username, staffNo, email });

/**
 * An account that is issued a password, enabled or restored may not hold a role beyond the administrator's own last day.
 * Otherwise administrators could sign in to it and extend their own rights.
 * @throws AppError BEYOND_DAYS
 */
export async function assertNotBeyondOwnEnd(
  { trx, caller, origin: { locale } }: WriteContext<Caller>,
  accounts: readonly Pick<StoredAccount, 'form'>[],
): Promise<void> {
  const refusals = await checkGrantDays(
    trx,
    { userId: caller.userId, locale },
    accounts.map(({ form }) => effectiveRoleDays(form)),
  );
  const refused = refusals.find((each) => each !== null);
  if (refused) throw refused;
}

const hasGrant = (kept: AccountForm['roles'] | undefined, code: string): boolean =>
  kept?.some((grant) => grant.code === code) ?? false;
const isMember = (kept: AccountForm | undefined, id: string): boolean => kept?.orgs.some(({ orgId }) => orgId === id) ?? false;

/** Compares what decides a person's rights, and for how long. */
function changesRights(before: AccountForm, form: AccountForm): boolean {
  const rights = ({ roles, orgs, untilDay }: AccountForm): object => ({ roles, orgs, untilDay });
  return !isDeepStrictEqual(rights(sortGrants(before)), rights(sortGrants(form)));
}

interface DatedGrant {
  fromDay: string | null;
  untilDay: string | null;
}

function grantFaults<G extends DatedGrant>(
  path: 'roles' | 'orgs',
  grants: readonly G[],
  keyOf: (grant: G) => string,
  isOffered: (key: string) => boolean,
): Fault[] {
  const field = path === 'roles' ? 'code' : 'orgId';
  const seen = new Set<string>();
  return grants.flatMap((grant, at): Fault[] => {
    const key = keyOf(grant);
    const isTwice = seen.has(key);
    seen.add(key);
    if (isTwice) return [{ path: `${path}.${at}.${field}`, key: 'rule.twice' }];
    if (!isOffered(key)) return [{ path: `${path}.${at}.${field}`, key: 'rule.notOffered' }];
    if (grant.fromDay !== null && grant.untilDay !== null && grant.untilDay < grant.fromDay)
      return [{ path: `${path}.${at}.untilDay`, key: 'rule.notBeforeFirst' }];
    return [];
  });
}

interface TakenNames {
  /** The holder of each name, by lower-case name: an account id, or the username of a new account. */
  username: ReadonlyMap<string, string>;
  staffNo: ReadonlyMap<string, string>;
}

function nameRefusals(before: StoredAccount | null, { username, staffNo }: AccountForm, taken: TakenNames): AppError[] {
  const isTaken = (owners: ReadonlyMap<string, string>, code: string | null): code is string => {
    const owner = code === null ? undefined : owners.get(code.toLowerCase());
    return owner !== undefined && owner !== (before?.id ?? username.toLowerCase());
  };
  return [
    ...(isTaken(taken.username, username) ? [new AppError('CODE_TAKEN', { params: { code: username }, field: 'username' })] : []),
    ...(isTaken(taken.staffNo, staffNo) ? [takenNumber(staffNo)] : []),
  ];
}

/** Who holds the requested names. If two rows want the same, the first gets it. */
async function findTakenNames(
  db: Kysely<DB>,
  wanted: readonly AccountChange[],
  claimed: ClaimedStaffNumbers,
  letGo: ReleasedValues,
): Promise<TakenNames> {
  const usernames = wanted.map(({ form }) => form.username.toLowerCase());
  const numbers = wanted.flatMap(({ form }) => form.staffNo?.toLowerCase() ?? []);
  const { rows } = await sql<{ id: string; username: string; staffNo: string | null }>`
    select id, lower(username) as username, lower(staff_no) as "staffNo" from sys_user
     where deleted_at is null and (lower(username) = any(${usernames}::text[]) or lower(staff_no) = any(${numbers}::text[]))`.execute(
    db,
  );
  const changing = new Set(wanted.flatMap(({ before }) => before?.id ?? []));
  const staying = rows.filter(({ id }) => !changing.has(id));
  const taken = {
    username: new Map(staying.map(({ id, username }) => [username, id])),
    staffNo: new Map(
      rows.flatMap(({ id, staffNo }) => (staffNo === null || letGo.has(id, staffNo) ? [] : [[staffNo, id] as const])),
    ),
  };
  for (const { before, form } of wanted) {
    const owner = before?.id ?? form.username.toLowerCase();
    const username = form.username.toLowerCase();
    if (!taken.username.has(username)) taken.username.set(username, owner);
    const number = form.staffNo?.toLowerCase();
    if (number === undefined || taken.staffNo.has(number)) continue;
    if (!claimed.has(number)) claimed.set(number, owner);
    taken.staffNo.set(number, claimed.get(number)!);
  }
  return taken;
}

async function listGrantableRoles(db: Kysely<DB>): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`select r.code from sys_role r where ${isGrantableRole}`.execute(db);
  return new Set(rows.map(({ code }) => code));
}

/** Whether each named organisation is in use, by id; unknown ids are missing. */
async function findNamedOrgs(db: Kysely<DB>, wanted: readonly AccountChange[]): Promise<Map<string, boolean>> {
  const ids = [...new Set(wanted.flatMap(({ form }) => form.orgs.map(({ orgId }) => orgId)))];
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('wms_org').where('id', 'in', ids).select(['id', 'valid']).execute();
  return new Map(rows.map(({ id, valid }) => [id, valid]));
}
