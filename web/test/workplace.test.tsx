// The counting page after a refusal: what was not taken is named at the top, with a way there, and its box is marked.
import 'fake-indexeddb/auto';
import type { CountPack, PackLine } from '@kuwei/contract/wms/inventory';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PageContext } from '../src/page/page.ts';
import { loadPhrases, useLocaleState } from '../src/phrase/phrases.ts';
import { forgetCounts, openDevice, type Device } from '../src/session/device-counts.ts';
import { NO_OUTCOME, saveClosed, saveOutcomes, savePack, saveValue } from '../src/wms/inventory/counting/count-store.ts';
import { Counting } from '../src/wms/inventory/counting/counting.ts';
import { countingAddress } from '../src/wms/inventory/addresses.ts';
import { Workplace } from '../src/wms/inventory/Workplace.tsx';
import { openPageOf } from './_pages.ts';

const KEEPER = { id: 'keeper', name: '李保平' };
const COUNT = 'count';
let device: Device;
let stop: () => void;
beforeEach(async () => {
  for (const part of ['first', 'pages', 'goods', 'count'] as const) await loadPhrases('en', part);
  useLocaleState.setState({ locale: 'en' });
  device = await openDevice(KEEPER.id);
  const lines = [line('a', 'box1'), line('b', 'box2')];
  const boxes = [
    { id: 'box1', code: 'B-1', qr: '' },
    { id: 'box2', code: 'B-2', qr: '' },
  ];
  await savePack(device, { count: { id: COUNT, no: 'PD1' }, boxes, lines } as unknown as CountPack, null);
});
afterEach(async () => {
  stop();
  device.close();
  await forgetCounts(KEEPER.id);
});

const line = (id: string, boxId: string): PackLine =>
  ({
    id,
    boxId,
    lineNo: 1,
    productId: id,
    productName: `goods ${id}`,
    productCode: `P-${id}`,
    batchNo: '-',
    expiresOn: null,
    ownerOrgId: 'o',
    ownerOrgName: 'Lab',
    baseUnit: 'BOTTLE',
    units: ['BOTTLE'],
    factors: [],
    controlFlags: [],
    state: 'COUNTED',
    qtyCount: '20',
    ver: 2,
    mine: false,
  }) as unknown as PackLine;

/** Stores a value that the server answered. */
async function storeAnswered(lineId: string, boxId: string, outcome: object): Promise<void> {
  await saveValue(device, {
    countId: COUNT,
    boxId,
    lineId,
    found: null,
    name: 'goods',
    qty: '27',
    unit: 'BOTTLE',
    note: null,
    ver: 1,
  });
  const id = (await device.getAll('values')).find((value) => value.lineId === lineId)!.id;
  await saveOutcomes(device, COUNT, [{ ...NO_OUTCOME, id, outcome: 'CONFLICT', ...outcome }]);
}

async function show(): Promise<void> {
  const counting = new Counting(COUNT, KEEPER, null);
  function Page() {
    const { kept } = counting.use();
    return kept && <Workplace counting={counting} kept={kept} worker={{ screen: 'ready', persisted: true }} actions={null} />;
  }
  stop = counting.start();
  render(
    <PageContext value={openPageOf(countingAddress(COUNT), null)}>
      <Page />
    </PageContext>,
  );
  await screen.findByText('Count PD1');
}

test('[F-CN1] what was not taken is named at the top with its box, instead of “all is counted and sent”', async () => {
  await storeAnswered('a', 'box1', { theirs: '20', theirName: '王秀兰' });
  await storeAnswered('b', 'box2', { outcome: 'REFUSED', message: 'Can’t be 1.5 bottles' });
  await show();
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2 entries need a look'));
  expect(screen.queryByText(/All is sent/)).toBeNull();
  for (const code of ['B-1', 'B-2']) expect(screen.getByRole('button', { name: `${code} 1 to look at` })).toBeTruthy();
  const way = screen.getByRole('button', { name: 'See B-1' });
  Element.prototype.scrollIntoView = () => {};
  fireEvent.click(way);
  expect(document.activeElement?.closest('.counting-conflict')?.textContent).toContain('王秀兰 counted this line meanwhile: 20');
});

test('[F-CN7] a cancelled count says so, offers no retry, and keeps its numbers', async () => {
  await saveValue(device, {
    countId: COUNT,
    boxId: 'box2',
    lineId: 'b',
    found: null,
    name: 'goods b',
    qty: '27',
    unit: 'BOTTLE',
    note: null,
    ver: 1,
  });
  await saveClosed(device, COUNT, { closed: 'not in this state', closedState: 'CANCELED' });
  await show();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The count has been cancelled.');
  expect(alert.textContent).toContain('B-2  goods b  27');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Delete from this device' })).toBeTruthy();
});
