// Offline storage of counts: no counted value is lost, sent twice or overwrites a newer one, and no user sees another's.
import 'fake-indexeddb/auto';
import type { CountPack, PackLine, ValueOutcome } from '@kuwei/contract/wms/inventory';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAbnormalError, ApiError } from '../src/api/error.ts';
import {
  findOfflineCounter,
  forgetCounts,
  hideCounts,
  saveCounter,
  openDevice,
  listUnsent,
  type Device,
} from '../src/session/device-counts.ts';
import {
  closedBy,
  deleteValue,
  isFinal,
  isUndelivered,
  isUnsent,
  saveClosed,
  savePack,
  saveValue,
  loadStoredCount,
  takeUnsentValues,
  type NewValue,
} from '../src/wms/inventory/counting/count-store.ts';
import { sendStoredValues, type Send } from '../src/wms/inventory/counting/send.ts';

const COUNT = 'count';
let device: Device;
beforeEach(async () => {
  device = await openDevice('keeper');
});
afterEach(async () => {
  device.close();
  await forgetCounts('keeper');
  vi.useRealTimers();
});

const line = (id: string, more: Partial<PackLine> = {}): PackLine =>
  ({ id, lineNo: 1, boxId: 'box', baseUnit: 'BOX', ver: 1, mine: true, state: 'OPEN', qtyCount: null, ...more }) as PackLine;
const pack = (...lines: PackLine[]): CountPack =>
  ({ count: { id: COUNT }, boxes: [{ id: 'box', code: 'B1', qr: 'q' }], lines }) as unknown as CountPack;
const value = (lineId: string, qty: string, more: Partial<NewValue> = {}): NewValue => ({
  countId: COUNT,
  boxId: 'box',
  lineId,
  found: null,
  name: 'goods',
  qty,
  unit: 'BOX',
  note: null,
  ver: 1,
  ...more,
});
const outcome = (id: string, more: Partial<ValueOutcome> = {}): ValueOutcome => ({
  id,
  outcome: 'TAKEN',
  code: null,
  message: null,
  field: null,
  line: null,
  theirs: null,
  theirName: null,
  yours: false,
  ...more,
});

/** A server that accepts each id once. */
function server() {
  const taken = new Map<string, string>();
  const send = vi.fn<Send>(async (_, { values }) => {
    for (const { id, qty } of values) taken.set(id, qty);
    return values.map(({ id, lineId, ver, qty }) =>
      outcome(id, { line: line(lineId, { ver: ver + 1, mine: false, state: 'COUNTED', qtyCount: qty }) }),
    );
  });
  return { taken, send };
}
const loadCount = () => loadStoredCount(device, COUNT);
const listValues = async () => (await loadCount()).values.map(({ qty, outcome: became }) => [qty, became?.outcome ?? null]);

test('of several values for a line before sending, only the last is sent, once', async () => {
  await savePack(device, pack(line('a'), line('b')), null);
  for (const qty of ['1', '2', '3']) await saveValue(device, value('a', qty));
  await saveValue(device, value('b', '9'));
  const { taken, send } = server();
  expect(await sendStoredValues(device, COUNT, send)).toEqual({ end: 'all', count: 2 });
  expect([...taken.values()]).toEqual(['3', '9']);
  expect(await loadCount()).toMatchObject({ values: [], kept: { sentAt: expect.any(String) as string } });
  expect((await loadCount()).lines.get('box')![0]).toMatchObject({ ver: 2, mine: false, qtyCount: '3' });
  expect(await sendStoredValues(device, COUNT, send)).toEqual({ end: 'all', count: 0 });
  expect(send).toHaveBeenCalledTimes(1);
});

test('a value corrected while it is being sent is sent again, based on the version it produced', async () => {
  await savePack(device, pack(line('a')), null);
  await saveValue(device, value('a', '1'));
  const { taken, send } = server();
  send.mockImplementationOnce(async (...args) => {
    await saveValue(device, value('a', '2'));
    return send.getMockImplementation()!(...args);
  });
  await sendStoredValues(device, COUNT, send);
  expect([...taken.values()]).toEqual(['1', '2']);
  expect(send.mock.calls.map(([, { values }]) => values.map(({ ver }) => ver))).toEqual([[1], [2]]);
});

test('a lost value is resent with the same id, before later values of the line', async () => {
  await savePack(device, pack(line('a')), null);
  await saveValue(device, value('a', '1'));
  const { taken, send } = server();
  // It arrived, but its response was lost.
  send.mockImplementationOnce(async (...args) => {
    await send.getMockImplementation()!(...args);
    throw createAbnormalError();
  });
  expect(await sendStoredValues(device, COUNT, send)).toEqual({ end: 'away', count: 0 });
  await saveValue(device, value('a', '2'));
  expect((await loadCount()).values.map(({ qty }) => qty)).toEqual(['1', '2']);
  expect(await sendStoredValues(device, COUNT, send)).toEqual({ end: 'all', count: 2 });
  expect([...taken.values()]).toEqual(['1', '2']);
});

test('a list fetched before a line was counted does not reopen the line', async () => {
  await savePack(device, pack(line('a')), null);
  await saveValue(device, value('a', '1'));
  await sendStoredValues(device, COUNT, server().send);
  await savePack(device, pack(line('a')), null);
  expect((await loadCount()).lines.get('box')![0]).toMatchObject({ mine: false, qtyCount: '1' });
  await savePack(device, pack(line('a', { ver: 3 })), null);
  expect((await loadCount()).lines.get('box')![0]).toMatchObject({ mine: true });
});

test('a rejected value stays until it has been seen; an unreadable one does not block others', async () => {
  await savePack(device, pack(line('a'), line('b'), line('c')), null);
  for (const [id, qty] of [
    ['a', '1'],
    ['b', 'not a number'],
    ['c', '3'],
  ] as const)
    await saveValue(device, value(id, qty));
  const send: Send = async (_, { values }) => {
    if (values.some(({ qty }) => qty.includes('not'))) throw new ApiError('general', 400, 'INVALID', '有内容不符合要求');
    return values.map(({ id, lineId }) => outcome(id, { outcome: lineId === 'c' ? 'CONFLICT' : 'TAKEN', theirName: '王秀兰' }));
  };
  expect(await sendStoredValues(device, COUNT, send)).toEqual({ end: 'all', count: 3 });
  expect(await listValues()).toEqual([
    ['not a number', 'REFUSED'],
    ['3', 'CONFLICT'],
  ]);
  for (const each of (await loadCount()).values) await deleteValue(device, each);
  expect(await listValues()).toEqual([]);
});

test('values of a count that has ended or was reassigned are kept with the reason, and retried once it is theirs again', async () => {
  await savePack(device, pack(line('a')), null);
  await saveValue(device, value('a', '1'));
  const refused: Send = () => Promise.reject(new ApiError('general', 409, 'ILLEGAL_TRANSITION', '盘点已结束'));
  expect(await sendStoredValues(device, COUNT, refused)).toEqual({ end: 'closed', count: 0 });
  expect(await loadCount()).toMatchObject({ kept: { closed: '盘点已结束' }, values: [{ qty: '1', outcome: null }] });
  const failed: Send = () => Promise.reject(new ApiError('server', 500, 'SERVER', '服务器错误'));
  expect(await sendStoredValues(device, COUNT, failed)).toMatchObject({ end: 'failed', why: '服务器错误' });
  const signedOut: Send = () => Promise.reject(new ApiError('unauthorized', 401, 'UNAUTHORIZED', ''));
  expect(await sendStoredValues(device, COUNT, signedOut)).toMatchObject({ end: 'signin' });
  expect(await sendStoredValues(device, COUNT, server().send)).toEqual({ end: 'all', count: 1 });
  expect((await loadCount()).kept).toMatchObject({ closed: null });
});

test('[F-CN7] values of a cancelled count are sent no more, and stay readable with the reason', async () => {
  await savePack(device, pack(line('a')), null);
  await saveValue(device, value('a', '1'));
  await saveValue(device, { ...value('a', '2'), lineId: null, unit: '', name: 'a find without its product' });
  const refusal = new ApiError('general', 409, 'ILLEGAL_TRANSITION', '当前状态不允许', { from: 'CANCELED', action: 'count' });
  const send = vi.fn<Send>(() => Promise.reject(refusal));
  expect(await sendStoredValues(device, COUNT, send)).toEqual({ end: 'closed', count: 0 });
  expect(await sendStoredValues(device, COUNT, send)).toEqual({ end: 'all', count: 0 });
  expect(send).toHaveBeenCalledTimes(1);
  const { kept, values } = await loadCount();
  expect(isFinal(kept)).toBe(true);
  expect(values.filter(isUndelivered).map(({ qty }) => qty)).toEqual(['1', '2']);
  // One that is only in review may come back.
  await saveClosed(device, COUNT, closedBy(new ApiError('general', 409, 'ILLEGAL_TRANSITION', '', { from: 'SUBMITTED' })));
  expect(isFinal((await loadCount()).kept)).toBe(false);
});

test('[F-CN2] a refusal of one value names its field', async () => {
  await savePack(device, pack(), null);
  await saveValue(device, {
    ...value('a', '1'),
    lineId: null,
    found: { productId: 'p', ownerOrgId: 'o', batchNo: null, expiresOn: null },
  });
  const fields = [{ path: 'found.0.batchNo', message: '必填' }];
  const send: Send = () => Promise.reject(new ApiError('general', 422, 'INVALID', '有内容不符合要求', { fields }));
  await sendStoredValues(device, COUNT, send);
  expect((await loadCount()).values[0]!.outcome).toMatchObject({ outcome: 'REFUSED', field: 'batchNo', message: '必填' });
});

test('a clock with an impossible year, or that goes back, neither loses a value nor changes the order', async () => {
  await savePack(device, pack(line('a'), line('b'), line('c')), null);
  vi.useFakeTimers({ toFake: ['Date'] });
  for (const [id, now] of [
    ['a', '2999-01-01T00:00:00Z'],
    ['b', '1970-01-01T00:00:00Z'],
    ['c', '+012026-01-01T00:00:00Z'],
  ] as const) {
    vi.setSystemTime(new Date(now));
    await saveValue(device, value(id, '1'));
  }
  const { send } = server();
  await sendStoredValues(device, COUNT, send);
  expect(send.mock.calls[0]![1].values.map(({ lineId, at }) => [lineId, at?.slice(0, 4) ?? null])).toEqual([
    ['a', '2999'],
    ['b', '1970'],
    ['c', null],
  ]);
});

test('two windows send the same values sequentially, and each once', async () => {
  await savePack(device, pack(line('a'), line('b')), null);
  await saveValue(device, value('a', '1'));
  await saveValue(device, value('b', '2'));
  const first = await takeUnsentValues(device, COUNT, 50);
  expect(await takeUnsentValues(device, COUNT, 50)).toEqual(first.map((each) => ({ ...each, sent: true })));
});

test('signing out deletes everything; a revoked session deletes the lists, and keeps unsent values for their user', async () => {
  await savePack(device, pack(line('a')), null);
  await saveValue(device, value('a', '1'));
  await saveCounter('keeper', '李保平');
  expect(await findOfflineCounter()).toMatchObject({ person: 'keeper', name: '李保平' });
  await hideCounts((person) => person !== 'keeper2');
  expect(await findOfflineCounter()).toBeNull();
  expect(await loadCount()).toMatchObject({ kept: null, lines: new Map() });
  expect((await listUnsent('keeper')).filter(isUnsent)).toHaveLength(1);
  device.close();
  await forgetCounts('keeper');
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([]);
  device = await openDevice('keeper');
  expect(await listUnsent('keeper')).toEqual([]);
});
