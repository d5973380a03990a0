import { Input } from 'antd';
import { DayBox } from '../../ui/day/DayBox.tsx';
import { useDayText, type DayFieldSpec } from '../../ui/day/use-day-text.ts';
import { isoOfMinute, localMinute } from '../../ui/format.ts';
import { FormField, type FieldProps, type FormFieldProps } from '../FormField.tsx';

interface DateFieldProps extends FieldProps, Pick<FormFieldProps, 'check'>, Pick<DayFieldSpec, 'edge' | 'near'> {
  /** First and last selectable day, `YYYY-MM-DD`. */
  min?: string;
  max?: string;
}

/**
 * A day as people write it; without a year, the next such day by default. The form holds `YYYY-MM-DD`, or the invalid text for the rules
 * to report.
 */
export const DateField = ({ min, max, disabled, edge, near = 'next', ...rest }: DateFieldProps) => (
  <FormField {...rest}>
    <DayControl min={min} max={max} disabled={disabled} edge={edge} near={near} />
  </FormField>
);

/** A local date and time to the minute; the form holds it with its offset. */
export const MinuteField = ({ disabled, ...rest }: FieldProps) => (
  <FormField {...rest}>
    <MinuteControl disabled={disabled} />
  </FormField>
);

interface ControlProps extends Pick<DayFieldSpec, 'edge' | 'near' | 'time'> {
  id?: string;
  value?: string | null;
  onChange?: (value: string | null) => void;
  onBlur?: () => void;
  min?: string | undefined;
  max?: string | undefined;
  disabled?: boolean | undefined;
}

function DayControl({ id, value, onChange, onBlur, min, max, disabled, edge, near, time, ...aria }: ControlProps) {
  const { field, leave, box } = useDayText({ value: value ?? '', onChange: (day) => onChange?.(day || null), edge, near, time });
  return (
    <DayBox {...box} min={min} max={max} disabled={disabled}>
      <Input
        {...field}
        {...aria}
        id={id}
        disabled={disabled}
        onBlur={() => {
          leave();
          onBlur?.();
        }}
      />
    </DayBox>
  );
}

const MinuteControl = ({ value, onChange, ...rest }: ControlProps) => (
  <DayControl
    {...rest}
    time
    value={value ? localMinute(value) : null}
    onChange={(text) => onChange?.(text && isoOfMinute(text))}
  />
);
