import { grouped } from '../../ui/format.ts';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { FormField, type FieldProps, type FormFieldProps } from '../FormField.tsx';
import { parseInteger } from './number-text.ts';

interface NumberFieldProps extends FieldProps, Pick<FormFieldProps, 'check'> {
  suffix?: string;
  placeholder?: string;
}

/** A quantity, price or measure. Stays text, to avoid binary fractions. */
export const DecimalField = ({ suffix, placeholder, disabled, ...rest }: NumberFieldProps) => (
  <FormField {...rest} view={(text: string) => (suffix === undefined ? grouped(text) : `${grouped(text)} ${suffix}`)}>
    <NumberInput className="form-number" suffix={suffix} placeholder={placeholder} disabled={disabled} />
  </FormField>
);

/** An integer; the form holds a number, or the invalid text. */
export const WholeField = ({ suffix, placeholder, disabled, ...rest }: NumberFieldProps) => (
  <FormField {...rest} normalize={parseInteger} view={(value: number) => `${grouped(String(value))} ${suffix ?? ''}`}>
    <NumberInput inputMode="numeric" className="form-number" suffix={suffix} placeholder={placeholder} disabled={disabled} />
  </FormField>
);
