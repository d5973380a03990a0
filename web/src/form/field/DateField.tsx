import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { FormField, type FieldProps } from '../FormField.tsx';

interface DateFieldProps extends FieldProps {
  /** First and last day that may be chosen, `YYYY-MM-DD`. */
  min?: string;
  max?: string;
}

/** A day; the form holds `YYYY-MM-DD`. */
export const DateField = ({ min, max, disabled, ...rest }: DateFieldProps) => (
  <FormField {...rest}>
    <Day {...(min !== undefined && { min })} {...(max !== undefined && { max })} disabled={disabled} />
  </FormField>
);

interface DayProps {
  id?: string;
  value?: string | null;
  onChange?: (day: string | null) => void;
  onBlur?: () => void;
  min?: string;
  max?: string;
  disabled?: boolean | undefined;
}

const Day = ({ id, value, onChange, onBlur, min, max, disabled }: DayProps) => (
  <DatePicker
    id={id}
    className="form-wide"
    value={value ? dayjs(value) : null}
    onChange={(day: Dayjs | null) => onChange?.(day ? day.format('YYYY-MM-DD') : null)}
    onBlur={onBlur}
    minDate={min === undefined ? undefined : dayjs(min)}
    maxDate={max === undefined ? undefined : dayjs(max)}
    disabled={disabled}
  />
);
