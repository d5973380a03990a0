// Imports of the nightly run: people, organisations and memberships through the import of their screens, with reduced rights. No
// one watches, and the author of the files is no administrator here (decision 124).
import type { AccountForm } from '@kuwei/contract/auth/account';
import { AppError, type Fault } from '@kuwei/contract/error';
import { joinList } from '@kuwei/contract/phrase';
import type { OrgForm } from '@kuwei/contract/wms/org-record';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import { accountsById, sortGrants as accountInOrder, type StoredAccount } from '../../auth/account/record.ts';
import { notifyAccountReaders } from '../../auth/account/notify.ts';
import { accountKind, selectOtherPeople } from '../../auth/account/workbook.ts';
import { lockRights } from '../../auth/account/write.ts';
import { sensitiveOrgs, sensitiveRoles } from '../../auth/account/sensitive-grants.ts';
import { peopleWithRules } from '../../auth/rule/given.ts';
import type { DB } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import { runImport } from '../../platform/import/import.ts';
import type { Importer, ImportTable, Stored } from '../../platform/import/kind.ts';
import { tableOf } from '../../platform/import/rows.ts';
import type { NightTable, NightTables } from '../nightly/passes.ts';
import { SYSTEM_ID } from '../../session/system-user.ts';
import type { Locale } from '@kuwei/contract/constants';
import { memberTable } from './member-rows.ts';
import { sortMembersAndQuotas as orgInOrder, type StoredOrg } from './record.ts';
import { insertProvisionalOrgs, insertProvisionalPeople } from './provisional.ts';
import { notifyOrgChange } from './record-handlers.ts';
import { orgKind, selectOtherOrgs } from './workbook.ts';

export const nightTables: NightTables = {
  GROUPS: async (db, locale) => {
    const kind = await groupKind(db, locale);
    const missing = createMissingCounter(db, (keys) => selectOtherOrgs(keys, locale));
    const { table, added } = collectAdded(
      withColumns(tableOf({ ...kind, missing: missing.count }, locale), (key) => key !== 'members'),
    );
    return {
      take: importWith(table),
      missing: missing.names,
      notify: (context) => notifyOrgChange(context),
      standIn: (trx) => insertProvisionalOrgs(trx, added()),
    };
  },
  PEOPLE: async (db, locale) => {
    const kind = await accountKind(db, SYSTEM_ID, locale);
    const missing = createMissingCounter(db, (keys) => selectOtherPeople(keys));
    const bound = withRefusals(kind, (wanted) => checkPeopleBounds(db, wanted, locale));
    const { table, added } = collectAdded(
      tableOf({ ...bound, write: writeWithinBounds(kind, locale), missing: missing.count }, locale),
    );
    return {
      take: importWith(table),
      missing: missing.names,
      notify: (context) => notifyAccountReaders(context),
      standIn: (trx) => insertProvisionalPeople(trx, added()),
    };
  },
  GROUP_MEMBERS: async (db, locale) => {
    const whole = tableOf(await groupKind(db, locale), locale);
    let isNamed = false;
    const table = withColumns(whole, (key) => {
      isNamed ||= key === 'members';
      return key === 'code' || key === 'members';
    });
    return { take: importWith(table), missing: () => [], notify: (context) => notifyOrgChange(context), concerns: () => isNamed };
  },
  MEMBERS: async (db, locale) => {
    const table = await memberTable(db, SYSTEM_ID, locale);
    // Members not listed stay: none count as missing.
    return {
      take: importWith(withoutProtectedOrgs(db, table, locale)),
      missing: () => [],
      notify: (context) => notifyOrgChange(context),
    };
  },
};

async function groupKind(db: Kysely<DB>, locale: Locale): Promise<Importer<OrgForm, StoredOrg>> {
  return withRefusals(await orgKind(db, SYSTEM_ID, locale), (wanted) => checkOrgBounds(db, wanted, locale));
}

/** Limits a table to some columns; the others are known and not asked about. */
const withColumns = <F>(table: ImportTable<F>, isTaken: (key: string) => boolean): ImportTable<F> => ({
  ...table,
  read: (sheet, keys, asked) =>
    table.read(
      sheet,
      keys.map((key) => (key !== null && isTaken(key) ? key : null)),
      asked,
    ),
});

/** Wraps a table to collect the forms of new rows. */
function collectAdded<F>(table: ImportTable<F>): { table: ImportTable<F>; added: () => F[] } {
  let added: F[] = [];
  const read: ImportTable<F>['read'] = async (...args) => {
    const found = await table.read(...args);
    added = found.rows.filter(({ proposal }) => proposal.id === null).map(({ proposal }) => proposal.form);
    return found;
  };
  return { table: { ...table, read }, added: () => added };
}

/** Without a marked workbook, since no one would download it. */
const importWith =
  <F>(table: ImportTable<F>): NightTable['take'] =>
  (context, upload, query) =>
    runImport(context, upload, query, table, false);

type Wanted<F extends object, S extends Stored<F>> = { before: S | null; form: F };

/** Roles may have gained permissions since the file was read: changes are checked again, with rights locked. */
const writeWithinBounds =
  (kind: Importer<AccountForm, StoredAccount>, locale: Locale): Importer<AccountForm, StoredAccount>['write'] =>
  async (context, proposals) => {
    await lockRights(context);
    const stored = await accountsById(
      context.trx,
      proposals.flatMap(({ id }) => id ?? []),
    );
    const wanted = proposals.map(({ id, form }) => ({ before: (id !== null && stored.get(id)) || null, form }));
    const faults = (await checkPeopleBounds(context.trx, wanted, locale)).flat();
    if (faults.length > 0) throw new AppError('STALE');
    return kind.write(context, proposals);
  };

/** Wraps an import with additional refusals. */
const withRefusals = <F extends object, S extends Stored<F>>(
  kind: Importer<F, S>,
  boundsOf: (wanted: readonly Wanted<F, S>[]) => Promise<Fault[][]>,
): Importer<F, S> => ({
  ...kind,
  validate: async (wanted, letGo) => {
    const [faults, bounds] = [await kind.validate(wanted, letGo), await boundsOf(wanted)];
    return faults.map((each, at) =>
      bounds[at]!.length === 0 ? each : [...each, new AppError('INVALID', { faults: bounds[at]! })],
    );
  },
});

/** Counts records missing from the file, and collects their names. */
function createMissingCounter(db: Kysely<DB>, selectOthers: (keys: readonly string[]) => RawBuilder<{ name: string }>) {
  let names: string[] = [];
  return {
    count: async (keys: readonly string[]) => {
      const { rows } = await selectOthers(keys).execute(db);
      names = rows.map(({ name }) => name);
      return names.length;
    },
    names: () => names,
  };
}

/** Fields that affect no access, for any user. */
const HARMLESS: ReadonlySet<string> = new Set(['name', 'phone', 'identity', 'remark'] satisfies (keyof AccountForm)[]);

/** Changed fields other than harmless ones. */
const listSensitiveChanges = (before: AccountForm, form: AccountForm): string[] => {
  const [was, is] = [accountInOrder(before), accountInOrder(form)];
  return (Object.keys(was) as (keyof AccountForm)[]).filter((key) => !HARMLESS.has(key) && !isDeepStrictEqual(was[key], is[key]));
};

/**
 * Privileged roles are neither granted nor revoked. For users with one, or with a data rule, only harmless fields such as the
 * name can change; the rest is up to an administrator: a new e-mail address would be a way into the account. Deleted users are
 * not restored.
 */
async function checkPeopleBounds(
  db: Kysely<DB>,
  wanted: readonly Wanted<AccountForm, StoredAccount>[],
  locale: Locale,
): Promise<Fault[][]> {
  const [names, orgs, gone, ruled] = await Promise.all([
    sensitiveRoles(db, locale),
    sensitiveOrgs(db, locale),
    findDeletedAccounts(db, wanted),
    peopleWithRules(
      db,
      wanted.flatMap(({ before }) => before?.id ?? []),
    ),
  ]);
  return wanted.map(({ before, form }): Fault[] => {
    if (before === null && gone.has(form.username.toLowerCase())) return [{ path: 'username', key: 'rule.nightlyGone' }];
    if (before !== null && isDeepStrictEqual(accountInOrder(before.form), accountInOrder(form))) return [];
    if (before && (ruled.has(before.id) || before.form.roles.some(({ code }) => names.has(code))))
      return listSensitiveChanges(before.form, form).map((path) => ({ path, key: 'rule.nightlyRights' }));
    const kept = form.roles.flatMap(({ code }) => names.get(code) ?? []);
    const places = (each: AccountForm | undefined) => each?.orgs.filter(({ orgId }) => orgs.has(orgId)) ?? [];
    return [
      ...(kept.length > 0
        ? [{ path: 'roles', key: 'rule.nightlyRole' as const, params: { names: joinList(locale, kept) } }]
        : []),
      ...(isDeepStrictEqual(places(before?.form), places(form)) ? [] : [{ path: 'orgs', key: 'rule.nightlyWarehouse' as const }]),
    ];
  });
}

async function findDeletedAccounts(db: Kysely<DB>, wanted: readonly Wanted<AccountForm, StoredAccount>[]): Promise<Set<string>> {
  const usernames = wanted.filter(({ before }) => before === null).map(({ form }) => form.username.toLowerCase());
  const { rows } = await sql<{ username: string }>`
    select lower(username) as username from sys_user where deleted_at is not null and lower(username) = ${anyText(usernames)}`.execute(
    db,
  );
  return new Set(rows.map(({ username }) => username));
}
const anyText = (texts: readonly string[]): RawBuilder<unknown> => sql`any(${[...texts]}::text[])`;

/** Warehouse organisations, organisations with data rules, and their members are changed by people only. */
async function checkOrgBounds(db: Kysely<DB>, wanted: readonly Wanted<OrgForm, StoredOrg>[], locale: Locale): Promise<Fault[][]> {
  const kept = await sensitiveOrgs(db, locale);
  return wanted.map(({ before, form }): Fault[] => {
    if (before !== null && isDeepStrictEqual(orgInOrder(before.form), orgInOrder(form))) return [];
    const isKept = form.type === 'WAREHOUSE' || (before !== null && kept.has(before.id));
    return isKept ? [{ path: 'type', key: 'rule.nightlyWarehouse' }] : [];
  });
}

/** Refuses rows about organisations that are changed by people only. */
const withoutProtectedOrgs = <F extends { orgId: string }>(
  db: Kysely<DB>,
  table: ImportTable<F>,
  locale: Locale,
): ImportTable<F> => ({
  ...table,
  read: async (sheet, keys, asked) => {
    const read = await table.read(sheet, keys, asked);
    const isBound = await sensitiveOrgs(db, locale);
    const column = table.columns.find(({ key }) => key === 'orgCode')!;
    const at = keys.indexOf(column.key);
    const refused = read.rows
      .filter(({ proposal, fields }) => isBound.has(proposal.form.orgId) && fields.length > 0)
      .map(({ row }) => ({
        row,
        at: at < 0 ? null : at,
        column: say(locale, column.phrase),
        message: say(locale, 'rule.nightlyWarehouse'),
      }));
    const rows = new Set(refused.map(({ row }) => row));
    return { ...read, rows: read.rows.filter(({ row }) => !rows.has(row)), errors: [...read.errors, ...refused] };
  },
});
