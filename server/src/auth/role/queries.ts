import { WMS_ROLES } from '@kuwei/contract/access';
import type {
  RoleComparison,
  Role,
  RoleAccess,
  RolePerson,
  roleQuery,
  rolePersonQuery,
  roleRoutes,
} from '@kuwei/contract/auth/role';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { nameIn } from '@kuwei/contract/name';
import type { QueryOf, ReplyOf, Route } from '@kuwei/contract/route';
import { aboutPhrase, callPhrase } from '@kuwei/contract/sys/call-words';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type * as z from 'zod/mini';
import type { Origin } from '../../context.ts';
import { conditionsOf, rowsOf, type Joined } from '../../db/columns.ts';
import { all, materializeKeys, oneRow, orderOf, type List, type SortsOf } from '../../db/list.ts';
import { byName, named, matchesNameOrCode } from '../../db/named.ts';
import { like, matchesPerson } from '../../db/search.ts';
import type { DB, SysRole, SysRoleGrant, SysUser } from '../../db/types.ts';
import { say, t } from '../../phrase.ts';
import { callText } from '../../platform/log/words.ts';
import { readMenu } from '../../platform/menu/stored.ts';
import { holders, isHolder, rolesHeldBy } from '../../platform/people.ts';
import { SYSTEM_ID } from '../../session/system-user.ts';
import { isGrantableRole } from '../account/queries.ts';
import { isPerson, isGrantState, grantState } from '../account/record.ts';
import { ROLE } from './record.ts';
import type { GrantingCaller } from './rights.ts';
import { rulesOf } from './rules.ts';

export type RoleQuery = z.output<typeof roleQuery>;
type PersonQuery = z.output<typeof rolePersonQuery>;

export const isExistingPerson = sql`u.deleted_at is null and ${isPerson}`;
/**
 * Current holders of each role, counted for all roles at once. Disabled and deleted users are subtracted through partial indexes,
 * so that not every user row is read.
 */
const COUNTED = sql`(select g.role_code, count(*)::int as people from sys_role_grant g
   where ${isGrantState('g', 'NOW')} and g.user_id <> ${sql.lit(SYSTEM_ID)}
     and not exists (select from sys_user u where u.id = g.user_id and u.deleted_at is not null)
     and not exists (select from sys_user u where u.id = g.user_id and u.state = 'DISABLED' and u.deleted_at is null)
   group by g.role_code) n`;
const OF_ROLE = sql`left join ${COUNTED} on n.role_code = r.code`;
const people = sql<number>`coalesce(n.people, 0)`;

export function roleList(query: Omit<RoleQuery, 'page' | 'size'>, locale: Locale): List<Role> {
  const conditions = conditionsOf(query, {
    q: (q) => sql`(${matchesNameOrCode('r', q)} or lower(r.remark) like ${like(q)})`,
    valid: (is) => sql`r.valid = ${is}`,
    builtIn: (is) => sql`${ROLE.builtIn} = ${is}`,
    power: (code) => sql`exists (select from sys_role_power p where p.role_code = r.code and p.power_code = ${code})`,
  });
  const sorts: SortsOf<RoleQuery> = {
    sort: { by: sql`r.sort` },
    code: { by: sql`r.code` },
    name: { by: byName(locale, 'r') },
    people: { by: people },
    updatedAt: { by: sql`r.updated_at` },
  };
  return {
    id: sql`r.id`,
    from: sql`sys_role r ${query.sort === 'people' || query.sort === '-people' ? OF_ROLE : sql``} where ${all(conditions)}`,
    order: orderOf(query.sort ?? 'sort', sorts, sql`r.code`),
    rows: roleRows(locale),
  };
}

const roleRows = (locale: Locale): RawBuilder<Role> =>
  rowsOf<Role, { r: SysRole; b: Joined<SysUser> }>(
    {
      ...ROLE,
      people,
      powerNames: sql<Role['powerNames']>`coalesce((
        select json_agg(json_build_object('code', w.code, 'name', ${named(locale, 'w')}) order by w.code)
          from sys_role_power p join sys_power w on w.code = p.power_code where p.role_code = r.code), '[]')`,
      updatedBy: 'b.name',
    },
    sql`page join sys_role r on r.id = page.id left join sys_user b on b.id = r.updated_by ${OF_ROLE}`,
  );

/** @throws AppError NOT_FOUND */
export const findRole = (db: Kysely<DB>, id: string, { origin }: { origin: Pick<Origin, 'locale'> }): Promise<Role> =>
  oneRow(db, sql<{ id: string }>`select r.id from sys_role r where r.id = ${id}`, roleRows(origin.locale));

/** Holders of one role; empty without a role. */
export async function rolePersonList(db: Kysely<DB>, query: Omit<PersonQuery, 'page' | 'size'>): Promise<List<RolePerson>> {
  // A literal code lets the planner estimate how many hold it.
  const code =
    query.role === undefined
      ? undefined
      : await db.selectFrom('sys_role').where('id', '=', query.role).select('code').executeTakeFirst();
  const ofRole = sql`g.role_code = ${code?.code ?? null}`;
  const conditions = conditionsOf(query, {
    q: (q) => matchesPerson('u', q),
    role: null,
    when: (when) => isGrantState('g', when),
  });
  const sorts: SortsOf<PersonQuery> = {
    name: { by: sql`u.name collate "zh-x-icu"` },
    username: { by: sql`lower(u.username)` },
    untilDay: { by: sql`g.until_day`, nullable: true },
  };
  return {
    ...materializeKeys(
      sql`sys_role_grant g join sys_user u on u.id = g.user_id where ${all([ofRole, isExistingPerson, ...conditions])}`,
      orderOf(query.sort ?? 'name', sorts, sql`u.id`),
    ),
    rows: rowsOf<RolePerson, { u: SysUser; g: SysRoleGrant; b: Joined<SysUser> }>(
      {
        id: 'u.id',
        name: 'u.name',
        username: 'u.username',
        state: 'u.state',
        fromDay: 'g.from_day',
        untilDay: 'g.until_day',
        when: grantState('g'),
        grantedBy: 'b.name',
        grantedAt: 'g.granted_at',
      },
      sql`page join sys_user u on u.id = page.id join sys_role_grant g on g.user_id = u.id and ${ofRole} left join sys_user b on b.id = g.granted_by`,
    ),
  };
}

type FoundPerson = ReplyOf<typeof roleRoutes.findRolePeople>['list'][number];

/** People who can be granted something, matched by any part of their names. */
export const personList = ({
  q,
  sort = 'name',
}: Pick<QueryOf<typeof roleRoutes.findRolePeople>, 'q' | 'sort'>): List<FoundPerson> => ({
  ...materializeKeys(
    sql`sys_user u where ${isExistingPerson} and u.state = 'ACTIVE' ${q === undefined ? sql`` : sql`and ${matchesPerson('u', q)}`}`,
    orderOf(sort, { name: { by: sql`u.name collate "zh-x-icu"` } }, sql`u.id`),
    q !== undefined,
  ),
  rows: rowsOf<FoundPerson, { u: SysUser }>(
    { id: 'u.id', name: 'u.name', username: 'u.username' },
    sql`page join sys_user u on u.id = page.id`,
  ),
});

interface Item {
  id: string;
  parent: string | null;
  code: string;
  name: string;
  /** Any of them opens it; empty: open to everyone. */
  needs: string[];
}

/** Menu items with everything needed to see them: their own requirements and those of their ancestors. */
async function menuItems(db: Kysely<DB>, locale: Locale): Promise<(Item & { title: string; all: string[][] })[]> {
  const shown = (await readMenu(db)).filter(({ show }) => show);
  const items = new Map(
    shown.map((entry): [string, Item] => [
      entry.id,
      { id: entry.id, parent: entry.parentId, code: entry.code, name: nameIn(locale, entry), needs: entry.role },
    ]),
  );
  return [...items.values()].map((item) => {
    const line = lineOf(items, item);
    return {
      ...item,
      title: line.map(({ name }) => name).join(' / '),
      all: line.map(({ needs }) => needs).filter((needs) => needs.length > 0),
    };
  });
}

/** The path from the root to an item. */
function lineOf(items: ReadonlyMap<string, Item>, item: Item): Item[] {
  const line: Item[] = [];
  for (let at: Item | undefined = item; at; at = at.parent === null ? undefined : items.get(at.parent)) line.unshift(at);
  return line;
}

const callOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`;

type RestrictedAction = ReplyOf<typeof roleRoutes.listDeeds>[number];

/** Every restricted action: menu items, powers, routes. */
export async function listRestrictedActions(
  db: Kysely<DB>,
  routes: readonly Route[],
  locale: Locale,
): Promise<RestrictedAction[]> {
  const [menu, { rows: powers }] = await Promise.all([
    menuItems(db, locale),
    sql<{ code: string; name: string }>`select p.code, ${named(locale, 'p')} as name from sys_power p order by p.code`.execute(
      db,
    ),
  ]);
  return [
    ...menu
      .filter((item) => item.all.length > 0)
      .map(({ code, title }): RestrictedAction => ({ what: `menu:${code}`, kind: 'menu', name: title, hint: null })),
    ...powers.map(({ code, name }): RestrictedAction => ({ what: `power:${code}`, kind: 'power', name, hint: code })),
    ...routes
      .filter(({ needs }) => typeof needs === 'object')
      .map(callOf)
      .map((code): RestrictedAction => ({ what: `call:${code}`, kind: 'call', name: callText(locale, code), hint: code })),
  ];
}

/** Requirements as a conjunction of alternatives: one code of each list. @throws AppError NOT_FOUND */
export async function getRequirements(
  db: Kysely<DB>,
  routes: readonly Route[],
  what: string,
): Promise<readonly (readonly string[])[]> {
  const at = what.indexOf(':');
  const code = what.slice(at + 1);
  if (what.startsWith('power:')) return [[code]];
  if (what.startsWith('call:')) {
    const route = routes.find((each) => callOf(each) === code);
    if (route && typeof route.needs === 'object') return [route.needs];
  } else {
    const item = (await menuItems(db, 'zh')).find((each) => each.code === code);
    if (item) return item.all;
  }
  throw new AppError('NOT_FOUND');
}

type PermittedPerson = ReplyOf<typeof roleRoutes.listDoers>['list'][number];

/** @param what if omitted, the list is empty */
export async function buildPermittedPersonList(
  db: Kysely<DB>,
  routes: readonly Route[],
  { what, cannot = false, q, sort = 'name' }: Omit<QueryOf<typeof roleRoutes.listDoers>, 'page' | 'size'>,
  locale: Locale,
): Promise<List<PermittedPerson>> {
  const needed = what === undefined ? [] : await getRequirements(db, routes, what);
  const roles = (await Promise.all(needed.map((codes) => rolesCarrying(db, codes)))).map((codes) => sql`${codes}::text[]`);
  const can = all([
    sql`u.state = 'ACTIVE' and (u.until_day is null or u.until_day >= current_date)`,
    ...roles.map((codes) => sql`u.id in (${holders(codes, null)})`),
  ]);
  const conditions = [
    isExistingPerson,
    roles.length === 0 ? sql`false` : cannot ? sql`(${can}) is not true` : can,
    ...(q === undefined ? [] : [matchesPerson('u', q)]),
  ];
  return {
    ...materializeKeys(
      sql`sys_user u where ${all(conditions)}`,
      orderOf(sort, { name: { by: sql`u.name collate "zh-x-icu"` }, username: { by: sql`lower(u.username)` } }, sql`u.id`),
      !cannot || q !== undefined,
    ),
    rows: rowsOf<PermittedPerson, { u: SysUser }>(
      {
        id: 'u.id',
        name: 'u.name',
        username: 'u.username',
        via: sql<PermittedPerson['via']>`coalesce((select ${rolesIn(locale)}
          from sys_role r where r.code = any(${rolesHeldBy(sql`u.id`)}) and r.code = any(${roles.at(-1) ?? NO_ROLES})), '[]')`,
        why: cannot ? selectHindrances(roles, locale) : sql<PermittedPerson['why']>`'[]'::json`,
      },
      sql`page join sys_user u on u.id = page.id`,
    ),
  };
}

const NO_ROLES = sql`'{}'::text[]`;
const rolesIn = (locale: Locale) =>
  sql`json_agg(json_build_object('code', r.code, 'name', ${named(locale, 'r')}) order by r.sort, r.code)`;

/** @param needed for each requirement, the roles that meet it */
export function selectHindrances(needed: readonly RawBuilder<unknown>[], locale: Locale): RawBuilder<PermittedPerson['why']> {
  const ofRoles = needed.map(
    (roles) => sql`
      select case when not r.valid then 'ROLE_OFF' when g.from_day > current_date then 'LATER'
                  when g.until_day < current_date then 'OVER' else 'BELOW' end as reason,
             json_build_array(json_build_object('code', r.code, 'name', ${named(locale, 'r')})) as roles,
             case when not r.valid then null when g.from_day > current_date then g.from_day
                  when g.until_day < current_date then g.until_day end as day
        from sys_role_grant g join sys_role r on r.code = g.role_code
       where g.user_id = u.id and g.role_code = any(${roles}) and not ${isHolder(sql`u.id`, roles, null)}
      union all
      select 'LACKS', coalesce((select ${rolesIn(locale)} from sys_role r where r.code = any(${roles}) and r.valid and ${isGrantableRole}), '[]'), null
       where not exists (select from sys_role_grant g where g.user_id = u.id and g.role_code = any(${roles}))`,
  );
  return sql<
    PermittedPerson['why']
  >`coalesce((select json_agg(json_build_object('reason', x.reason, 'roles', x.roles, 'day', x.day)) from (
      select 'DISABLED' as reason, '[]'::json as roles, null::date as day where u.state <> 'ACTIVE'
      union all select 'ENDED', '[]', u.until_day where u.until_day < current_date
      ${sql.join(
        ofRoles.map((each) => sql`union all ${each}`),
        sql` `,
      )}) x), '[]')`;
}

/** The roles among these codes, and the roles that carry one of the powers among them. */
export async function rolesCarrying(db: Kysely<DB>, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select r.code from sys_role r where r.code = any(${[...codes]}::text[])
       or exists (select from sys_role_power p where p.role_code = r.code and p.power_code = any(${[...codes]}::text[]))`.execute(
    db,
  );
  return rows.map(({ code }) => code);
}

/** @throws AppError NOT_FOUND */
export async function compareRoles(
  db: Kysely<DB>,
  routes: readonly Route[],
  ids: { one: string; other: string },
  locale: Locale,
): Promise<RoleComparison> {
  const [one, other] = await Promise.all([ids.one, ids.other].map((id) => findRole(db, id, { origin: { locale } })));
  const [menu, steps, { rows }] = await Promise.all([
    menuItems(db, locale),
    stepsOf(db, [one!.code, other!.code], locale),
    sql<RoleComparison['people']>`
      select count(*) filter (where x.one and not x.other)::int as one, count(*) filter (where x.other and not x.one)::int as other,
             count(*) filter (where x.one and x.other)::int as both
        from (select bool_or(h.role_code = ${one!.code}) as one, bool_or(h.role_code = ${other!.code}) as other
                from sys_user_role h join sys_user u on u.id = h.user_id and u.state = 'ACTIVE' and ${isExistingPerson}
               where h.role_code in (${one!.code}, ${other!.code}) group by h.user_id) x`.execute(db),
  ]);
  const sides = (opens: (codes: ReadonlySet<string>) => boolean) => ({
    one: opens(codesOf(one!)),
    other: opens(codesOf(other!)),
  });
  const isInEither = (side: { one: boolean; other: boolean }): boolean => side.one || side.other;
  const powers = new Map([...one!.powerNames, ...other!.powerNames].map((power) => [power.code, power]));
  return {
    one: { code: one!.code, name: nameIn(locale, one!) },
    other: { code: other!.code, name: nameIn(locale, other!) },
    people: rows[0]!,
    powers: [...powers.values()].map((power) => ({ ...power, ...sides((codes) => codes.has(power.code)) })),
    menu: menu
      .filter((item) => item.all.length > 0)
      .map(({ code, title, all: lists }) => ({ code, name: title, ...sides(meetsAll(lists)) }))
      .filter(isInEither),
    steps: steps.map(({ code, name, roles }) => ({
      code,
      name,
      one: roles.includes(one!.code),
      other: roles.includes(other!.code),
    })),
    calls: routes
      .flatMap((route) => {
        const code = callOf(route);
        return typeof route.needs === 'object' ? [{ code, name: callText(locale, code), ...sides(meetsAll([route.needs])) }] : [];
      })
      .filter(isInEither),
  };
}

/** Whether a set of codes meets every list of alternatives. */
const meetsAll = (needed: readonly (readonly string[])[]) => (codes: ReadonlySet<string>) =>
  needed.every((needs) => needs.some((code) => codes.has(code)));

/**
 * What a role opens by itself. For a role that counts only under the warehouse administrator, excludes what that role opens
 * alone.
 * @throws AppError NOT_FOUND
 */
export async function getRoleAccess(
  db: Kysely<DB>,
  routes: readonly Route[],
  id: string,
  asker: GrantingCaller,
): Promise<RoleAccess> {
  const { locale } = asker;
  const role = await findRole(db, id, { origin: { locale } });
  const [menu, steps, rules] = await Promise.all([
    menuItems(db, locale),
    stepsOf(db, [role.code], locale),
    rulesOf(db, role.code, asker),
  ]);
  const codes = codesOf(role);
  const above = new Set(
    codes.has('ROLE_WAREHOUSE_ADMIN') && role.code !== 'ROLE_WAREHOUSE_ADMIN' ? ['ROLE_WAREHOUSE_ADMIN'] : [],
  );
  const isOpened = (needed: readonly (readonly string[])[]): boolean =>
    needed.length > 0 ? meetsAll(needed)(codes) && !meetsAll(needed)(above) : role.code === 'ROLE_LOGIN';
  const isCalled = ({ needs }: Route): boolean =>
    typeof needs === 'object' ? isOpened([needs]) : role.code === (needs === 'open' ? 'ROLE_OPEN' : 'ROLE_LOGIN');
  const calls = routes.filter(isCalled).map((route) => {
    const call = callOf(route);
    const [about, does] = [aboutPhrase(call), callPhrase(call)];
    return about && does ? { about: say(locale, about), does: say(locale, does) } : { about: call, does: '' };
  });
  return {
    menu: menu.filter(({ all: needed }) => isOpened(needed)).map(({ code, title }) => ({ code, name: title })),
    steps: steps.map(({ code, name }) => ({ code, name })),
    calls: [...Map.groupBy(calls, ({ about }) => about)].map(([about, of]) => ({
      about,
      does: [...new Set(of.flatMap(({ does }) => does || []))],
    })),
    rules,
  };
}

/** Steps of published workflows that ask any of these roles, in workflow order. */
async function stepsOf(db: Kysely<DB>, codes: readonly string[], locale: Locale) {
  const { rows } = await sql<{ code: string; workflow: string; step: string; roles: string[] }>`
    select d.key || '.' || n.id as code, ${named(locale, 'd')} as workflow, x.roles,
           coalesce(${locale === 'en' ? sql`n.node ->> 'nameEn'` : sql`null`}, n.node ->> 'name') as step
      from bpm_definition d cross join lateral jsonb_each(d.model -> 'nodes') n (id, node)
           cross join lateral (select array_agg(c ->> 'role') as roles from jsonb_array_elements(n.node -> 'step' -> 'candidates') c
                                where c ->> 'role' = any(${[...codes]}::text[])) x
     where d.state = 'PUBLISHED' and jsonb_typeof(n.node -> 'step') = 'object' and x.roles is not null
     order by d.key, position('"' || n.id || '"' in d.xml)`.execute(db);
  return rows.map(({ code, workflow, step, roles }) => ({
    code,
    name: t(locale, 'rights.role.step', { workflow, step }),
    roles,
  }));
}

/** The codes a role gives: itself and its powers; function roles of the warehouse include its page role. */
function codesOf({ code, powers }: Role): ReadonlySet<string> {
  const isBelow = (Object.values(WMS_ROLES) as string[]).includes(code);
  return new Set([code, ...powers, ...(isBelow ? ['ROLE_WAREHOUSE_ADMIN'] : [])]);
}
