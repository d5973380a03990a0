// Organisations as a workbook: export, import and template share their columns.
import type { Locale } from '@kuwei/contract/constants';
import { ORG_TYPES } from '@kuwei/contract/org';
import { nameIn } from '@kuwei/contract/name';
import { normalizeText } from '@kuwei/contract/normalize-text';
import { orgForm, type OrgForm } from '@kuwei/contract/wms/org-record';
import { isDeepStrictEqual } from 'node:util';
import { sql, type Kysely } from 'kysely';
import { peopleRegister, readMembers, writeMembers } from '../../auth/account/cells.ts';
import { sensitiveOrgs } from '../../auth/account/sensitive-grants.ts';
import { findRowsBeyondLimits } from '../../auth/account/limits.ts';
import { everyRow, mapRows, type List } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import { countOf, notAmong } from '../../db/rows.ts';
import type { DB } from '../../db/types.ts';
import type { Download, SheetDownload } from '../../http/transfer.ts';
import { say } from '../../phrase.ts';
import type { Importer, ImportField, InfoField, ReadRow } from '../../platform/import/kind.ts';
import { parseOption } from '../../platform/import/options.ts';
import { exportName, exportedSheet, REV, type Cells, templateSheet } from '../../platform/workbook/workbook.ts';
import { deleteOrgs } from './actions.ts';
import { checkOrgs, uniqueOrgNamesOf, type Names } from './gates.ts';
import { orgList, type OrgQuery } from './queries.ts';
import {
  asStored,
  sortMembersAndQuotas,
  ORGANISATIONS,
  orgsByCode,
  orgsById,
  storedRows,
  type StoredOrg,
  type StoredRow,
} from './record.ts';
import { findReferencedOrgs } from './references.ts';
import { memberChangesOf, writeOrgs } from './write.ts';

type Field = ImportField<OrgForm>;
type TextKey = { [K in keyof OrgForm]: OrgForm[K] extends string | null ? K : never }[keyof OrgForm];

const text = (field: TextKey, width: number, more: Partial<Field> = {}): Field => ({
  key: field,
  field,
  phrase: `org.${field}`,
  width,
  read: (cell) => cell,
  empty: null,
  write: (form) => form[field],
  ...more,
});

const BLANK: OrgForm = orgForm.parse({ code: '0', name: '-', type: 'LAB', members: [], quotas: [] });

const INFOS: InfoField<StoredOrg>[] = [
  { key: 'state', phrase: 'org.state', width: 10, write: ({ state }, locale) => say(locale, `org.state.${state}`) },
  { key: REV, phrase: 'workbook.rev', width: 10, write: ({ rev }) => rev },
];

/** @param userId the importer, whose own memberships cannot change */
export async function orgKind(db: Kysely<DB>, userId: string, locale: Locale): Promise<Importer<OrgForm, StoredOrg>> {
  const people = await peopleRegister(db);
  const seen: Names = new Map();
  const fields: Field[] = [
    text('code', 16, { empty: undefined, read: (cell) => normalizeText(cell).toUpperCase() }),
    text('name', 26, { empty: undefined }),
    text('nameEn', 26),
    text('type', 12, {
      empty: undefined,
      read: (cell, remarks) => parseOption(cell, 'org.type', ORG_TYPES, locale, remarks),
      write: ({ type }) => say(locale, `org.type.${type}`),
    }),
    text('contact', 14),
    text('phone', 18),
    text('address', 26),
    {
      key: 'members',
      field: 'members',
      phrase: 'org.members',
      width: 50,
      empty: [],
      read: (cell, remarks) => readMembers(cell, remarks, people),
      write: (form) => writeMembers(form.members, people, locale),
      // A changed order of members is no change.
      adjust: (value, before) => {
        const sorted = (members: unknown) =>
          JSON.stringify(sortMembersAndQuotas({ ...BLANK, members: members as OrgForm['members'] }).members);
        return before && sorted(before.members) === sorted(value) ? before.members : value;
      },
    },
    text('remark', 30),
  ];
  return {
    entity: ORGANISATIONS,
    fields,
    infos: INFOS,
    key: 'code',
    schema: orgForm,
    blank: BLANK,
    titleOf,
    asNew: (form) => ({ id: '', rev: 0, state: 'ACTIVE', mergedIntoId: null, form }),
    find: (codes) => orgsByCode(db, codes),
    findById: orgsById,
    // People created by the import are deleted with it.
    usedOf: async (inside, ids) => new Set((await findReferencedOrgs(inside, ids, locale, true)).keys()),
    uniqueValues: uniqueOrgNamesOf,
    validate: (wanted, letGo) => checkOrgs(db, userId, wanted, seen, letGo),
    validateAll: (wanted) => {
      const holdings = wanted.map(({ before, form }) =>
        memberChangesOf(before?.id ?? '', before?.form.members ?? [], form.members),
      );
      return findRowsBeyondLimits(db, locale, holdings, { orgs: 'members' });
    },
    missing: (codes) => countOf(db, selectOtherOrgs(codes, locale)),
    write: writeOrgs,
    remove: deleteOrgs,
  };
}

/** Other active organisations; external lists do not cover warehouse organisations. */
export const selectOtherOrgs = (codes: readonly string[], locale: Locale) => sql<{ name: string }>`
  select ${named(locale, 'o')} || ' ' || o.code as name from wms_org o
   where o.valid and o.type <> 'WAREHOUSE' and o.code ${notAmong(codes)} order by o.code`;

/** Rows that change members of a warehouse organisation or one with data rules, by row number. */
export const findOrgGrants =
  (db: Kysely<DB>, locale: Locale) =>
  async (rows: readonly ReadRow<OrgForm>[]): Promise<Map<number, string[]>> => {
    const ids = rows.flatMap(({ proposal }) => proposal.id ?? []);
    const [sensitive, stored] = await Promise.all([sensitiveOrgs(db, locale), orgsById(db, ids)]);
    // An empty organisation may become a warehouse organisation in the same row that adds its members.
    const grantsRights = ({ proposal: { id, form } }: ReadRow<OrgForm>): boolean => {
      const before = id === null ? undefined : stored.get(id)?.form;
      const isSensitive = form.type === 'WAREHOUSE' || (id !== null && sensitive.has(id));
      return (
        isSensitive && !isDeepStrictEqual(before ? sortMembersAndQuotas(before).members : [], sortMembersAndQuotas(form).members)
      );
    };
    return new Map(rows.filter(grantsRights).map(({ row, proposal }) => [row, [nameIn(locale, proposal.form)]]));
  };

export const titleOf = ({ code, name }: Pick<OrgForm, 'code' | 'name'>): string => `${name} ${code}`;

/** All rows of a list, for re-import. */
export async function exportOrgs(db: Kysely<DB>, query: OrgQuery, locale: Locale): Promise<SheetDownload> {
  const { fields, infos } = await orgKind(db, '', locale);
  const list: List<StoredRow> = { ...orgList(query, locale), rows: storedRows(sql`page join wms_org o on o.id = page.id`) };
  const cells = (row: StoredRow): Cells => {
    const stored = asStored(row);
    return Object.fromEntries([
      ...fields.map((field) => [field.key, field.write(stored.form)]),
      ...infos.map((info) => [info.key, info.write(stored, locale)]),
    ]) as Cells;
  };
  return exportedSheet(
    exportName('organisations', locale),
    [...fields, ...infos],
    async () => mapRows(await everyRow(db, list), cells),
    locale,
  );
}

/** An empty sheet with an example row, which imports skip. */
export async function orgTemplate(db: Kysely<DB>, locale: Locale): Promise<Download> {
  const { fields } = await orgKind(db, '', locale);
  const example = Object.fromEntries(fields.map((field) => [field.key, EXAMPLE[field.key]?.(locale)]));
  return templateSheet('orgs', fields, example, locale);
}

const EXAMPLE: Readonly<Record<string, (locale: Locale) => string>> = {
  code: (locale) => say(locale, 'workbook.example', { text: 'LAB-CHEN' }),
  name: (locale) => say(locale, 'org.example.name'),
  nameEn: () => 'Chen Group',
  type: (locale) => say(locale, 'org.type.LAB'),
  contact: (locale) => say(locale, 'org.example.contact'),
  phone: () => '010-62751234',
  members: (locale) => `chen.si=${say(locale, 'org.relation.LEADER')}; li.si=${say(locale, 'org.relation.STUDENT')} ~2029-08-31`,
};
