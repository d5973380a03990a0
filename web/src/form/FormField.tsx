// A form field: label, control, error, and a read-only view of its value.
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

/** Props of every field. */
export interface FieldProps {
  /** Name in the body. */
  name: string;
  label: PlainKey;
  /** Hint below the control. */
  hint?: ReactNode;
  /** Share of the row; defaults to half. */
  width?: 'third' | 'half' | 'full';
  disabled?: boolean;
  /** Overrides the required mark derived from the schema: other fields require it, or it is never empty. */
  needed?: boolean;
  /** Label for screen readers only: the section title shows the same. */
  quiet?: boolean;
}

export interface FormFieldProps extends FieldProps {
  children: ReactElement;
  /** Read-only view of a value. */
  view?: (value: never) => ReactNode;
  /** Converts the control's value to the form's. */
  normalize?: (value: never) => unknown;
  valuePropName?: string;
  /** Without a label: an element above shows it. */
  silent?: boolean;
  /** An additional check beyond the schema. */
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

/** The error text; for a list of texts, one reason for each rejected text. */
function refusalText(part: Schema, value: unknown, refusal: Refusal): string {
  const texts = listRefusedTexts(part, value);
  if (texts.length === 0) return say(refusal.key, refusal.params);
  return texts.map(({ text, key, params }) => say('form.elsewhere', { name: text, reason: say(key, params) })).join('\n');
}

/** The rules of the contract, and the server's error for this very value. */
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
    const message = refusal ? refusalText(part, value, refusal) : (checked.current?.(value) ?? refused(path, value));
    if (message !== undefined) throw new Error(message);
    isRefused = false;
  };
  /** Leaving an untouched required field empty is no error yet; once reported, it stays reported. */
  const checkOnBlur = async (_: unknown, value: unknown): Promise<void> => {
    const isEmpty = isEmptyValue(value) || refusalOf(part, value)?.key === 'rule.required';
    const isPassed = !isRefused && left.current === null && untyped.current() && isEmpty;
    if (!isPassed) await check(_, value);
  };
  return {
    required: !isEmptyAllowed(part),
    validateFirst: true as const,
    rules: [
      { validator: check, validateTrigger: 'onChange' },
      { validator: checkOnBlur, validateTrigger: 'onBlur' },
    ],
    validateTrigger: ['onBlur', 'onChange'],
  };
}
