// Values counted offline are sent from any page: what was not taken is reported by a notice that blocks nothing, once per window.
import 'fake-indexeddb/auto';
import type { CountPack } from '@kuwei/contract/wms/inventory';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { history } from '../src/browser/history.ts';
import { useServer } from '../src/browser/server-up.ts';
import { loadPhrases, useLocaleState } from '../src/phrase/phrases.ts';
import { forgetCounts, openDevice, saveCounter, type Device } from '../src/session/device-counts.ts';
import { useUser } from '../src/session/user.ts';
import { setKit } from '../src/ui/feedback.ts';
import { countingAddress } from '../src/wms/inventory/addresses.ts';
import { saveClosed, savePack, saveValue } from '../src/wms/inventory/counting/count-store.ts';
import { watchStoredCounts } from '../src/wms/inventory/counting/send-stored.ts';

const [KEEPER, COUNT] = ['keeper', 'count'];
const warning = vi.fn<(notice: { title: string }) => void>();
const confirm = vi.fn();
let device: Device;
beforeAll(async () => {
  for (const part of ['first', 'pages', 'count'] as const) await loadPhrases('en', part);
  useLocaleState.setState({ locale: 'en' });
  setKit({ notification: { warning }, modal: { confirm }, message: { success: vi.fn() } } as never);
});
beforeEach(async () => {
  sessionStorage.clear();
  useUser.setState({ user: { id: KEEPER, authProxyUser: null } as never });
  useServer.setState({ away: false });
  device = await openDevice(KEEPER);
  await saveCounter(KEEPER, '李保平');
  await savePack(device, { count: { id: COUNT }, boxes: [], lines: [] } as unknown as CountPack, null);
  await saveValue(device, {
    countId: COUNT,
    boxId: 'box',
    lineId: 'a',
    found: null,
    name: 'goods',
    qty: '1',
    unit: 'BOX',
    note: null,
    ver: 1,
  });
  await saveClosed(device, COUNT, { closed: '', closedState: 'CANCELED' });
});
afterEach(async () => {
  device.close();
  await forgetCounts(KEEPER);
});

/** Loads a page. @returns once stored values have been dealt with */
async function loadPage(address: string): Promise<void> {
  history.replace(address);
  const close = vi.spyOn(IDBDatabase.prototype, 'close');
  watchStoredCounts()();
  // The people's database is closed first, then the user's.
  await vi.waitFor(() => expect(close).toHaveBeenCalledTimes(2));
  close.mockRestore();
}

test('[F-CN1] values of a cancelled count are reported once per window, without a dialog, and not on their own page', async () => {
  await loadPage(countingAddress(COUNT));
  expect(warning).not.toHaveBeenCalled();
  await loadPage('/admin/wms/ledger');
  expect(warning.mock.calls.map(([{ title }]) => title)).toEqual(['1 line counted offline needs a look']);
  await loadPage('/admin/wms/ledger');
  expect(warning).toHaveBeenCalledTimes(1);
  expect(confirm).not.toHaveBeenCalled();
});
