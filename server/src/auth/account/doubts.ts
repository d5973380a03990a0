// Warnings about workbook rows that take rights away, possibly unintentionally. They are shown beside the row and refuse nothing.
import type { AccountForm } from '@kuwei/contract/auth/account';
import type { Locale } from '@kuwei/contract/constants';
import { joinList } from '@kuwei/contract/phrase';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import type { Doubt } from '../../platform/import/kind.ts';
import { findGroupsLedAlone } from './leaders.ts';
import type { StoredAccount } from './record.ts';

interface Wanted {
  before: StoredAccount | null;
  form: AccountForm;
}
type Doubts = Doubt<AccountForm>[];

/** @returns for each row: accounts that stay disabled, days already past, groups left without a leader */
export async function findAccountDoubts(db: Kysely<DB>, locale: Locale, wanted: readonly Wanted[]): Promise<Doubts[]> {
  const { today } = (await sql<{ today: string }>`select current_date::text as today`.execute(db)).rows[0]!;
  const left = await findLeaderlessGroups(db, locale, wanted, today);
  return wanted.map((row) => {
    const groups = findGroupsNoLongerLed(row, today).flatMap((id) => left.get(id) ?? []);
    return [
      ...findDisabledAccountDoubts(row),
      ...findPastDays(row, today),
      ...(groups.length > 0
        ? [{ field: 'orgs' as const, key: 'user.account.leaderless' as const, params: { orgs: joinList(locale, groups) } }]
        : []),
    ];
  });
}

/** Extending the last day does not re-enable an account: it may have been disabled for another reason. */
function findDisabledAccountDoubts({ before, form }: Wanted): Doubts {
  const isPutOff = before !== null && before.form.untilDay !== null && (form.untilDay ?? '~') > before.form.untilDay;
  return isPutOff && before.state === 'DISABLED' ? [{ field: 'untilDay', key: 'user.account.staysDisabled', params: {} }] : [];
}

/** Newly entered last days that are already past. */
function findPastDays({ before, form }: Wanted, today: string): Doubts {
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

/** Groups that the person leads today or later. */
const findLedGroups = ({ orgs, untilDay }: AccountForm, today: string): string[] =>
  untilDay !== null && untilDay < today
    ? []
    : orgs
        .filter((each) => each.relation === 'LEADER' && !(each.untilDay !== null && each.untilDay < today))
        .map(({ orgId }) => orgId);

/** Groups that a row stops its person from leading. */
function findGroupsNoLongerLed({ before, form }: Wanted, today: string): string[] {
  if (before === null) return [];
  const after = new Set(findLedGroups(form, today));
  return findLedGroups(before.form, today).filter((id) => !after.has(id));
}

/** Names, by id, of the groups that lose all their leaders and gain none from another row. */
async function findLeaderlessGroups(
  db: Kysely<DB>,
  locale: Locale,
  wanted: readonly Wanted[],
  today: string,
): Promise<Map<string, string>> {
  const leaving = new Map<string, Set<string>>();
  for (const row of wanted)
    for (const id of findGroupsNoLongerLed(row, today)) leaving.set(id, (leaving.get(id) ?? new Set()).add(row.before!.id));
  if (leaving.size === 0) return new Map();
  const stay = new Set(wanted.flatMap(({ form }) => findLedGroups(form, today)));
  const found = new Map<string, string>();
  for (const [id, people] of leaving) {
    if (stay.has(id)) continue;
    const group = (await findGroupsLedAlone(db, [...people], locale)).find((each) => each.id === id);
    if (group) found.set(id, group.name);
  }
  return found;
}
