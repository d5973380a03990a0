import { readNumber } from '@kuwei/contract/read-value';
import { Input, type InputProps } from 'antd';
import { useParsedText } from './use-parsed-text.ts';

interface NumberInputProps extends Omit<InputProps, 'value' | 'onChange'> {
  /** A decimal text, or the input if it is not a number. */
  value?: string | number | null;
  onChange?: (text: string) => void;
}

/** Accepts numbers as people write them: `１２`, `1,000`, `1,5`, `4 瓶` in a field for 瓶. Reports them normalized, `1.5`. */
export function NumberInput({ value, onChange, onBlur, onKeyDown, ...rest }: NumberInputProps) {
  const { suffix } = rest;
  const typed = useParsedText({
    value: String(value ?? ''),
    onChange: (text) => onChange?.(text),
    read: (text) => {
      const read = readNumber(text);
      return read && (read.unit === '' || read.unit === suffix) ? read.value : null;
    },
    isWhole: (text) => /^-?\d+(\.\d*)?$/.test(text),
  });
  return (
    <Input
      inputMode="decimal"
      {...rest}
      value={typed.value}
      onChange={({ target }) => typed.type(target.value)}
      onKeyDown={(event) => {
        typed.keyDown(event);
        onKeyDown?.(event);
      }}
      onBlur={(event) => {
        typed.leave();
        onBlur?.(event);
      }}
    />
  );
}
