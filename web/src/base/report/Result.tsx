import type { ReportChart, ReportResult } from '@kuwei/contract/sys/report';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { ResultChart } from '../../table/result/ResultChart.tsx';
import { ResultTable } from '../../table/result/ResultTable.tsx';
import { chartOf, type Drawn, type Row } from '../../table/result/result.ts';
import { grouped } from '../../ui/format.ts';

/** Menu section of each page role. */
const SECTIONS: Readonly<Record<string, string>> = {
  ROLE_TEACHER: 'teacher',
  ROLE_SUPPLIER: 'supplier',
  ROLE_STAFF: 'staff',
  ROLE_WAREHOUSE_ADMIN: 'admin',
};

interface ResultProps {
  result: ReportResult;
  chart: ReportChart;
  busy: boolean;
  /** Number of rows; defaults to rows and duration. */
  found?: string;
}

export function Result({ result, chart, busy, found }: ResultProps) {
  const t = useT();
  const { pageRole } = usePage();
  const section = SECTIONS[pageRole ?? ''];
  const linkOf = ({ column }: Drawn, row: Row): string | null => {
    if (section === undefined || column.link === 'NONE' || column.linkBy === null) return null;
    const id = row[result.columns.findIndex(({ name }) => name === column.linkBy)];
    if (typeof id !== 'string') return null;
    if (column.link === 'PRODUCT') return `/${section}/wms/product?show=${id}`;
    return column.link === 'DOCUMENT'
      ? `/${section}/wms/transaction/transaction-record?id=${id}`
      : `/${section}/wms/after-sales?show=${id}`;
  };
  if (result.rows.length === 0) {
    return (
      <div className="report-none">
        <p>{t('result.none')}</p>
        <p>{t('result.noneText')}</p>
      </div>
    );
  }
  const data = chartOf(result, chart);
  return (
    <div className={busy ? 'report-old' : undefined}>
      {data && (
        <section className="report-chart" aria-label={t('result.chart')}>
          <ResultChart label={t('result.chart')} data={data} />
          {result.rows.length > data.names.length && (
            <p className="report-text">{t('result.chartMore', { count: data.names.length })}</p>
          )}
        </section>
      )}
      <p className="report-found" role="status">
        {found ?? t('result.found', { count: grouped(String(result.rows.length)), seconds: (result.ms / 1_000).toFixed(1) })}
        {found === undefined && result.more && (
          <span className="report-more">{t('result.more', { count: grouped(String(result.rows.length)) })}</span>
        )}
      </p>
      <ResultTable result={result} label={t('result.table')} linkOf={linkOf} />
    </div>
  );
}
