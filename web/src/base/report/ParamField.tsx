// A field for a report parameter, by its type or dictionary.
import type { RunnableReport } from '@kuwei/contract/sys/report';
import { useId } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { DayBox } from '../../ui/day/DayBox.tsx';
import { useDayText } from '../../ui/day/use-day-text.ts';

type Param = RunnableReport['params'][number];

interface ParamFieldProps {
  param: Param;
  value: string;
  onChange: (value: string) => void;
  fault?: string | undefined;
}

export function ParamField({ param, value, onChange, fault }: ParamFieldProps) {
  const t = useT();
  const id = useId();
  const hint = fault ?? (param.type === 'LIST' && param.options === null ? t('result.listHint') : undefined);
  const aria = { id, 'aria-required': param.required, 'aria-invalid': fault !== undefined, 'aria-describedby': `${id}-hint` };
  return (
    <div className="report-param">
      <label htmlFor={id}>
        {param.label}
        {param.required && (
          <span className="report-param-required" aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </label>
      <Control param={param} value={value} onChange={onChange} aria={aria} />
      <span
        id={`${id}-hint`}
        className={fault === undefined ? 'report-param-hint' : 'report-param-fault'}
        role={fault === undefined ? undefined : 'alert'}
      >
        {hint}
      </span>
    </div>
  );
}

interface ControlProps extends Pick<ParamFieldProps, 'param' | 'value' | 'onChange'> {
  aria: { id: string };
}

function Control({ param, value, onChange, aria }: ControlProps) {
  const t = useT();
  if (param.type === 'DAY') return <Day value={value} onChange={onChange} aria={aria} />;
  const options =
    param.type === 'YES_NO'
      ? [
          { value: 'true', label: t('result.yes') },
          { value: 'false', label: t('result.no') },
        ]
      : param.options;
  if (options !== null) {
    return (
      <select {...aria} className="kw-field" value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{param.required ? '' : t('result.any')}</option>
        {options.map((each) => (
          <option key={each.value} value={each.value}>
            {each.label}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      {...aria}
      className="kw-field"
      value={value}
      maxLength={2_000}
      inputMode={param.type === 'NUMBER' ? 'decimal' : 'text'}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function Day({ value, onChange, aria }: Omit<ControlProps, 'param'>) {
  const { field, leave, box } = useDayText({ value, onChange });
  return (
    <DayBox {...box}>
      <input {...field} {...aria} className="kw-field" onBlur={leave} />
    </DayBox>
  );
}
