// The pure functions of lists: address and query, column arrangement, selection, changed rows.
import { productRoutes } from '@kuwei/contract/wms/product';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { describe, expect, test } from 'vitest';
import {
  columnsIn,
  arrangeColumns,
  readArrangement,
  readViews,
  withMoved,
  withOwnColumns,
  withPinned,
  withShown,
  withStepped,
  withWidth,
} from '../src/table/arrangement.ts';
import {
  addressPatch,
  filterTexts,
  nextSort,
  pageCount,
  readQuery,
  resetPatch,
  textOf,
  viewText,
} from '../src/table/query-state.ts';
import { countOf, isSelected, NOTHING, pageState, extendSelection, toggled, togglePage } from '../src/table/selection.ts';
import { showAddress } from '../src/table/use-shown-record.ts';
import { changedRows } from '../src/table/use-list-data.ts';
import { countText, exactMoment, fileSize, grouped, moment, money } from '../src/ui/format.ts';

const schema = productRoutes.listProducts.query;
const read = (search: string, size?: number) => readQuery(schema, new URLSearchParams(search), size);

describe('[S1.07] address and query of a list', () => {
  test('[S1.07] every parameter of an address becomes part of the query, with its type', () => {
    const query = read('q=acid&state=ACTIVE,DRAFT&noSds=true&sort=-price&page=3&size=50');
    expect(query).toEqual({ q: 'acid', state: ['ACTIVE', 'DRAFT'], noSds: true, sort: '-price', page: 3, size: 50 });
  });

  test('[S1.07] invalid and unknown parameters are dropped, so that an old link still shows the list', () => {
    expect(read('state=GONE&page=0&size=9999&sort=secret&noSds=perhaps&x=1')).toEqual({ page: 1, size: 20 });
    expect(read('', 100)).toEqual({ page: 1, size: 100 });
  });

  test('[S1.07] a query written to the address is parsed to the same query', () => {
    const query = read('q=50 % a&b&state=ACTIVE&noSds=false&categoryId=0198c3a0-0000-7000-8000-000000000001');
    const again = new URLSearchParams(filterTexts(query));
    expect(read(again.toString())).toEqual(query);
  });

  test('[S1.07] unset values have no text', () => {
    expect([undefined, null, '', []].map(textOf)).toEqual([null, null, null, null]);
    expect([true, 12, ['a', 'b'], 'x'].map(textOf)).toEqual(['true', '12', 'a,b', 'x']);
  });

  test('[S1.07] every change except of the page resets to page one; the size is included if not the default', () => {
    expect(addressPatch({ q: 'a' }, 20)).toEqual({ q: 'a', page: null, size: null });
    expect(addressPatch({ page: 4 }, 20)).toEqual({ page: '4', size: null });
    expect(addressPatch({ page: 1 }, 50)).toEqual({ page: null, size: '50' });
    expect(addressPatch({ size: 20 }, 50)).toEqual({ page: null, size: null });
    expect(addressPatch({ state: [] }, 20)).toMatchObject({ state: null });
  });

  test('[S1.07] resetting removes filters, search, order and page, and keeps the size', () => {
    const patch = resetPatch(schema);
    expect(patch).toMatchObject({ q: null, state: null, sort: null, page: null });
    expect('size' in patch).toBe(false);
  });

  test('[S1.07] the start of a keyset page is not a filter', () => {
    const query = readQuery(productBoxRoutes.listLedger.query, new URLSearchParams('before=120&kind=IN'));
    expect(filterTexts(query, 'before')).not.toHaveProperty('before');
    expect(viewText(query, 'before')).toBe(viewText({ ...query, before: 7 }, 'before'));
  });

  test('[S1.07] a view has the same text in whatever order it was chosen', () => {
    expect(viewText(read('state=ACTIVE&q=a&page=2'))).toBe(viewText(read('q=a&size=50&state=ACTIVE')));
    expect(viewText(read('page=2'))).toBe('');
  });

  test('[S1.07] a heading sorts ascending, descending, default; amounts descending first', () => {
    expect([undefined, 'code', '-code'].map((sort) => nextSort(sort, 'code', false))).toEqual(['code', '-code', undefined]);
    expect([undefined, '-price', 'price'].map((sort) => nextSort(sort, 'price', true))).toEqual(['-price', 'price', undefined]);
    expect(nextSort('name', 'code', false)).toBe('code');
  });

  test('[S1.07] the number of pages is known with an exact count only', () => {
    expect(pageCount({ total: 0, exact: true }, 20)).toBe(1);
    expect(pageCount({ total: 41, exact: true }, 20)).toBe(3);
    expect(pageCount({ total: 1001, exact: false }, 20)).toBeNull();
  });

  test('[S1.07] the open record is part of the address, and everything else stays', () => {
    expect(showAddress('/admin/wms/product?state=ACTIVE&show=1', '2')).toBe('/admin/wms/product?state=ACTIVE&show=2');
    expect(showAddress('/admin/wms/product?show=1', null)).toBe('/admin/wms/product');
  });
});

describe('[S2.133] arrangement of columns', () => {
  const columns = [{ key: 'code' }, { key: 'name' }, { key: 'cas', hidden: true as const }, { key: 'state' }];
  const keys = (arrangement: Parameters<typeof arrangeColumns>[1]): string[] =>
    arrangeColumns(columns, arrangement).map(({ column }) => column.key);

  test('[S2.133] the first column stays first, visible and pinned, whatever was stored', () => {
    const [first] = arrangeColumns(columns, { order: ['state', 'code'], shown: { code: false }, pinned: { code: false } });
    expect(first).toMatchObject({ column: { key: 'code' }, shown: true, pinned: true });
  });

  test('[S2.133] pinned columns precede the others; a new column takes its default position', () => {
    expect(keys({ order: ['state', 'name'], pinned: { state: true } })).toEqual(['code', 'state', 'name', 'cas']);
    expect(keys({ order: ['code', 'state', 'gone'] })).toEqual(['code', 'name', 'cas', 'state']);
  });

  test('[F-E2] a column hidden in English only for lack of space is shown to users who choose it', () => {
    const wide = [...columns, { key: 'updatedAt', hidden: 'en' as const }];
    const shown = (locale: 'zh' | 'en', arrangement = {}) =>
      arrangeColumns(columnsIn(wide, locale), arrangement).flatMap((each) => (each.shown ? [each.column.key] : []));
    expect(shown('zh')).toEqual(['code', 'name', 'state', 'updatedAt']);
    expect(shown('en')).toEqual(['code', 'name', 'state']);
    expect(shown('en', withShown({}, 'updatedAt', true))).toEqual(['code', 'name', 'state', 'updatedAt']);
  });

  test('[S2.133] moving, stepping, hiding and resizing', () => {
    expect(keys(withMoved(columns, {}, 'state', 'name'))).toEqual(['code', 'state', 'name', 'cas']);
    expect(keys(withMoved(columns, {}, 'name', null))).toEqual(['code', 'cas', 'state', 'name']);
    expect(keys(withMoved(columns, {}, 'state', 'code'))).toEqual(['code', 'state', 'name', 'cas']);
    expect(keys(withStepped(columns, {}, 'state', -1, ({ shown }) => shown))).toEqual(['code', 'state', 'name', 'cas']);
    expect(keys(withStepped(columns, {}, 'name', -1))).toEqual(['code', 'name', 'cas', 'state']);
    expect(arrangeColumns(columns, withShown({}, 'cas', true)).find(({ column }) => column.key === 'cas')).toMatchObject({
      shown: true,
    });
    expect(arrangeColumns(columns, withWidth({}, 'name', 20)).find(({ dragged }) => dragged)).toMatchObject({ dragged: 56 });
  });

  test('[S2.133] resetting the columns keeps row height and page size', () => {
    const arranged = { ...withPinned(withWidth({}, 'name', 300), 'state', true), density: 'tight' as const, size: 50 };
    expect(withOwnColumns(arranged)).toEqual({ density: 'tight', size: 50 });
  });

  test('[S2.133] invalid parts of a stored arrangement are ignored', () => {
    expect(readArrangement({ density: 'huge', size: 100_000, widths: { a: 'b' }, unfolded: true })).toEqual({ unfolded: true });
    expect([readArrangement(null), readArrangement('x')]).toEqual([{}, {}]);
    expect(readViews([{ id: '1', name: 'A', query: 'q=1' }, { id: 2 }, null])).toHaveLength(1);
    expect(readViews({})).toEqual([]);
  });
});

describe('[S8.10] selection', () => {
  const page = ['a', 'b', 'c', 'd'];

  test('[S8.10] rows are selected individually and across pages', () => {
    const one = toggled(NOTHING, page, 'b');
    const two = toggled(one, ['e', 'f'], 'e');
    expect([...two.ids]).toEqual(['b', 'e']);
    expect(countOf(two, 100)).toBe(2);
    expect([...toggled(two, page, 'b').ids]).toEqual(['e']);
  });

  test('[S8.10] Shift gives the whole range the state of its anchor', () => {
    expect([...extendSelection(toggled(NOTHING, page, 'b'), page, 'd').ids]).toEqual(['b', 'c', 'd']);
    const off = extendSelection(toggled({ ids: new Set(page), all: false, anchor: null }, page, 'c'), page, 'a');
    expect([...off.ids]).toEqual(['d']);
    expect([...extendSelection(NOTHING, page, 'c').ids]).toEqual(['c']);
  });

  test('[S8.10] a page is selected and cleared as a whole', () => {
    const all = togglePage(toggled(NOTHING, page, 'a'), page);
    expect(pageState(all, page)).toBe('all');
    expect(pageState(togglePage(all, page), page)).toBe('none');
    expect(pageState(toggled(NOTHING, page, 'a'), page)).toBe('some');
  });

  test('[S8.10] selecting all matches selects every row; deselecting one leaves the visible ones', () => {
    const all = { ...NOTHING, all: true };
    expect(isSelected(all, 'z')).toBe(true);
    expect(countOf(all, 57)).toBe(57);
    expect([...toggled(all, page, 'a').ids]).toEqual(['b', 'c', 'd']);
  });
});

test('[S1.07] new, missing and moved rows are counted', () => {
  const same = (row: string): string => row;
  expect(changedRows(['a', 'b', 'c'], ['x', 'y', 'a'], same)).toBe(2);
  expect(changedRows(['a', 'b', 'c'], ['a'], same)).toBe(2);
  expect(changedRows(['a', 'b'], ['b', 'a'], same)).toBe(1);
});

test('[S1.07] numbers, money, sizes and times are formatted without binary fractions', () => {
  expect(['1234567.5', '-1000', '999', 'x', '0.1'].map(grouped)).toEqual(['1,234,567.5', '-1,000', '999', 'x', '0.1']);
  expect(['35', '1234.5', '0.123456', '-7'].map(money)).toEqual(['¥35.00', '¥1,234.50', '¥0.123456', '-¥7.00']);
  expect([820, 1_234, 1_234_567, 25_000_000].map(fileSize)).toEqual(['820 B', '1.2 kB', '1.2 MB', '25 MB']);
  expect([countText({ total: 1_000, exact: true }), countText({ total: 1_001, exact: false })]).toEqual(['1,000', '1,000+']);
  const now = new Date(2026, 10, 20, 18, 0);
  const at = (...parts: [number, number, number, number, number]): string => new Date(...parts).toISOString();
  expect(moment(at(2026, 10, 18, 14, 3), 'zh', now)).toBe('11-18 14:03');
  expect(moment(at(2026, 10, 18, 14, 3), 'en', now)).toBe('18 Nov 14:03');
  expect(moment(at(2025, 2, 2, 9, 0), 'zh', now)).toBe('2025-03-02');
  expect(exactMoment(at(2026, 10, 20, 14, 3))).toBe('2026-11-20 14:03:00');
});
