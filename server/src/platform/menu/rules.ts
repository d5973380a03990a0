// Menu entries opened by data rules: selected ones, those below them, or all (decision 120).
import type { RuleModel } from '@kuwei/contract/auth/rule-words';
import type { MenuGrants } from '@kuwei/contract/menu';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { isRuleGranted } from '../../session/sessions.ts';
import type { DB } from '../../db/types.ts';
import type { MergedEntry } from './merge.ts';
import { chainOf } from './path.ts';

interface MenuRule {
  model: RuleModel;
  ids: readonly string[];
}

export function mergeMenuRules(rules: readonly MenuRule[]): MenuGrants {
  const picked = (wanted: RuleModel): string[] => [...new Set(rules.flatMap(({ model, ids }) => (model === wanted ? ids : [])))];
  return { all: rules.some(({ model }) => model === 'all'), entries: picked('select'), trees: picked('tree') };
}

/** A person, or a set of roles. */
export type MenuReader = { userId: string } | { roles: readonly string[] };

/** Entries that data rules open to them now. */
export async function loadOpenedMenu(db: Kysely<DB>, of: MenuReader): Promise<MenuGrants> {
  const theirs =
    'userId' in of
      ? sql`exists (select from sys_user u where u.id = ${of.userId} and ${isRuleGranted('r')})`
      : sql`r.role_code = any(${[...of.roles]}::text[])`;
  const { rows } = await sql<MenuRule>`
    select r.subject_model as model, array(select e.entry_id from sys_rule_entry e where e.rule_id = r.id) as ids
      from sys_rule_now r left join wms_org o on o.id = r.org_id
     where r.subject_type = 'MENU' and (o.id is null or o.valid) and ${theirs}`.execute(db);
  return mergeMenuRules(rows);
}

/** Whether rule `k` opens the last entry of a chain from parent to child. */
export const isRuleOpeningLast = (chain: readonly string[]): RawBuilder<boolean> => sql<boolean>`(k.subject_type = 'MENU' and (
  k.subject_model = 'all' or k.id in (
    select e.rule_id from sys_rule_entry e
     where e.entry_id = any(${[...chain]}::text[]) and (k.subject_model = 'tree' or e.entry_id = ${chain.at(-1) ?? ''}))))`;

/** Number of data rules that open each entry now, as by `isRuleOpeningLast`; hidden and public entries are not opened by rules. */
export async function countRulesPerEntry(db: Kysely<DB>, entries: readonly MergedEntry[]): Promise<(id: string) => number> {
  const pairs = entries.flatMap(({ id }) => chainOf(entries, id).map((above) => ({ id, above: above.id })));
  const { rows } = await sql<{ id: string | null; n: number }>`
    select c.id, count(distinct k.id)::int as n
      from unnest(${pairs.map(({ id }) => id)}::text[], ${pairs.map(({ above }) => above)}::text[]) c (id, above)
      join sys_rule_entry e on e.entry_id = c.above
      join sys_rule_now k on k.id = e.rule_id and (k.subject_model = 'tree' or c.id = c.above)
     group by c.id
    union all
    select null, count(*)::int from sys_rule_now k where k.subject_type = 'MENU' and k.subject_model = 'all'`.execute(db);
  const counted = new Map(rows.map(({ id, n }) => [id, n]));
  const isOpened = (id: string): boolean => {
    const chain = chainOf(entries, id);
    return chain.every(({ show }) => show) && chain.some(({ role }) => role.length > 0);
  };
  return (id) => (isOpened(id) ? (counted.get(id) ?? 0) + (counted.get(null) ?? 0) : 0);
}
