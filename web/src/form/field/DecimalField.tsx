import { grouped } from '../../ui/format.ts';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { FormField, type FieldProps } from '../FormField.tsx';
import { parseInteger } from './number-text.ts';

interface NumberFieldProps extends FieldProps {
  suffix?: string;
  placeholder?: string;
}

/** A quantity, price or measure. It stays text, so that no binary fraction touches it. */
export const DecimalField = ({ suffix, placeholder, disabled, ...rest }: NumberFieldProps) => (
  <FormField {...rest} view={(text: string) => (suffix === undefined ? grouped(text) : `${grouped(text)} ${suffix}`)}>
    <NumberInput className="form-number" suffix={suffix} placeholder={placeholder} disabled={disabled} />
  </FormField>
);

/** A whole number; the form holds a number, or the text that is none. */
export const WholeField = ({ suffix, placeholder, disabled, ...rest }: NumberFieldProps) => (
  <FormField {...rest} normalize={parseInteger} view={(value: number) => `${grouped(String(value))} ${suffix ?? ''}`}>
    <NumberInput inputMode="numeric" className="form-number" suffix={suffix} placeholder={placeholder} disabled={disabled} />
  </FormField>
);
