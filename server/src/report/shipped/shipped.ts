// Building blocks of shipped reports.
import type { ReportChart, ReportColumn, ReportForm, ReportParam } from '@kuwei/contract/sys/report';

/** The form of a shipped report, which is published and not built. */
export type Shipped = Omit<ReportForm, 'built' | 'state'>;

interface Words {
  code: string;
  name: string;
  nameEn: string;
  description: string;
  descriptionEn: string;
  category: string;
  sql: string;
}

interface More {
  params?: ReportParam[];
  columns?: ReportColumn[];
  chart?: ReportChart;
  roles?: string[];
}

const OWNERS = ['ROLE_TEACHER', 'ROLE_SUPPLIER', 'ROLE_STAFF'];
const WAREHOUSE = ['ROLE_WAREHOUSE_ADMIN'];
export const EVERYBODY = [...OWNERS, ...WAREHOUSE];

export const report = (words: Words, { params = [], columns = [], chart, roles = WAREHOUSE }: More = {}): Shipped => ({
  ...words,
  params,
  columns,
  chart: chart ?? { type: 'NONE', x: null, y: [] },
  rowLimit: 2_000,
  seconds: 60,
  roles,
});

export const param = (
  name: string,
  type: ReportParam['type'],
  zh: string,
  en: string,
  preset: string,
  more: Partial<ReportParam> = {},
): ReportParam => ({ name, type, zh, en, required: true, preset, dic: null, ...more });

/** A period, both days inclusive. */
export const PERIOD = [param('from', 'DAY', '开始日期', 'From', '{month-11}'), param('to', 'DAY', '结束日期', 'To', '{today}')];

export const column = (name: string, more: Partial<ReportColumn> = {}): ReportColumn => ({
  name,
  zh: null,
  en: null,
  width: null,
  format: 'AUTO',
  unit: null,
  dic: null,
  link: 'NONE',
  linkBy: null,
  total: 'NONE',
  group: false,
  mask: false,
  hidden: false,
  ...more,
});

/** A column that no view documents. */
export const called = (name: string, zh: string, en: string, more: Partial<ReportColumn> = {}): ReportColumn =>
  column(name, { zh, en, ...more });
export const money = (name: string, zh: string, en: string): ReportColumn =>
  called(name, zh, en, { format: 'MONEY', total: 'SUM' });
export const product = [
  column('product_code', { link: 'PRODUCT', linkBy: 'product_id' }),
  column('product_name', { link: 'PRODUCT', linkBy: 'product_id' }),
];
export const hiddenId = (name: string): ReportColumn => column(name, { hidden: true });
