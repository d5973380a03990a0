import { Input, type InputProps } from 'antd';
import { FormField, type FieldProps } from '../FormField.tsx';

interface TextFieldProps extends FieldProps {
  /** For codes: upper case, in the face of codes. */
  code?: boolean;
  placeholder?: string;
  suffix?: string;
  autoFocus?: boolean;
  /** The keyboard that a phone shows. */
  inputMode?: 'email' | 'tel' | 'numeric';
  /** How what was typed is understood: it stands there so when the field is left. */
  read?: (text: string) => string;
}

/** One line of text. */
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

/** The form hands in `value`, `onChange` and `onBlur`. */
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
