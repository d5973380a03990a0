// A field: label, control, what is wrong with it, and how its value reads where nothing can be changed.
import type { PlainKey } from '@kuwei/contract/phrase';
import type { Schema } from '@kuwei/contract/route';
import type { Refusal } from '@kuwei/contract/rule';
import { Form } from 'antd';
import { useCallback, useContext, useEffect, useMemo, useRef, type ReactElement, type ReactNode } from 'react';
import { say, useT } from '../phrase/phrases.ts';
import { None } from '../ui/None.tsx';
import { PendingTextContext, RowContext, useFormContext, type FormContext } from './context.ts';
import { isEmptyAllowed, refusalOf, listRefusedTexts, schemaAt, type Path } from './schema.ts';
import './form.css';

/** What every field takes. */
export interface FieldProps {
  /** Name in the body. */
  name: string;
  label: PlainKey;
  /** Said below the control. */
  hint?: ReactNode;
  /** Share of the row; half when left out. */
  width?: 'third' | 'half' | 'full';
  disabled?: boolean;
  /** Marked as needed or not, whatever its schema says: what else stands in the form asks for it, or it is never empty. */
  needed?: boolean;
  /** The label is only read aloud: the title of the section says the same. */
  quiet?: boolean;
}

export interface FormFieldProps extends FieldProps {
  children: ReactElement;
  /** How a value that is there reads. */
  view?: (value: never) => ReactNode;
  /** Makes what the control reports into what the form holds. */
  normalize?: (value: never) => unknown;
  valuePropName?: string;
  /** Without a label: something above carries it. */
  silent?: boolean;
  /** What is wrong with the value that no rule of the body knows. */
  check?: (value: unknown) => string | undefined;
}

export function FormField({
  name,
  label,
  hint,
  width = 'half',
  children,
  view = String,
  normalize,
  valuePropName,
  silent = false,
  quiet = false,
  needed,
  check,
}: FormFieldProps) {
  const t = useT();
  const context = useFormContext();
  const { path: above, inList } = useContext(RowContext);
  const path = useMemo(() => [...above, name], [above, name]);
  const read = (value: unknown): ReactNode => (isEmptyValue(value) ? <None /> : view(value as never));
  useEffect(() => void context.looks.set(path.join('.'), { label, view: read }));
  const form = Form.useFormInstance();
  const inForm = useMemo(() => (inList.length > 0 ? [...inList, name] : [name]), [inList, name]);
  const left = useRef<string | null>(null);
  const leave = useCallback(
    (text: string | null): void => {
      if (left.current === text) return;
      left.current = text;
      void form.validateFields([inForm]).catch(() => {});
    },
    [form, inForm],
  );
  const untyped = useRef((): boolean => true);
  untyped.current = () => !form.isFieldTouched(inForm);
  const checked = useRef(check);
  checked.current = check;
  const rules = useMemo(() => (context.schema ? rulesOf(context, path, left, checked, untyped) : null), [context, path]);
  if (!rules) {
    return (
      <div className={`form-field ${width} view ${quiet ? 'quiet' : ''}`}>
        <dt>{t(label)}</dt>
        <dd>{read(context.record?.[name])}</dd>
      </div>
    );
  }
  return (
    <PendingTextContext value={leave}>
      <Form.Item
        className={`form-field ${width} ${silent ? 'silent' : ''} ${quiet ? 'quiet' : ''}`}
        name={inForm}
        label={silent ? null : t(label)}
        extra={hint}
        {...rules}
        required={needed ?? rules.required}
        {...(normalize && { normalize: normalize as (value: unknown) => unknown })}
        {...(valuePropName && { valuePropName })}
      >
        {children}
      </Form.Item>
    </PendingTextContext>
  );
}

const isEmptyValue = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Why it is refused; of several texts that are, each with its own reason. */
function wordsOf(part: Schema, value: unknown, refusal: Refusal): string {
  const texts = listRefusedTexts(part, value);
  if (texts.length === 0) return say(refusal.key, refusal.params);
  return texts.map(({ text, key, params }) => say('form.elsewhere', { name: text, reason: say(key, params) })).join('\n');
}

/** The rules of the contract, and what the server said of the value it got. */
function rulesOf(
  { schema, refused }: FormContext,
  path: Path,
  left: { readonly current: string | null },
  checked: { readonly current: FormFieldProps['check'] },
  untyped: { readonly current: () => boolean },
) {
  const part = schemaAt(schema!, path);
  let isRefused = false;
  const check = async (_: unknown, value: unknown): Promise<void> => {
    isRefused = true;
    if (left.current !== null) throw new Error(say('form.notEntered', { text: left.current }));
    const refusal = refusalOf(part, value);
    const message = refusal ? wordsOf(part, value, refusal) : (checked.current?.(value) ?? refused(path, value));
    if (message !== undefined) throw new Error(message);
    isRefused = false;
  };
  /** Whoever only comes by an empty field has done nothing wrong yet; once it was asked for, it goes on saying so. */
  const checkLeft = async (_: unknown, value: unknown): Promise<void> => {
    const isPassed = !isRefused && left.current === null && untyped.current() && refusalOf(part, value)?.key === 'rule.required';
    if (!isPassed) await check(_, value);
  };
  return {
    required: !isEmptyAllowed(part),
    validateFirst: true as const,
    rules: [
      { validator: check, validateTrigger: 'onChange' },
      { validator: checkLeft, validateTrigger: 'onBlur' },
    ],
    validateTrigger: ['onBlur', 'onChange'],
  };
}
