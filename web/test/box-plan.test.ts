import type { Units } from '@kuwei/contract/wms/amount';
import type { Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { describe, expect, test } from 'vitest';
import {
  assignmentOf,
  buildBoxRequest,
  leftOf,
  lineFault,
  partFault,
  lineStatus,
  NO_PLACE,
  placeLine,
  changePartBox,
  savedParts,
  split,
  type Part,
} from '../src/wms/putaway/plan.ts';
import { expiryByBatch } from '../src/wms/document/LineBatches.tsx';
import { cosignItems } from '../src/wms/putaway/cosign-items.ts';
import { getReplacedBatch, earlierThan } from '../src/wms/putaway/fefo.ts';
import { documentSum } from '../src/wms/document/document-sum.ts';
import { amountOf } from '../src/wms/document/amount.ts';
import { amountWords } from '../src/wms/transaction/print/amount-words.ts';
import { hasGoodsToLabel, signatures, slipRows, sumOfAmounts, sumsByUnit } from '../src/wms/transaction/print/slip.ts';
import { cutPages } from '../src/ui/print/cut.ts';

const line = (more: Partial<TransactionLine> = {}): TransactionLine =>
  ({
    id: 'l1',
    lineNo: 1,
    product: { id: 'p', baseUnit: 'BOTTLE', controlFlags: [], assessed: true },
    qtyReq: '12',
    qtyAppr: '10',
    qtyDone: '0',
    boxes: [],
    batchNo: null,
    expiresOn: null,
    sourceBoxCode: null,
    unitPrice: null,
    ...more,
  }) as TransactionLine;
const UNITS: Units = { decimals: new Map([['BOTTLE', 0]]), nameOf: (unit) => unit, amountOf: (qty, unit) => `${qty} ${unit}` };
const box = (boxId: string) => ({ ...NO_PLACE, boxId, boxCode: boxId.toUpperCase() });
const stock = (productBoxId: string, expiresOn: string | null = null) => ({ ...NO_PLACE, productBoxId, expiresOn });
const brief = (parts: readonly Part[] | null) => parts?.map((part) => [part.productBoxId ?? part.boxId, part.boxId, part.qty]);

const lineBox = (id: string, qty: string, qtyDone = '0') =>
  ({ id, sourceBoxCode: null, boxCode: id.toUpperCase(), qty, qtyDone }) as TransactionLine['boxes'][number];

describe('second storekeeper', () => {
  const toxic = { ...line().product, controlFlags: ['TOXIC' as const] };
  const unassessed = { ...line().product, assessed: false };
  const document = (...lines: TransactionLine[]) => ({ type: 'INBOUND' as const, toxic: true, lines });
  const shown = (of: ReturnType<typeof document>) => cosignItems(of, 'FINISH').map(({ id, qty, counts }) => [id, qty, counts]);

  test('[F-3U28] counts lines that require two people, and sees the others', () => {
    const harmless = line({ boxes: [lineBox('a', '500')] });
    const two = line({ product: toxic, boxes: [lineBox('b', '2', '2'), lineBox('c', '2')] });
    const unknown = line({ product: unassessed, boxes: [lineBox('d', '1')] });
    expect(shown(document(harmless, two, unknown))).toEqual([
      ['a', '500', false],
      ['c', '2', true],
      ['d', '1', true],
    ]);
    // The products were assessed after submission: nothing records which of them it was.
    expect(shown(document(harmless, line({ boxes: [lineBox('e', '1')] })))).toEqual([
      ['a', '500', true],
      ['e', '1', true],
    ]);
    // For a reversal the second storekeeper sees what was executed, and counts nothing.
    const reversed = cosignItems(document(two, unknown), 'REVERSAL');
    expect(reversed.map(({ id, qty, counts }) => [id, qty, counts])).toEqual([['b', '2', false]]);
  });
});

describe('actual batch', () => {
  const taken = { ...lineBox('a', '1'), productBoxId: 's', batchNo: 'n1', expiresOn: '2028-01-05' };
  const asked = line({ batchNo: 'T1', expiresOn: '2028-10-30', boxes: [taken] });

  test('is shown to the second storekeeper and on the document, beside the requested one', () => {
    const document = { type: 'OUTBOUND' as const, toxic: true, lines: [asked] };
    expect(cosignItems(document, 'FINISH')).toMatchObject([{ batchNo: 'n1', expiresOn: '2028-01-05', asked: 'T1' }]);
    expect([...expiryByBatch(asked)]).toEqual([['n1', '2028-01-05']]);
    expect([...expiryByBatch(line({ batchNo: 'T1', expiresOn: '2028-10-30' }))]).toEqual([['T1', '2028-10-30']]);
  });

  test('differs only if its number differs, ignoring case and width', () => {
    expect(getReplacedBatch({ batchNo: 'N1' }, taken)).toBeNull();
    expect(getReplacedBatch({ batchNo: null }, taken)).toBeNull();
    expect(getReplacedBatch({ batchNo: 'T1' }, { productBoxId: null, batchNo: null })).toBeNull();
    expect(getReplacedBatch({ batchNo: 'T1' }, taken)).toBe('T1');
  });
});

describe('boxes of a line', () => {
  test('[F-U8] a line with nothing granted is not done', () => {
    expect(lineStatus('OUTBOUND', line({ qtyAppr: '0', qtyDone: '0' }), [])).toBe('off');
    expect(lineStatus('OUTBOUND', line({ qtyAppr: '2', qtyDone: '2' }), [])).toBe('done');
  });

  test('the remainder goes into the box as far as it fits, the rest into another one', () => {
    const first = placeLine(line(), [], box('a'), '6.5')!;
    expect(brief(first)).toEqual([['a', 'a', '6.5']]);
    expect(leftOf(line(), first)).toBe('3.5');
    expect(lineStatus('INBOUND', line(), first)).toBe('part');
    const both = placeLine(line(), first, box('b'), null)!;
    expect(brief(both)).toEqual([
      ['a', 'a', '6.5'],
      ['b', 'b', '3.5'],
    ]);
    expect(lineStatus('INBOUND', line(), both)).toBe('full');
    expect(placeLine(line(), both, box('c'), null)).toBeNull();
  });

  test('choosing a box again adds to it; the only box of a line is replaced', () => {
    const some = placeLine(line(), [], box('a'), '4')!;
    expect(brief(placeLine(line(), some, box('a'), null))).toEqual([['a', 'a', '10']]);
    const all = placeLine(line(), [], box('a'), null)!;
    expect(brief(placeLine(line(), all, box('b'), '7'))).toEqual([['b', 'b', '7']]);
    expect(brief(changePartBox(all, all[0]!.key, { boxId: 'c', boxCode: 'C' }))).toEqual([['c', 'c', '10']]);
  });

  test("[F-Y1] box suggestions use the form's plan: the remainder in addition to the line's own parts, or everything if it may move", () => {
    const deposit = { id: 't', type: 'INBOUND', warehouseId: 'w', targetWarehouseId: null } as Transaction;
    const others = [{ lineId: 'l2', boxes: [{ productBoxId: null, boxId: 'a', qty: '3' }] }];
    const own = (boxId: string, qty: string) => ({ lineId: 'l1', boxes: [{ productBoxId: null, boxId, qty }] });
    const asked = (parts: readonly Part[], document = deposit) => {
      const { query, body } = buildBoxRequest(document, line(), parts, others);
      return [query.qty, body.planned];
    };
    const some = placeLine(line(), [], box('a'), '4')!;
    expect(asked(some)).toEqual(['6', [...others, own('a', '4')]]);
    expect(asked([{ ...some[0]!, qty: 'x' }])).toEqual(['10', others]);
    expect(asked(placeLine(line(), [], box('a'), null)!)).toEqual(['10', others]);
    // A move: half of the stock has a box, the other half does not yet.
    const [whole] = placeLine(line(), [], stock('s'), '10')!;
    const [half, waiting] = split([whole!], whole!.key);
    const boxed = { ...half!, boxId: 'b' };
    expect(asked([boxed, waiting!], { ...deposit, type: 'MOVE' })).toEqual([
      '5',
      [...others, { lineId: 'l1', boxes: [{ productBoxId: 's', boxId: 'b', qty: '5' }] }],
    ]);
  });

  test('[F-3B1] a part is no finer than its unit, or than the quantity it is part of', () => {
    const part = (qty: string) => ({ ...placeLine(line(), [], box('a'), '1')![0]!, qty });
    expect(lineFault('INBOUND', line(), [part('3.5')], UNITS)).toBe('quantity');
    expect(partFault(line(), part('3.5'), UNITS)).toBe('rule.amountWhole');
    expect(lineFault('INBOUND', line({ qtyAppr: '3.5' }), [part('2'), part('1.5')], UNITS)).toBeNull();
  });

  test('[S2.151] withdrawals are allotted in full, deposits may be left open', () => {
    const half = placeLine(line(), [], stock('s'), '5')!;
    expect(lineFault('OUTBOUND', line(), half, UNITS)).toBe('short');
    expect(lineFault('INBOUND', line(), placeLine(line(), [], box('a'), '5')!, UNITS)).toBeNull();
    expect(lineFault('OUTBOUND', line(), [{ ...half[0]!, qty: '11' }], UNITS)).toBe('over');
    expect(lineFault('OUTBOUND', line(), [{ ...half[0]!, qty: 'x' }], UNITS)).toBe('quantity');
  });

  test('[S2.152] a move keeps its stock and assigns new boxes', () => {
    const count = { id: 'c', no: 'PD1', until: null };
    const moved = line({
      boxes: [
        {
          id: 'x',
          productBoxId: 's',
          sourceBoxId: 'o',
          sourceBoxCode: 'O',
          batchNo: null,
          batchStatus: null,
          expiresOn: null,
          ownerOrgName: null,
          blocked: null,
          boxId: null,
          boxCode: null,
          count,
          qty: '10',
          qtyDone: '0',
        },
      ],
    });
    const parts = savedParts(moved);
    expect(lineFault('MOVE', moved, parts, UNITS)).toBe('place');
    const small = placeLine(moved, parts, box('a'), '4')!;
    expect(brief(small)).toEqual([
      ['s', 'a', '4'],
      ['s', null, '6'],
    ]);
    expect(
      small.map((part) => part.count),
      'the box that it comes from stays locked',
    ).toEqual([count, count]);
    const full = placeLine(moved, small, box('b'), null)!;
    expect(lineFault('MOVE', moved, full, UNITS)).toBeNull();
    expect(brief(split(full, full[0]!.key))).toEqual([
      ['s', 'a', '2'],
      ['s', null, '2'],
      ['s', 'b', '6'],
    ]);
  });

  test('merges two parts with the same box when sending', () => {
    const part = placeLine(line(), [], box('a'), '4')![0]!;
    expect(assignmentOf([{ line: line(), parts: [part, { ...part, key: 'k', qty: ' 2 ' }] }])).toEqual([
      { lineId: 'l1', boxes: [{ productBoxId: null, boxId: 'a', qty: '6' }] },
    ]);
  });

  test('first expired, first out: warns of later stock only while earlier stock remains', () => {
    const suggestion = {
      lineId: 'l1',
      open: '10',
      short: '0',
      refused: [],
      boxes: [
        {
          productBoxId: 'old',
          boxId: null,
          boxCode: 'A',
          batchNo: 'B1',
          expiresOn: '2027-01-01',
          count: null,
          qty: '10',
          reason: '',
        },
      ],
    };
    const late = placeLine(line(), [], stock('new', '2028-01-01'), null)!;
    expect(earlierThan(late[0]!, suggestion, late)).toMatchObject({ boxCode: 'A', expiresOn: '2027-01-01' });
    const old = placeLine(line(), [], stock('old', '2027-01-01'), '4')!;
    const both = placeLine(line(), old, stock('new', '2028-01-01'), null)!;
    expect(earlierThan(both[1]!, suggestion, both)).toBeNull();
  });
});

describe('document page', () => {
  test('[F-U23] shows the total by unit, and the total value of the lines', () => {
    const box = { ...line().product, baseUnit: 'BOX' };
    const lines = [
      line({ qtyReq: '12', qtyAppr: '10', unitPrice: '0.005' }),
      line({ qtyReq: '3', qtyAppr: null, unitPrice: '0.335' }),
      line({ product: box, qtyReq: '2', qtyAppr: '0' }),
    ];
    const applied = {
      byUnit: [
        ['BOTTLE', '15'],
        ['BOX', '2'],
      ],
      amount: '1.07',
    };
    const open = { posted: false, reversal: false };
    expect(documentSum({ ...open, lines: lines.map((each) => ({ ...each, qtyAppr: null })) })).toEqual(applied);
    const granted = {
      byUnit: [
        ['BOTTLE', '13'],
        ['BOX', '0'],
      ],
      amount: '1.06',
    };
    expect(documentSum({ ...open, lines })).toEqual(granted);
    expect(documentSum({ ...open, lines, reversal: true }).byUnit).toEqual([
      ['BOTTLE', '-13'],
      ['BOX', '0'],
    ]);
    expect(documentSum({ ...open, lines: [lines[2]!] }).amount).toBeNull();
  });
});

describe('slips', () => {
  const boxOf = (id: string, qty: string, qtyDone: string) =>
    ({ id, sourceBoxCode: null, boxCode: id, batchNo: null, expiresOn: null, qty, qtyDone }) as never;

  test('page and slip of a partly executed document show the same amounts and values, for the executed part only', () => {
    const lines = [
      line({
        id: 'l1',
        lineNo: 1,
        qtyReq: '35',
        qtyAppr: '35',
        qtyDone: '31',
        unitPrice: '0.335',
        boxes: [boxOf('a', '20', '17'), boxOf('b', '15', '14')],
      }),
      line({ id: 'l2', lineNo: 2, qtyReq: '4', qtyAppr: '4', qtyDone: '0', unitPrice: '8', boxes: [] }),
    ];
    const document = { posted: true, reversal: false, lines };
    const rows = slipRows(document);
    expect(documentSum(document)).toEqual({ byUnit: sumsByUnit(rows), amount: sumOfAmounts(rows) });
    expect(documentSum(document)).toEqual({ byUnit: [['BOTTLE', '31']], amount: '10.39' });
  });

  test('goods without a box have a row of their own on the slip', () => {
    const lines = [line({ id: 'l1', lineNo: 1, qtyReq: '12', qtyAppr: '10', boxes: [boxOf('a', '8', '0')] })];
    const document = { posted: false, reversal: false, lines };
    expect(slipRows(document).map(({ place, qty, isFirst }) => [place, qty, isFirst])).toEqual([
      ['a', '8', true],
      [null, '2', false],
    ]);
    expect(documentSum(document).byUnit).toEqual(sumsByUnit(slipRows(document)));
  });

  test('[F-3U1] the slip of a reversal has negative amounts, totals and totals in words', () => {
    const taken = { ...line({ id: 'l1', lineNo: 1 }), qtyDone: '3', unitPrice: '20.5', boxes: [] };
    const rows = slipRows({ posted: true, reversal: true, lines: [taken] });
    expect(rows[0]).toMatchObject({ qty: '-3', amount: '-61.5' });
    expect(sumsByUnit(rows)).toEqual([[taken.product.baseUnit, '-3']]);
    expect(amountWords(sumOfAmounts(rows)!)).toBe('负陆拾壹元伍角整');
    expect([amountOf('-2', '28.5'), amountOf('-1', '0.005'), amountOf('1', '0.005')]).toEqual(['-57', '-0.01', '0.01']);
  });

  test('[F-3U1] a reversal has no signature for receiving or handing out goods, and no labels', () => {
    const deposit = { type: 'INBOUND', toxic: true, posted: true, reversal: false, reversed: false } as const;
    const reversal = { ...deposit, reversal: true };
    expect(signatures(deposit)).toEqual([
      'work.sign.made',
      'work.sign.reviewed',
      'work.sign.kept',
      'work.sign.keptSecond',
      'work.sign.INBOUND',
    ]);
    expect(signatures(reversal)).toEqual(['work.sign.made', 'work.sign.reviewed', 'work.sign.kept', 'work.sign.keptSecond']);
    expect(signatures({ ...reversal, type: 'OUTBOUND', toxic: false })).not.toContain('work.sign.OUTBOUND');
    expect([deposit, reversal, { ...deposit, reversed: true }].map(hasGoodsToLabel)).toEqual([true, false, false]);
  });

  test('sheets are filled, and the last one leaves space for the review record', () => {
    const rows = slipRows({
      posted: false,
      reversal: false,
      lines: Array.from({ length: 25 }, (_, at) => line({ id: `l${at}`, lineNo: at + 1 })),
    });
    const cut = (count: number, height: (at: number) => number, room = { only: 100, full: 180, last: 120 }): number[] => {
      const taken = rows.slice(0, count);
      const pages = cutPages(
        taken,
        taken.map((_, at) => height(at)),
        room,
      );
      expect(pages.flatMap((page) => page.rows)).toEqual(taken);
      expect(pages.map(({ isLast }) => isLast)).toEqual(pages.map((_, at) => at === pages.length - 1));
      return pages.map((page) => page.rows.length);
    };
    expect(cut(25, () => 10)).toEqual([18, 7]);
    expect(cut(10, () => 10)).toEqual([10]);
    expect(cut(15, () => 10)).toEqual([8, 7]);
    expect(cut(0, () => 10)).toEqual([0]);
    expect(cut(12, () => 50)).toEqual([3, 3, 3, 2, 1]);
    expect(cut(3, () => 500)).toEqual([1, 1, 1]);
    expect(sumsByUnit(rows)).toEqual([['BOTTLE', '250']]);
  });

  test.each([
    ['0', '零元整'],
    ['1180', '壹仟壹佰捌拾元整'],
    ['10.5', '壹拾元伍角整'],
    ['0.07', '柒分'],
    ['20.05', '贰拾元零伍分'],
    ['100203.45', '壹拾万零贰佰零叁元肆角伍分'],
    ['100000000', '壹亿元整'],
    ['1000010000.995', '壹拾亿零壹万零壹元整'],
  ])('%s as an amount in words', (text, words) => {
    expect(amountWords(text)).toBe(words);
  });
});
