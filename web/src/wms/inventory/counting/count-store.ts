// Stores counts on the device. Each step is one transaction, so a killed browser leaves no half-done step.
import type { CountLine, CountPack, PackLine, ValueOutcome } from '@kuwei/contract/wms/inventory';
import { CLOSED_COUNT_STATES } from '@kuwei/contract/wms/inventory-state';
import type { ApiError } from '../../../api/error.ts';
import { uuid } from '../../../browser/uuid.ts';
import type { Device, StoredCount, StoredText, StoredValue } from '../../../session/device-counts.ts';
import { notifyWindows } from './windows.ts';

export type Lines = ReadonlyMap<string, readonly PackLine[]>;

export interface LoadedCount {
  kept: StoredCount | null;
  /** By box. */
  lines: Lines;
  values: readonly StoredValue[];
  texts: readonly StoredText[];
}

export async function loadStoredCount(device: Device, countId: string): Promise<LoadedCount> {
  const transaction = device.transaction(['counts', 'boxes', 'values', 'texts']);
  const [kept = null, boxes, values, texts] = await Promise.all([
    transaction.objectStore('counts').get(countId),
    transaction.objectStore('boxes').index('count').getAll(countId),
    transaction.objectStore('values').index('count').getAll(countId),
    transaction.objectStore('texts').index('count').getAll(countId),
  ]);
  return { kept, lines: new Map(boxes.map(({ boxId, lines }) => [boxId, lines])), values: sortBySeq(values), texts };
}

/** Reloads everything except typed texts, with the lines of some boxes only. */
export async function loadStoredBoxes(
  device: Device,
  countId: string,
  boxIds: readonly string[],
): Promise<Pick<LoadedCount, 'kept' | 'lines' | 'values'>> {
  const transaction = device.transaction(['counts', 'boxes', 'values']);
  const [kept = null, values, boxes] = await Promise.all([
    transaction.objectStore('counts').get(countId),
    transaction.objectStore('values').index('count').getAll(countId),
    Promise.all(boxIds.map((boxId) => transaction.objectStore('boxes').get([countId, boxId]))),
  ]);
  return { kept, values: sortBySeq(values), lines: new Map(boxes.flatMap((box) => (box ? [[box.boxId, box.lines]] : []))) };
}

const sortBySeq = (values: readonly StoredValue[]): StoredValue[] => values.toSorted((a, b) => a.seq - b.seq);

/** Replaces the stored list with the server's; a line with a newer stored version stays. */
export async function savePack(device: Device, { count, boxes, lines }: CountPack, site: unknown): Promise<void> {
  const countId = count.id;
  const transaction = device.transaction(['counts', 'boxes'], 'readwrite');
  const [counts, places] = [transaction.objectStore('counts'), transaction.objectStore('boxes')];
  const before = await places.index('count').getAll(countId);
  const known = new Map(before.flatMap((box) => box.lines).map((line) => [line.id, line]));
  const newer = (line: PackLine): PackLine => {
    const old = known.get(line.id);
    return old && old.ver > line.ver ? { ...line, ...old } : line;
  };
  const byBox = Map.groupBy(lines, ({ boxId }) => boxId);
  for (const { id: boxId } of boxes)
    await places.put({ countId, boxId, lines: (byBox.get(boxId) ?? []).map((line) => newer(line)) });
  for (const { boxId } of before) if (!boxes.some(({ id }) => id === boxId)) await places.delete([countId, boxId]);
  const sentAt = (await counts.get(countId))?.sentAt ?? null;
  await counts.put({ countId, count, boxes, site, takenAt: new Date().toISOString(), sentAt, closed: null, closedState: null });
  await transaction.done;
  notifyWindows({ countId, boxIds: 'all' });
}

export type NewValue = Pick<
  StoredValue,
  'ownerName' | 'countId' | 'boxId' | 'lineId' | 'found' | 'name' | 'qty' | 'unit' | 'note' | 'ver'
>;

/** Stores a value. It replaces an earlier one for the line unless that one is in flight. */
export async function saveValue(device: Device, value: NewValue): Promise<void> {
  const { countId, lineId } = value;
  // Strict durability: the device may lose power right after we report success.
  const transaction = device.transaction(['values', 'texts'], 'readwrite', { durability: 'strict' });
  const values = transaction.objectStore('values');
  const all = await values.index('count').getAll(countId);
  let after: string | null = null;
  for (const each of sortBySeq(all)) {
    if (lineId === null || each.lineId !== lineId) continue;
    if (each.sent && each.outcome === null) after = each.id;
    else await values.delete(each.id);
  }
  const seq = Math.max(0, ...all.map((each) => each.seq)) + 1;
  await values.put({ ...value, id: uuid(), seq, after, sent: false, outcome: null, at: new Date().toISOString() });
  if (lineId !== null) await transaction.objectStore('texts').delete([countId, lineId]);
  await transaction.done;
  notifyWindows({ countId, boxIds: [] });
}

/** Removes a value whose outcome the user has seen. */
export async function deleteValue(device: Device, { countId, id }: Pick<StoredValue, 'countId' | 'id'>): Promise<void> {
  await device.delete('values', id);
  notifyWindows({ countId, boxIds: [] });
}

export async function saveText(device: Device, text: StoredText): Promise<void> {
  if (text.qty.trim() === '') await device.delete('texts', [text.countId, text.lineId]);
  else await device.put('texts', text);
}

/** The next values to send, at most so many. Marked as sent beforehand, because a failed request may have arrived. */
export async function takeUnsentValues(device: Device, countId: string, most: number): Promise<StoredValue[]> {
  const transaction = device.transaction('values', 'readwrite', { durability: 'strict' });
  const all = sortBySeq(await transaction.store.index('count').getAll(countId));
  const next = all.filter((value) => isUnsent(value) && value.after === null).slice(0, most);
  for (const value of next) if (!value.sent) await transaction.store.put({ ...value, sent: true });
  await transaction.done;
  return next;
}

/** Ready to send. A described find needs its product first. */
export const isUnsent = ({ outcome, lineId, found }: StoredValue): boolean =>
  outcome === null && (lineId !== null || found !== null);
/** Goods described offline, whose product is still to be found. */
export const isProductMissing = ({ lineId, found }: StoredValue): boolean => lineId === null && found === null;

/** Answered by the server, but not accepted. */
export const isNotTaken = ({ outcome }: StoredValue): boolean => outcome !== null;
/** Not in the count in any form: unsent, without a product, or refused. A conflicting value is recorded with the line. */
export const isUndelivered = ({ outcome }: StoredValue): boolean => outcome === null || outcome.outcome === 'REFUSED';

/** Stores the server's outcomes of sent values. */
export async function saveOutcomes(device: Device, countId: string, answers: readonly ValueOutcome[]): Promise<void> {
  const transaction = device.transaction(['values', 'boxes', 'counts'], 'readwrite', { durability: 'strict' });
  const [values, boxes, counts] = [
    transaction.objectStore('values'),
    transaction.objectStore('boxes'),
    transaction.objectStore('counts'),
  ];
  const all = await values.index('count').getAll(countId);
  const changedBoxIds = new Set<string>();
  for (const answer of answers) {
    const value = all.find(({ id }) => id === answer.id);
    if (!value) continue;
    if (answer.outcome === 'TAKEN') await values.delete(value.id);
    else await values.put({ ...value, outcome: answer });
    for (const later of all.filter(({ after }) => after === value.id))
      await values.put({ ...later, after: null, ver: answer.line?.ver ?? later.ver });
    if (!answer.line) continue;
    changedBoxIds.add(answer.line.boxId);
    const box = await boxes.get([countId, answer.line.boxId]);
    if (box) await boxes.put({ ...box, lines: withLine(box.lines, answer.line) });
  }
  const kept = await counts.get(countId);
  if (kept) await counts.put({ ...kept, sentAt: new Date().toISOString(), closed: null, closedState: null });
  await transaction.done;
  notifyWindows({ countId, boxIds: [...changedBoxIds] });
}

/** Of a value that the server did not answer by itself. */
export const NO_OUTCOME = { code: null, message: null, field: null, line: null, theirs: null, theirName: null, yours: false };
const NO_CODES = { stockIds: [], batchId: null, ownerOrgId: '', cas: null, gtins: [], factors: [] };
function withLine(lines: readonly PackLine[], line: CountLine): PackLine[] {
  const known = lines.find(({ id }) => id === line.id);
  return known ? lines.map((each) => (each === known ? { ...known, ...line } : each)) : [...lines, { ...NO_CODES, ...line }];
}

/** Why a count accepts no values, as stored on the device. */
export type Closed = Pick<StoredCount, 'closed' | 'closedState'>;

/** Reads from a refusal why the count accepts no values. */
export const closedBy = ({ code, message, data }: ApiError): Closed => ({
  closed: message,
  closedState: code === 'ILLEGAL_TRANSITION' ? (CLOSED_COUNT_STATES.find((state) => state === data?.['from']) ?? null) : null,
});
/** The count has ended for good: nothing is sent any more. */
export const isFinal = (closed: Closed | null): boolean =>
  closed?.closedState === 'APPROVED' || closed?.closedState === 'CANCELED';

/** Stores why the count accepts no more values. Where it has ended for good, none of them is sent again. */
export async function saveClosed(device: Device, countId: string, reason: Closed): Promise<void> {
  const transaction = device.transaction(['counts', 'values'], 'readwrite');
  const [counts, values] = [transaction.objectStore('counts'), transaction.objectStore('values')];
  const kept = await counts.get(countId);
  if (kept) await counts.put({ ...kept, ...reason });
  const unsent = isFinal(reason) ? (await values.index('count').getAll(countId)).filter(({ outcome }) => outcome === null) : [];
  for (const value of unsent)
    await values.put({ ...value, outcome: { ...NO_OUTCOME, id: value.id, outcome: 'REFUSED', message: reason.closed } });
  await transaction.done;
  notifyWindows({ countId, boxIds: [] });
}

/** Deletes a closed count with its last value. */
export async function deleteStoredCount(device: Device, countId: string): Promise<void> {
  const transaction = device.transaction(['counts', 'boxes', 'texts', 'values'], 'readwrite');
  for (const store of ['boxes', 'texts', 'values'] as const)
    for (const key of await transaction.objectStore(store).index('count').getAllKeys(countId))
      await transaction.objectStore(store).delete(key);
  await transaction.objectStore('counts').delete(countId);
  await transaction.done;
  notifyWindows({ countId, boxIds: 'all' });
}
