import { Form, type FormInstance } from 'antd';
import type { KeyboardEvent, ReactNode } from 'react';
import { useFirstFocus } from './focus-first.ts';

interface FormBodyProps {
  form: FormInstance;
  name: string;
  initial: Record<string, unknown>;
  onChange: (changed: Record<string, unknown>) => void;
  /** Called after validation. */
  onChecked?: () => void;
  className?: string;
  children: ReactNode;
}

/** The fields of a page or drawer: labels above, validated on change and on blur. */
export function FormBody({ form, name, initial, onChange, onChecked, className, children }: FormBodyProps) {
  useFirstFocus(name);
  return (
    <Form
      form={form}
      name={name}
      layout="vertical"
      className={className}
      initialValues={initial}
      onValuesChange={onChange}
      onFieldsChange={() => onChecked?.()}
      validateTrigger={['onBlur', 'onChange']}
      scrollToFirstError={false}
      autoComplete="off"
      onKeyDown={keepEnter}
    >
      {children}
    </Form>
  );
}

/** Enter in a one-line field would submit the unfinished form. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
  }
}
