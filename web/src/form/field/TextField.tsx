import { Input, type InputProps } from 'antd';
import { FormField, type FieldProps, type FormFieldProps } from '../FormField.tsx';

interface TextFieldProps extends FieldProps, Pick<FormFieldProps, 'check'> {
  /** For codes: upper case, monospaced. */
  code?: boolean;
  placeholder?: string;
  suffix?: string;
  autoFocus?: boolean;
  /** On-screen keyboard of a phone. */
  inputMode?: 'email' | 'tel' | 'numeric';
  check?: FormFieldProps['check'];
  /** Normalizes the input on blur. */
  read?: (text: string) => string;
}

/** A single line of text. */
export function TextField({ code = false, placeholder, suffix, autoFocus, inputMode, read, disabled, ...rest }: TextFieldProps) {
  return (
    <FormField
      {...rest}
      view={(text: string) => (code ? <span className="kw-code">{text}</span> : text)}
      {...(code && { normalize: (text: string) => text.toUpperCase() })}
    >
      <TextInput
        read={read}
        className={code ? 'form-code' : ''}
        disabled={disabled}
        placeholder={placeholder}
        suffix={suffix}
        autoFocus={autoFocus}
        inputMode={inputMode}
        {...(code && { autoCapitalize: 'characters', autoCorrect: 'off' })}
        spellCheck={false}
      />
    </FormField>
  );
}

/** The form passes `value`, `onChange` and `onBlur`. */
function TextInput({ read, onBlur, ...input }: InputProps & Pick<TextFieldProps, 'read'>) {
  return (
    <Input
      {...input}
      onBlur={(event) => {
        const { value } = event.target;
        const understood = read === undefined || value === '' ? value : read(value);
        if (understood !== value)
          input.onChange?.({ target: { value: understood } } as Parameters<NonNullable<InputProps['onChange']>>[0]);
        onBlur?.(event);
      }}
    />
  );
}
