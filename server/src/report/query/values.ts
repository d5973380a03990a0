import type { ReportForm } from '@kuwei/contract/sys/report';

/** A report as columns of its table. */
export const valuesOfForm = (form: ReportForm) => ({
  code: form.code,
  name: form.name,
  name_en: form.nameEn,
  description: form.description,
  description_en: form.descriptionEn,
  category: form.category,
  sql: form.sql,
  built: form.built === null ? null : JSON.stringify(form.built),
  params: JSON.stringify(form.params),
  columns: JSON.stringify(form.columns),
  chart: JSON.stringify(form.chart),
  row_limit: form.rowLimit,
  seconds: form.seconds,
  roles: form.roles,
  state: form.state,
});
