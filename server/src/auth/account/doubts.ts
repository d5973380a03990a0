// What rows of a workbook take from people, though nobody may have meant it: said beside the row, and refused nowhere.
import type { AccountForm } from '@kuwei/contract/auth/account';
import type { Locale } from '@kuwei/contract/constants';
import { listed } from '@kuwei/contract/phrase';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import type { Doubt } from '../../platform/import/kind.ts';
import { ledAlone } from './leaders.ts';
import type { StoredAccount } from './record.ts';

interface Wanted {
  before: StoredAccount | null;
  form: AccountForm;
}
type Doubts = Doubt<AccountForm>[];

/** @returns for each row what stays shut, what is over already, and which groups are left without a leader */
export async function accountDoubts(db: Kysely<DB>, locale: Locale, wanted: readonly Wanted[]): Promise<Doubts[]> {
  const { today } = (await sql<{ today: string }>`select current_date::text as today`.execute(db)).rows[0]!;
  const left = await leaderless(db, locale, wanted, today);
  return wanted.map((row) => {
    const groups = groupsLeft(row, today).flatMap((id) => left.get(id) ?? []);
    return [
      ...staysShut(row),
      ...overNow(row, today),
      ...(groups.length > 0
        ? [{ field: 'orgs' as const, key: 'user.account.leaderless' as const, params: { orgs: listed(locale, groups) } }]
        : []),
    ];
  });
}

/** A day that is put off opens no account again: nobody knows whether it was shut by the day alone. */
function staysShut({ before, form }: Wanted): Doubts {
  const isPutOff = before !== null && before.form.untilDay !== null && (form.untilDay ?? '~') > before.form.untilDay;
  return isPutOff && before.state === 'DISABLED' ? [{ field: 'untilDay', key: 'user.account.staysDisabled', params: {} }] : [];
}

/** Days that are over and are not what stood there before. */
function overNow({ before, form }: Wanted, today: string): Doubts {
  const isOver = (day: string | null, was: string | null | undefined): boolean => day !== null && day < today && day !== was;
  const roles = new Map(before?.form.roles.map((each) => [each.code, each.untilDay]));
  const orgs = new Map(before?.form.orgs.map((each) => [each.orgId, each.untilDay]));
  const fields = [
    ...(isOver(form.untilDay, before?.form.untilDay) ? ['untilDay' as const] : []),
    ...(form.roles.some(({ code, untilDay }) => isOver(untilDay, roles.get(code))) ? ['roles' as const] : []),
    ...(form.orgs.some(({ orgId, untilDay }) => isOver(untilDay, orgs.get(orgId))) ? ['orgs' as const] : []),
  ];
  return fields.map((field) => ({ field, key: 'form.dayOver', params: {} }));
}

/** Groups that somebody leads from now on. */
const ledBy = ({ orgs, untilDay }: AccountForm, today: string): string[] =>
  untilDay !== null && untilDay < today
    ? []
    : orgs
        .filter((each) => each.relation === 'LEADER' && !(each.untilDay !== null && each.untilDay < today))
        .map(({ orgId }) => orgId);

/** Groups that a row takes its person from as a leader. */
function groupsLeft({ before, form }: Wanted, today: string): string[] {
  if (before === null) return [];
  const after = new Set(ledBy(form, today));
  return ledBy(before.form, today).filter((id) => !after.has(id));
}

/** Names of the groups whose leaders all leave, and that no row gives another one, by id. */
async function leaderless(
  db: Kysely<DB>,
  locale: Locale,
  wanted: readonly Wanted[],
  today: string,
): Promise<Map<string, string>> {
  const leaving = new Map<string, Set<string>>();
  for (const row of wanted)
    for (const id of groupsLeft(row, today)) leaving.set(id, (leaving.get(id) ?? new Set()).add(row.before!.id));
  if (leaving.size === 0) return new Map();
  const stay = new Set(wanted.flatMap(({ form }) => ledBy(form, today)));
  const found = new Map<string, string>();
  for (const [id, people] of leaving) {
    if (stay.has(id)) continue;
    const group = (await ledAlone(db, [...people], locale)).find((each) => each.id === id);
    if (group) found.set(id, group.name);
  }
  return found;
}
