// Chart above the table: labels, and one or two series.
import type { Report, ReportChart } from '@kuwei/contract/sys/report';
import { useT } from '../../../phrase/phrases.ts';
import { Names, sayColumn } from './ColumnsBox.tsx';
import { useShownColumns } from './use-shown-columns.ts';
import '../../../ui/field.css';
import '../report.css';

interface ChartBoxProps {
  id?: string;
  value?: ReportChart;
  onChange?: (chart: ReportChart) => void;
  report: Report;
}

const NO_CHART: ReportChart = { type: 'NONE', x: null, y: [] };

export function ChartBox({ value = NO_CHART, onChange, report }: ChartBoxProps) {
  const t = useT();
  const names = (useShownColumns(report).data?.columns ?? []).map(({ name, label }) => ({
    value: name,
    label: sayColumn(name, label),
  }));
  const set = (part: Partial<ReportChart>): void => onChange?.({ ...value, ...part });
  const amount = (at: 0 | 1) => (name: string | null) => {
    const y = [...value.y];
    if (name === null) y.splice(at, 1);
    else y[at] = name;
    set({ y });
  };
  return (
    <div className="report-line">
      <label className="report-asked">
        <input
          type="checkbox"
          className="kw-check"
          checked={value.type === 'BAR'}
          onChange={({ target }) => set({ type: target.checked ? 'BAR' : 'NONE' })}
        />
        {t('report.chartShow')}
      </label>
      {value.type === 'BAR' && (
        <>
          <span>{t('report.chartX')}</span>
          <Names label={t('report.chartX')} value={value.x} names={names} onChange={(x) => set({ x })} />
          <span>{t('report.chartY')}</span>
          <Names label={t('report.chartY')} value={value.y[0] ?? null} names={names} onChange={amount(0)} />
          {value.y.length > 0 && (
            <Names label={t('report.chartY2')} value={value.y[1] ?? null} names={names} onChange={amount(1)} />
          )}
        </>
      )}
    </div>
  );
}
