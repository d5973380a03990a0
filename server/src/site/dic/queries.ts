// Reads dictionaries.
import { LOCALES, type Locale } from '@kuwei/contract/constants';
import { isAllowed } from '@kuwei/contract/access';
import { dicRoutes, type DicKind, type DicRecord, type DicRow, type ShippedEntry } from '@kuwei/contract/auth/dic';
import type { QueryOf } from '@kuwei/contract/route';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Caller, Origin } from '../../context.ts';
import { conditionsOf, jsonOf, rowsOf, type Joined, type Narrowed } from '../../db/columns.ts';
import { all, oneRow, orderOf, type List, type SortsOf } from '../../db/list.ts';
import { byName, matchesNameOrCode } from '../../db/named.ts';
import { like } from '../../db/search.ts';
import type { DB, SysDic, SysDicField, SysUser } from '../../db/types.ts';
import { isCustomized } from './seed.ts';
import { shippedDics, wordingCodes } from './words.ts';

/** The caller and language. */
interface Asked {
  caller: Pick<Caller, 'effective'>;
  origin: Pick<Origin, 'locale'>;
}
type Field = DicRecord['fields'][number];
type DicQuery = QueryOf<(typeof dicRoutes)['listDics']>;

export const FIELD = { code: 'f.code', label: 'f.label', labels: 'f.labels', props: 'f.props', valid: 'f.valid' } as const;
const field = jsonOf<Field, { f: Narrowed<SysDicField, Pick<Field, 'labels' | 'props'>> }>(FIELD);

const builtIn = sql<boolean>`(d.code = any(${shippedDics.map(({ code }) => code)}::text[]))`;

export const HEAD = {
  id: 'd.id',
  code: 'd.code',
  name: 'd.name',
  nameEn: 'd.name_en',
  public: 'd.public',
  kind: sql<DicKind>`(case when d.code = any(${wordingCodes}::text[]) then 'WORDS' else 'OPTIONS' end)`,
  builtIn,
  rev: 'd.rev',
  createdAt: 'd.created_at',
  updatedAt: 'd.updated_at',
  updatedBy: 'u.name',
} as const;

interface Tables {
  d: SysDic;
  u: Joined<SysUser>;
}

const records = rowsOf<DicRecord, Tables>(
  {
    ...HEAD,
    fields: sql<Field[]>`coalesce((
      select json_agg(${field} order by f.sort, f.code) from sys_dic_field f where f.dic_id = d.id), '[]')`,
    shipped: sql<ShippedEntry[]>`coalesce((
      select json_agg(json_build_object('code', f.code) :: jsonb || f.shipped order by f.sort, f.code)
        from sys_dic_field f where f.dic_id = d.id and f.shipped is not null), '[]')`,
  },
  sql`page join sys_dic d on d.id = page.id left join sys_user u on u.id = d.updated_by`,
);

/** Entry counts of a dictionary `d`. */
const counts = sql`select count(*)::int as entries,
    count(*) filter (where not (${sql.join(
      LOCALES.map((locale) => sql`f.labels @> ${JSON.stringify([{ language: locale }])}::jsonb`),
      sql` and `,
    )}))::int as missing,
    count(*) filter (where f.shipped is not null and (not f.valid or ${isCustomized}))::int as changed,
    count(*) filter (where f.shipped is null and ${builtIn})::int as added
  from sys_dic_field f where f.dic_id = d.id`;

const listed = rowsOf<DicRow, Tables & { c: Record<'entries' | 'missing' | 'changed' | 'added', number> }>(
  { ...HEAD, entries: 'c.entries', missing: 'c.missing', changed: 'c.changed', added: 'c.added' },
  sql`page join sys_dic d on d.id = page.id left join sys_user u on u.id = d.updated_by cross join lateral (${counts}) c`,
);

const sortsOf = (locale: Locale): SortsOf<DicQuery> => ({
  kind: { by: sql`(${HEAD.kind} || ' ' || d.code)` },
  code: { by: sql`d.code collate wms_natural` },
  name: { by: byName(locale, 'd') },
  entries: { by: sql`c.entries` },
  missing: { by: sql`c.missing` },
  changed: { by: sql`c.changed + c.added` },
  updatedAt: { by: sql`d.updated_at` },
});

/** Unpublished dictionaries are visible only to their managers. */
const seenBy = ({ caller }: Asked): RawBuilder<boolean> =>
  isAllowed(dicRoutes.getDicUsage.needs, caller.effective) ? sql`true` : sql`d.public`;

export function dicList(query: Omit<DicQuery, 'page' | 'size'>, asked: Asked): List<DicRow> {
  const { locale } = asked.origin;
  const conditions = conditionsOf(query, {
    code: (code) => sql`d.code = ${code}`,
    kind: (kinds) => sql`${HEAD.kind} = any(${kinds}::text[])`,
    builtIn: (wanted) => sql`${builtIn} = ${wanted}`,
    missing: (wanted) => sql`(c.missing > 0) = ${wanted}`,
    changed: (wanted) => sql`(c.changed + c.added > 0) = ${wanted}`,
    // Entries are searched across dictionaries.
    q: (q) => sql`(${matchesNameOrCode('d', q)} or exists (select from sys_dic_field f where f.dic_id = d.id
      and (lower(f.code) like ${like(q)} or lower(f.label) like ${like(q)} 
        or exists (select from jsonb_array_elements(f.labels) l where lower(l ->> 'label') like ${like(q)}))))`,
  });
  return {
    id: sql`d.id`,
    from: sql`sys_dic d cross join lateral (${counts}) c where ${all([seenBy(asked), ...conditions])}`,
    order: orderOf(query.sort ?? 'kind', sortsOf(locale), sql`d.id`),
    rows: listed,
  };
}

/** Whole dictionaries, without visibility check. @param which condition on `d` */
export async function dicsWhere(db: Kysely<DB>, which: RawBuilder<unknown>): Promise<DicRecord[]> {
  const { rows } = await sql<DicRecord>`with page as (select d.id from sys_dic d where ${which}) ${records}`.execute(db);
  return rows;
}

/** @throws AppError NOT_FOUND */
export const findDic = (db: Kysely<DB>, id: string, asked: Asked): Promise<DicRecord> =>
  oneRow(db, sql`select d.id from sys_dic d where d.id = ${id} and ${seenBy(asked)}`, records);
