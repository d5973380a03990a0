// The life of a document that is being filed: typed, kept, saved, submitted, and what the server says to that.
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { TransactionForm } from '@kuwei/contract/wms/transaction-form';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { transactionActions } from '@kuwei/contract/wms/transaction-state';
import type { TransactionType } from '@kuwei/contract/wms/transaction-type';
import { Form, type FormInstance } from 'antd';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { ApiError } from '../../../api/error.ts';
import { invalidate } from '../../../api/query-client.ts';
import { confirmDelete } from '../../../form/confirm-delete.ts';
import type { FormContext } from '../../../form/context.ts';
import { focusFirst } from '../../../form/focus-first.ts';
import { changedFields, fieldNames, sentOf } from '../../../form/schema.ts';
import { useFormName } from '../../../form/use-form-name.ts';
import { faultsIn, useRefusals, type Problem } from '../../../form/use-refusals.ts';
import { draftWriter } from '../../../page/draft-writer.ts';
import { keptDraft } from '../../../page/drafts.ts';
import { useDirty, usePage } from '../../../page/page.ts';
import { usePageCall, usePageWrite } from '../../../page/query.ts';
import { say, t } from '../../../phrase/phrases.ts';
import { ask, noticeDone, noticeRefused } from '../../../ui/feedback.ts';
import { today } from '../../../ui/format.ts';
import type { EnterTyped } from '../lines/AddField.tsx';
import { checkLine, useDecimals, type CheckLevel } from '../lines/check-line.ts';
import { formOf, linesOfRecord, unfinishedOf, type EditorLine, type NewLine } from '../lines/line.ts';
import { refusedCells, useLines, type Lines } from '../lines/lines-state.ts';
import { dayFault, headOf, headSchema, isToxic, TOXIC_NEEDS, type HeadValues } from './head.ts';
import { quotaRisk } from './own-quota.ts';
import { risksOf, riskText } from './risks.tsx';

/** What a new document begins with. */
export interface Beginning {
  head: HeadValues;
  lines: readonly NewLine[];
}

type Doing = 'save' | 'submit' | 'delete';

export interface DocumentState {
  form: FormInstance;
  formName: string;
  context: FormContext;
  /** Enters what stands in the field below the lines; set by that field. */
  typed: RefObject<EnterTyped | null>;
  initial: HeadValues;
  lines: Lines;
  level: CheckLevel;
  base: Transaction | null;
  isDirty: boolean;
  busy: Doing | null;
  problem: Problem | null;
  /** Somebody has changed the document meanwhile: this is how it stands now. */
  stale: Transaction | null;
  hasDraft: boolean;
  onHeadChange: () => void;
  /** To the field that adds a line. */
  focusAdd: () => void;
  save: () => Promise<void>;
  submit: () => Promise<void>;
  /** It was cancelled: what was typed goes with it. */
  cancelled: () => void;
  remove: () => Promise<void>;
  revert: () => void;
  /** After a change by somebody else: takes theirs, or puts on top of it what was changed here; of lines one side's, whole. */
  settle: (keepMine: boolean) => void;
}

const CHANGES = ['/wms/transaction', '/wms/product-box', '/wms/product-space'] as const;
const NONE: CheckLevel = { whole: false, submit: false };
const SUBMITTED: CheckLevel = { whole: true, submit: true };

/** Refusals of drafts that were kept on the way to being submitted, by their id: told where the draft is opened. */
const refusals = new Map<string, ApiError>();

/** @throws nothing: whatever fails is told in `problem`, at its field or at its cell */
export function useDocument(type: TransactionType, record: Transaction | null, beginning: Beginning): DocumentState {
  const page = usePage();
  const call = usePageCall();
  const [form] = Form.useForm<HeadValues>();
  const formName = useFormName();
  const place = `transaction ${record?.id ?? ''}`;
  const [draft] = useState(() => keptDraft(page.key, place));
  const [base, setBase] = useState<Transaction | null>(draft ? (draft.base as Transaction | null) : record);
  const [hasDraft, setHasDraft] = useState(draft !== null);
  const [level, setLevel] = useState(NONE);
  const [busy, setBusy] = useState<Doing | null>(null);
  const refused = useRefusals({ form, formName, schema: headSchema });
  const { setProblem } = refused;
  const [stale, setStale] = useState<Transaction | null>(null);
  const [headDirty, setHeadDirty] = useState(false);
  /** Changes of the lines up to which everything is saved. */
  const [savedChanges, setSavedChanges] = useState(draft ? -1 : 0);
  const saved = useMemo(() => (base ? headOf(base) : emptyHead(beginning.head)), [base]);
  const initial = useMemo(() => (draft ? (draft.values['head'] as HeadValues) : saved), []);
  const lines = useLines();
  const decimals = useDecimals();
  const isDirty = headDirty || lines.changes !== savedChanges;
  useDirty(isDirty, true);

  const create = usePageWrite(transactionRoutes.createTransaction, { changes: CHANGES });
  const update = usePageWrite(transactionRoutes.updateTransaction, { changes: CHANGES });
  const send = usePageWrite(transactionRoutes.submitTransaction, { changes: CHANGES });
  const erase = usePageWrite(transactionRoutes.deleteTransaction, { changes: CHANGES });

  /** A draft may name any day; only one that is submitted has to be kept. */
  const isSubmitted = useRef(false);
  const now = useRef({ base, lines, isDirty });
  now.current = { base, lines, isDirty };
  const head = (): HeadValues => form.getFieldsValue(true) as HeadValues;

  useEffect(() => {
    const kept = draft?.values['lines'] as NewLine[] | undefined;
    lines.load(kept ?? (record ? linesOfRecord(record, type) : beginning.lines));
  }, []);

  const refusal = record && refusals.get(record.id);
  useEffect(() => {
    if (!refusal || lines.lines.length === 0) return;
    refusals.delete(record.id);
    setLevel(SUBMITTED);
    void fail(refusal, t('tx.submitFailed'));
  }, [lines.lines]);

  const drafts = useRef<ReturnType<typeof draftWriter>>(undefined);
  useEffect(() => {
    const writer = draftWriter(page.key, place, () => {
      const { base: kept, lines: current, isDirty: differs } = now.current;
      if (!differs) return null;
      return { values: { head: head(), lines: current.lines }, base: kept as unknown as Record<string, unknown> | null };
    });
    drafts.current = writer;
    return writer.end;
  }, [page.key, place]);
  useEffect(() => {
    if (lines.changes === 0) return;
    drafts.current?.soon();
    setProblem(null);
  }, [lines.changes]);

  const clean = (): void => {
    setHeadDirty(false);
    setHasDraft(false);
    setProblem(null);
    setSavedChanges(now.current.lines.changes);
    drafts.current?.drop();
  };

  const adopt = (next: Transaction, withLines: boolean): void => {
    setBase(next);
    now.current.base = next;
    form.resetFields();
    form.setFieldsValue(headOf(next));
    if (withLines) lines.load(linesOfRecord(next, type));
    clean();
  };

  const focusLine = (): void => {
    // The cells have drawn what is wrong with them by then.
    setTimeout(() => {
      const cell = document.querySelector<HTMLElement>(`[data-form="${formName}"] .lines [aria-invalid]`);
      cell?.scrollIntoView({ block: 'center' });
      cell?.focus({ preventScroll: true });
    }, 50);
  };

  const focusAdd = (): void => document.querySelector<HTMLElement>(`[data-form="${formName}"] [data-line-add]`)?.focus();

  /** Whether everything that can be looked at here is in order; what is not is shown. */
  const isWhole = async (asked: CheckLevel): Promise<boolean> => {
    setLevel(asked);
    isSubmitted.current = asked.submit;
    refused.clear();
    const headFaults = await faultsIn(form);
    const { lines: all } = now.current.lines;
    const lineFaults = all.reduce((count, line) => count + Object.keys(checkLine(line, type, decimals, asked)).length, 0);
    // A cell that the server refused stays red until it is changed: it is counted with the others.
    const { errors } = now.current.lines;
    const marked = all.reduce(
      (count, line) => count + Object.keys({ ...errors[line.key], ...checkLine(line, type, decimals, asked) }).length,
      0,
    );
    if (asked.submit && all.length === 0) {
      setProblem({ title: t('error.LINES_NEEDED'), lines: [], requestId: null });
      if (headFaults.length === 0) focusAdd();
    }
    // A draft keeps lines as they are; they are marked all the same.
    const inTheWay = headFaults.length + (asked.submit ? lineFaults : 0);
    if (inTheWay > 0) {
      refused.setCount(headFaults.length + (asked.submit ? marked : 0));
      if (headFaults.length > 0) focusFirst(formName, headFaults);
      else focusLine();
    }
    return inTheWay === 0 && (all.length > 0 || !asked.submit);
  };

  const isWholeLine = (line: EditorLine): boolean =>
    Object.keys(checkLine(line, type, decimals, { whole: true, submit: false })).length === 0;

  const placeRefusals = (error: ApiError): void => {
    const cells = refusedCells(error.fields, now.current.lines.lines.filter(isWholeLine));
    lines.refuse(cells);
    const ofHead = error.fields.filter(({ path }) => !/^lines\.\d/.test(path));
    if (!refused.place(error, ofHead, context.looks) && Object.keys(cells).length > 0) focusLine();
  };

  const fail = async (error: unknown, title: string): Promise<void> => {
    if (!(error instanceof ApiError)) throw error;
    const { base: current } = now.current;
    if (current && (error.code === 'STALE' || error.code === 'ILLEGAL_TRANSITION')) {
      const theirs = await call(transactionRoutes.getTransaction, { params: { id: current.id } });
      if (transactionActions.edit.from.some((state) => state === theirs.state)) return setStale(theirs);
      // It is out of the applicant's hands: the page shows how it stands.
      noticeRefused(error.message);
      clean();
      await invalidate('/wms/transaction');
    } else if (error.fields.length > 0) placeRefusals(error);
    else refused.tell(error, title);
  };

  const typed = useRef<EnterTyped | null>(null);
  /**
   * What was typed below the lines and not entered becomes a line first. One that nobody has looked at is not submitted: the
   * submission stops there. @returns whether to go on
   */
  const isEntered = async (asked: CheckLevel): Promise<boolean> => {
    const outcome = (await typed.current?.()) ?? 'nothing';
    if (outcome === 'nothing') return true;
    // The line has been drawn by then.
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (outcome === 'entered' && !asked.submit) return true;
    if (outcome === 'refused') setProblem({ title: t('tx.line.notEntered'), lines: [], requestId: null });
    else {
      noticeRefused(t('tx.line.enteredFirst'));
      [...document.querySelectorAll<HTMLElement>(`[data-form="${formName}"] [data-cell="qty"]`)].at(-1)?.focus();
    }
    return false;
  };

  /** Whether what others will ask about is meant so. */
  const isMeant = async ({ submit: isSubmission }: CheckLevel): Promise<boolean> => {
    if (!isSubmission) return true;
    const { lines: all } = now.current.lines;
    const { warehouseId } = head();
    const overrun = type === 'INBOUND' && warehouseId ? await quotaRisk(call, warehouseId, all) : [];
    const risks = [...risksOf(all), ...overrun];
    if (risks.length === 0) return true;
    return ask({ title: t('tx.risk.title'), text: riskText(risks), yes: t('tx.risk.yes'), no: t('common.cancel') });
  };

  /** @param asked what must be in order before the server is asked; looking makes nobody wait */
  const doing = async (what: Doing, title: string, work: () => Promise<void>, asked?: CheckLevel): Promise<void> => {
    if (busy !== null || (asked && !((await isEntered(asked)) && (await isWhole(asked)) && (await isMeant(asked))))) return;
    setBusy(what);
    try {
      await work();
    } catch (error) {
      await fail(error, title);
    } finally {
      setBusy(null);
    }
  };

  const store = async (): Promise<Transaction> => {
    const { base: current, lines: given } = now.current;
    const whole = given.lines.filter(isWholeLine);
    const body: TransactionForm = {
      ...(sentOf(headSchema, head()) as Omit<TransactionForm, 'type' | 'lines' | 'unfinished'>),
      type,
      lines: whole.map((line) => formOf(line, type)),
      unfinished: given.lines.flatMap((line, at) => (isWholeLine(line) ? [] : [unfinishedOf(line, at)])),
    };
    lines.refuse({});
    const reply = current
      ? await update.mutateAsync({ params: { id: current.id }, body: { ...body, rev: current.rev } })
      : await create.mutateAsync({ body });
    adopt(reply, false);
    return reply;
  };

  const onHeadChange = (): void => {
    setHeadDirty(changedFields(headSchema, saved, head()).length > 0);
    drafts.current?.soon();
  };
  const headChanged = useRef(onHeadChange);
  headChanged.current = onHeadChange;
  const headFault = (name: string, value: unknown): string | null => {
    const isMissing = typeof value !== 'string' || value.trim() === '';
    if (isMissing && type === 'OUTBOUND' && TOXIC_NEEDS.has(name) && now.current.lines.lines.some(isToxic))
      return 'rule.toxicNeeds';
    return dayFault(name, value, head(), today());
  };
  const context = useMemo<FormContext>(
    () => ({
      schema: headSchema,
      record: null,
      looks: new Map(),
      change: (values) => {
        form.setFieldsValue(values);
        headChanged.current();
      },
      refused: (path, value) => {
        const fault = isSubmitted.current ? headFault(path.join('.'), value) : null;
        return fault === null ? refused.refused(path, value) : say(fault);
      },
    }),
    [form],
  );

  return {
    form,
    formName,
    context,
    typed,
    initial,
    lines,
    level,
    base,
    isDirty,
    busy,
    problem: refused.problem,
    stale,
    hasDraft,
    onHeadChange,
    save: () =>
      doing(
        'save',
        base ? t('common.modifyFailed') : t('common.saveFailed'),
        async () => {
          const isNew = now.current.base === null;
          const reply = await store();
          const { length: count } = reply.unfinished;
          if (count > 0) noticeRefused(t('tx.savedUnfinished', { count }));
          else noticeDone(isNew ? t('common.saved') : t('common.modified'));
          if (record === null) page.finish(addressOf(page.path, reply.id));
        },
        { whole: true, submit: false },
      ),
    submit: () =>
      doing(
        'submit',
        t('tx.submitFailed'),
        async () => {
          const { base: current, isDirty: differs } = now.current;
          const stored = current && !differs ? current : await store();
          try {
            await send.mutateAsync({ params: { id: stored.id }, body: { rev: stored.rev } });
            noticeDone(t('tx.submitted', { no: stored.no }));
          } catch (error) {
            if (record !== null || !(error instanceof ApiError)) throw error;
            refusals.set(stored.id, error);
            noticeRefused(t('tx.keptAsDraft', { no: stored.no }));
          }
          clean();
          if (record === null) page.finish(addressOf(page.path, stored.id));
        },
        SUBMITTED,
      ),
    cancelled: clean,
    remove: () =>
      doing('delete', t('common.deleteFailed'), async () => {
        const { base: current } = now.current;
        if (!current || !(await confirmDelete(current.no))) return;
        await erase.mutateAsync({ params: { id: current.id } });
        clean();
        noticeDone(t('common.deleted'));
        page.finish();
      }),
    focusAdd,
    revert: () => {
      if (record) return adopt(record, true);
      setBase(null);
      now.current.base = null;
      form.resetFields();
      form.setFieldsValue(emptyHead(beginning.head));
      lines.load(beginning.lines);
      clean();
    },
    settle: (keepMine) => {
      if (!stale) return;
      setStale(null);
      if (!keepMine) return adopt(stale, true);
      const mine = head();
      const changed = changedFields(headSchema, saved, mine);
      setBase(stale);
      now.current.base = stale;
      form.setFieldsValue({
        ...headOf(stale),
        ...Object.fromEntries(changed.map((name) => [name, mine[name]])),
      });
      setHeadDirty(changed.length > 0);
      if (lines.changes === savedChanges) lines.load(linesOfRecord(stale, type));
      drafts.current?.soon();
    },
  };
}

const addressOf = (path: string, id: string): string => `${path}?id=${encodeURIComponent(id)}`;

const emptyHead = (head: HeadValues): HeadValues => ({
  ...Object.fromEntries(fieldNames(headSchema).map((name) => [name, undefined])),
  ...head,
});
