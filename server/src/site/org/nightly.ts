// What a nightly import takes in: people, organisations and memberships by the import of their screens, within bounds. Nobody looks
// at a night, and whoever writes its files is no administrator here (decision 124).
import type { AccountForm } from '@kuwei/contract/auth/account';
import { AppError, type Fault } from '@kuwei/contract/error';
import { listed } from '@kuwei/contract/phrase';
import type { OrgForm } from '@kuwei/contract/wms/org-record';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import { accountsById, inOrder as accountInOrder, type StoredAccount } from '../../auth/account/record.ts';
import { notifyAdministrators } from '../../auth/account/told.ts';
import { accountKind, otherPeople } from '../../auth/account/workbook.ts';
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
import { inOrder as orgInOrder, type StoredOrg } from './record.ts';
import { standInOrgs, standInPeople } from './stand-in.ts';
import { changed } from './record-handlers.ts';
import { orgKind, otherOrgs } from './workbook.ts';

export const nightTables: NightTables = {
  GROUPS: async (db, locale) => {
    const kind = await groupKind(db, locale);
    const missing = missingIn(db, (keys) => otherOrgs(keys, locale));
    const { table, added } = keepAdded(
      withColumns(tableOf({ ...kind, missing: missing.count }, locale), (key) => key !== 'members'),
    );
    return {
      take: taking(table),
      missing: missing.names,
      told: (context) => changed(context),
      standIn: (trx) => standInOrgs(trx, added()),
    };
  },
  PEOPLE: async (db, locale) => {
    const kind = await accountKind(db, SYSTEM_ID, locale);
    const missing = missingIn(db, (keys) => otherPeople(keys));
    const bound = within(kind, (wanted) => boundsOfPeople(db, wanted, locale));
    const { table, added } = keepAdded(tableOf({ ...bound, write: writeWithin(kind, locale), missing: missing.count }, locale));
    return {
      take: taking(table),
      missing: missing.names,
      told: (context) => notifyAdministrators(context),
      standIn: (trx) => standInPeople(trx, added()),
    };
  },
  GROUP_MEMBERS: async (db, locale) => {
    const whole = tableOf(await groupKind(db, locale), locale);
    let isNamed = false;
    const table = withColumns(whole, (key) => {
      isNamed ||= key === 'members';
      return key === 'code' || key === 'members';
    });
    return { take: taking(table), missing: () => [], told: (context) => changed(context), concerns: () => isNamed };
  },
  MEMBERS: async (db, locale) => {
    const table = await memberTable(db, SYSTEM_ID, locale);
    // Whoever is not listed belongs where they did: nobody is missing.
    return { take: taking(withoutKept(db, table, locale)), missing: () => [], told: (context) => changed(context) };
  },
};

async function groupKind(db: Kysely<DB>, locale: Locale): Promise<Importer<OrgForm, StoredOrg>> {
  return within(await orgKind(db, SYSTEM_ID, locale), (wanted) => boundsOfOrgs(db, wanted, locale));
}

/** The same table, that reads only some columns. The others are known, and nothing is asked about them. */
const withColumns = <F>(table: ImportTable<F>, isTaken: (key: string) => boolean): ImportTable<F> => ({
  ...table,
  read: (sheet, keys, asked) =>
    table.read(
      sheet,
      keys.map((key) => (key !== null && isTaken(key) ? key : null)),
      asked,
    ),
});

/** The same table, that keeps the forms of the rows it reads as new. */
function keepAdded<F>(table: ImportTable<F>): { table: ImportTable<F>; added: () => F[] } {
  let added: F[] = [];
  const read: ImportTable<F>['read'] = async (...args) => {
    const found = await table.read(...args);
    added = found.rows.filter(({ proposal }) => proposal.id === null).map(({ proposal }) => proposal.form);
    return found;
  };
  return { table: { ...table, read }, added: () => added };
}

/** Nobody is there to take a marked workbook. */
const taking =
  <F>(table: ImportTable<F>): NightTable['take'] =>
  (context, upload, query) =>
    runImport(context, upload, query, table, false);

type Wanted<F extends object, S extends Stored<F>> = { before: S | null; form: F };

/** Roles may have come to more since the file was read: what it changes is looked at again, while rights stay as they are. */
const writeWithin =
  (kind: Importer<AccountForm, StoredAccount>, locale: Locale): Importer<AccountForm, StoredAccount>['write'] =>
  async (context, proposals) => {
    await lockRights(context);
    const stored = await accountsById(
      context.trx,
      proposals.flatMap(({ id }) => id ?? []),
    );
    const wanted = proposals.map(({ id, form }) => ({ before: (id !== null && stored.get(id)) || null, form }));
    const faults = (await boundsOfPeople(context.trx, wanted, locale)).flat();
    if (faults.length > 0) throw new AppError('STALE');
    return kind.write(context, proposals);
  };

/** The same import, that refuses more. */
const within = <F extends object, S extends Stored<F>>(
  kind: Importer<F, S>,
  boundsOf: (wanted: readonly Wanted<F, S>[]) => Promise<Fault[][]>,
): Importer<F, S> => ({
  ...kind,
  judge: async (wanted, letGo) => {
    const [faults, bounds] = [await kind.judge(wanted, letGo), await boundsOf(wanted)];
    return faults.map((each, at) =>
      bounds[at]!.length === 0 ? each : [...each, new AppError('INVALID', { faults: bounds[at]! })],
    );
  },
});

/** Counts who is there and not in the file, and keeps what they are called. */
function missingIn(db: Kysely<DB>, besides: (keys: readonly string[]) => RawBuilder<{ name: string }>) {
  let names: string[] = [];
  return {
    count: async (keys: readonly string[]) => {
      const { rows } = await besides(keys).execute(db);
      names = rows.map(({ name }) => name);
      return names.length;
    },
    names: () => names,
  };
}

/** What opens nothing and leads nowhere, whoever it is of. */
const HARMLESS: ReadonlySet<string> = new Set(['name', 'phone', 'identity', 'remark'] satisfies (keyof AccountForm)[]);

/** Fields in which somebody is to become another, but for harmless ones. */
const harmIn = (before: AccountForm, form: AccountForm): string[] => {
  const [was, is] = [accountInOrder(before), accountInOrder(form)];
  return (Object.keys(was) as (keyof AccountForm)[]).filter((key) => !HARMLESS.has(key) && !isDeepStrictEqual(was[key], is[key]));
};

/**
 * Roles that carry rights are neither given nor taken. Of whoever has one, or sees more by a data rule, a night says what opens
 * nothing, such as a new name; all else is an administrator's to change: a new address for mails would be a way into the account.
 * Whoever was deleted here does not come back.
 */
async function boundsOfPeople(
  db: Kysely<DB>,
  wanted: readonly Wanted<AccountForm, StoredAccount>[],
  locale: Locale,
): Promise<Fault[][]> {
  const [names, orgs, gone, ruled] = await Promise.all([
    sensitiveRoles(db, locale),
    sensitiveOrgs(db, locale),
    deletedAmong(db, wanted),
    peopleWithRules(
      db,
      wanted.flatMap(({ before }) => before?.id ?? []),
    ),
  ]);
  return wanted.map(({ before, form }): Fault[] => {
    if (before === null && gone.has(form.username.toLowerCase())) return [{ path: 'username', key: 'rule.nightlyGone' }];
    if (before !== null && isDeepStrictEqual(accountInOrder(before.form), accountInOrder(form))) return [];
    if (before && (ruled.has(before.id) || before.form.roles.some(({ code }) => names.has(code))))
      return harmIn(before.form, form).map((path) => ({ path, key: 'rule.nightlyRights' }));
    const kept = form.roles.flatMap(({ code }) => names.get(code) ?? []);
    const places = (each: AccountForm | undefined) => each?.orgs.filter(({ orgId }) => orgs.has(orgId)) ?? [];
    return [
      ...(kept.length > 0 ? [{ path: 'roles', key: 'rule.nightlyRole' as const, params: { names: listed(locale, kept) } }] : []),
      ...(isDeepStrictEqual(places(before?.form), places(form)) ? [] : [{ path: 'orgs', key: 'rule.nightlyWarehouse' as const }]),
    ];
  });
}

async function deletedAmong(db: Kysely<DB>, wanted: readonly Wanted<AccountForm, StoredAccount>[]): Promise<Set<string>> {
  const usernames = wanted.filter(({ before }) => before === null).map(({ form }) => form.username.toLowerCase());
  const { rows } = await sql<{ username: string }>`
    select lower(username) as username from sys_user where deleted_at is not null and lower(username) = ${anyText(usernames)}`.execute(
    db,
  );
  return new Set(rows.map(({ username }) => username));
}
const anyText = (texts: readonly string[]): RawBuilder<unknown> => sql`any(${[...texts]}::text[])`;

/** A warehouse department, or an organisation with data rules, and who belongs to it is a person's to change. */
async function boundsOfOrgs(db: Kysely<DB>, wanted: readonly Wanted<OrgForm, StoredOrg>[], locale: Locale): Promise<Fault[][]> {
  const kept = await sensitiveOrgs(db, locale);
  return wanted.map(({ before, form }): Fault[] => {
    if (before !== null && isDeepStrictEqual(orgInOrder(before.form), orgInOrder(form))) return [];
    const isKept = form.type === 'WAREHOUSE' || (before !== null && kept.has(before.id));
    return isKept ? [{ path: 'type', key: 'rule.nightlyWarehouse' }] : [];
  });
}

/** Rows about organisations that are left to people are refused. */
const withoutKept = <F extends { orgId: string }>(db: Kysely<DB>, table: ImportTable<F>, locale: Locale): ImportTable<F> => ({
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
