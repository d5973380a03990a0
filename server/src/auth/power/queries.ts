import type { Power, PowerForm, powerQuery, powerRoutes } from '@kuwei/contract/auth/power';
import type { Locale } from '@kuwei/contract/constants';
import { nameIn } from '@kuwei/contract/name';
import type { ReplyOf, Route } from '@kuwei/contract/route';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type * as z from 'zod/mini';
import type { Origin } from '../../context.ts';
import { conditionsOf, rowsOf, type Joined } from '../../db/columns.ts';
import { constant } from '../../db/constant-sql.ts';
import { all, oneRow, orderOf, type List, type SortsOf } from '../../db/list.ts';
import { byName, named, matchesNameOrCode } from '../../db/named.ts';
import { like } from '../../db/search.ts';
import type { DB, SysPower, SysUser } from '../../db/types.ts';
import type { MergedEntry } from '../../platform/menu/merge.ts';
import { callText } from '../../platform/log/words.ts';
import { readMenu } from '../../platform/menu/stored.ts';
import { isRestrictedTo } from '../role/uses.ts';
import { BUILT_IN_POWERS } from '../role/built-in.ts';

export type PowerQuery = z.output<typeof powerQuery>;

export const POWER = {
  code: 'w.code',
  name: 'w.name',
  nameEn: 'w.name_en',
  module: 'w.module',
  description: 'w.description',
} as const satisfies Record<keyof PowerForm, string>;

/** Routes that need a power. */
export const routesRequiring = (routes: readonly Route[], code: string): string[] =>
  routes.filter(({ needs }) => typeof needs === 'object' && needs.includes(code)).map(({ method, path }) => `${method} ${path}`);

const requiredPowers = (routes: readonly Route[]): string[] => [
  ...new Set(routes.flatMap(({ needs }) => (typeof needs === 'object' ? needs : []))),
];

type Row = Omit<Power, 'calls' | 'menu'>;

/** What the product itself requires: routes, and the current menu. */
export interface PowerUsage {
  routes: readonly Route[];
  menu: readonly MergedEntry[];
}

export function powerList(
  { module, ...query }: Omit<PowerQuery, 'page' | 'size'>,
  { routes, menu }: PowerUsage,
  locale: Locale,
): List<Row> {
  const conditions = conditionsOf(query, {
    q: (q) => sql`(${matchesNameOrCode('w', q)} or lower(w.description) like ${like(q)})`,
    role: (code) => sql`exists (select from sys_role_power p where p.power_code = w.code and p.role_code = ${code})`,
    unused: (what) =>
      what === 'ASKED'
        ? sql`w.code <> all(${[...requiredPowers(routes), ...menu.flatMap(({ role, pageRole }) => [...role, ...pageRole])]}::text[])`
        : sql`not exists (select from sys_role_power p where p.power_code = w.code and p.role_code <> 'ROLE_ADMIN')`,
  });
  const ofModule = module === undefined ? [] : [sql`w.module = any(${module}::text[])`];
  const sorts: SortsOf<PowerQuery> = {
    module: { by: MODULE_PLACE, nullable: true },
    code: { by: sql`w.code` },
    name: { by: byName(locale, 'w') },
    updatedAt: { by: sql`w.updated_at` },
  };
  return {
    id: sql`w.id`,
    from: sql`sys_power w where ${all([...conditions, ...ofModule])}`,
    order: orderOf(query.sort ?? 'module', sorts, sql`w.code`),
    rows: powerRows(locale),
  };
}

/** Sorts modules as the dictionary does. */
const MODULE_PLACE = sql`(select f.sort from sys_dic_field f join sys_dic d on d.id = f.dic_id
  where d.code = 'SYS_POWER_MODULE' and f.code = w.module)`;

const powerRows = (locale: Locale): RawBuilder<Row> =>
  rowsOf<Row, { w: SysPower; b: Joined<SysUser> }>(
    {
      id: 'w.id',
      ...POWER,
      builtIn: sql<boolean>`(w.code = any(${constant(BUILT_IN_POWERS.map(([code]) => code))}))`,
      roles: sql<Power['roles']>`coalesce((
        select json_agg(json_build_object('code', r.code, 'name', ${named(locale, 'r')}) order by r.sort, r.code)
          from sys_role_power p join sys_role r on r.code = p.role_code where p.power_code = w.code), '[]')`,
      people: sql<number>`(select count(distinct h.user_id)::int from sys_role_power p join sys_user_role h on h.role_code = p.role_code
          join sys_user u on u.id = h.user_id and u.state = 'ACTIVE' and u.deleted_at is null where p.power_code = w.code)`,
      rev: 'w.rev',
      createdAt: 'w.created_at',
      updatedAt: 'w.updated_at',
      updatedBy: 'b.name',
    },
    sql`page join sys_power w on w.id = page.id left join sys_user b on b.id = w.updated_by`,
  );

export const asPower = (row: Row, { routes, menu }: PowerUsage, locale: Locale): Power => ({
  ...row,
  menu: menu
    .filter((entry) => isRestrictedTo(entry, row.code))
    .map((entry) => ({ code: entry.code, name: nameIn(locale, entry) })),
  calls: routesRequiring(routes, row.code).map((code) => ({ code, name: callText(locale, code) })),
});

/** @throws AppError NOT_FOUND */
export async function findPower(
  db: Kysely<DB>,
  id: string,
  routes: readonly Route[],
  { locale }: Pick<Origin, 'locale'>,
): Promise<Power> {
  const row = await oneRow(db, sql<{ id: string }>`select w.id from sys_power w where w.id = ${id}`, powerRows(locale));
  return asPower(row, { routes, menu: await readMenu(db) }, locale);
}

type Choice = ReplyOf<typeof powerRoutes.selectPowers>[number];

export async function selectPowers(db: Kysely<DB>, locale: Locale): Promise<Choice[]> {
  const { rows } = await sql<Choice>`
    select w.code, ${named(locale, 'w')} as name, w.module, w.description from sys_power w
     order by ${MODULE_PLACE} nulls last, w.code`.execute(db);
  return rows;
}

export async function selectRoles(db: Kysely<DB>, locale: Locale): Promise<{ code: string; name: string }[]> {
  const { rows } = await sql<{ code: string; name: string }>`
    select r.code, ${named(locale, 'r')} as name from sys_role r order by r.sort, r.code`.execute(db);
  return rows;
}
