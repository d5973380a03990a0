import type { ReportForm } from '@kuwei/contract/sys/report';

/** A published report that returns 1, and that no role may run. */
export const reportForm = (code: string): ReportForm => ({
  code,
  name: `报表 ${code}`,
  nameEn: null,
  description: null,
  descriptionEn: null,
  category: null,
  sql: 'select 1 as one',
  built: null,
  params: [],
  columns: [],
  chart: { type: 'NONE', x: null, y: [] },
  rowLimit: 1_000,
  seconds: 30,
  roles: [],
  state: 'PUBLISHED',
});
