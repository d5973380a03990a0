import { POWERS } from '@kuwei/contract/access';
import type { RoleAccess } from '@kuwei/contract/auth/role';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import { isReadable } from '../rule/given.ts';
import { rulesWhere } from '../rule/queries.ts';
import { subjectsText } from '../rule/words.ts';
import { loadGrantScope, type GrantingCaller } from './rights.ts';

/** Current and future data rules of a role, oldest first. Their subjects are shown only to people who may read rules. */
export async function rulesOf(db: Kysely<DB>, code: string, asker: GrantingCaller): Promise<RoleAccess['rules']> {
  const lasts = sql`k.ended_at is null and (k.until_day is null or k.until_day >= current_date)`;
  const rules = await rulesWhere(db, sql`k.role_code = ${code} and ${lasts}`, asker.locale);
  if (rules.length === 0) return [];
  const { everything, powers } = await loadGrantScope(db, asker);
  const readable = everything || powers.has(POWERS.rule) ? await isReadable(db, asker.caller.userId) : sql<boolean>`false`;
  const { rows } = await sql<{ id: string }>`
    select k.id from sys_rule k where k.role_code = ${code} and ${lasts} and ${readable}`.execute(db);
  const read = new Set(rows.map(({ id }) => id));
  return rules.map((rule) => ({
    id: rule.id,
    kind: say(asker.locale, `rights.rule.subject.${rule.subjectType}`),
    what: read.has(rule.id) ? subjectsText(rule, asker.locale) : null,
    exports: rule.actions.includes('EXPORT'),
    fromDay: rule.fromDay,
    untilDay: rule.untilDay,
  }));
}
