// The one life of a form, under pages, drawers and documents: what was loaded, what was typed and kept, what is under way, and
// what the server says to that.
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

/** What is edited beside the fields, such as lines. What it answers is known at once, not with the next drawing. */
interface ExtraState {
  differs: () => boolean;
  /** What is there now counts as saved. */
  clean: () => void;
  /** A draft with the fields in it, and the fields of one. */
  draft: (fields: Values) => Values;
  fieldsOf: (draft: Values) => Values;
}

interface LifeOptions<R> {
  /** What tells it from other forms of the page. */
  place: string;
  schema: Schema;
  record: R | null;
  /** What the fields hold of a record; null: of a new one. */
  fieldsOf: (record: R | null) => Values;
  beside?: ExtraState;
  /** How the record stands now; null where it can no longer be edited, of which people have been told. */
  latest?: ((base: R, error: ApiError) => Promise<R | null>) | undefined;
  /** Codes of refusals that say that somebody else was there before. */
  overtaken?: readonly ErrorCode[];
  /** Shows refusals of fields where not all of them are fields of the form. */
  refuse?: (error: ApiError) => void;
  /** What is wrong with the value of a field, before what the server said of it. */
  faultOf?: (name: string, value: unknown) => string | undefined;
}

export interface Life<R, D extends string> extends FormLife<R, D> {
  form: FormInstance;
  formName: string;
  context: FormContext;
  /** What the fields begin with. */
  initial: Values;
  /** As it was found when the form was opened. */
  draft: Values | null;
  refusals: Refusals;
  values: () => Values;
  /** The record as it is saved, known before the next drawing. */
  baseNow: () => R | null;
  differs: () => boolean;
  /** Something was changed. */
  typed: () => void;
  /** What was typed is saved, or is to be lost: the form goes. */
  clean: () => void;
  /** The fields hold what is saved from now on. */
  adopt: (base: R | null) => void;
  /** The same version of the record, named in the language that is read now. */
  reword: (base: R) => void;
  /** Does one thing at a time, and tells what comes of it. @param title of what failed for no reason that was given */
  doing: (what: D, title: string, work: () => Promise<void>) => Promise<void>;
  /** After a change by somebody else: takes theirs, with what was changed here on top or without it; null: leaves everything. */
  settle: (keepMine: boolean | null) => void;
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
  /** Without `resetFields`, which would build every control again and take the cursor out of its field. */
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
        refusals.tell(unread, t('common.loadFailed'));
      }
    } else if (refuse && error.fields.length > 0) refuse(error);
    else refusals.tell(error, title, context.looks);
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
    adopt,
    reword,
    baseNow: () => base.current,
    doing: async (what, title, work) => {
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
    settle: (keepMine) => {
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
