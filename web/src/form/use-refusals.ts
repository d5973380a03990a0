// What keeps a form from being sent, and what the server refuses of it: at its field, else above the buttons.
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
  /** It was lost on the way, or the server answered with nothing of ours: it may be away. */
  lost?: boolean;
  /** The record is there no more: trying again brings nothing. */
  gone?: boolean;
  /** Only counts fields, which say themselves what is wrong with them. */
  marked?: boolean;
}

interface RefusalsOptions {
  form: FormInstance;
  formName: string;
  /** The body: tells whether a field holds again what was refused of it. Null: what is refused is said until it is changed. */
  schema: Schema | null;
  /** A form seen at one glance: its fields speak for themselves, and are not counted. */
  small?: boolean;
}

export interface Refusals {
  problem: Problem | null;
  setProblem: (problem: Problem | null) => void;
  /** Says in one line how many places are wrong. @param besides what is wrong and has no place of its own, counted with them */
  setCount: (count: number, besides?: string[]) => void;
  /** Fields have been checked: counts again what was counted of them. @param elsewhere places that are no fields of the form */
  recount: (elsewhere?: number) => void;
  /** For the form's context. */
  refused: FormContext['refused'];
  weigh: NonNullable<FormContext['weigh']>;
  /** Forgets what was refused: the form is sent again. */
  clear: () => void;
  /** Whether every field is in order; the first that is not gets the cursor. */
  validate: () => Promise<boolean>;
  /**
   * Tells what came of sending it.
   * @param title of what failed for no reason that was given; the server's own words where left out
   * @throws what is no answer of the server
   */
  tell: (error: unknown, title?: string, looks?: ReadonlyMap<string, FieldDisplay>) => void;
  /** Tells refusals of fields. @param fields of them those that this form shows @returns whether one stands at its field */
  place: (error: ApiError, fields: readonly FieldError[], looks?: ReadonlyMap<string, FieldDisplay>) => boolean;
}

export function useRefusals({ form, formName, schema, small = false }: RefusalsOptions): Refusals {
  const [problem, setProblem] = useState<Problem | null>(null);
  const known = useRef(new Map<string, { value: unknown; message: string }>());
  const weights = useRef(new Map<string, number>());
  const placesIn = (paths: readonly Path[]): number =>
    paths.reduce((sum, path) => sum + (weights.current.get(path.join('.')) ?? 1), 0);

  const setCount = (count: number, besides: string[] = []): void =>
    setProblem(
      small
        ? null
        : { title: t('form.invalid', { count: count + besides.length }), lines: besides, requestId: null, marked: true },
    );

  const recount = (elsewhere = 0): void => {
    // A field that is looked at again has no fault for a moment: what stands on screen must not move under whoever presses it.
    if (!problem?.marked || form.isFieldsValidating()) return;
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
        // A field of many cells asks for each of them.
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
    tell: (error, title, looks) => {
      if (!(error instanceof ApiError)) throw error;
      if (error.fields.length > 0) place(error, error.fields, looks);
      else setProblem(problemOf(error, title));
    },
    place,
  };
}

/** Paths of the fields that are not in order; each says why. */
export const faultsIn = (form: FormInstance): Promise<Path[]> =>
  form.validateFields().then(
    () => [],
    ({ errorFields }: { errorFields: { name: Path }[] }) => errorFields.map(({ name }) => name),
  );

/** The field on screen that shows what stands at a path: itself, or the one it is part of. */
function shownAt(form: FormInstance, path: Path): Path | null {
  const names = form.getFieldsError().map(({ name }) => name.join('.'));
  for (let length = path.length; length > 0; length--) {
    const part = path.slice(0, length);
    if (names.includes(part.join('.'))) return part;
  }
  return null;
}

/** What the server refuses for a reason is told in its words; that it could not, in ours. */
function problemOf({ kind, message, requestId }: ApiError, title?: string): Problem {
  if (kind === 'abnormal') return { title: title ?? t('form.lost'), lines: [message], requestId, lost: true };
  if (kind === 'notFound') return { title: message, lines: [t('common.goneText')], requestId: null, gone: true };
  if (kind === 'general' || kind === 'forbidden') return { title: message, lines: [], requestId: null };
  return title === undefined ? { title: message, lines: [], requestId } : { title, lines: [message], requestId };
}
