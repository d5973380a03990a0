// Errors that prevent sending a form, including the server's: at their field, else above the buttons.
import type { Schema } from '@kuwei/contract/route';
import type { FieldError } from '@kuwei/contract/error';
import type { FormInstance } from 'antd';
import { useRef, useState } from 'react';
import { ApiError } from '../api/error.ts';
import { say, t } from '../phrase/phrases.ts';
import type { FieldDisplay, FormContext } from './context.ts';
import { focusFirst } from './focus-first.ts';
import { isSame, pathOfText, schemaAt, type Path } from './schema.ts';

export interface Problem {
  title: string;
  lines: string[];
  requestId: string | null;
  /** The request was lost, or the response is not from our server, which may be down. */
  lost?: boolean;
  /** The record no longer exists: retrying is pointless. */
  gone?: boolean;
  /** Only a count of fields, which show their own errors. */
  isCountOnly?: boolean;
}

interface RefusalsOptions {
  form: FormInstance;
  formName: string;
  /** The body: detects whether a field holds a rejected value again. Null: errors are shown until the value changes. */
  schema: Schema | null;
  /** A small form: its fields show their errors, without a count. */
  small?: boolean;
}

export interface Refusals {
  problem: Problem | null;
  setProblem: (problem: Problem | null) => void;
  /** Shows the number of errors in one line. @param others errors without a field, counted too */
  setCount: (count: number, others?: string[]) => void;
  /** Updates the count after validation. @param elsewhere errors outside the form's fields */
  recount: (elsewhere?: number) => void;
  /** For the form's context. */
  refused: FormContext['refused'];
  weigh: NonNullable<FormContext['weigh']>;
  /** Clears server errors before sending again. */
  clear: () => void;
  /** Validates all fields; focuses the first invalid one. */
  validate: () => Promise<boolean>;
  /**
   * Shows the error of sending the form.
   * @param title title of errors without a reason; defaults to the server's message
   * @throws anything that is not an API error
   */
  report: (error: unknown, title?: string, looks?: ReadonlyMap<string, FieldDisplay>) => void;
  /** Shows field errors. @param fields those that this form shows @returns whether one was placed at a field */
  place: (error: ApiError, fields: readonly FieldError[], looks?: ReadonlyMap<string, FieldDisplay>) => boolean;
}

export function useRefusals({ form, formName, schema, small = false }: RefusalsOptions): Refusals {
  const [problem, setProblem] = useState<Problem | null>(null);
  const known = useRef(new Map<string, { value: unknown; message: string }>());
  const weights = useRef(new Map<string, number>());
  const placesIn = (paths: readonly Path[]): number =>
    paths.reduce((sum, path) => sum + (weights.current.get(path.join('.')) ?? 1), 0);

  const setCount = (count: number, others: string[] = []): void =>
    setProblem(
      small
        ? null
        : { title: t('form.invalid', { count: count + others.length }), lines: others, requestId: null, isCountOnly: true },
    );

  const recount = (elsewhere = 0): void => {
    // While a field is revalidated it has no error: skip, so that the layout does not move under the pointer.
    if (!problem?.isCountOnly || form.isFieldsValidating()) return;
    const wrong = form.getFieldsError().filter(({ errors }) => errors.length > 0);
    const count = placesIn(wrong.map(({ name }) => name)) + elsewhere;
    const [left] = problem.lines;
    if (count > 0) setCount(count, problem.lines);
    else setProblem(left === undefined ? null : { title: left, lines: [], requestId: null });
  };

  const place: Refusals['place'] = (error, fields, looks) => {
    const lines: string[] = [];
    const paths: Path[] = [];
    for (const { path: text, message } of fields) {
      const whole = pathOfText(text);
      const path = shownAt(form, whole);
      if (path) {
        // A multi-cell field checks each cell.
        if (path.length < whole.length) known.current.set(text, { value: form.getFieldValue([...whole]) as unknown, message });
        known.current.set(path.join('.'), { value: form.getFieldValue([...path]) as unknown, message });
        form.setFields([{ name: [...path], errors: [message] }]);
        paths.push(path);
      } else {
        const look = looks?.get(text);
        if (look) lines.push(t('form.elsewhere', { name: say(look.label), reason: message }));
        else if (message !== error.message) lines.push(message);
      }
    }
    if (paths.length === error.fields.length) setCount(paths.length);
    else setProblem({ title: error.message, lines, requestId: null });
    if (paths.length > 0) focusFirst(formName, paths);
    return paths.length > 0;
  };

  return {
    problem,
    setProblem,
    setCount,
    recount,
    refused: (path, value) => {
      const refusal = known.current.get(path.join('.'));
      return schema && refusal && isSame(schemaAt(schema, path), refusal.value, value) ? refusal.message : undefined;
    },
    weigh: (path, count) => {
      if (count > 0) weights.current.set(path.join('.'), count);
      else weights.current.delete(path.join('.'));
    },
    clear: () => {
      known.current.clear();
      setProblem(null);
    },
    validate: async () => {
      const faults = await faultsIn(form);
      if (faults.length === 0) return true;
      setCount(placesIn(faults));
      focusFirst(formName, faults);
      return false;
    },
    report: (error, title, looks) => {
      if (!(error instanceof ApiError)) throw error;
      if (error.fields.length > 0) place(error, error.fields, looks);
      else setProblem(problemOf(error, title));
    },
    place,
  };
}

/** Paths of the invalid fields; each shows its error. */
export const faultsIn = (form: FormInstance): Promise<Path[]> =>
  form.validateFields().then(
    () => [],
    ({ errorFields }: { errorFields: { name: Path }[] }) => errorFields.map(({ name }) => name),
  );

/** The rendered field for a path: itself, or the field it is part of. */
function shownAt(form: FormInstance, path: Path): Path | null {
  const names = form.getFieldsError().map(({ name }) => name.join('.'));
  for (let length = path.length; length > 0; length--) {
    const part = path.slice(0, length);
    if (names.includes(part.join('.'))) return part;
  }
  return null;
}

/** A rejection is shown in the server's words; a failure in ours. */
function problemOf({ kind, message, requestId }: ApiError, title?: string): Problem {
  if (kind === 'abnormal') return { title: title ?? t('form.lost'), lines: [message], requestId, lost: true };
  if (kind === 'notFound') return { title: message, lines: [t('common.goneText')], requestId: null, gone: true };
  if (kind === 'general' || kind === 'forbidden') return { title: message, lines: [], requestId: null };
  return title === undefined ? { title: message, lines: [], requestId } : { title, lines: [message], requestId };
}
