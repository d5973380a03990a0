// Form state shared by pages, drawers and documents: the loaded record, input and draft, the operation in progress, and the
// server's errors.
import type { ErrorCode } from '@kuwei/contract/error';
import type { Schema } from '@kuwei/contract/route';
import { Form, type FormInstance } from 'antd';
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { ApiError } from '../api/error.ts';
import { draftWriter } from '../page/draft-writer.ts';
import { getDraft } from '../page/drafts.ts';
import { useDirty, usePage } from '../page/page.ts';
import { t } from '../phrase/phrases.ts';
import { noticeDone } from '../ui/feedback.ts';
import type { FormContext } from './context.ts';
import { createFormLife, stepLife, type FormLife } from './form-life.ts';
import { changedFields } from './schema.ts';
import { useFormName } from './use-form-name.ts';
import { useRefusals, type Refusals } from './use-refusals.ts';

export type Values = Record<string, unknown>;

/** State edited outside the fields, such as lines. Its getters are current before the next render. */
interface ExtraState {
  differs: () => boolean;
  /** Marks the current state as saved. */
  clean: () => void;
  /** Adds this state to a draft of the fields, and extracts the fields again. */
  draft: (fields: Values) => Values;
  fieldsOf: (draft: Values) => Values;
}

interface LifeOptions<R> {
  /** Distinguishes forms of the same page. */
  place: string;
  schema: Schema;
  record: R | null;
  /** Field values of a record; null for a new one. */
  fieldsOf: (record: R | null) => Values;
  beside?: ExtraState;
  /** Loads the current record; null if it can no longer be edited, which has been shown to the user. */
  latest?: ((base: R, error: ApiError) => Promise<R | null>) | undefined;
  /** Error codes that mean an edit conflict. */
  overtaken?: readonly ErrorCode[];
  /** Shows field errors if some are not fields of the form. */
  refuse?: (error: ApiError) => void;
  /** A local check of a field, before the server's error. */
  faultOf?: (name: string, value: unknown) => string | undefined;
}

export interface Life<R, D extends string> extends FormLife<R, D> {
  form: FormInstance;
  formName: string;
  context: FormContext;
  /** Initial field values. */
  initial: Values;
  /** The draft found on opening. */
  draft: Values | null;
  refusals: Refusals;
  values: () => Values;
  /** The record as last saved, current before the next render. */
  baseNow: () => R | null;
  differs: () => boolean;
  /** Called on changes. */
  typed: () => void;
  /** The input was saved or discarded, and the form closes. */
  clean: () => void;
  /** Sets the fields to the saved record. */
  resetTo: (base: R | null) => void;
  /** The same version of the record, in the current language. */
  updateTexts: (base: R) => void;
  /** Runs one operation at a time, and shows its errors. @param title title of errors without a reason */
  run: (what: D, title: string, work: () => Promise<void>) => Promise<void>;
  /** Resolves a conflict: takes the other user's version, with or without the user's own changes; null cancels. */
  resolveConflict: (keepMine: boolean | null) => void;
}

export function useFormLife<R extends object, D extends string>(options: LifeOptions<R>): Life<R, D> {
  const { place, schema, record, fieldsOf, beside, latest, overtaken = ['STALE'], refuse, faultOf } = options;
  const page = usePage();
  const [form] = Form.useForm();
  const formName = useFormName();
  const [draft] = useState(() => getDraft(page.key, place));
  const [life, step] = useReducer(
    stepLife<R, D>,
    createFormLife<R, D>(draft ? (draft.base as R | null) : record, draft !== null),
  );
  const refusals = useRefusals({ form, formName, schema });
  const isDirty = life.isDirty || (beside?.differs() ?? false);
  useDirty(isDirty, true);

  const base = useRef(life.base);
  base.current = life.base;
  const values = (): Values => form.getFieldsValue(true) as Values;
  const ownChanges = (): string[] => changedFields(schema, fieldsOf(base.current), values());
  const differs = (): boolean => ownChanges().length > 0 || (beside?.differs() ?? false);

  const drafts = useRef<ReturnType<typeof draftWriter>>(undefined);
  const read = useRef<Parameters<typeof draftWriter>[2]>(() => null);
  read.current = () =>
    differs() ? { values: beside ? beside.draft(values()) : values(), base: base.current as Values | null } : null;
  useEffect(() => {
    const writer = draftWriter(page.key, place, () => read.current());
    drafts.current = writer;
    return writer.end;
  }, [page.key, place]);

  const typed = (): void => {
    step({ is: 'typed', differs: differs() });
    drafts.current?.soon();
  };
  const forget = (): void => {
    beside?.clean();
    refusals.setProblem(null);
    drafts.current?.drop();
  };
  const clean = (): void => {
    forget();
    step({ is: 'cleaned' });
  };
  /** Not `resetFields`, which would remount every control and lose the focus. */
  const show = (next: Values): void => {
    form.setFieldsValue(next);
    form.setFields(form.getFieldsError().map(({ name }) => ({ name, errors: [], touched: false })));
  };
  const adopt = (next: R | null): void => {
    base.current = next;
    show(fieldsOf(next));
    forget();
    step({ is: 'adopted', base: next });
  };

  const reword = (next: R): void => {
    base.current = next;
    step({ is: 'reworded', base: next });
  };

  const now = useRef({ typed, faultOf });
  now.current = { typed, faultOf };
  const context = useMemo<FormContext>(
    () => ({
      schema,
      record: life.base as Values | null,
      looks: new Map(),
      change: (next) => {
        form.setFieldsValue(next);
        now.current.typed();
      },
      refused: (path, value) => now.current.faultOf?.(path.join('.'), value) ?? refusals.refused(path, value),
      weigh: refusals.weigh,
    }),
    [life.base],
  );

  const fail = async (error: unknown, title: string): Promise<void> => {
    const before = base.current;
    if (!(error instanceof ApiError)) throw error;
    if (before && latest && overtaken.some((code) => code === error.code)) {
      try {
        const by = await latest(before, error);
        if (by) step({ is: 'overtaken', by });
      } catch (unread) {
        refusals.report(unread, t('common.loadFailed'));
      }
    } else if (refuse && error.fields.length > 0) refuse(error);
    else refusals.report(error, title, context.looks);
  };

  return {
    ...life,
    isDirty,
    form,
    formName,
    context,
    refusals,
    initial: draft ? (beside ? beside.fieldsOf(draft.values) : draft.values) : fieldsOf(record),
    draft: draft && draft.values,
    values,
    differs,
    typed,
    clean,
    resetTo: adopt,
    updateTexts: reword,
    baseNow: () => base.current,
    run: async (what, title, work) => {
      if (life.busy !== null) return;
      step({ is: 'begun', what });
      try {
        await work();
      } catch (error) {
        await fail(error, title);
      } finally {
        step({ is: 'ended' });
      }
    },
    resolveConflict: (keepMine) => {
      const { stale } = life;
      if (!stale || keepMine === null) return step({ is: 'left' });
      const mine = values();
      const changed = keepMine ? ownChanges() : [];
      if (changed.length === 0 && !beside?.differs()) return adopt(stale);
      base.current = stale;
      show({ ...fieldsOf(stale), ...Object.fromEntries(changed.map((name) => [name, mine[name]])) });
      refusals.setProblem(null);
      step({ is: 'merged', differs: differs() });
      drafts.current?.soon();
      noticeDone(t('form.staleKept'));
    },
  };
}
