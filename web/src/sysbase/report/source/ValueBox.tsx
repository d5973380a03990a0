// Value of a condition: a dictionary entry, yes or no, a day, a number or a text.
import { useT } from '../../../phrase/phrases.ts';
import type { ColumnDoc } from './views.ts';
import '../../../ui/field.css';
import '../report.css';

interface ValueBoxProps {
  column: ColumnDoc;
  /** Entries of the column's dictionary; null if it has none. */
  entries: readonly { value: string; label: string }[] | null;
  /** A number of days, whatever the column's type. */
  days: boolean;
  value: string;
  onChange: (value: string) => void;
}

const NUMBERS: ReadonlySet<string> = new Set(['count', 'quantity', 'money']);

export function ValueBox({ column: { kind }, entries, days, value, onChange }: ValueBoxProps) {
  const t = useT();
  const options =
    kind === 'flag'
      ? [
          { value: 'true', label: t('result.yes') },
          { value: 'false', label: t('result.no') },
        ]
      : entries;
  if (options !== null && !days) {
    return (
      <select
        className="kw-field"
        aria-label={t('report.valueOf')}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="" />
        {options.map((each) => (
          <option key={each.value} value={each.value}>
            {each.label}
          </option>
        ))}
      </select>
    );
  }
  const isDay = !days && (kind === 'day' || kind === 'moment');
  return (
    <span className="report-value">
      <input
        className="kw-field"
        aria-label={t('report.valueOf')}
        value={value}
        maxLength={200}
        inputMode={days || NUMBERS.has(kind) ? 'decimal' : 'text'}
        placeholder={isDay ? t('day.format') : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      {days && <span>{t('report.days')}</span>}
    </span>
  );
}
