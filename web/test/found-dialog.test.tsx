// Found goods on the device: what the form demands before it takes them, and that a refused find can be corrected.
import 'fake-indexeddb/auto';
import type { PackLine } from '@kuwei/contract/wms/inventory';
import { act, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useServer } from '../src/browser/server-up.ts';
import { PageContext } from '../src/page/page.ts';
import { loadPhrases, useLocaleState } from '../src/phrase/phrases.ts';
import { forgetCounts, openDevice } from '../src/session/device-counts.ts';
import { countingAddress } from '../src/wms/inventory/addresses.ts';
import { NO_OUTCOME, saveOutcomes, saveValue } from '../src/wms/inventory/counting/count-store.ts';
import { Counting } from '../src/wms/inventory/counting/counting.ts';
import { FoundDialog } from '../src/wms/inventory/FoundDialog.tsx';
import { FoundGoodsList } from '../src/wms/inventory/FoundGoodsList.tsx';
import { openPageOf } from './_pages.ts';

vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 15_000 });

const KEEPER = { id: 'keeper', name: '李保平' };
const COUNT = 'count';
const [PRODUCT, OWNER] = ['0190a6a8-0000-7000-8000-000000000001', '0190a6a8-0000-7000-8000-000000000002'];
const line = {
  id: 'a',
  boxId: 'box',
  productId: PRODUCT,
  productCode: 'C-ACN',
  productName: 'Acetonitrile',
  batchNo: 'B1',
  ownerOrgId: OWNER,
  ownerOrgName: 'Lab',
  baseUnit: 'BOTTLE',
} as unknown as PackLine;
const place = { id: 'box', code: 'B-1', qr: '', lines: [line], open: 1, notTaken: 0 };

let counting: Counting;
let stop: () => void;
beforeEach(async () => {
  for (const part of ['first', 'pages', 'goods', 'count'] as const) await loadPhrases('en', part);
  useLocaleState.setState({ locale: 'en' });
  useServer.setState({ away: true });
  counting = new Counting(COUNT, KEEPER, null);
  stop = counting.start();
});
afterEach(async () => {
  stop();
  await forgetCounts(KEEPER.id);
});

const draw = (content: React.ReactNode): unknown =>
  render(
    <PageContext value={openPageOf(countingAddress(COUNT), null)}>
      <ConfigProvider button={{ autoInsertSpace: false }}>{content}</ConfigProvider>
    </PageContext>,
  );
const choose = async (label: string, option: RegExp): Promise<void> => {
  fireEvent.mouseDown(screen.getByLabelText(label));
  fireEvent.click(await screen.findByText(option, { selector: '.ant-select-item-option *' }));
};
const enter = (): Promise<void> => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Enter' })));
const errors = (): string[] => [...document.querySelectorAll('.ant-form-item-explain-error')].map((each) => each.textContent);
const found = () => counting.use.getState().values;

test('[F-CN2] a product with batches is not taken without one, offline either', async () => {
  draw(<FoundDialog counting={counting} place={place} places={[place]} onClose={() => {}} />);
  await choose('Product', /C-ACN/);
  await choose('Owner', /Lab/);
  fireEvent.change(screen.getByLabelText('Counted'), { target: { value: '2' } });
  await enter();
  await waitFor(() => expect(errors()).toEqual(['This field is required']));
  expect(found()).toEqual([]);
  fireEvent.change(screen.getByLabelText('Batch'), { target: { value: 'B2' } });
  await enter();
  await waitFor(() => expect(found()).toMatchObject([{ found: { productId: PRODUCT, batchNo: 'B2' }, ownerName: 'Lab' }]));
});

test('[F-CN8] goods of no product of the count can be chosen without an error', async () => {
  draw(<FoundDialog counting={counting} place={place} places={[place]} onClose={() => {}} />);
  await choose('Product', /Other goods/);
  await screen.findByText(/Say in the note/);
  expect(errors()).toEqual([]);
});

test('[F-CN2] a refused find names the field, and is corrected instead of deleted', async () => {
  const device = await openDevice(KEEPER.id);
  const goods = { productId: PRODUCT, ownerOrgId: OWNER, batchNo: null, expiresOn: null };
  await saveValue(device, {
    countId: COUNT,
    boxId: 'box',
    lineId: null,
    found: goods,
    name: 'Acetonitrile',
    ownerName: 'Lab',
    qty: '2',
    unit: 'BOTTLE',
    note: null,
    ver: 0,
  });
  const { id } = (await device.getAll('values'))[0]!;
  await saveOutcomes(device, COUNT, [
    { ...NO_OUTCOME, id, outcome: 'REFUSED', field: 'batchNo', message: 'This field is required' },
  ]);
  device.close();
  draw(<FoundGoodsList counting={counting} place={{ ...place, lines: [] }} places={[]} />);
  expect((await screen.findByRole('alert')).textContent).toContain('was not taken: Batch: This field is required');
  fireEvent.click(screen.getByRole('button', { name: 'Correct' }));
  const batch = await screen.findByLabelText('Batch');
  await enter();
  await waitFor(() => expect(errors()).toEqual(['This field is required']));
  fireEvent.change(batch, { target: { value: 'B3' } });
  await enter();
  await waitFor(() => expect(found()).toMatchObject([{ found: { ...goods, batchNo: 'B3' }, qty: '2', outcome: null }]));
});
