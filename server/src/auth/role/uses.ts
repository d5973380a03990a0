// References to a role or a power, which block its deletion.
import type { Locale } from '@kuwei/contract/constants';
import { nameIn } from '@kuwei/contract/name';
import { sql, type Kysely } from 'kysely';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import type { MergedEntry } from '../../platform/menu/merge.ts';
import { readMenu } from '../../platform/menu/stored.ts';
import { isApproverRole } from './record.ts';

/** Names of menu items restricted to a role or a power. */
async function findRestrictedMenuItems(db: Kysely<DB>, code: string, locale: Locale): Promise<{ name: string }[]> {
  const entries = await readMenu(db);
  return entries.filter((entry) => isRestrictedTo(entry, code)).map((entry) => ({ name: nameIn(locale, entry) }));
}

/** Whether an entry is restricted to a role or a power. */
export const isRestrictedTo = ({ role, pageRole }: Pick<MergedEntry, 'role' | 'pageRole'>, code: string): boolean =>
  role.includes(code) || pageRole.includes(code);

/** All references to a role, as text. */
export async function listRoleReferences(db: Kysely<DB>, code: string, locale: Locale): Promise<string[]> {
  const { rows } = await sql<{ people: number; binned: number; rules: number; decides: boolean; settings: string[] }>`
    select g.people, g.binned,
           (select count(*)::int from sys_rule k where k.role_code = r.code) as rules,
           ${isApproverRole} as decides,
           array(select c.code from sys_config c where jsonb_typeof(c.value) = 'array' and c.value ? r.code) as settings
      from sys_role r cross join lateral (
        select (count(*) filter (where u.deleted_at is null))::int as people, (count(*) filter (where u.deleted_at is not null))::int as binned
          from sys_role_grant x join sys_user u on u.id = x.user_id where x.role_code = r.code) g
     where r.code = ${code}`.execute(db);
  const [{ people, binned, rules, decides: isAsked, settings }] = rows as [(typeof rows)[0]];
  const menu = await findRestrictedMenuItems(db, code, locale);
  return [
    ...(people > 0 ? [say(locale, 'rights.role.use.people', { n: people })] : []),
    ...(binned > 0 ? [say(locale, 'rights.role.use.binned', { n: binned })] : []),
    ...(rules > 0 ? [say(locale, 'rights.role.use.rules', { n: rules })] : []),
    ...(isAsked ? [say(locale, 'rights.role.use.workflow')] : []),
    ...settings.map((setting) => say(locale, `setting.${setting}`)),
    ...menu.map(({ name }) => say(locale, 'rights.role.use.menu', { name })),
  ];
}

/** All uses of a power, as text. @param calls how many routes require it */
export async function listPowerUses(db: Kysely<DB>, code: string, calls: number, locale: Locale): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select ${named(locale, 'r')} as name from sys_role_power p join sys_role r on r.code = p.role_code
     where p.power_code = ${code} and r.code <> 'ROLE_ADMIN' order by r.sort, r.code`.execute(db);
  const menu = await findRestrictedMenuItems(db, code, locale);
  return [
    ...(calls > 0 ? [say(locale, 'rights.power.use.calls', { n: calls })] : []),
    ...rows.map(({ name }) => say(locale, 'rights.power.use.role', { name })),
    ...menu.map(({ name }) => say(locale, 'rights.role.use.menu', { name })),
  ];
}
