import { Input } from 'antd';
import { FormField, type FieldProps } from '../FormField.tsx';

interface DateFieldProps extends FieldProps {
  /** First and last day that may be chosen, `YYYY-MM-DD`. */
  min?: string;
  max?: string;
}

/** A day; the form holds `YYYY-MM-DD`. The browser's own field: it knows every keyboard and thumb. */
export const DateField = ({ min, max, disabled, ...rest }: DateFieldProps) => (
  <FormField {...rest}>
    <Input type="date" min={min} max={max ?? '9999-12-31'} disabled={disabled} />
  </FormField>
);
