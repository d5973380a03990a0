// Edits one record: form state, saving, deleting, and starting the next one.
import { joinList } from '@kuwei/contract/phrase';
import type { BodyOf, Route } from '@kuwei/contract/route';
import { useEffect, useRef } from 'react';
import { useDraftSaver } from '../page/page.ts';
import { usePageCall, usePageWrite } from '../page/query.ts';
import { locale, say, t } from '../phrase/phrases.ts';
import { ask, noticeDone } from '../ui/feedback.ts';
import { confirmDelete } from '../ui/confirm-delete.ts';
import { idOf, revOf, type EditSpec, type FormRoute, type RecordOf } from './edit-spec.ts';
import { focusFirst } from './focus-first.ts';
import { fieldNames, sentOf, valuesOf } from './schema.ts';
import { useFormLife, type Life, type Values } from './use-form-life.ts';

/** What follows a save; `submit`: the draft is submitted; `leave`: continues the navigation that asked for it. */
export type AfterSave = 'back' | 'stay' | 'next' | 'submit' | 'leave';

/** Refused submissions of records that were created first, by id; shown once the page of the record is open. */
const refusedSubmissions = new Map<string, unknown>();

interface EditOptions<C extends FormRoute> {
  edit: EditSpec<C>;
  /** Null creates a new one. */
  record: RecordOf<C> | null;
  blank?: Values | undefined;
  onSaved: (record: RecordOf<C>, then: AfterSave) => void;
  onRemoved: () => void;
}

type EditLife = Life<Values, AfterSave | 'remove'>;

const failureOf = (then: AfterSave, isKnown: boolean): string =>
  t(then === 'submit' ? 'form.submitFailed' : isKnown ? 'common.modifyFailed' : 'common.saveFailed');

export interface EditState extends Pick<
  EditLife,
  'form' | 'formName' | 'context' | 'base' | 'isDirty' | 'busy' | 'stale' | 'hasDraft' | 'initial' | 'typed' | 'resolveConflict'
> {
  problem: EditLife['refusals']['problem'];
  /** Called after validation. */
  recount: () => void;
  /** Fields that the form always has. */
  fields: readonly string[];
  submit: (then: AfterSave) => Promise<void>;
  remove: () => Promise<void>;
  /** Reverts to the saved record. */
  revert: () => void;
  /** The form closes, and unsaved input is discarded. */
  discard: () => void;
}

type AnyCall = (route: Route, input: unknown) => Promise<unknown>;

/** @throws nothing: errors are shown in `problem` or at their fields */
export function useEdit<C extends FormRoute>({ edit, record, blank, onSaved, onRemoved }: EditOptions<C>): EditState {
  const { create, update, get, remove, changes } = edit;
  const schema = create.body;
  const pageCall = usePageCall();
  const call = pageCall as unknown as AnyCall;
  const write = usePageWrite(record ? (update ?? create) : create, { changes });
  const erase = usePageWrite(remove ?? create, { changes });
  const send = usePageWrite(edit.submit?.route ?? create, { changes });
  /** Initial values of a new record, including those carried over from the previous one. */
  const empty = useRef<Values>(undefined);
  empty.current ??= { ...Object.fromEntries(fieldNames(schema).map((name) => [name, undefined])), ...edit.blank, ...blank };
  const life: EditLife = useFormLife({
    place: `${edit.name} ${record ? idOf(record) : ''}`,
    schema,
    record: record as Values | null,
    fieldsOf: (base) => (base ? valuesOf(schema, base) : empty.current!),
    latest: get && (async (base) => (await call(get, { params: { id: idOf(base) } })) as Values),
  });
  const { base, busy, refusals, run: doing, resetTo: adopt, updateTexts: reword, clean } = life;

  // A newer response replaces the older one while nothing has been typed; otherwise saving detects the conflict. The same version in
  // another
  // language is always taken, since only its names differ.
  useEffect(() => {
    const known = life.baseNow();
    if (!record || !known || revOf(record) === undefined) return;
    if (revOf(record) === revOf(known)) reword(record);
    else if (!life.differs()) adopt(record);
  }, [record]);

  const save = async (then: AfterSave): Promise<void> => {
    const entered = sentOf(schema, life.values()) as Values;
    const withRev = base !== null && revOf(base) !== undefined ? { ...entered, rev: revOf(base) } : entered;
    const input = { body: withRev, ...(base && { params: { id: idOf(base) } }) };
    const reply = (await write.mutateAsync(input)) as RecordOf<C>;
    if (then === 'submit') return submitSaved(reply);
    const carried = (edit.carry ?? []).map((name) => [name, (reply as Values)[name]] as const);
    const kept = then === 'next' ? carried.filter(([, value]) => (Array.isArray(value) ? value.length > 0 : Boolean(value))) : [];
    if (kept.length > 0)
      noticeDone(
        t('form.carried', {
          fields: joinList(
            locale(),
            kept.map(([name]) => say(life.context.looks.get(name)!.label)),
          ),
        }),
      );
    else noticeDone(base ? t('common.modified') : t('common.saved'));
    if (then === 'leave' || (then === 'stay' && base)) adopt(reply as Values);
    else if (then === 'next') {
      empty.current = { ...empty.current, ...Object.fromEntries(carried) };
      adopt(null);
      focusFirst(life.formName, [[fieldNames(schema)[0]!]]);
    } else clean();
    onSaved(reply, then);
  };

  const submitSaved = async (saved: RecordOf<C>): Promise<void> => {
    try {
      await send.mutateAsync({ params: { id: idOf(saved) }, body: { rev: revOf(saved) } });
    } catch (error) {
      if (base) {
        adopt(saved as Values);
        throw error;
      }
      refusedSubmissions.set(idOf(saved), error);
      clean();
      return onSaved(saved, 'stay');
    }
    noticeDone(edit.submit!.done(saved));
    clean();
    onSaved(saved, 'submit');
  };
  const refused = record && refusedSubmissions.get(idOf(record));
  useEffect(() => {
    if (!refused) return;
    refusedSubmissions.delete(idOf(record));
    void doing('submit', t('form.submitFailed'), () => Promise.reject(refused));
  }, []);

  const isMeant = async (): Promise<boolean> => {
    const doubt = await edit.confirm?.(sentOf(schema, life.values()) as BodyOf<C>, base as RecordOf<C> | null, pageCall);
    return doubt === undefined || (await ask({ ...doubt, no: t('common.cancel') }));
  };

  const submit = async (then: AfterSave): Promise<boolean> => {
    let isSaved = false;
    if (busy !== null || life.stale) return false;
    refusals.clear();
    if ((await refusals.validate()) && (await isMeant()))
      await doing(then, failureOf(then, base !== null), async () => {
        await save(then);
        isSaved = true;
      });
    return isSaved;
  };
  useDraftSaver(edit.draft ? () => submit('leave') : null);

  return {
    ...life,
    problem: refusals.problem,
    recount: refusals.recount,
    fields: fieldNames(schema).filter((name) => name !== 'rev' && !edit.conditional?.some((each) => each === name)),
    submit: async (then) => void (await submit(then)),
    remove: async () => {
      if (!remove || !base || busy !== null) return;
      const of = base as RecordOf<C>;
      if (!(await confirmDelete(edit.nameOf(of, locale()), await edit.dependents?.(of, pageCall)))) return;
      await doing('remove', t('common.deleteFailed'), async () => {
        await erase.mutateAsync({ params: { id: idOf(base) } });
        noticeDone(t('common.deleted'));
        clean();
        onRemoved();
      });
    },
    revert: () => adopt(record as Values | null),
    discard: clean,
  };
}
