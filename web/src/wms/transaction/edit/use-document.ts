// A document being filed: the life cycle of its form and lines, saving, submitting and server errors.
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { TransactionForm } from '@kuwei/contract/wms/transaction-form';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { transactionActions } from '@kuwei/contract/wms/transaction-state';
import type { RequestType } from '@kuwei/contract/wms/transaction-type';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../../api/error.ts';
import { invalidate } from '../../../api/query-client.ts';
import { confirmDelete } from '../../../ui/confirm-delete.ts';
import { fieldNames, sentOf } from '../../../form/schema.ts';
import { useFormLife, type Life } from '../../../form/use-form-life.ts';
import type { Problem } from '../../../form/use-refusals.ts';
import { useDraftSaver, usePage } from '../../../page/page.ts';
import { usePageCall, usePageWrite } from '../../../page/query.ts';
import { say, t } from '../../../phrase/phrases.ts';
import { noticeDone, noticeRefused } from '../../../ui/feedback.ts';
import type { CheckLevel } from '../../lines/check-line.ts';
import { formOf, linesOfRecord, unfinishedOf, type EditorLine, type NewLine } from '../../lines/line.ts';
import { useLines, type Lines } from '../../lines/lines-state.ts';
import { headOf, headSchema, type HeadValues } from './head.ts';
import { focusAdd, SAVED, SUBMITTED, useChecks, type Checks } from './use-checks.ts';

/** Initial values of a new document. */
export interface Beginning {
  head: HeadValues;
  lines: readonly NewLine[];
}

type DocumentLife = Life<Transaction, 'save' | 'submit' | 'delete'>;

export interface DocumentState
  extends
    Pick<DocumentLife, 'form' | 'formName' | 'context' | 'base' | 'isDirty' | 'busy' | 'stale' | 'hasDraft'>,
    Pick<Checks, 'typed' | 'level'> {
  initial: HeadValues;
  lines: Lines;
  problem: Problem | null;
  onHeadChange: () => void;
  onHeadChecked: () => void;
  focusAdd: () => void;
  save: () => Promise<void>;
  submit: () => Promise<void>;
  /** It was cancelled: discard the input. */
  cancelled: () => void;
  remove: () => Promise<void>;
  revert: () => void;
  /** After a concurrent change: takes theirs, or reapplies the user's; lines are taken from one side as a whole. */
  settle: (keepMine: boolean) => void;
}

const CHANGES = ['/wms/transaction', '/wms/product-box', '/wms/product-space'] as const;

/** Submission errors of documents that were saved as drafts first, by id; shown when the draft is opened. */
const refusedDrafts = new Map<string, ApiError>();

/** @throws nothing: every failure is shown in `problem`, at its field or at its cell */
export function useDocument(type: RequestType, record: Transaction | null, beginning: Beginning): DocumentState {
  const page = usePage();
  const call = usePageCall();
  const lines = useLines();
  const linesNow = useRef(lines);
  linesNow.current = lines;
  /** `changes` of the lines at the last save. */
  const savedChanges = useRef(0);
  const checks = useChecks(type, linesNow, record !== null && record.goodsOrgId !== null);

  const create = usePageWrite(transactionRoutes.createTransaction, { changes: CHANGES });
  const update = usePageWrite(transactionRoutes.updateTransaction, { changes: CHANGES });
  const send = usePageWrite(transactionRoutes.submitTransaction, { changes: CHANGES });
  const erase = usePageWrite(transactionRoutes.deleteTransaction, { changes: CHANGES });

  const life: DocumentLife = useFormLife({
    place: `transaction ${record?.id ?? ''}`,
    schema: headSchema,
    record,
    fieldsOf: (base) => (base ? headOf(base) : emptyHead(beginning.head)),
    beside: {
      differs: () => linesNow.current.changes !== savedChanges.current,
      clean: () => (savedChanges.current = linesNow.current.changes),
      draft: (head) => ({ head, lines: linesNow.current.lines }),
      fieldsOf: (draft) => draft['head'] as HeadValues,
    },
    overtaken: ['STALE', 'ILLEGAL_TRANSITION'],
    latest: async ({ id }, error) => {
      const theirs = await call(transactionRoutes.getTransaction, { params: { id } });
      if (transactionActions.edit.from.some((state) => state === theirs.state)) return theirs;
      // The applicant may no longer edit it: the page shows its state.
      noticeRefused(error.message);
      life.clean();
      await invalidate('/wms/transaction');
      return null;
    },
    refuse: (error) => checks.refuse(life, error),
    faultOf: (name, value) => {
      const fault = checks.headFault(life.values(), name, value);
      return fault === null ? undefined : say(fault);
    },
  });

  useEffect(() => {
    if (life.draft) savedChanges.current = -1;
    const kept = life.draft?.['lines'] as NewLine[] | undefined;
    lines.load(kept ?? (record ? linesOfRecord(record, type) : beginning.lines));
  }, []);
  useEffect(() => {
    if (lines.changes === 0) return;
    life.typed();
    life.refusals.setProblem(null);
  }, [lines.changes]);

  const refusal = record && refusedDrafts.get(record.id);
  useEffect(() => {
    if (!refusal || lines.lines.length === 0) return;
    refusedDrafts.delete(record.id);
    checks.setLevel(SUBMITTED);
    void life.run('submit', t('tx.submitFailed'), () => Promise.reject(refusal));
  }, [lines.lines]);

  const store = async (): Promise<Transaction> => {
    const base = life.baseNow();
    const body = bodyOf(type, life.values(), linesNow.current.lines, checks.isWholeLine);
    lines.refuse({});
    const reply = base
      ? await update.mutateAsync({ params: { id: base.id }, body: { ...body, rev: base.rev } })
      : await create.mutateAsync({ body });
    life.resetTo(reply);
    return reply;
  };

  const save = async (): Promise<void> => {
    const isNew = life.baseNow() === null;
    const reply = await store();
    const { length: count } = reply.unfinished;
    if (count > 0) noticeRefused(t('tx.savedUnfinished', { count }));
    else noticeDone(isNew ? t('common.saved') : t('common.modified'));
    if (record === null) page.finish(addressOf(page.path, reply.id), reply.no);
  };

  /** Before leaving the page; changes of a returned document are saved like a draft. */
  const saveDraft = async (): Promise<boolean> => {
    let isSaved = false;
    if (!(await isReady(SAVED))) return false;
    await life.run('save', saveFailed(), async () => {
      const { no } = await store();
      isSaved = true;
      noticeDone(t('tx.savedDraft', { no }));
    });
    return isSaved;
  };
  useDraftSaver(saveDraft);

  const submit = async (): Promise<void> => {
    const base = life.baseNow();
    const stored = base && !life.differs() ? base : await store();
    try {
      await send.mutateAsync({ params: { id: stored.id }, body: { rev: stored.rev } });
      noticeDone(t('tx.submitted', { no: stored.no }));
    } catch (error) {
      if (record !== null || !(error instanceof ApiError)) throw error;
      refusedDrafts.set(stored.id, error);
      noticeRefused(t('tx.keptAsDraft', { no: stored.no }));
    }
    life.clean();
    if (record === null) page.finish(addressOf(page.path, stored.id), stored.no);
  };

  const remove = async (): Promise<void> => {
    const base = life.baseNow();
    if (!base || !(await confirmDelete(base.no))) return;
    await erase.mutateAsync({ params: { id: base.id } });
    life.clean();
    noticeDone(t('common.deleted'));
    page.finish();
  };

  const saveFailed = (): string => (life.base ? t('common.modifyFailed') : t('common.saveFailed'));
  /** Validates before anything is sent. */
  const isReady = async (asked: CheckLevel): Promise<boolean> => life.busy === null && checks.isReady(life, asked);
  return {
    ...life,
    initial: life.initial,
    typed: checks.typed,
    level: checks.level,
    lines,
    problem: life.refusals.problem,
    onHeadChange: life.typed,
    onHeadChecked: () => checks.recount(life),
    focusAdd: () => focusAdd(life.formName),
    save: async () => {
      if (await isReady(SAVED)) await life.run('save', saveFailed(), save);
    },
    submit: async () => {
      if (await isReady(SUBMITTED)) await life.run('submit', t('tx.submitFailed'), submit);
    },
    cancelled: life.clean,
    remove: () => life.run('delete', t('common.deleteFailed'), remove),
    revert: () => {
      life.resetTo(record);
      lines.load(record ? linesOfRecord(record, type) : beginning.lines);
    },
    settle: (keepMine) => {
      const { stale } = life;
      const takesLines = !keepMine || lines.changes === savedChanges.current;
      life.resolveConflict(keepMine);
      if (stale && takesLines) lines.load(linesOfRecord(stale, type));
    },
  };
}

const addressOf = (path: string, id: string): string => `${path}?id=${encodeURIComponent(id)}`;

const emptyHead = (head: HeadValues): HeadValues => ({
  ...Object.fromEntries(fieldNames(headSchema).map((name) => [name, undefined])),
  ...head,
});

/** Incomplete lines are stored as typed. */
function bodyOf(
  type: RequestType,
  head: HeadValues,
  lines: readonly EditorLine[],
  isWhole: (line: EditorLine) => boolean,
): TransactionForm {
  return {
    ...(sentOf(headSchema, head) as Omit<TransactionForm, 'type' | 'lines' | 'unfinished'>),
    type,
    lines: lines.filter(isWhole).map((line) => formOf(line, type)),
    unfinished: lines.flatMap((line, at) => (isWhole(line) ? [] : [unfinishedOf(line, at)])),
  };
}
