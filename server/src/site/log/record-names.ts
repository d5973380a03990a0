// Names of records in the log, by entity. Rows show the name, and the search finds them by the same one.
import type { Locale } from '@kuwei/contract/constants';
import type { LogEntity } from '@kuwei/contract/sys/log';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';

type Sql = RawBuilder<unknown>;

interface Source {
  /** The record as `x`, joined with the tables of its name. */
  from: Sql;
  shown: (locale: Locale) => Sql;
  /** Expressions that identify the record by themselves; for small tables, which are scanned. */
  codes?: readonly Sql[];
  /** Indexed columns to find records by name; for large tables. */
  by?: readonly Key[];
}

interface Key {
  /** As indexed. */
  column: Sql;
  /** Whether it identifies the record by itself, and not only as a part of the shown name. */
  alone: boolean;
  /** Further condition on records with that name. */
  where?: Sql;
}

const alone = (column: Sql, where?: Sql): Key => ({ column, alone: true, ...(where && { where }) });
const part = (column: Sql): Key => ({ column, alone: false });
/** Names of products and people, as indexed. */
const zhName = (table: string): Sql => sql`${sql.ref(`${table}.name`)} collate "zh-x-icu"`;
const enName = (table: string): Sql =>
  sql`coalesce(nullif(${sql.ref(`${table}.name_en`)}, ''), ${sql.ref(`${table}.name`)}) collate "zh-x-icu"`;
const natural = (column: Sql): Sql => sql`${column} collate wms_natural`;

const ownName = (locale: Locale): Sql => named(locale, 'x');
const ownNumber = (): Sql => sql`x.no`;
const numbered = (table: string): Source => ({
  from: sql`${sql.table(table)} x`,
  shown: ownNumber,
  by: [alone(sql`x.no`)],
});
const coded = (table: string): Source => ({ from: sql`${sql.table(table)} x`, shown: ownName, codes: [sql`x.code`] });

const PERSON: Source = {
  from: sql`sys_user x`,
  shown: () => sql`x.name || ' ' || x.username`,
  by: [alone(sql`lower(x.username)`), alone(zhName('x'))],
};
const ORG = coded('wms_org');
const DOCUMENT = numbered('wms_transaction');
const MESSAGE: Source = {
  from: sql`sys_message x`,
  shown: () => sql`nullif(x.title, '')`,
  by: [alone(sql`x.title`, sql`x.sender_id is not null`)],
};
const COPY: Source = {
  from: sql`sys_message_copy x join sys_message m on m.id = x.message_id`,
  shown: () => sql`nullif(m.title, '')`,
  by: [alone(sql`m.title`, sql`m.sender_id is not null`)],
};
const TASK: Source = {
  from: sql`bpm_task x left join wms_transaction t on t.id = x.biz_id left join wms_inventory i on i.id = x.biz_id
    left join wms_after_sales a on a.id = x.biz_id left join wms_share_request s on s.id = x.biz_id`,
  shown: () => sql`coalesce(t.no, i.no, a.no, s.no)`,
  by: ['t', 'i', 'a', 's'].map((table) => alone(sql.ref(`${table}.no`))),
};
const FORCED: Source = {
  from: sql`sys_session x join sys_user u on u.id = x.user_id`,
  shown: () => sql`u.name || ' ' || u.username`,
  by: [sql`lower(u.username)`, zhName('u')].map((column) => alone(column, sql`x.end_reason = 'FORCED'`)),
};

/** Tables that may contain the record, most likely first; none for subjects without a record (`find-by-name.ts`). */
export const SOURCES: Readonly<Record<LogEntity, readonly Source[]>> = {
  // Rows have the username instead of an id.
  'sign-in': [],
  'sign-out': [PERSON],
  session: [PERSON, FORCED],
  password: [PERSON],
  'second-factor': [PERSON],
  identity: [PERSON],
  acting: [PERSON],
  sys_user: [PERSON],
  sys_role: [coded('sys_role')],
  sys_power: [coded('sys_power')],
  sys_rule: [
    {
      from: sql`sys_rule x left join sys_user u on u.id = x.user_id left join wms_org w on w.id = x.org_id
        left join sys_role o on o.code = x.role_code`,
      shown: (locale) => sql`coalesce(u.name, ${named(locale, 'o')}, ${named(locale, 'w')})`,
      by: [
        alone(zhName('u')),
        ...(['zh', 'en'] as const).map((locale) => alone(sql`coalesce(${named(locale, 'o')}, ${named(locale, 'w')})`)),
      ],
    },
  ],
  sys_dic: [coded('sys_dic')],
  sys_menu: [],
  sys_config: [],
  sys_message: [MESSAGE, COPY],
  sys_message_copy: [COPY],
  sys_message_template: [{ from: sql`sys_message_template x`, shown: () => sql`x.name`, codes: [sql`x.code`] }],
  sys_file: [{ from: sql`sys_file x`, shown: () => sql`x.name`, by: [alone(sql`x.name`)] }],
  sys_import_run: [],
  sys_first_steps: [],
  sys_backup: [{ from: sql`sys_backup x`, shown: () => sql`x.name` }],
  mode: [],
  mail: [
    {
      from: sql`sys_mail x join sys_user u on u.id = x.user_id`,
      shown: () => sql`u.name || ' ' || u.username`,
      by: [alone(sql`lower(u.username)`), alone(zhName('u'))],
    },
  ],
  bpm_definition: [{ from: sql`bpm_definition x`, shown: ownName, codes: [sql`x.key`] }],
  // A row refers to a task, to all tasks of a document, or to all tasks of a person.
  bpm_task: [TASK, DOCUMENT, numbered('wms_inventory'), numbered('wms_after_sales'), numbered('wms_share_request'), PERSON],
  bpm_delegation: [
    {
      from: sql`bpm_delegation x join sys_user u on u.id = x.to_id`,
      shown: () => sql`u.name`,
      by: [alone(zhName('u'))],
    },
  ],
  wms_org: [ORG],
  wms_org_quota: [ORG],
  wms_category: [coded('wms_category')],
  wms_product: [
    {
      from: sql`wms_product x`,
      shown: (locale) => sql`x.code || ' ' || ${named(locale, 'x')}`,
      by: [alone(sql`x.code`), alone(zhName('x')), alone(enName('x'))],
    },
  ],
  wms_warehouse: [coded('wms_warehouse')],
  wms_container: [
    {
      from: sql`wms_container x`,
      shown: (locale) => sql`x.code || ' ' || ${named(locale, 'x')}`,
      codes: [sql`x.code`, sql`x.name`, sql`x.name_en`],
    },
  ],
  wms_warehouse_box: [{ from: sql`wms_warehouse_box x`, shown: () => sql`x.code`, by: [alone(natural(sql`x.code`))] }],
  // Rows have the version number instead of an id.
  wms_storage_rule: [],
  wms_batch: [
    {
      from: sql`wms_batch x join wms_product p on p.id = x.product_id`,
      shown: (locale) => sql`${named(locale, 'p')} || ' ' || x.batch_no`,
      by: [alone(sql`x.folded`)],
    },
  ],
  wms_product_box: [
    {
      from: sql`wms_product_box x join wms_product p on p.id = x.product_id join wms_warehouse_box b on b.id = x.box_id`,
      shown: (locale) => sql`${named(locale, 'p')} || ' ' || b.code`,
      by: [alone(natural(sql`b.code`))],
    },
  ],
  wms_org_product: [
    {
      from: sql`wms_org_product x join wms_org o on o.id = x.org_id join wms_product p on p.id = x.product_id`,
      shown: (locale) => sql`${named(locale, 'o')} || ' ' || ${named(locale, 'p')}`,
      by: [part(zhName('p')), part(enName('p'))],
    },
  ],
  wms_ews: [
    {
      from: sql`wms_ews x join wms_warehouse h on h.id = x.warehouse_id left join wms_product p on p.id = x.product_id
        left join wms_warehouse_box b on b.id = x.box_id left join wms_transaction d on d.id = x.transaction_id`,
      shown: (locale) => sql`coalesce(${named(locale, 'p')}, b.code, d.no, ${named(locale, 'h')})`,
      by: [
        ...[zhName('p'), enName('p'), natural(sql`b.code`), sql`d.no`].map((column) => part(column)),
        ...(['zh', 'en'] as const).map((locale) => ({
          ...part(named(locale, 'h')),
          where: sql`x.product_id is null and x.box_id is null and x.transaction_id is null`,
        })),
      ],
    },
  ],
  sys_report: [coded('sys_report')],
  sys_report_plan: [
    { from: sql`sys_report_plan x join sys_report p on p.id = x.report_id`, shown: (locale) => named(locale, 'p') },
  ],
  wms_stock_limit: [
    {
      from: sql`wms_stock_limit x join wms_org o on o.id = x.org_id left join wms_product p on p.id = x.product_id
        left join wms_category c on c.id = x.category_id`,
      shown: (locale) => sql`${named(locale, 'o')} || ' ' || coalesce(${named(locale, 'p')}, ${named(locale, 'c')})`,
    },
  ],
  wms_inventory: [numbered('wms_inventory')],
  wms_after_sales: [numbered('wms_after_sales')],
  wms_share_request: [numbered('wms_share_request')],
  wms_permit: [{ from: sql`wms_permit x`, shown: () => sql`x.code`, by: [alone(sql`x.code`)] }],
  wms_flow_close: [
    {
      from: sql`wms_flow_close x join wms_warehouse w on w.id = x.warehouse_id`,
      shown: (locale) => sql`${named(locale, 'w')} || ' ' || to_char(x.month, 'YYYY-MM')`,
    },
  ],
  wms_flow_report: [{ from: sql`wms_flow_report x`, shown: () => sql`x.number` }],
  wms_transaction: [DOCUMENT],
  // Only rows of its import.
  wms_opening_row: [],
  log: [],
  export: [],
  job: [],
  tool: [],
};

/**
 * The name of a record by its entity.
 * @param entity its name in the log
 * @param id a UUID; null for none
 */
export function nameOfRecord(locale: Locale, entity: Sql, id: Sql): Sql {
  const kinds = Object.entries(SOURCES).filter(([, sources]) => sources.length > 0);
  const cases = kinds.map(([kind, sources]) => {
    const names = sources.map(({ from, shown }) => sql`(select ${shown(locale)} from ${from} where x.id = ${id})`);
    return sql`when ${sql.lit(kind)} then ${names.length === 1 ? names[0]! : sql`coalesce(${sql.join(names)})`}`;
  });
  return sql`case ${entity} ${sql.join(cases, sql` `)} end`;
}

/** Maximum of matches per kind, newest first: each has to be searched in the log. */
const MEANT_MAX = 50;
const WORDS_MAX = 12;

/** The text and all its leading and trailing runs of words, of which shown names are composed. */
function splitName(text: string): string[] {
  const words = text.split(' ').slice(0, WORDS_MAX);
  const runs = words.flatMap((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at).join(' ')]);
  return [...new Set([text, ...runs])];
}

const inAnyCase = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [text, text.toUpperCase(), text.toLowerCase()])),
];

/** @returns ids of records whose code, number or name is the text, as the log shows it; for people see `findPeopleByName` */
export async function findRecordsByName(db: Kysely<DB>, text: string): Promise<string[]> {
  const whole = inAnyCase([text]);
  const pieces = inAnyCase(splitName(text));
  const lower = text.toLowerCase();
  const isShown = (shown: Source['shown']): Sql => sql`(lower(${shown('zh')}) = ${lower} or lower(${shown('en')}) = ${lower})`;
  const conditionsOf = ({ shown, codes = [], by }: Source): Sql[] =>
    by?.map(({ column, alone: isAlone, where }) => {
      const means = isAlone ? sql`(${column} in (${sql.join(whole)}) or ${isShown(shown)})` : isShown(shown);
      return sql`${column} in (${sql.join(pieces)}) and ${means}${where ? sql` and ${where}` : sql``}`;
    }) ?? [sql`(${sql.join([...codes.map((code) => sql`lower(${code}) = ${lower}`), isShown(shown)], sql` or `)})`];
  const sources = new Set(Object.values(SOURCES).flat());
  sources.delete(PERSON);
  const each = [...sources].flatMap((source) =>
    conditionsOf(source).map(
      (condition) => sql`(select x.id::text from ${source.from} where ${condition} order by x.id::text desc limit ${MEANT_MAX})`,
    ),
  );
  const { rows } = await sql<{ id: string }>`${sql.join(each, sql` union `)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Maximum of people with one name whose rows are searched; the filter by person is exact. */
export const NAMESAKES = 4;

/** @returns people with this username, name, or both as shown in rows */
export async function findPeopleByName(db: Kysely<DB>, text: string): Promise<{ id: string; username: string }[]> {
  const lower = text.toLowerCase();
  const [first, last] = [text.lastIndexOf(' '), text.slice(text.lastIndexOf(' ') + 1).toLowerCase()];
  const both = first > 0 ? sql`or lower(x.username) = ${last} and x.name = ${text.slice(0, first)}` : sql``;
  const { rows } = await sql<{ id: string; username: string }>`
    (select x.id::text, lower(x.username) as username from sys_user x where lower(x.username) = ${lower} ${both} limit ${NAMESAKES})
    union all (select x.id::text, lower(x.username) from sys_user x
      where x.name collate "zh-x-icu" = ${text} and lower(x.username) <> ${lower} limit ${NAMESAKES})`.execute(db);
  return rows;
}
