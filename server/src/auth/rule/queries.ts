import type { Rule, RuleForm, RuleOption, ruleQuery } from '@kuwei/contract/auth/rule';
import { RULE_RECORDS, type RecordSubject, type RuleOwner } from '@kuwei/contract/auth/rule-words';
import type { Locale } from '@kuwei/contract/constants';
import * as f from '@kuwei/contract/field';
import { ORG_TYPE_OF } from '@kuwei/contract/org';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type * as z from 'zod/mini';
import { conditionsOf, pick, rowsOf, type Joined, type Narrowed } from '../../db/columns.ts';
import { all, materializeKeys, oneRow, orderOf, type List, type SortsOf } from '../../db/list.ts';
import { constant } from '../../db/constant-sql.ts';
import { byName, named, matchesName, matchesNameOrCode } from '../../db/named.ts';
import { anyOf } from '../../db/rows.ts';
import { like, matchesText, matchesPerson } from '../../db/search.ts';
import type { DB, SysRule, SysUser } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import { isGrantableRole } from '../account/queries.ts';
import { isPerson } from '../account/record.ts';
import type { MergedEntry } from '../../platform/menu/merge.ts';
import { isRuleOpeningLast } from '../../platform/menu/rules.ts';
import { readMenu } from '../../platform/menu/stored.ts';
import { chainOf } from '../../platform/menu/path.ts';
import { nameMenuEntries } from './entries.ts';

export const RULES = 'sys_rule';

export type RuleQuery = z.output<typeof ruleQuery>;

/** Of `k`: a revoked rule is over, whatever its days. */
const whenOfRule = sql<Rule['when']>`case when k.ended_at is not null or k.until_day < current_date then 'OVER'
  when k.from_day > current_date then 'LATER' else 'NOW' end`;

/** Columns of `k`, a row of sys_rule, as its form shows them. */
const RULE = {
  id: 'k.id',
  ownerType: 'k.owner_type',
  ownerIds: sql<string[]>`array[coalesce(k.user_id, k.org_id, (select r.id from sys_role r where r.code = k.role_code))]`,
  relation: 'k.relation',
  subjectType: 'k.subject_type',
  subjectModel: 'k.subject_model',
  subjectIds: sql<string[]>`array(
    select x.id collate "C" from (select s.subject_id::text from sys_rule_subject s where s.rule_id = k.id
      union all select e.entry_id from sys_rule_entry e where e.rule_id = k.id) x (id) order by 1)`,
  conditions: 'k.conditions',
  actions: 'k.actions',
  fromDay: 'k.from_day',
  untilDay: 'k.until_day',
  note: 'k.note',
  when: whenOfRule,
  endedAt: 'k.ended_at',
  rev: 'k.rev',
  createdAt: 'k.created_at',
  updatedAt: 'k.updated_at',
} as const;

interface Tables {
  k: Narrowed<SysRule, { conditions: RuleForm['conditions'] }>;
  e: Joined<SysUser>;
  g: Joined<SysUser>;
  b: Joined<SysUser>;
}

/** Rows of each kind of subject, as alias `x`. */
const SUBJECTS: Record<RecordSubject, RawBuilder<unknown>> = {
  WMS_ORG: sql`wms_org x where true`,
  WMS_WAREHOUSE: sql`wms_warehouse x where x.deleted_at is null`,
  WMS_CONTAINER: sql`wms_container x where x.deleted_at is null`,
  CATEGORY: sql`wms_category x where true`,
  REPORT: sql`sys_report x where true`,
};

/** `id`, `code`, `name` of the subjects that meet a condition on `x`. */
export const subjectsOf = (
  type: RecordSubject,
  which: RawBuilder<unknown>,
  locale: Locale,
): RawBuilder<Rule['subjects'][number]> =>
  sql`select x.id::text, x.code, ${named(locale, 'x')} as name from ${SUBJECTS[type]} and ${which}`;

const picked = (locale: Locale, menu: readonly MergedEntry[]): RawBuilder<Rule['subjects']> => {
  const ids = sql`x.id in (select s.subject_id from sys_rule_subject s where s.rule_id = k.id)`;
  const kinds = RULE_RECORDS.map(
    (type) => sql`select * from (${subjectsOf(type, ids, locale)}) y where k.subject_type = ${type}`,
  );
  const entries = sql`select e.* from jsonb_to_recordset(${JSON.stringify(nameMenuEntries(menu, locale))}::jsonb) e (id text, code text, name text)
    where e.id in (select x.entry_id from sys_rule_entry x where x.rule_id = k.id)`;
  return sql`coalesce((select json_agg(json_build_object('id', z.id, 'code', z.code, 'name', z.name) order by z.code)
    from (${sql.join([...kinds, entries], sql` union all `)}) z), '[]')`;
};

const ruleRows = (locale: Locale, menu: readonly MergedEntry[]): RawBuilder<Rule> =>
  rowsOf<Rule, Tables>(
    {
      ...RULE,
      ownerCode: sql<string>`coalesce(u.username, r.code, o.code)`,
      ownerName: sql<string>`coalesce(u.name, ${named(locale, 'r')}, ${named(locale, 'o')})`,
      subjects: picked(locale, menu),
      endedBy: 'e.name',
      grantedBy: 'g.name',
      updatedBy: 'b.name',
    },
    sql`page join sys_rule k on k.id = page.id
      left join sys_user u on u.id = k.user_id left join sys_role r on r.code = k.role_code left join wms_org o on o.id = k.org_id
      left join sys_user e on e.id = k.ended_by left join sys_user g on g.id = k.created_by left join sys_user b on b.id = k.updated_by`,
  );

const SORTS: SortsOf<RuleQuery> = {
  createdAt: { by: sql`k.created_at` },
  fromDay: { by: sql`k.from_day`, nullable: true },
  untilDay: { by: sql`k.until_day`, nullable: true },
  updatedAt: { by: sql`k.updated_at` },
};

/** Rules that the user may read. @param ids restricts the list to these rules */
export async function ruleList(
  db: Kysely<DB>,
  query: Omit<RuleQuery, 'page' | 'size'>,
  { isReadable, locale }: { isReadable: RawBuilder<boolean>; locale: Locale },
  ids?: readonly string[],
): Promise<List<Rule>> {
  const menu = await readMenu(db);
  const conditions = conditionsOf(query, {
    ownerType: (type) => sql`k.owner_type = ${type}`,
    ownerId: (id) => sql`(k.user_id = ${id} or k.org_id = ${id} or k.role_code = (select code from sys_role where id = ${id}))`,
    subjectType: (type) => sql`k.subject_type = ${type}`,
    subjectId: (id) =>
      f.id.safeParse(id).success
        ? sql`(k.id in (select rule_id from sys_rule_subject where subject_id = ${id}) or ${isRuleOpeningEntry(menu, id)})`
        : isRuleOpeningEntry(menu, id),
    model: (model) => sql`k.subject_model = ${model}`,
    when: (when) => sql`${whenOfRule} = ${when}`,
    endsWithin: (days) => sql`k.ended_at is null and k.until_day between current_date and current_date + ${days}::int`,
    q: (q) => sql`(lower(k.note) like ${like(q)}
      or k.user_id in (select u.id from sys_user u where ${matchesPerson('u', q)})
      or k.role_code in (select r.code from sys_role r where ${matchesNameOrCode('r', q)})
      or k.org_id in (select id from wms_org where ${matchesText(sql`search`, q)}))`,
  });
  const which = [...(ids === undefined ? [] : [sql`k.id = ${anyOf(ids)}`]), isReadable, ...conditions];
  return {
    id: sql`k.id`,
    from: sql`sys_rule k where ${all(which)}`,
    order: orderOf(query.sort ?? '-createdAt', SORTS, sql`k.id`),
    rows: ruleRows(locale, menu),
  };
}

/** Of `k`: rules that open an existing entry; for a removed one, rules that selected it. */
function isRuleOpeningEntry(menu: readonly MergedEntry[], id: string): RawBuilder<boolean> {
  const chain = chainOf(menu, id);
  return chain.length > 0
    ? isRuleOpeningLast(chain.map((entry) => entry.id))
    : sql<boolean>`k.id in (select rule_id from sys_rule_entry where entry_id = ${id})`;
}

/** @param isReadable condition on `k`; omitted after a write, which has checked it @throws AppError NOT_FOUND */
export const findRule = async (
  db: Kysely<DB>,
  id: string,
  locale: Locale,
  isReadable: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<Rule> =>
  oneRow(
    db,
    sql<{ id: string }>`select k.id from sys_rule k where k.id = ${id} and ${isReadable}`,
    ruleRows(locale, await readMenu(db)),
  );

/** Rules that meet a condition on `k`, oldest first. */
export async function rulesWhere(db: Kysely<DB>, which: RawBuilder<unknown>, locale: Locale): Promise<Rule[]> {
  const { rows } = await sql<Rule>`
    with page as (select k.id from sys_rule k where ${which}) ${ruleRows(locale, await readMenu(db))} order by k.created_at, k.id`.execute(
    db,
  );
  return rows;
}

/** An existing rule, as its form shows it. */
export interface StoredRule {
  id: string;
  rev: number;
  when: Rule['when'];
  form: RuleForm;
}

export async function rulesById(db: Kysely<DB>, ids: readonly string[]): Promise<Map<string, StoredRule>> {
  type Row = RuleForm & Pick<StoredRule, 'id' | 'rev' | 'when'>;
  const columns = pick(
    RULE,
    'id',
    'rev',
    'when',
    'ownerType',
    'ownerIds',
    'relation',
    'subjectType',
    'subjectModel',
    'subjectIds',
    'conditions',
    'actions',
    'fromDay',
    'untilDay',
    'note',
  );
  const { rows } = await rowsOf<Row, Tables>(columns, sql`sys_rule k where k.id = ${anyOf(ids)}`).execute(db);
  return new Map(rows.map(({ id, rev, when, ...form }) => [id, { id, rev, when, form }]));
}

/** Whether all of these last days reach a day. @param lasting the day; null: none of them ends; omitted: always true */
export const isLastingUntil = (lasting: string | null | undefined, ...ends: RawBuilder<unknown>[]): RawBuilder<unknown> =>
  lasting === undefined
    ? sql`true`
    : all(ends.map((end) => sql`coalesce(${end}, 'infinity') >= coalesce(${lasting}::date, 'infinity')`));

/**
 * Organisations for which a user has pages that show goods.
 * @param lasting counts only memberships and roles that last until this day
 */
export async function orgsWithPages(db: Kysely<DB>, userId: string, lasting?: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string; role: string; type: string }>`
    select o.id, o.type, h.role_code as role from sys_user_role h join wms_org_user m on m.user_id = h.user_id
      join wms_org o on o.id = m.org_id and o.valid
      join wms_org_member w on w.org_id = m.org_id and w.user_id = m.user_id
      join sys_role_grant g on g.role_code = h.role_code and g.user_id = h.user_id
     where h.user_id = ${userId} and ${isLastingUntil(lasting, sql`w.until_day`, sql`g.until_day`)}`.execute(db);
  return rows.filter(({ role, type }) => ORG_TYPE_OF[role] === type).map(({ id }) => id);
}

interface OptionQuery {
  q?: string | undefined;
  /** Only these, to resolve their names. */
  ids?: readonly string[] | undefined;
  sort?: 'name' | '-name' | 'code' | '-code' | undefined;
}

const options = (
  from: RawBuilder<unknown>,
  { q, ids, sort = 'name' }: OptionQuery,
  by: { name: RawBuilder<unknown>; code: RawBuilder<unknown> },
  columns: RawBuilder<unknown>,
): List<RuleOption> => ({
  ...materializeKeys(
    ids === undefined ? from : sql`${from} and x.id::text = any(${[...ids]}::text[])`,
    orderOf(sort, { name: { by: by.name }, code: { by: by.code } }, sql`x.id`),
    q !== undefined || ids !== undefined,
  ),
  rows: columns as RawBuilder<RuleOption>,
});

/** Possible owners of a rule: those in use. */
export function ownerList(query: OptionQuery & { ownerType: RuleOwner }, locale: Locale): List<RuleOption> {
  const { q, ownerType } = query;
  const found = (condition: (text: string) => RawBuilder<unknown>): RawBuilder<unknown> =>
    q === undefined ? sql`true` : condition(q);
  switch (ownerType) {
    case 'USER':
      return options(
        sql`sys_user x where x.state = 'ACTIVE' and x.deleted_at is null and ${sql`exists (select from sys_user u where u.id = x.id and ${isPerson})`}
          and ${found((text) => matchesPerson('x', text))}`,
        query,
        { name: sql`x.name collate "zh-x-icu"`, code: sql`lower(x.username)` },
        sql`select x.id, x.username as code, x.name, coalesce(x.staff_no, x.username) as hint from page join sys_user x on x.id = page.id`,
      );
    case 'ROLE':
      return options(
        sql`sys_role x where x.valid and exists (select from sys_role r where r.id = x.id and ${isGrantableRole}) and ${found((text) => matchesNameOrCode('x', text))}`,
        query,
        { name: byName(locale, 'x'), code: sql`x.code` },
        sql`select x.id, x.code, ${named(locale, 'x')} as name, x.code as hint from page join sys_role x on x.id = page.id`,
      );
    default:
      return options(
        sql`wms_org x where x.valid and ${found((text) => matchesText(sql`x.search`, text))}`,
        query,
        { name: byName(locale, 'x'), code: sql`x.code collate wms_natural` },
        sql`select x.id, x.code, ${named(locale, 'x')} as name, x.code as hint from page join wms_org x on x.id = page.id`,
      );
  }
}

/** Selectable records. Organisations out of use are included, as their data remains visible. */
export function subjectList(query: OptionQuery & { subjectType: RecordSubject }, locale: Locale): List<RuleOption> {
  const { q, subjectType: type } = query;
  const search =
    q === undefined
      ? sql`true`
      : type === 'WMS_ORG' || type === 'WMS_WAREHOUSE'
        ? sql`${matchesText(sql`x.search`, q)}`
        : sql`(${matchesName('x', q)} or lower(x.code) like ${like(q)})`;
  const hint: Record<RecordSubject, RawBuilder<unknown>> = {
    WMS_ORG: sql`x.code || case when x.valid then '' else ${constant(` · ${say(locale, 'org.state.DISABLED')}`)} end`,
    WMS_WAREHOUSE: sql`concat_ws(' · ', x.code, x.campus)`,
    WMS_CONTAINER: sql`(select w.code from wms_warehouse w where w.id = x.warehouse_id) || ' / ' || x.code`,
    CATEGORY: sql`x.code`,
    REPORT: sql`x.code`,
  };
  const table = sql.table(
    {
      WMS_ORG: 'wms_org',
      WMS_WAREHOUSE: 'wms_warehouse',
      WMS_CONTAINER: 'wms_container',
      CATEGORY: 'wms_category',
      REPORT: 'sys_report',
    }[type],
  );
  return options(
    sql`${SUBJECTS[type]} and ${search}`,
    query,
    { name: byName(locale, 'x'), code: sql`x.code collate wms_natural` },
    sql`select x.id, x.code, ${named(locale, 'x')} as name, ${hint[type]} as hint from page join ${table} x on x.id = page.id`,
  );
}
