import { Input } from 'antd';
import { FormField, type FieldProps } from '../FormField.tsx';

interface TextFieldProps extends FieldProps {
  /** For codes: upper case, in the face of codes. */
  code?: boolean;
  placeholder?: string;
  suffix?: string;
  autoFocus?: boolean;
  /** The keyboard that a phone shows. */
  inputMode?: 'tel' | 'numeric';
}

/** One line of text. */
export function TextField({ code = false, placeholder, suffix, autoFocus, inputMode, disabled, ...rest }: TextFieldProps) {
  return (
    <FormField
      {...rest}
      view={(text: string) => (code ? <span className="kw-code">{text}</span> : text)}
      {...(code && { normalize: (text: string) => text.toUpperCase() })}
    >
      <Input
        className={code ? 'form-code' : ''}
        disabled={disabled}
        placeholder={placeholder}
        suffix={suffix}
        autoFocus={autoFocus}
        inputMode={inputMode}
        spellCheck={false}
      />
    </FormField>
  );
}
