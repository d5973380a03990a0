// The life of one form: what was loaded, what was typed, saving it, and what the server says to that.
import type { Route } from '@kuwei/contract/route';
import { Form, type FormInstance } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../api/error.ts';
import { draftWriter } from '../page/draft-writer.ts';
import { keptDraft } from '../page/drafts.ts';
import { useDirty, usePage } from '../page/page.ts';
import { usePageCall, usePageWrite } from '../page/query.ts';
import { t } from '../phrase/phrases.ts';
import { noticeDone } from '../ui/feedback.ts';
import { confirmDelete } from './confirm-delete.ts';
import type { FormContext } from './context.ts';
import { idOf, revOf, type EditSpec, type FormRoute, type RecordOf } from './edit-spec.ts';
import { focusFirst } from './focus-first.ts';
import { changedFields, fieldNames, sentOf, valuesOf } from './schema.ts';
import { useFormName } from './use-form-name.ts';
import { useRefusals, type Problem } from './use-refusals.ts';

type Values = Record<string, unknown>;
/** What follows a save. */
export type Then = 'back' | 'stay' | 'next';

/** Somebody else has saved the record meanwhile. */
interface Stale {
  theirs: Values;
}

interface EditOptions<C extends FormRoute> {
  edit: EditSpec<C>;
  /** Null makes a new one. */
  record: RecordOf<C> | null;
  blank?: Values | undefined;
  onSaved: (record: RecordOf<C>, then: Then) => void;
  onRemoved: () => void;
}

export interface EditState {
  form: FormInstance;
  formName: string;
  context: FormContext;
  base: Values | null;
  isDirty: boolean;
  busy: Then | 'remove' | null;
  problem: Problem | null;
  stale: Stale | null;
  hasDraft: boolean;
  initial: Values;
  /** Fields that the form always has. */
  fields: readonly string[];
  onValuesChange: () => void;
  submit: (then: Then) => Promise<void>;
  remove: () => Promise<void>;
  /** Goes back to what is saved. */
  revert: () => void;
  /** What was typed and not saved is to be lost: the form goes. */
  giveUp: () => void;
  /** After STALE: takes theirs, with what was changed here on top or without it; null leaves everything as it is. */
  settle: (keepMine: boolean | null) => void;
}

type AnyCall = (route: Route, input: unknown) => Promise<unknown>;

/** @throws nothing: whatever fails is told in `problem` or at its field */
export function useEdit<C extends FormRoute>({ edit, record, blank, onSaved, onRemoved }: EditOptions<C>): EditState {
  const { create, update, get, remove, changes } = edit;
  const schema = create.body;
  const page = usePage();
  const [form] = Form.useForm();
  const formName = useFormName();
  const place = `${edit.name} ${record ? idOf(record) : ''}`;
  const [draft] = useState(() => keptDraft(page.key, place));
  const [base, setBase] = useState<Values | null>(draft ? draft.base : (record as Values | null));
  const [empty, setEmpty] = useState<Values>(() => ({
    ...Object.fromEntries(fieldNames(schema).map((name) => [name, undefined])),
    ...edit.blank,
    ...blank,
  }));
  const saved = base ? valuesOf(schema, base) : empty;
  const savedNow = useRef(saved);
  savedNow.current = saved;
  const [hasDraft, setHasDraft] = useState(draft !== null);
  const [isDirty, setIsDirty] = useState(draft !== null);
  const [busy, setBusy] = useState<EditState['busy']>(null);
  const [stale, setStale] = useState<Stale | null>(null);
  const write = usePageWrite(record ? (update ?? create) : create, { changes });
  const erase = usePageWrite(remove ?? create, { changes });
  const call = usePageCall() as unknown as AnyCall;
  const refusals = useRefusals({ form, formName, schema });
  useDirty(isDirty, true);

  const values = (): Values => form.getFieldsValue(true) as Values;
  const differs = (): boolean => changedFields(schema, savedNow.current, values()).length > 0;

  const drafts = useRef<ReturnType<typeof draftWriter>>(undefined);
  const baseNow = useRef(base);
  baseNow.current = base;
  useEffect(() => {
    const writer = draftWriter(page.key, place, () => (differs() ? { values: values(), base: baseNow.current } : null));
    drafts.current = writer;
    return writer.end;
  }, [page.key, place]);

  /** Without `resetFields`, which would build every control again and take the cursor out of its field. */
  const show = (next: Values): void => {
    form.setFieldsValue(next);
    form.setFields(form.getFieldsError().map(({ name }) => ({ name, errors: [] })));
  };
  /** @param blankNow what a new one begins with from now on */
  const adopt = (next: Values | null, blankNow: Values = empty): void => {
    setBase(next);
    setEmpty(blankNow);
    baseNow.current = next;
    savedNow.current = next ? valuesOf(schema, next) : blankNow;
    show(savedNow.current);
    clean();
  };
  const clean = (): void => {
    setIsDirty(false);
    setHasDraft(false);
    refusals.setProblem(null);
    drafts.current?.drop();
  };

  // A newer answer takes the place of the older while nothing has been typed; else saving finds out.
  const rev = record ? revOf(record) : undefined;
  useEffect(() => {
    if (record && rev !== revOf(baseNow.current) && !differs()) adopt(record);
  }, [rev]);

  const typed = (): void => {
    const changed = differs();
    setIsDirty(changed);
    if (!changed) setHasDraft(false);
    drafts.current?.soon();
  };

  const context = useMemo<FormContext>(
    () => ({
      schema,
      record: base,
      looks: new Map(),
      change: (next) => {
        form.setFieldsValue(next);
        typed();
      },
      refused: refusals.refused,
    }),
    [base],
  );

  const fail = (error: unknown): Promise<void> | void =>
    error instanceof ApiError && error.code === 'STALE' && base && get
      ? meetStale()
      : refusals.tell(error, base ? t('common.modifyFailed') : t('common.saveFailed'), context.looks);

  const meetStale = async (): Promise<void> => {
    try {
      setStale({ theirs: (await call(get!, { params: { id: idOf(base) } })) as Values });
    } catch (error) {
      refusals.tell(error, t('common.loadFailed'));
    }
  };

  const submit = async (then: Then): Promise<void> => {
    if (busy !== null || stale) return;
    refusals.clear();
    if (!(await refusals.validate())) return;
    setBusy(then);
    try {
      const entered = sentOf(schema, values()) as Values;
      const withRev = base !== null && revOf(base) !== undefined ? { ...entered, rev: revOf(base) } : entered;
      const input = { body: withRev, ...(base && { params: { id: idOf(base) } }) };
      const reply = (await write.mutateAsync(input)) as RecordOf<C>;
      noticeDone(base ? t('common.modified') : t('common.saved'));
      if (then === 'stay' && base) adopt(reply as Values);
      else if (then === 'next') {
        const carried = Object.fromEntries((edit.carry ?? []).map((name) => [name, (reply as Values)[name]]));
        adopt(null, { ...empty, ...carried });
        focusFirst(formName, [[fieldNames(schema)[0]!]]);
      } else clean();
      onSaved(reply, then);
    } catch (error) {
      await fail(error);
    } finally {
      setBusy(null);
    }
  };

  return {
    form,
    formName,
    context,
    base,
    isDirty,
    busy,
    problem: refusals.problem,
    stale,
    hasDraft,
    initial: draft ? draft.values : saved,
    fields: fieldNames(schema).filter((name) => name !== 'rev' && !edit.sometimes?.some((each) => each === name)),
    onValuesChange: typed,
    submit,
    remove: async () => {
      if (!remove || !base || busy !== null) return;
      if (!(await confirmDelete(edit.nameOf(base as RecordOf<C>), edit.removes?.(base as RecordOf<C>)))) return;
      setBusy('remove');
      try {
        await erase.mutateAsync({ params: { id: idOf(base) } });
        noticeDone(t('common.deleted'));
        clean();
        onRemoved();
      } catch (error) {
        refusals.tell(error, t('common.deleteFailed'));
      } finally {
        setBusy(null);
      }
    },
    revert: () => adopt((record as Values | null) ?? null),
    giveUp: clean,
    settle: (keepMine) => {
      const theirs = stale?.theirs;
      setStale(null);
      if (!theirs || keepMine === null) return;
      const mine = values();
      const changed = keepMine ? changedFields(schema, savedNow.current, mine) : [];
      adopt(theirs);
      if (changed.length === 0) return;
      form.setFieldsValue(Object.fromEntries(changed.map((name) => [name, mine[name]])));
      setIsDirty(differs());
      drafts.current?.soon();
      noticeDone(t('form.staleKept'));
    },
  };
}
