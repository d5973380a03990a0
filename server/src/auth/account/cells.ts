// Grants as one workbook cell: `教师（课题组）; 入库初审 2026-09-01~2027-08-31`, and memberships with the relation: `LAB-BIO=负责人;
// LAB-POLYMER=成员 ~2027-08-31`.
import type { Membership, RoleGrant } from '@kuwei/contract/auth/account';
import { LOCALES, type Locale } from '@kuwei/contract/constants';
import type { PhraseKey } from '@kuwei/contract/phrase';
import { normalizeText } from '@kuwei/contract/normalize-text';
import { readDay } from '@kuwei/contract/read-value';
import { RELATIONS } from '@kuwei/contract/org';
import type { Member } from '@kuwei/contract/wms/org-record';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import type { Remarks } from '../../platform/import/kind.ts';
import { SYSTEM_ID } from '../../session/system-user.ts';

type Names = Record<Locale, string>;

/** Something that cells refer to by its code or by its name in any language. */
export interface Named {
  key: string;
  code: string;
  names: Names;
}

/** Normalizes a name for comparison: width, case, spaces. */
export const normalizeSpelling = (text: string): string => normalizeText(text).toLowerCase().replace(/\s+/g, '');

export class Register {
  readonly #byKey: ReadonlyMap<string, Named>;
  readonly #byName: ReadonlyMap<string, readonly Named[]>;
  readonly #byCode: ReadonlyMap<string, Named>;

  constructor(all: readonly Named[]) {
    this.#byKey = new Map(all.map((each) => [each.key, each]));
    // Reversed so that the first of several equal codes wins.
    this.#byCode = new Map(all.toReversed().map((each) => [normalizeSpelling(each.code), each]));
    const names = all.flatMap((each) =>
      [...new Set([each.code, ...LOCALES.map((locale) => each.names[locale])].map(normalizeSpelling))].map((name) => ({
        name,
        each,
      })),
    );
    this.#byName = new Map(
      [...Map.groupBy(names, ({ name }) => name)].map(([name, found]) => [name, found.map(({ each }) => each)] as const),
    );
  }

  /** @returns its key; null if unknown, or if the name is ambiguous */
  keyOf(text: string): string | null {
    const name = normalizeSpelling(text);
    const found = this.#byName.get(name) ?? [];
    const only = found.length === 1 ? found[0] : this.#byCode.get(name);
    return only?.key ?? null;
  }

  /** @returns the codes behind an ambiguous name; empty otherwise */
  severalOf(text: string): string[] {
    const found = this.#byName.get(normalizeSpelling(text)) ?? [];
    return found.length > 1 ? found.map(({ code }) => code) : [];
  }

  codeOf(key: string): string {
    return this.#byKey.get(key)?.code ?? key;
  }

  /** @returns its name, or its code if the name would not be read back as the same entry */
  shown(key: string, locale: Locale): string {
    const found = this.#byKey.get(key);
    if (!found) return key;
    const name = found.names[locale];
    return this.keyOf(name) === key && !/[;；,，、=\n]/.test(name) ? name : found.code;
  }
}

export interface Registers {
  roles: Register;
  orgs: Register;
}

/** Every role and organisation that a workbook may name. */
export async function registersOf(db: Kysely<DB>): Promise<Registers> {
  const names = sql`json_build_object('zh', name, 'en', coalesce(nullif(name_en, ''), name)) as names`;
  const [roles, orgs] = await Promise.all([
    sql<Named>`select code as key, code, ${names} from sys_role`.execute(db),
    sql<Named>`select id as key, code, ${names} from wms_org`.execute(db),
  ]);
  return { roles: new Register(roles.rows), orgs: new Register(orgs.rows) };
}

/** First and last day after a name; either may be omitted. */
const SPAN = /\s*[(（]?\s*(\d{4}[-/.年][\d/.月日-]+)?\s*[~～至]\s*(\d{4}[-/.年][\d/.月日-]+)?\s*[)）]?\s*$/;

interface Part {
  text: string;
  fromDay: string | null;
  untilDay: string | null;
}

/** @returns null if a day is invalid */
function partOf(text: string): Part | null {
  const span = SPAN.exec(text);
  if (!span || (span[1] === undefined && span[2] === undefined)) return { text: text.trim(), fromDay: null, untilDay: null };
  const [fromDay, untilDay] = [span[1], span[2]].map((day) => (day === undefined ? null : readDay(day)));
  if ((span[1] !== undefined && fromDay === null) || (span[2] !== undefined && untilDay === null)) return null;
  return { text: text.slice(0, span.index).trim(), fromDay: fromDay ?? null, untilDay: untilDay ?? null };
}

const partsOf = (cell: string): string[] => cell.split(/[;；,，、\n]/).filter((part) => part.trim() !== '');
const spanText = ({ fromDay, untilDay }: { fromDay: string | null; untilDay: string | null }): string =>
  fromDay === null && untilDay === null ? '' : ` ${fromDay ?? ''}~${untilDay ?? ''}`;

/** How many codes a message lists for an ambiguous name. */
const CODES_NAMED = 3;

/** The part of a cell that could not be read. */
class UnreadablePart {
  readonly phrase: PhraseKey;
  readonly value: string;
  readonly codes: readonly string[];
  constructor(phrase: PhraseKey, value: string, codes: readonly string[] = []) {
    this.phrase = phrase;
    this.value = value.trim();
    this.codes = codes;
  }
}

/** The refusal for an unknown or ambiguous name. */
function unknownNameError(register: Register, name: string, none: PhraseKey, several: PhraseKey): UnreadablePart {
  const codes = register.severalOf(name);
  return codes.length > 0 ? new UnreadablePart(several, name, codes.slice(0, CODES_NAMED)) : new UnreadablePart(none, name);
}
export const unknownOrg = (orgs: Register, name: string): UnreadablePart =>
  unknownNameError(orgs, name, 'workbook.noSuchOrg', 'workbook.severalOrgs');
export const unknownPerson = (people: Register, name: string): UnreadablePart =>
  unknownNameError(people, name, 'workbook.noSuchPerson', 'workbook.severalPeople');

/** Reads every part. If one is unreadable, refuses the cell, naming the part. */
function read<G>(cell: string, { refuse }: Remarks, grantOf: (part: Part) => G | UnreadablePart): G[] | void {
  const grants: G[] = [];
  for (const text of partsOf(cell)) {
    const part = partOf(text);
    const grant = part === null ? new UnreadablePart('workbook.noSuchDays', text) : grantOf(part);
    if (grant instanceof UnreadablePart) return refuse(grant.phrase, { value: grant.value, codes: grant.codes });
    grants.push(grant);
  }
  return grants;
}

export const readRoles = (cell: string, remarks: Remarks, { roles }: Registers): RoleGrant[] | void =>
  read(cell, remarks, ({ text, ...span }) => {
    const code = roles.keyOf(text);
    return code === null ? new UnreadablePart('workbook.noSuchRole', text) : { code, ...span };
  });

export const writeRoles = (grants: readonly RoleGrant[], { roles }: Registers, locale: Locale): string | null =>
  grants.map(({ code, ...span }) => `${roles.shown(code, locale)}${spanText(span)}`).join('; ') || null;

/** The relation that a cell names; null if unknown. */
export const relationIn = (text: string): Membership['relation'] | null =>
  text === ''
    ? 'MEMBER'
    : (RELATIONS.find((code) =>
        [code, ...LOCALES.map((locale) => say(locale, `org.relation.${code}`))].some(
          (name) => normalizeSpelling(name) === normalizeSpelling(text),
        ),
      ) ?? null);

export const readOrgs = (cell: string, remarks: Remarks, { orgs }: Registers): Membership[] | void =>
  read(cell, remarks, ({ text, ...span }) => {
    const [name = '', relation = ''] = text.split(/[=＝]/);
    const orgId = orgs.keyOf(name);
    const is = relationIn(relation.trim());
    if (orgId === null) return unknownOrg(orgs, name);
    return is === null ? new UnreadablePart('workbook.noSuchRelation', relation) : { orgId, relation: is, ...span };
  });

export const writeOrgs = (members: readonly Membership[], { orgs }: Registers, locale: Locale): string | null =>
  members
    .map(
      ({ orgId, relation, ...span }) =>
        `${orgs.shown(orgId, locale)}=${say(locale, `org.relation.${relation}`)}${spanText(span)}`,
    )
    .join('; ') || null;

/**
 * People by username, staff number or name: `teacher=负责人; 张三=学生 ~2027-08-31`. Display names that people chose themselves are
 * ignored: one could be the staff number of a later user.
 */
export async function peopleRegister(db: Kysely<DB>): Promise<Register> {
  const { rows } = await sql<Named>`
    select u.id as key, u.username as code, json_build_object('zh', n.name, 'en', coalesce(u.staff_no, n.name)) as names
      from sys_user u cross join lateral (select case when u.chosen_name = u.name then u.username else u.name end as name) n
     where u.deleted_at is null and u.id <> ${SYSTEM_ID}`.execute(db);
  return new Register(rows);
}

export const readMembers = (cell: string, remarks: Remarks, people: Register): Member[] | void =>
  read(cell, remarks, ({ text, ...span }) => {
    const [name = '', relation = ''] = text.split(/[=＝]/);
    const userId = people.keyOf(name);
    const is = relationIn(relation.trim());
    if (userId === null) return unknownPerson(people, name);
    return is === null ? new UnreadablePart('workbook.noSuchRelation', relation) : { userId, relation: is, ...span };
  });

/** Writes usernames, which are unique. */
export const writeMembers = (members: readonly Member[], people: Register, locale: Locale): string | null =>
  members
    .map(
      ({ userId, relation, ...span }) => `${people.codeOf(userId)}=${say(locale, `org.relation.${relation}`)}${spanText(span)}`,
    )
    .join('; ') || null;
