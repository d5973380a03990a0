// Accounts as a workbook: export, import and template share their columns. Passwords are never included.
import { accountForm, IDENTITY_DIC, type AccountForm } from '@kuwei/contract/auth/account';
import type { Locale } from '@kuwei/contract/constants';
import type { AppError } from '@kuwei/contract/error';
import { normalizeText } from '@kuwei/contract/normalize-text';
import { readDay } from '@kuwei/contract/read-value';
import { sql, type Kysely } from 'kysely';
import { everyRow, mapRows, type RowOf } from '../../db/list.ts';
import { countOf, notAmong } from '../../db/rows.ts';
import type { DB } from '../../db/types.ts';
import type { Download, SheetDownload } from '../../http/transfer.ts';
import { say } from '../../phrase.ts';
import { resolveCode, loadOfferedEntries } from '../../platform/dic/codes.ts';
import { offeredNames } from '../../platform/dic/names.ts';
import { type Importer, type ImportField, type InfoField, cellsOf } from '../../platform/import/kind.ts';
import { exportName, exportedSheet, REV, type Cells, templateSheet } from '../../platform/workbook/workbook.ts';
import { deleteAccounts } from './actions.ts';
import { readOrgs, readRoles, registersOf, writeOrgs, writeRoles } from './cells.ts';
import { findAccountDoubts } from './doubts.ts';
import { checkAccounts, uniqueStaffNumberOf, type ClaimedStaffNumbers } from './gates.ts';
import { findLastAdministratorRefusal } from './last-administrator.ts';
import { findRowsBeyondLimits } from './limits.ts';
import { accountList, type AccountQuery, type Reader } from './queries.ts';
import {
  accountsById,
  accountsByUsername,
  ACCOUNTS,
  sortGrants,
  isPerson,
  type AccountChange,
  type StoredAccount,
} from './record.ts';
import { orgsOf, writeAccounts } from './write.ts';

type Field = ImportField<AccountForm>;
type TextKey = { [K in keyof AccountForm]: AccountForm[K] extends string | null ? K : never }[keyof AccountForm];

const text = (field: TextKey, width: number, more: Partial<Field> = {}): Field => ({
  key: field,
  field,
  phrase: `user.account.${field}`,
  width,
  read: (cell) => cell,
  empty: null,
  write: (form) => form[field],
  ...more,
});

/** @param userId the importer, who may not change their own rights */
export async function accountKind(db: Kysely<DB>, userId: string, locale: Locale): Promise<Importer<AccountForm, StoredAccount>> {
  const [registers, offered, identityName] = await Promise.all([
    registersOf(db),
    loadOfferedEntries(db, [IDENTITY_DIC]),
    offeredNames(db, IDENTITY_DIC, locale),
  ]);
  const claimed: ClaimedStaffNumbers = new Map();
  const fields: Field[] = [
    text('username', 18, { empty: undefined, read: (cell) => normalizeText(cell).toLowerCase() }),
    text('name', 16, { empty: undefined }),
    text('staffNo', 16, { read: normalizeText }),
    text('identity', 12, {
      read: (cell) => resolveCode(offered, IDENTITY_DIC, cell),
      write: ({ identity }) => (identity === null ? null : identityName(identity)),
    }),
    text('email', 26, { read: normalizeText }),
    text('phone', 16, { read: (cell) => normalizeText(cell).replace(/[\s()-]/g, '') }),
    {
      key: 'roles',
      field: 'roles',
      phrase: 'user.account.roles',
      width: 40,
      empty: [],
      read: (cell, remarks) => readRoles(cell, remarks, registers),
      write: (form) => writeRoles(form.roles, registers, locale),
    },
    {
      key: 'orgs',
      field: 'orgs',
      phrase: 'user.account.orgs',
      width: 40,
      empty: [],
      read: (cell, remarks) => readOrgs(cell, remarks, registers),
      write: (form) => writeOrgs(form.orgs, registers, locale),
    },
    text('untilDay', 12, { as: 'day', read: (cell) => readDay(cell) ?? cell }),
    text('remark', 30),
  ];
  return {
    entity: ACCOUNTS,
    fields: fields.map(ignoringOrder),
    infos: INFOS,
    key: 'username',
    schema: accountForm,
    blank: { ...BLANK },
    titleOf: ({ username, name }) => `${name} ${username}`,
    asNew: (form) => ({ id: '', rev: 0, state: 'ACTIVE', deletedAt: null, emailVerifiedAt: null, form }),
    find: (usernames) => accountsByUsername(db, usernames),
    findById: accountsById,
    // Accounts are only soft-deleted, so nothing can block a deletion.
    usedOf: async () => new Set(),
    uniqueValues: uniqueStaffNumberOf,
    validate: (wanted, letGo) => checkAccounts(db, { userId, locale }, wanted, claimed, letGo),
    validateAll: (wanted) => findJointRefusals(db, wanted, locale),
    warnings: (wanted) => findAccountDoubts(db, locale, wanted),
    missing: (usernames) => countOf(db, selectOtherPeople(usernames)),
    write: writeAccounts,
    remove: deleteAccounts,
  };
}

/** People with an active account who are not among these. */
export const selectOtherPeople = (usernames: readonly string[]) => sql<{ name: string }>`
  select u.name || ' ' || u.username as name from sys_user u
   where ${isPerson} and u.state = 'ACTIVE' and u.deleted_at is null and lower(u.username) ${notAmong(usernames)}
   order by u.username`;

/** Checks that need all rows together: organisations at their limit, and the last administrator. */
async function findJointRefusals(
  db: Kysely<DB>,
  wanted: readonly AccountChange[],
  locale: Locale,
): Promise<Map<number, AppError>> {
  const refused = new Map<number, AppError>();
  for (;;) {
    const left = [...wanted.entries()].filter(([at]) => !refused.has(at));
    const rows = left.map(([, row]) => row);
    const holdings = rows.map(({ before, form }) => orgsOf(before?.id ?? '', before?.form ?? null, form));
    const beyond = await findRowsBeyondLimits(db, locale, holdings, { members: 'orgs' });
    const found = beyond.size > 0 ? beyond : await findLastAdministratorRefusal(db, rows);
    if (found.size === 0) return refused;
    for (const [at, fault] of found) refused.set(left[at]![0], fault);
  }
}

/** Ignores the order of grants. */
const ignoringOrder = (field: Field): Field =>
  field.field !== 'roles' && field.field !== 'orgs'
    ? field
    : {
        ...field,
        adjust: (value, before) => {
          const name = field.field as 'roles' | 'orgs';
          const sorted = (grants: unknown) => JSON.stringify(sortGrants({ ...BLANK, [name]: grants })[name]);
          return before && sorted(before[name]) === sorted(value) ? before[name] : value;
        },
      };

const BLANK: AccountForm = accountForm.parse({ username: '0', name: '-', roles: [], orgs: [] });

type Shown = Omit<StoredAccount, 'emailVerifiedAt'>;
const INFOS: InfoField<Shown>[] = [
  { key: 'state', phrase: 'user.account.state', width: 10, write: ({ state }, each) => say(each, `user.account.state.${state}`) },
  { key: REV, phrase: 'workbook.rev', width: 10, write: ({ rev }) => rev },
];

/** Every row of a list, ready for re-import. */
export async function exportAccounts(
  db: Kysely<DB>,
  query: AccountQuery,
  userId: string,
  reader: Reader,
): Promise<SheetDownload> {
  const { locale } = reader;
  const { fields } = await accountKind(db, userId, locale);
  const list = accountList({ ...query, sort: query.sort ?? 'username' }, reader);
  const cells = ({ id, rev, state, deletedAt, ...account }: RowOf<typeof list>): Cells => {
    const stored: Shown = { id, rev, state, deletedAt, form: account };
    return Object.fromEntries([
      ...fields.map((field) => [field.key, field.write(stored.form)]),
      ...INFOS.map((info) => [info.key, info.write(stored, locale)]),
    ]) as Cells;
  };
  return exportedSheet(
    exportName('users', locale),
    [...fields, ...INFOS],
    async () => mapRows(await everyRow(db, list), cells),
    locale,
  );
}

/** An empty sheet with an example row, which imports skip. */
export async function accountTemplate(db: Kysely<DB>, locale: Locale): Promise<Download> {
  const { fields } = await accountKind(db, '', locale);
  const { rows } = await sql<{ id: string }>`select id from wms_org where type = 'LAB' and valid order by code limit 1`.execute(
    db,
  );
  const form: AccountForm = {
    ...BLANK,
    username: say(locale, 'workbook.example', { text: 'chen.si' }),
    name: say(locale, 'user.account.exampleName'),
    staffNo: '20260001',
    email: 'chen.si@example.edu.cn',
    phone: '13800001234',
    roles: [{ code: 'ROLE_TEACHER', fromDay: null, untilDay: null }],
    orgs: rows.map(({ id }) => ({ orgId: id, relation: 'LEADER', fromDay: null, untilDay: '2029-08-31' })),
  };
  return templateSheet('users', fields, cellsOf(fields, form), locale);
}
