// Memberships as a workbook: a person and an organisation per row. Members not listed stay.
import type { PhraseKey } from '@kuwei/contract/phrase';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { normalizeText } from '@kuwei/contract/normalize-text';
import { readDay } from '@kuwei/contract/read-value';
import type { Member, OrgForm } from '@kuwei/contract/wms/org-record';
import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import {
  peopleRegister,
  registersOf,
  relationIn,
  unknownOrg,
  unknownPerson,
  writeMembers,
  type Register,
} from '../../auth/account/cells.ts';
import type { GrantChange } from '../../auth/account/grants.ts';
import { sensitiveOrgs } from '../../auth/account/sensitive-grants.ts';
import { findRowsBeyondLimits } from '../../auth/account/limits.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { todayOf } from '../../db/today.ts';
import type { DB } from '../../db/types.ts';
import type { Download } from '../../http/transfer.ts';
import { say } from '../../phrase.ts';
import type { ImportTable, Proposal, ReadRow, ReadRows, RowError, Written } from '../../platform/import/kind.ts';
import { truncateText } from '../../platform/import/rows.ts';
import { unreadableReason } from '../../platform/workbook/cell.ts';
import { type Column, type Sheet, templateSheet } from '../../platform/workbook/workbook.ts';
import { checkOrgs, ORG_DISABLED } from './gates.ts';
import { lockRights } from '../../auth/account/write.ts';
import { ORGANISATIONS, orgsById, type StoredOrg } from './record.ts';
import { titleOf } from './workbook.ts';
import { memberChangesOf, lockOrgs, writeOrgs } from './write.ts';

const COLUMNS: readonly (Column & { words?: string })[] = [
  { key: 'orgCode', phrase: 'org.import.org', width: 24, words: 'orgCode' },
  { key: 'username', phrase: 'org.import.person', width: 20, words: 'username' },
  { key: 'relation', phrase: 'org.relation', width: 12 },
  { key: 'fromDay', phrase: 'org.fromDay', width: 14, as: 'day' },
  { key: 'untilDay', phrase: 'org.untilDay', width: 14, as: 'day' },
];

/** A membership to be written. */
interface MemberRow extends Member {
  orgId: string;
}

/** Rows processed before yielding. */
const CHUNK = 200;

/** @param userId the importer, whose own memberships cannot change */
export async function memberTable(db: Kysely<DB>, userId: string, locale: Locale): Promise<ImportTable<MemberRow>> {
  const [{ orgs }, people] = await Promise.all([registersOf(db), peopleRegister(db)]);
  return {
    entity: ORGANISATIONS,
    columns: COLUMNS,
    key: 'username',
    read: (sheet, keys) => readRows(db, { sheet, keys, orgs, people, userId, locale }),
    rightsGiven: async (rows) => {
      const sensitive = await sensitiveOrgs(db, locale);
      return new Map(
        rows.flatMap(({ row, proposal }) => {
          const name = sensitive.get(proposal.form.orgId);
          return name === undefined ? [] : [[row, [name]]];
        }),
      );
    },
    write: writeWishes,
  };
}

interface Reading {
  sheet: Sheet;
  keys: readonly (string | null)[];
  orgs: Register;
  people: Register;
  userId: string;
  locale: Locale;
}

async function readRows(db: Kysely<DB>, reading: Reading): Promise<ReadRows<MemberRow>> {
  const { sheet } = reading;
  const today = await todayOf(db);
  const result: ReadRows<MemberRow> = { rows: [], errors: [], notes: [] };
  const seen = new Map<string, number>();
  const taken: { row: number; holding: GrantChange }[] = [];
  for (let from = 0; from < sheet.rows.length; from += CHUNK) {
    const part = sheet.rows.slice(from, from + CHUNK).map((cells, at) => ({ cells, row: sheet.firstRow + from + at }));
    const read = part.filter(({ cells }) => cells.some((cell) => cell !== '')).map((each) => readMember(each, reading, seen));
    const wished = read.flatMap((one) => ('wish' in one ? [one] : []));
    const orgs = await orgsById(db, [...new Set(wished.map(({ wish }) => wish.orgId))]);
    // It may have been deleted since the names were read.
    const wishes = wished.filter(({ wish }) => orgs.has(wish.orgId));
    const faults = await checkMemberRows(db, wishes, orgs, reading);
    for (const one of read) {
      const errors = 'wish' in one ? (faults.get(one.row) ?? [deletedError(one.row, reading)]) : one.errors;
      result.errors.push(...errors);
      if (!('wish' in one) || errors.length > 0) continue;
      result.rows.push(toRow(one, orgs, reading));
      const { orgId, ...wished } = one.wish;
      const before = orgs.get(orgId)!.form.members.filter(({ userId }) => userId === wished.userId);
      const { untilDay } = wished;
      if (untilDay !== null && untilDay < today && untilDay !== before[0]?.untilDay)
        result.notes.push(errorAt(one.row, 'untilDay', say(reading.locale, 'form.dayOver'), reading));
      taken.push({ row: one.row, holding: memberChangesOf(orgId, before, [wished]) });
    }
    await setImmediate();
  }
  return refuseBeyondLimits(db, result, taken, reading);
}

/** Refuses rows beyond the maximum per person or organisation; the others stay. */
async function refuseBeyondLimits(
  db: Kysely<DB>,
  { rows, errors, notes }: ReadRows<MemberRow>,
  taken: readonly { row: number; holding: GrantChange }[],
  reading: Reading,
): Promise<ReadRows<MemberRow>> {
  const holdings = taken.map(({ holding }) => holding);
  const beyond = await findRowsBeyondLimits(db, reading.locale, holdings, { orgs: 'username', members: 'orgCode' });
  const refused = new Map([...beyond].map(([at, fault]) => [taken[at]!.row, fault]));
  const refusals = [...refused].map(([row, { code, params, field }]) =>
    errorAt(row, field!, say(reading.locale, `error.${code}`, params), reading),
  );
  return {
    rows: rows.filter(({ row }) => !refused.has(row)),
    errors: [...errors, ...refusals].toSorted((one, other) => one.row - other.row),
    notes,
  };
}

interface ReadMember {
  row: number;
  wish: MemberRow;
}
type Read = ReadMember | { row: number; errors: RowError[] };

function readMember(
  { cells, row }: { cells: readonly string[]; row: number },
  reading: Reading,
  seen: Map<string, number>,
): Read {
  const { orgs, people } = reading;
  const errors: RowError[] = [];
  const cell = (key: string): string => normalizeText(cells[reading.keys.indexOf(key)] ?? '').trim();
  const refuse = (key: string, phrase: PhraseKey, params = {}): null => {
    errors.push(errorAt(row, key, say(reading.locale, phrase, params), reading));
    return null;
  };
  const read = <T>(
    key: string,
    valueOf: (text: string) => T | null,
    refusal: (text: string) => { phrase: PhraseKey; codes?: readonly string[] },
    needed = false,
  ): T | null => {
    const text = cell(key);
    const unread = unreadableReason(cells[reading.keys.indexOf(key)] ?? '');
    if (unread) return refuse(key, unread);
    if (text === '') return needed ? refuse(key, 'rule.required') : null;
    const value = valueOf(text);
    if (value !== null) return value;
    const { phrase, codes = [] } = refusal(text);
    return refuse(key, phrase, { value: truncateText(text), codes });
  };
  const orgId = read(
    'orgCode',
    (text) => orgs.keyOf(text),
    (text) => unknownOrg(orgs, text),
    true,
  );
  const userId = read(
    'username',
    (text) => people.keyOf(text),
    (text) => unknownPerson(people, text),
    true,
  );
  const relation = cell('relation') === '' ? 'MEMBER' : read('relation', relationIn, () => ({ phrase: 'org.import.noRelation' }));
  const day = (key: string): string | null =>
    read(
      key,
      (text) => readDay(text),
      () => ({ phrase: 'rule.day' }),
    );
  const [fromDay, untilDay] = [day('fromDay'), day('untilDay')];
  if (errors.length > 0 || orgId === null || userId === null || relation === null) return { row, errors };
  const key = `${orgId} ${userId}`;
  const first = seen.get(key);
  if (first !== undefined) {
    refuse('username', 'workbook.duplicate', { row: first });
    return { row, errors };
  }
  seen.set(key, row);
  return { row, wish: { orgId, userId, relation, fromDay, untilDay } };
}

function errorAt(row: number, key: string, message: string, { keys, locale }: Reading): RowError {
  const at = keys.indexOf(key);
  const column = COLUMNS.find((each) => each.key === key)!;
  return { row, at: at < 0 ? null : at, column: say(locale, column.phrase), message };
}

const deletedError = (row: number, reading: Reading): RowError =>
  errorAt(row, 'orgCode', say(reading.locale, 'error.NOT_FOUND'), reading);

const KEY_OF: Readonly<Record<string, string>> = { userId: 'username', untilDay: 'untilDay' };

/** Errors of the shared validation for each row by itself. */
async function checkMemberRows(
  db: Kysely<DB>,
  wishes: readonly ReadMember[],
  orgs: ReadonlyMap<string, StoredOrg>,
  reading: Reading,
): Promise<Map<number, RowError[]>> {
  const wanted = wishes.map(({ wish }) => {
    const before = orgs.get(wish.orgId)!;
    // Validates only new and changed members: the others were valid when added.
    return { before, form: { ...before.form, members: applyMemberRows(before.form.members, [wish]) } };
  });
  const faults = await checkOrgs(db, reading.userId, wanted);
  return new Map(
    wishes.map(({ row, wish }, at) => {
      const place = wanted[at]!.form.members.findIndex((member) => member.userId === wish.userId);
      const errors = faults[at]!.flatMap(({ code, params, faults: each }) =>
        each.length === 0
          ? [errorAt(row, 'username', say(reading.locale, `error.${code}`, params), reading)]
          : each
              .filter(({ path }) => path.startsWith(`members.${place}.`))
              .map((fault) =>
                errorAt(
                  row,
                  fault.key === ORG_DISABLED ? 'orgCode' : (KEY_OF[fault.path.split('.')[2]!] ?? 'orgCode'),
                  say(reading.locale, fault.key, fault.params),
                  reading,
                ),
              ),
      );
      return [row, errors] as const;
    }),
  );
}

function applyMemberRows(members: readonly Member[], wishes: readonly MemberRow[]): Member[] {
  const all = new Map(members.map((member) => [member.userId, member]));
  for (const { userId, relation, fromDay, untilDay } of wishes) all.set(userId, { userId, relation, fromDay, untilDay });
  return [...all.values()];
}

function toRow({ row, wish }: ReadMember, orgs: ReadonlyMap<string, StoredOrg>, { people, locale }: Reading): ReadRow<MemberRow> {
  const org = orgs.get(wish.orgId)!;
  const before = org.form.members.find(({ userId }) => userId === wish.userId);
  const shown = (member: Member | undefined): string => (member ? (writeMembers([member], people, locale) ?? '') : '');
  const fields = [{ column: say(locale, 'org.members'), before: shown(before), after: shown(wish) }];
  return {
    row,
    proposal: { id: before ? org.id : null, rev: org.rev, form: wish },
    title: titleOf(org.form),
    fields: fields.filter((field) => field.before !== field.after),
  };
}

/**
 * Writes memberships by organisation, through the shared validation.
 * @throws AppError STALE if one was deleted since the preview
 * @returns one for each row; the outcome of an organisation is at the first of its rows
 */
async function writeWishes(context: WriteContext<Caller>, proposals: readonly Proposal<MemberRow>[]): Promise<Written[]> {
  const { trx } = context;
  const byOrg = Map.groupBy(proposals, ({ form }) => form.orgId);
  await lockRights(context);
  await lockOrgs(trx, [...byOrg.keys()]);
  const stored = await orgsById(trx, [...byOrg.keys()]);
  const changed = [...byOrg].map(([id, wishes]) => {
    const org = stored.get(id);
    if (!org) throw new AppError('STALE');
    const members = applyMemberRows(
      org.form.members,
      wishes.map(({ form }) => form),
    );
    return { id, rev: wishes[0]!.rev, form: { ...org.form, members } satisfies OrgForm };
  });
  const written = new Map((await writeOrgs(context, changed)).map((one) => [one.id, one]));
  const reported = new Set<string>();
  return proposals.map(({ form: { orgId } }) => {
    const one = written.get(orgId)!;
    if (reported.has(orgId)) return { ...one, change: {} };
    reported.add(orgId);
    return one;
  });
}

/** An empty sheet with an example row, which imports skip. */
export function memberTemplate(locale: Locale): Download {
  const example = {
    orgCode: say(locale, 'workbook.example', { text: 'LAB-CHEN' }),
    username: 'chen.si',
    relation: say(locale, 'org.relation.LEADER'),
    fromDay: null,
    untilDay: '2029-08-31',
  };
  return templateSheet('members', COLUMNS, example, locale);
}
