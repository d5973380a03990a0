// A count on the device: what it takes at entry, and what it says about values that the server refused.
import 'fake-indexeddb/auto';
import type { PackLine } from '@kuwei/contract/wms/inventory';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadPhrases, useLocaleState } from '../src/phrase/phrases.ts';
import { forgetCounts } from '../src/session/device-counts.ts';
import { useVersion } from '../src/session/version.ts';
import { Counting } from '../src/wms/inventory/counting/counting.ts';

const KEEPER = { id: 'keeper', name: '李保平' };
let counting: Counting;
let stop: () => void;
beforeEach(async () => {
  for (const part of ['first', 'pages', 'count'] as const) await loadPhrases('en', part);
  useLocaleState.setState({ locale: 'en' });
  const unit = (code: string, label: string, decimals: string) => ({
    code,
    label,
    labels: [],
    valid: true,
    props: [{ code: 'decimals', value: decimals }],
  });
  const fields = [unit('BOTTLE', 'bottle', '0'), unit('BOX', 'box', '1'), unit('ML', 'mL', '3')];
  useVersion.setState({ dics: new Map([['WMS_UNIT', { code: 'WMS_UNIT', fields } as never]]) });
  counting = new Counting('count', KEEPER, null);
  stop = counting.start();
});
afterEach(async () => {
  stop();
  await forgetCounts(KEEPER.id);
});

const line = (more: Partial<PackLine> = {}): PackLine =>
  ({ id: 'a', boxId: 'box', productName: 'goods', baseUnit: 'BOTTLE', factors: [], ver: 1, mine: true, ...more }) as PackLine;
/** Enters a quantity. @returns what is stored, or the refusal */
async function enter(goods: PackLine, qty: string, unit = goods.baseUnit): Promise<string> {
  const isStored = await counting.enter(goods, { qty, unit });
  return isStored ? counting.use.getState().values.at(-1)!.qty : counting.use.getState().faults.get(goods.id)!;
}

test('a quantity is refused at entry, offline too, where its unit does not divide so finely', async () => {
  expect(await enter(line(), '1.5')).toMatch(
    /^Can’t be 1.5 bottle: the unit bottle takes whole numbers only\. Nearest: 1 bottle/,
  );
  expect(counting.use.getState().values).toEqual([]);
  expect(await enter(line(), '1,002')).toBe('1002');
  expect(await enter(line(), '0')).toBe('0');
  expect(await enter(line({ baseUnit: 'ML' }), '1.125')).toBe('1.125');
  const boxed = line({ factors: [{ unit: 'BOX', factor: '10' }] });
  expect(await enter(boxed, '1.5', 'BOX')).toBe('1.5');
  expect(await enter(boxed, '1.25', 'BOX')).toMatch(/^Can’t be 1.25 box/);
});

test('an exponent is no quantity: it may be a code', async () => {
  for (const text of ['1e3', '1E3']) expect(await enter(line(), text)).toMatch(/^Must be a number of 0 or more/);
});
