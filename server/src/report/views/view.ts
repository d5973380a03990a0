// Defines reporting views: SQL and documentation side by side (decision 165).
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type RawBuilder } from 'kysely';

/** What a column holds, which decides how it is shown and used. */
export type ColumnKind = 'text' | 'code' | 'count' | 'quantity' | 'money' | 'day' | 'moment' | 'flag' | 'list' | 'id';

export interface ViewColumn {
  name: string;
  kind: ColumnKind;
  zh: string;
  en: string;
  /** An expression over the tables of the view. */
  sql: string;
  /** Dictionary of its codes. */
  dic?: string;
  /** For a code without a dictionary: its text is the phrase `words.CODE`. */
  words?: string;
  /** For a quantity: the column with its unit. */
  unit?: string;
}

export interface ReportView {
  /** In the schema `report`. */
  name: string;
  zh: string;
  en: string;
  /** Completes “A row of it is …”. */
  rowZh: string;
  rowEn: string;
  columns: readonly ViewColumn[];
  /** The FROM clause, with the condition of what the reader sees. */
  from: string;
}

type More = Pick<ViewColumn, 'dic' | 'words' | 'unit'>;
export const column = (kind: ColumnKind, name: string, zh: string, en: string, sql: string, more: More = {}): ViewColumn => ({
  name,
  kind,
  zh,
  en,
  sql,
  ...more,
});

type Field = 'own_orgs' | 'orgs' | 'warehouses' | 'goods_warehouses' | 'containers' | 'categories';
const ofReader = (field: Field | 'people'): string =>
  `(select r.${field} from sys_report_reader r where r.pid = pg_backend_pid() and r.until_at > now())`;

/** A subquery evaluated once for the statement instead of for each row, so that an index can be used. */
export const among = (sql: string, field: Field): string => `${sql} = any (${ofReader(field)}::uuid[])`;
export const canReaderSeePeople = ofReader('people');
/** Whether the reader sees any warehouse, and so which owners may use it. */
export const hasReaderWarehouses = `cardinality(${ofReader('warehouses')}) > 0`;

/** By owner and warehouse: history belongs to both. */
export const ofParties = (owner: string, warehouse: string): string =>
  `(${among(owner, 'orgs')} or ${among(warehouse, 'warehouses')})`;

/** Stock rows `s`, as `isStockVisible` of wms/read-conditions.ts. */
export const GOODS = `(${among('s.owner_org_id', 'orgs')} or ${among('s.warehouse_id', 'goods_warehouses')}
  or s.box_id in (select x.id from wms_warehouse_box x where ${among('x.container_id', 'containers')})
  or s.product_id in (select x.id from wms_product x where ${among('x.category_id', 'categories')}))`;

/** Documents `t`, as in lists; drafts are visible to their owner only. */
export const DOCUMENTS = `(t.deleted_at is null and (
  (t.type <> 'MOVE' and ${among('t.owner_org_id', 'own_orgs')})
  or (t.submitted_at is not null and t.type <> 'MOVE' and ${among('t.owner_org_id', 'orgs')})
  or (t.submitted_at is not null and ${among('t.warehouse_id', 'warehouses')})))`;

const LANG = `(select r.lang from sys_report_reader r where r.pid = pg_backend_pid() and r.until_at > now())`;
/** The name of a row in the reader's language. */
export const nameOf = (alias: string): string =>
  `case when ${LANG} = 'en' then coalesce(${alias}.name_en, ${alias}.name) else ${alias}.name end`;

/** Names of an organisation, warehouse or product; joined, so that queries without them cost nothing. */
export const orgColumns = (alias: string, name: string, zh: string, en: string): ViewColumn[] => [
  column('code', `${name}_code`, `${zh}编码`, `${en}: code`, `${alias}.code`),
  column('text', `${name}_name`, zh, en, nameOf(alias)),
];

export const WAREHOUSE: ViewColumn[] = [
  column('code', 'warehouse_code', '仓库编码', 'Warehouse: code', 'w.code'),
  column('text', 'warehouse_name', '仓库', 'Warehouse', nameOf('w')),
];

export const PRODUCT: ViewColumn[] = [
  column('code', 'product_code', '产品编码', 'Product: code', 'p.code'),
  column('text', 'product_name', '产品', 'Product', nameOf('p')),
  column('text', 'spec', '规格', 'Specification', 'p.spec'),
  column('code', 'kind', '产品类型', 'Kind of product', 'p.kind', { dic: 'WMS_PRODUCT_KIND' }),
  column('code', 'cas', 'CAS 号', 'CAS number', 'p.cas'),
  column('code', 'storage_group', '储存组', 'Storage group', 'p.storage_group', { dic: 'WMS_STORAGE_GROUP' }),
  column('code', 'hazard', '危险性', 'Hazard', 'p.hazard', { dic: 'WMS_HAZARD' }),
  column('list', 'control_flags', '管控类别', 'Control categories', 'p.control_flags', { dic: 'WMS_CONTROL' }),
  column('flag', 'controlled', '管控品', 'Controlled', 'cardinality(p.control_flags) > 0'),
  column('code', 'category_code', '分类编码', 'Category: code', 'c.code'),
  column('text', 'category_name', '分类', 'Category', nameOf('c')),
];
/** Joined to `p` by views with these columns. */
export const JOIN_PRODUCT = (id: string): string =>
  `left join wms_product p on p.id = ${id} left join wms_category c on c.id = p.category_id`;

export const UNIT = column('code', 'unit', '单位', 'Unit', 'p.base_unit', { dic: 'WMS_UNIT' });
const OF_UNIT = { unit: 'unit' };
export const quantity = (name: string, zh: string, en: string, sql: string): ViewColumn =>
  column('quantity', name, zh, en, sql, OF_UNIT);

/** The statement that creates a view. The security barrier keeps conditions of a query from seeing invisible rows. */
export const createViewStatement = ({ name, columns, from }: ReportView): string => `
create view report.${name} with (security_barrier) as
select ${columns.map((each) => `${each.sql} as ${each.name}`).join(',\n       ')}
  from ${from}`;

/** Only compiles SQL: it has no connection. */
const sqlCompiler = new Kysely<never>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** SQL text of a Kysely expression. @throws Error if it has parameters, which a view cannot have */
export function textOf(raw: RawBuilder<unknown>): string {
  const { sql, parameters } = raw.compile(sqlCompiler);
  if (parameters.length > 0) throw new Error(`a view has no parameters: ${sql}`);
  return sql;
}
