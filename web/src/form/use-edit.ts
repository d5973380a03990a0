// The life of one form: what was loaded, what was typed, saving it, and what the server says to that.
import type { Route } from '@kuwei/contract/route';
import { Form, type FormInstance } from 'antd';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { ApiError } from '../api/error.ts';
import { usePageCall, usePageWrite } from '../api/query.ts';
import { useDirty, usePage } from '../page/page.ts';
import { t, say } from '../phrase/phrases.ts';
import { noticeDone } from '../ui/feedback.ts';
import { confirmDelete } from './confirm-delete.ts';
import type { FormContext } from './context.ts';
import { draftWriter, dropDraft, keptDraft } from './draft.ts';
import { idOf, revOf, type EditSpec, type FormRoute, type RecordOf } from './edit-spec.ts';
import { focusFirst } from './focus-first.ts';
import { changedFields, fieldNames, isSame, pathOfText, sentOf, schemaAt, valuesOf, type Path } from './schema.ts';

export type Values = Record<string, unknown>;
/** What follows a save. */
export type Then = 'back' | 'stay' | 'next';

export interface Problem {
  title: string;
  lines: string[];
  requestId: string | null;
}

/** Somebody else has saved the record meanwhile. */
export interface Stale {
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
  onValuesChange: () => void;
  submit: (then: Then) => Promise<void>;
  remove: () => Promise<void>;
  /** Goes back to what is saved. */
  revert: () => void;
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
  const formName = `f${useId().replaceAll(/\W/g, '')}`;
  const place = `${page.key} ${edit.name} ${record ? idOf(record) : ''}`;
  const [draft] = useState(() => keptDraft(place));
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
  const [problem, setProblem] = useState<Problem | null>(null);
  const [stale, setStale] = useState<Stale | null>(null);
  const write = usePageWrite(record ? (update ?? create) : create, { changes });
  const erase = usePageWrite(remove ?? create, { changes });
  const call = usePageCall() as unknown as AnyCall;
  const refusals = useRef(new Map<string, { value: unknown; message: string }>());
  useDirty(isDirty);

  const values = (): Values => form.getFieldsValue(true) as Values;
  const differs = (): boolean => changedFields(schema, savedNow.current, values()).length > 0;

  const drafts = useRef<ReturnType<typeof draftWriter>>(undefined);
  const baseNow = useRef(base);
  baseNow.current = base;
  useEffect(() => {
    const writer = draftWriter(place, () => (differs() ? { values: values(), base: baseNow.current } : null));
    drafts.current = writer;
    return writer.end;
  }, [place]);

  /** Without `resetFields`, which would build every control anew and take the cursor out of its field. */
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
    setProblem(null);
    dropDraft(place);
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
      refused: (path, value) => {
        const refusal = refusals.current.get(path.join('.'));
        return refusal && isSame(schemaAt(schema, path), refusal.value, value) ? refusal.message : undefined;
      },
    }),
    [base],
  );

  const pointOut = (paths: readonly Path[]): void => focusFirst(formName, paths);

  const validate = async (): Promise<boolean> => {
    try {
      await form.validateFields();
      return true;
    } catch (failed) {
      const { errorFields } = failed as { errorFields: { name: Path }[] };
      setProblem({ title: t('form.invalid', { count: errorFields.length }), lines: [], requestId: null });
      pointOut(errorFields.map(({ name }) => name));
      return false;
    }
  };

  /** Field by field at its field; what has no field here, above the buttons. */
  const placeRefusals = async (error: ApiError): Promise<void> => {
    const lines: string[] = [];
    const paths: Path[] = [];
    for (const { path: text, message } of error.fields) {
      const path = pathOfText(text);
      const shown = shownAt(form, path);
      if (shown) {
        refusals.current.set(shown.join('.'), { value: form.getFieldValue(shown) as unknown, message });
        paths.push(shown);
      } else {
        const look = context.looks.get(text);
        lines.push(look ? t('form.elsewhere', { name: say(look.label), reason: message }) : message);
      }
    }
    setProblem({ title: lines.length > 0 ? error.message : t('form.invalid', { count: paths.length }), lines, requestId: null });
    await saysAgain(form, paths);
    pointOut(paths);
  };

  const fail = async (error: unknown): Promise<void> => {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'STALE' && base && get) return meetStale();
    if (error.fields.length > 0) return placeRefusals(error);
    setProblem(problemOf(error, base ? t('common.modifyFailed') : t('common.saveFailed')));
  };

  const meetStale = async (): Promise<void> => {
    try {
      setStale({ theirs: (await call(get!, { params: { id: idOf(base) } })) as Values });
    } catch (error) {
      setProblem(problemOf(error, t('common.loadFailed')));
    }
  };

  const submit = async (then: Then): Promise<void> => {
    if (busy !== null || stale) return;
    refusals.current.clear();
    setProblem(null);
    if (!(await validate())) return;
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
    problem,
    stale,
    hasDraft,
    initial: draft ? draft.values : saved,
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
        setProblem(problemOf(error, t('common.deleteFailed')));
      } finally {
        setBusy(null);
      }
    },
    revert: () => adopt((record as Values | null) ?? null),
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

/** Fields look at their values again, and say what the server said of them. */
async function saysAgain(form: FormInstance, paths: readonly Path[]): Promise<void> {
  try {
    await form.validateFields(paths.map((path) => [...path]));
  } catch {
    // each shows its own refusal
  }
}

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
function problemOf(error: unknown, title: string): Problem {
  if (!(error instanceof ApiError)) throw error;
  const isRefusal = error.kind === 'general' || error.kind === 'forbidden';
  return isRefusal
    ? { title: error.message, lines: [], requestId: null }
    : { title, lines: [error.message], requestId: error.requestId };
}
