// Roles as a workbook with a column for each power: import and export share the matrix.
import type { PhraseKey } from '@kuwei/contract/phrase';
import { roleForm, type RoleForm } from '@kuwei/contract/auth/role';
import { LOCALES, type Locale } from '@kuwei/contract/constants';
import { nameIn } from '@kuwei/contract/name';
import { normalizeText } from '@kuwei/contract/normalize-text';
import { sql, type Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Caller } from '../../context.ts';
import { everyRow, mapRows, type RowOf } from '../../db/list.ts';
import { notAmong } from '../../db/rows.ts';
import type { DB } from '../../db/types.ts';
import type { Download, SheetDownload } from '../../http/transfer.ts';
import { say } from '../../phrase.ts';
import {
  type ImportColumn,
  type Importer,
  type ImportField,
  type InfoField,
  type Stored,
  cellsOf,
} from '../../platform/import/kind.ts';
import { exportName, exportedSheet, REV, yesNo, type Cells, templateSheet } from '../../platform/workbook/workbook.ts';
import { loadRoleNames, type RoleNames } from './role-names.ts';
import { checkRoles, namesOf } from './gates.ts';
import { roleList, type RoleQuery } from './queries.ts';
import { rolesByCode, rolesById, ROLES, type StoredRole } from './record.ts';
import { listRoleReferences } from './uses.ts';
import { deleteRoles, writeRoles } from './write.ts';

/** A role with each power as a boolean field. */
type Line = Omit<RoleForm, 'powers'> & Record<string, unknown>;
type StoredLine = Stored<Line> & { role: StoredRole };
type Field = ImportField<Line>;

interface Power {
  code: string;
  name: string;
  nameEn: string;
}

const powersIn = async (db: Kysely<DB>): Promise<Power[]> =>
  (
    await sql<Power>`select code, name, coalesce(nullif(name_en, ''), name) as "nameEn" from sys_power order by module, code`.execute(
      db,
    )
  ).rows;

const lineOf = ({ powers, ...own }: RoleForm, all: readonly Power[]): Line => ({
  ...own,
  ...Object.fromEntries(all.map(({ code }) => [code, powers.includes(code)])),
});

/** Powers created since the sheet was read stay unchanged. */
function formOf(line: Line, all: readonly Power[]): RoleForm {
  const { code, name, nameEn, sort, valid, remark } = line;
  return {
    code,
    name,
    nameEn,
    sort,
    valid,
    remark,
    powers: all.filter((power) => line[power.code] === true).map((power) => power.code),
  };
}

const readYes: Field['read'] = (text, { refuse }) => {
  const meant = normalizeText(text).toLowerCase();
  const any = (key: 'workbook.yes' | 'workbook.no'): string[] => LOCALES.map((locale) => say(locale, key).toLowerCase());
  if (['✓', '√', 'x', '1', 'y', 'true', ...any('workbook.yes')].includes(meant)) return true;
  return ['0', 'n', '-', 'false', ...any('workbook.no')].includes(meant) ? false : refuse('workbook.yesNo');
};

const column = (field: 'code' | 'name' | 'nameEn' | 'remark', width: number, more: Partial<Field> = {}): Field => ({
  key: field,
  field,
  phrase: `rights.role.${field}`,
  width,
  read: (cell) => cell,
  write: (form) => form[field],
  ...more,
});

const own = (locale: Locale): Field[] => [
  column('code', 28, { read: (cell) => normalizeText(cell).toUpperCase() }),
  column('name', 20),
  column('nameEn', 26),
  {
    key: 'sort',
    field: 'sort',
    phrase: 'rights.role.sort',
    width: 8,
    isNumber: true,
    read: (cell) => (/^\d{1,9}$/.test(normalizeText(cell)) ? Number(normalizeText(cell)) : cell),
    write: ({ sort }) => sort,
  },
  {
    key: 'valid',
    field: 'valid',
    phrase: 'rights.role.valid',
    width: 8,
    read: readYes,
    write: ({ valid }) => yesNo(valid, locale),
  },
  column('remark', 30, { empty: null }),
];

const headingOf = (power: Power, locale: Locale): string => `${nameIn(locale, power)} ${power.code}`;

const powerColumn = (power: Power, locale: Locale): Field & Pick<ImportColumn, 'names'> => ({
  key: power.code,
  field: power.code,
  // The site's name with the code, which is unique.
  phrase: headingOf(power, locale) as PhraseKey,
  names: LOCALES.map((each) => headingOf(power, each)),
  width: 18,
  empty: false,
  read: readYes,
  write: (form) => (form[power.code] === true ? '✓' : null),
});

export async function roleKind(db: Kysely<DB>, caller: Caller, locale: Locale): Promise<Importer<Line, StoredLine>> {
  const powers = await powersIn(db);
  const { powers: _, ...shape } = roleForm.shape;
  const schema = z.strictObject({
    ...shape,
    ...Object.fromEntries(powers.map(({ code }) => [code, z._default(z.boolean(), false)])),
  });
  let roleNames: Promise<RoleNames> | undefined;
  const asLine = (role: StoredRole): StoredLine => ({ id: role.id, rev: role.rev, form: lineOf(role.form, powers), role });
  const asLines = (roles: ReadonlyMap<string, StoredRole>) => new Map([...roles].map(([key, role]) => [key, asLine(role)]));
  return {
    entity: ROLES,
    fields: [...own(locale), ...powers.map((power) => powerColumn(power, locale))],
    infos: INFOS,
    key: 'code',
    schema: schema as unknown as z.core.$ZodType<Line>,
    blank: lineOf(BLANK, powers),
    titleOf: ({ name, code }) => `${name} ${code}`,
    asNew: (form) =>
      asLine({
        id: '',
        rev: 0,
        reserved: false,
        builtIn: false,
        decides: false,
        heldUntil: undefined,
        form: formOf(form, powers),
      }),
    find: async (codes) => asLines(await rolesByCode(db, codes)),
    findById: async (at, ids) => asLines(await rolesById(at, ids)),
    usedOf: findUsedRoles,
    uniqueValues: (form) => namesOf(form),
    validate: (wanted, letGo) => {
      const rows = wanted.map(({ before, form }) => ({ before: before?.role ?? null, form: formOf(form, powers) }));
      if (letGo === undefined) return checkRoles(db, { caller, locale }, rows);
      roleNames ??= loadRoleNames(db, letGo);
      return checkRoles(db, { caller, locale }, rows, letGo, roleNames);
    },
    missing: async (codes) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from sys_role where code ${notAmong(codes)}`.execute(db);
      return rows[0]!.n;
    },
    write: async (context, proposals) => {
      const forms = proposals.map((proposal) => ({ ...proposal, form: formOf(proposal.form, powers) }));
      const written = await writeRoles(context, forms);
      return written.map(({ change: { powers: changed, ...change }, ...rest }) => ({
        ...rest,
        change: { ...change, ...diffPowers(changed, powers) },
      }));
    },
    remove: deleteRoles,
  };
}

/** Added and removed powers as fields of the sheet. */
function diffPowers(
  changed: readonly [unknown, unknown] | undefined,
  powers: readonly Power[],
): Record<string, [unknown, unknown]> {
  if (changed === undefined) return {};
  const [before, after] = changed as [string[], string[]];
  return Object.fromEntries(
    powers
      .filter(({ code }) => before.includes(code) !== after.includes(code))
      .map(({ code }) => [code, [before.includes(code), after.includes(code)]]),
  );
}

async function findUsedRoles(db: Kysely<DB>, ids: readonly string[]): Promise<Set<string>> {
  const used = new Set<string>();
  for (const [id, { form, builtIn }] of await rolesById(db, ids))
    if (builtIn || (await listRoleReferences(db, form.code, 'zh')).length > 0) used.add(id);
  return used;
}

const BLANK: RoleForm = roleForm.parse({ code: 'ROLE_X', name: '-', nameEn: '-' });

const INFOS: InfoField<StoredLine>[] = [{ key: REV, phrase: 'workbook.rev', width: 10, write: ({ rev }) => rev }];

/** Every row of a list, ready for re-import. */
export async function exportRoles(db: Kysely<DB>, query: RoleQuery, caller: Caller, locale: Locale): Promise<SheetDownload> {
  const [{ fields, infos }, powers] = [await roleKind(db, caller, locale), await powersIn(db)];
  const list = roleList({ ...query, sort: query.sort ?? 'sort' }, locale);
  const cells = ({ id, rev, reserved, builtIn, ...form }: RowOf<typeof list>): Cells => {
    const role: StoredRole = { id, rev, reserved, builtIn, decides: false, heldUntil: undefined, form };
    const line = { id, rev, form: lineOf(form, powers), role };
    return Object.fromEntries([
      ...fields.map((field) => [field.key, field.write(line.form)]),
      ...infos.map((info) => [info.key, info.write(line, locale)]),
    ]) as Cells;
  };
  return exportedSheet(
    exportName('roles', locale),
    [...fields, ...infos],
    async () => mapRows(await everyRow(db, list), cells),
    locale,
  );
}

/** An empty sheet with an example row, which imports skip. */
export async function roleTemplate(db: Kysely<DB>, caller: Caller, locale: Locale): Promise<Download> {
  const { fields } = await roleKind(db, caller, locale);
  const form = lineOf(
    {
      ...BLANK,
      code: say(locale, 'workbook.example', { text: 'ROLE_LAB_DESK' }),
      name: '实验室前台',
      nameEn: 'Laboratory desk',
    },
    [],
  );
  return templateSheet('roles', fields, cellsOf(fields, form), locale);
}
