// Sends stored values in order and in chunks. A value keeps its id on every retry, so it counts once.
import { year } from '@kuwei/contract/rule';
import type { CountedValue, FoundValue, ValueOutcome } from '@kuwei/contract/wms/inventory';
import { ApiError } from '../../../api/error.ts';
import { checkServer } from '../../../browser/server-up.ts';
import type { Device, StoredValue } from '../../../session/device-counts.ts';
import { closedBy, NO_OUTCOME, saveOutcomes, saveClosed, takeUnsentValues } from './count-store.ts';
import { withCountLock } from './windows.ts';

const AT_ONCE = 50;

export type Send = (countId: string, body: { values: CountedValue[]; found: FoundValue[] }) => Promise<ValueOutcome[]>;

/** `away`: offline; `signin`: the session is gone; `failed`: with the error of the server. */
export type Sent = { end: 'all' | 'closed' | 'away' | 'signin'; count: number } | { end: 'failed'; count: number; why: string };

/** @returns how far it got, and how many values were answered */
export const sendStoredValues = (device: Device, countId: string, send: Send): Promise<Sent> =>
  withCountLock(countId, async () => {
    let count = 0;
    for (;;) {
      const next = await takeUnsentValues(device, countId, AT_ONCE);
      if (next.length === 0) return { end: 'all', count };
      try {
        await saveOutcomes(device, countId, await answersOf(next, countId, send));
        count += next.length;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.kind === 'abnormal') void checkServer();
        if (error.kind === 'abnormal') return { end: 'away', count };
        if (error.kind === 'unauthorized') return { end: 'signin', count };
        if (error.kind === 'server') return { end: 'failed', count, why: error.message };
        await saveClosed(device, countId, closedBy(error));
        return { end: 'closed', count };
      }
    }
  });

/** A malformed value is refused by itself, so that it does not block the others. */
async function answersOf(values: readonly StoredValue[], countId: string, send: Send): Promise<ValueOutcome[]> {
  try {
    return await send(countId, bodyOf(values));
  } catch (error) {
    const isUnread = error instanceof ApiError && (error.status === 400 || error.status === 413 || error.status === 422);
    if (!isUnread) throw error;
    if (values.length > 1) {
      const answers: ValueOutcome[] = [];
      for (const value of values) answers.push(...(await answersOf([value], countId, send)));
      return answers;
    }
    const [fault] = error.fields;
    const field = fault?.path.split('.').at(-1) ?? null;
    return [
      { ...NO_OUTCOME, id: values[0]!.id, outcome: 'REFUSED', code: error.code, message: fault?.message ?? error.message, field },
    ];
  }
}

function bodyOf(values: readonly StoredValue[]): { values: CountedValue[]; found: FoundValue[] } {
  const body: { values: CountedValue[]; found: FoundValue[] } = { values: [], found: [] };
  for (const { id, lineId, boxId, found, qty, unit, note, ver, at } of values) {
    // A device clock may be far off; an impossible year is dropped.
    const value = { id, qty, unit, note, at: year(at) ? null : at };
    if (lineId !== null) body.values.push({ ...value, reason: null, lineId, ver });
    else if (found) body.found.push({ ...value, reason: 'FOUND', boxId, ...found });
  }
  return body;
}
