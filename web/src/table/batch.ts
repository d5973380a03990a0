// Batch actions: confirmed first, then the result is reported with every rejection.
import type { PlainKey } from '@kuwei/contract/phrase';
import type { Route } from '@kuwei/contract/route';
import type { batchReply, batchSelection } from '@kuwei/contract/workbook/workbook';
import { useState, type ReactNode } from 'react';
import type * as z from 'zod/mini';
import { ApiError } from '../api/error.ts';
import type { Answer } from '../api/send.ts';
import { invalidate } from '../api/query-client.ts';
import { fileNameIn, saveFile } from '../browser/save-file.ts';
import { usePageCall } from '../page/query.ts';
import { useT } from '../phrase/phrases.ts';
import { ask, noticeDone, noticeError, noticeRefused } from '../ui/feedback.ts';
import { countOf, NOTHING, type Selection } from './selection.ts';

type BatchRoute = Route & { method: 'PUT'; path: `${string}/{action}` };
type FileRoute = Route & { method: 'POST'; reply: 'file' };
type Reply = z.infer<typeof batchReply>;
/** The selection as sent to the server. */
export type BatchSelection = z.input<typeof batchSelection>;

export interface BatchAction<Row = unknown> {
  action: string;
  /** A verb: 启用, 停用, 删除. */
  label: PlainKey;
  danger?: true;
  /**
   * Replaces the call, for an action with a dialog of its own; only for individually selected records.
   * @param rows the same records, as last rendered
   * @returns ids that stay selected; nothing to leave the selection unchanged
   */
  run?: (ids: readonly string[], rows: readonly Row[]) => void | Promise<void | readonly string[]>;
  /** Additional warning for the confirmation, if any. */
  warn?: (selected: BatchSelection) => Promise<ReactNode>;
  /** Asks for further fields of the body, instead of the confirmation; null cancels. */
  more?: (count: number, selected: BatchSelection) => Promise<Readonly<Record<string, unknown>> | null>;
  /** The response is a file: it is saved, and `done` is shown. */
  file?: { route: FileRoute; done: PlainKey };
}
export interface Batch<Row = unknown> {
  /** Route of actions without `run`. */
  route?: BatchRoute;
  actions: readonly BatchAction<Row>[];
}

export interface BatchOutcome extends Reply {
  label: string;
}

interface BatchUse<Row> {
  selection: Selection;
  rowOf: (id: string) => Row;
  nameOf: (row: Row) => string;
  /** The filters, which the server evaluates again; `total` must still match. */
  texts: Readonly<Record<string, string>>;
  total: number;
  /** Path that becomes stale. */
  changes: string;
  onSelect: (next: Selection) => void;
  onRefused: (outcome: BatchOutcome) => void;
}

/** @returns a function that runs an action on the selection, and whether one is running */
export function useBatch<Row>(
  batch: Batch<Row>,
  use: BatchUse<Row>,
): [run: (action: BatchAction<Row>) => Promise<void>, busy: boolean] {
  const t = useT();
  const pageCall = usePageCall();
  const call = pageCall as unknown as (route: BatchRoute, input: object) => Promise<Reply>;
  const callFile = pageCall as unknown as (route: FileRoute, input: object, options: object) => Promise<Answer<Blob>>;
  const [busy, setBusy] = useState(false);
  const { selection, rowOf, nameOf, texts, total, changes, onSelect, onRefused } = use;
  const count = countOf(selection, total);

  const which = (): BatchSelection =>
    selection.all ? { all: { query: { ...texts }, expected: total } } : { ids: [...selection.ids] };
  const fetchFile = async ({ route, done }: NonNullable<BatchAction['file']>): Promise<void> => {
    const { data, headers } = await callFile(route, { body: which() }, { responseAll: true });
    saveFile(data, fileNameIn(headers, 'file.xlsx'));
    await invalidate(changes);
    onSelect(NOTHING);
    noticeDone(t(done));
  };
  const titleOf = (action: string): string => {
    const [only] = selection.ids;
    const name = !selection.all && count === 1 ? nameOf(rowOf(only!)) : '';
    return name === '' ? t('list.batchTitle', { action, count }) : t('list.batchOneTitle', { action, name });
  };
  const send = async (action: string, label: string, more: object): Promise<void> => {
    const reply = await call(batch.route!, { params: { action }, body: { ...which(), ...more } });
    // Deleted records are shown by their last rendered name.
    const refused = reply.refused.map((each) => ({ ...each, label: each.label || nameOf(rowOf(each.id)) }));
    await invalidate(changes);
    onSelect({ ...NOTHING, ids: new Set(reply.refused.flatMap(({ id, label: name }) => (name === '' ? [] : [id]))) });
    if (refused.length > 0 || reply.notes.length > 0) onRefused({ ...reply, refused, label });
    else noticeDone(action === 'delete' ? t('common.deleted') : t('list.batchDone', { action: label, count: reply.done }));
  };
  const run = async ({ action, label: key, danger, run: ownRun, more: askMore, warn, file }: BatchAction<Row>): Promise<void> => {
    const label = t(key);
    if (count === 0) return noticeRefused(t('common.noneSelected'));
    if (ownRun) {
      const ids = [...selection.ids];
      const kept = await ownRun(ids, ids.map(rowOf));
      if (kept) onSelect({ ...NOTHING, ids: new Set(kept) });
      return;
    }
    const title = action === 'delete' && count === 1 ? t('common.confirmDelete') : titleOf(label);
    const sure = async () =>
      (await ask({ title, text: await warn?.(which()), yes: label, no: t('common.cancel'), danger: danger ?? false })) || null;
    const more = await (askMore ? askMore(count, which()) : sure());
    if (more === null) return;
    setBusy(true);
    try {
      await (file ? fetchFile(file) : send(action, label, more === true ? {} : more));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'STALE') {
        onSelect(NOTHING);
        noticeRefused(t('list.batchChanged', { found: Number(error.data?.['found'] ?? 0) }));
      } else noticeError(t(action === 'delete' ? 'common.deleteFailed' : 'common.modifyFailed'), messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return [run, busy];
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
