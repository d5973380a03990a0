// Columns of a report as rows of fields, with defaults for those not configured yet.
import type { KeyPrefix, PlainKey } from '@kuwei/contract/phrase';
import {
  COLUMN_FORMATS,
  LINKS,
  reportRoutes,
  WIDTH_MAX,
  WIDTH_MIN,
  type Report,
  type ReportColumn,
  type ShownColumn,
} from '@kuwei/contract/sys/report';
import { TOTALS } from '@kuwei/contract/sys/report-build';
import { usePageQuery } from '../../../page/query.ts';
import { say, sayAny, useLocale, useT } from '../../../phrase/phrases.ts';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { useShownColumns } from './use-shown-columns.ts';
import '../../../ui/field.css';
import '../report.css';

interface ColumnsBoxProps {
  id?: string;
  value?: ReportColumn[];
  onChange?: (columns: ReportColumn[]) => void;
  report: Report;
}

const arranged = ({ label: _label, kind: _kind, words: _words, ...column }: ShownColumn): ReportColumn => column;

export function ColumnsBox({ value = [], onChange, report }: ColumnsBoxProps) {
  const t = useT();
  const locale = useLocale();
  const asked = useShownColumns(report);
  const dictionaries = usePageQuery(reportRoutes.getReportViews, {}).data?.dictionaries ?? [];
  const shown = asked.data?.columns;
  if (asked.error) return <LoadFailed error={asked.error} onRetry={() => void asked.refetch()} />;
  if (shown === undefined) return <Loading />;
  if (asked.data && asked.data.faults.length > 0) return <p className="report-wrong">{asked.data.faults[0]!.text}</p>;
  // Defaults are saved with the first change.
  const all = value.length === shown.length ? value : shown.map(arranged);
  const labelOf = new Map(shown.map(({ name, label }) => [name, label]));
  const names = all.map(({ name }) => ({ value: name, label: sayColumn(name, labelOf.get(name)) }));
  const set = (at: number, part: Partial<ReportColumn>): void => onChange?.(all.with(at, { ...all[at]!, ...part }));
  const move = (at: number, by: -1 | 1): void => onChange?.(all.toSpliced(at, 1).toSpliced(at + by, 0, all[at]!));
  return (
    <div className="report-columns">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('report.column.name')}</th>
            <th scope="col">{t('report.column.zh')}</th>
            <th scope="col">{t('report.column.en')}</th>
            <th scope="col">{t('report.column.format')}</th>
            <th scope="col">{t('report.column.unit')}</th>
            <th scope="col">{t('report.column.dic')}</th>
            <th scope="col">{t('report.column.width')}</th>
            <th scope="col">{t('report.column.total')}</th>
            <th scope="col">{t('report.column.link')}</th>
            <th scope="col">{t('report.column.group')}</th>
            <th scope="col">{t('report.column.mask')}</th>
            <th scope="col">{t('report.column.hidden')}</th>
            <th scope="col">{t('report.column.order')}</th>
          </tr>
        </thead>
        <tbody>
          {all.map((column, at) => {
            const of = (phrase: PlainKey): string => `${column.name}: ${say(phrase)}`;
            const text = (key: 'zh' | 'en') => (
              <input
                className="kw-field"
                aria-label={of(`report.column.${key}`)}
                value={column[key] ?? ''}
                maxLength={60}
                placeholder={key === locale ? (labelOf.get(column.name) ?? column.name) : undefined}
                onChange={({ target }) => set(at, { [key]: target.value || null })}
              />
            );
            const flag = (key: 'group' | 'mask' | 'hidden') => (
              <input
                type="checkbox"
                className="kw-check"
                aria-label={of(`report.column.${key}`)}
                checked={column[key]}
                onChange={({ target }) => set(at, { [key]: target.checked })}
              />
            );
            return (
              <tr key={column.name}>
                <th scope="row">
                  {labelOf.get(column.name)}
                  <small className="kw-code">{column.name}</small>
                </th>
                <td>{text('zh')}</td>
                <td>{text('en')}</td>
                <td>
                  <Choice
                    label={of('report.column.format')}
                    value={column.format}
                    values={COLUMN_FORMATS}
                    phrase="report.format"
                    onChange={(format) => set(at, { format })}
                  />
                </td>
                <td>
                  <Names
                    label={of('report.column.unit')}
                    value={column.unit}
                    names={names}
                    onChange={(unit) => set(at, { unit })}
                  />
                </td>
                <td>
                  <Names
                    label={of('report.column.dic')}
                    value={column.dic}
                    names={dictionaries}
                    onChange={(dic) => set(at, { dic })}
                  />
                </td>
                <td>
                  <input
                    type="number"
                    className="kw-field report-width"
                    aria-label={of('report.column.width')}
                    min={WIDTH_MIN}
                    max={WIDTH_MAX}
                    title={t('report.column.widthText', { min: WIDTH_MIN, max: WIDTH_MAX })}
                    aria-invalid={column.width !== null && (column.width < WIDTH_MIN || column.width > WIDTH_MAX)}
                    value={column.width ?? ''}
                    onChange={({ target }) => set(at, { width: target.value === '' ? null : Number(target.value) })}
                  />
                </td>
                <td>
                  <Choice
                    label={of('report.column.total')}
                    value={column.total}
                    values={TOTALS}
                    phrase="report.sum"
                    onChange={(total) => set(at, { total })}
                  />
                </td>
                <td>
                  <Choice
                    label={of('report.column.link')}
                    value={column.link}
                    values={LINKS}
                    phrase="report.link"
                    onChange={(link) => set(at, { link, ...(link === 'NONE' && { linkBy: null }) })}
                  />
                  {column.link !== 'NONE' && (
                    <Names
                      label={of('report.column.linkBy')}
                      value={column.linkBy}
                      names={names}
                      isMissing={column.linkBy === null}
                      onChange={(linkBy) => set(at, { linkBy })}
                    />
                  )}
                </td>
                <td className="report-flag">{flag('group')}</td>
                <td className="report-flag">{flag('mask')}</td>
                <td className="report-flag">{flag('hidden')}</td>
                <td className="report-flag">
                  <button
                    type="button"
                    className="kw-plain report-move"
                    aria-label={of('report.moveUp')}
                    disabled={at === 0}
                    onClick={() => move(at, -1)}
                  >
                    ↑
                  </button>
                  <button
                    type="button"
                    className="kw-plain report-move"
                    aria-label={of('report.moveDown')}
                    disabled={at === all.length - 1}
                    onClick={() => move(at, 1)}
                  >
                    ↓
                  </button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface ChoiceProps<P extends string, V extends string> {
  label: string;
  value: V;
  values: readonly V[];
  phrase: P & KeyPrefix<P, V>;
  onChange: (value: V) => void;
}

const Choice = <const P extends string, V extends string>({ label, value, values, phrase, onChange }: ChoiceProps<P, V>) => (
  <select className="kw-field" aria-label={label} value={value} onChange={({ target }) => onChange(target.value as V)}>
    {values.map((each) => (
      <option key={each} value={each}>
        {sayAny(`${phrase}.${each}`)}
      </option>
    ))}
  </select>
);

interface NamesProps {
  label: string;
  value: string | null;
  names: readonly { value: string; label: string }[];
  /** It must have a value. */
  isMissing?: boolean;
  onChange: (name: string | null) => void;
}

/** Selects a column of the same report, or a dictionary. */
export const Names = ({ label, value, names, isMissing = false, onChange }: NamesProps) => (
  <select
    className="kw-field"
    aria-label={label}
    aria-invalid={isMissing}
    value={value ?? ''}
    onChange={({ target }) => onChange(target.value || null)}
  >
    <option value="">–</option>
    {value !== null && names.every((each) => each.value !== value) && <option value={value}>{value}</option>}
    {names.map((each) => (
      <option key={each.value} value={each.value}>
        {each.label}
      </option>
    ))}
  </select>
);

/** The label of a column with its name, by which two of the same label differ. */
export const sayColumn = (name: string, label = name): string => (label === name ? name : `${label} (${name})`);
