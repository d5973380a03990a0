// What a document's slip shows about its goods to the storekeeper at the shelf, who has no screen.
import type { Transaction, TransactionLine, TransactionRecord } from '@kuwei/contract/wms/transaction-reply';
import { render, renderHook } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { useVersion } from '../src/session/version.ts';
import { slipSteps } from '../src/wms/transaction/print/slip.ts';
import { useSlip } from '../src/wms/transaction/print/use-slip.tsx';

beforeAll(async () => {
  for (const part of ['first', 'pages', 'goods', 'documents'] as const) await loadPhrases('zh', part);
  const unit = (code: string, label: string) => ({ code, valid: true, props: [], labels: [{ language: 'zh', label }] });
  const dic = { code: 'WMS_UNIT', name: 'WMS_UNIT', fields: [unit('BOTTLE', '瓶'), unit('CARTON', '箱')] };
  useVersion.setState({ dics: new Map([['WMS_UNIT', dic as never]]) });
});

const lineOf = (more: Partial<TransactionLine>, product: object = {}): TransactionLine =>
  ({
    id: 'l1',
    lineNo: 1,
    product: {
      name: '乙醇',
      code: 'C-ETOH',
      spec: null,
      cas: null,
      baseUnit: 'BOTTLE',
      controlFlags: [],
      assessed: true,
      ...product,
    },
    unit: 'BOTTLE',
    unitFactor: '1',
    qty: '20',
    qtyReq: '20',
    qtyAppr: null,
    qtyDone: '0',
    boxes: [],
    batchNo: 'B1',
    batchStatus: 'OK',
    expiresOn: '2099-01-01',
    sourceBoxCode: null,
    ownerOrgName: null,
    unitPrice: '28',
    rejectReason: null,
    remark: null,
    risks: [],
    ...more,
  }) as TransactionLine;

const documentOf = (lines: TransactionLine[], more: Partial<Transaction> = {}): Transaction =>
  ({
    id: 't',
    no: 'IN1',
    type: 'INBOUND',
    state: 'APPROVED',
    posted: false,
    reversal: false,
    reversed: false,
    reversedByNo: null,
    toxic: false,
    round: 1,
    timeZone: 'Asia/Shanghai',
    lines,
    ...more,
  }) as unknown as Transaction;
const NO_CHAIN = { levels: [], reasons: [], keepers: [] } as never;

/** Cell texts of each row, by column. */
function slipOf(lines: TransactionLine[], more: Partial<Transaction> = {}): Record<string, string>[] {
  const transaction = documentOf(lines, more);
  const cells: Record<string, string>[] = [];
  function Rows() {
    const slip = useSlip({ transaction, records: [], chain: NO_CHAIN, permits: [], code: null });
    return slip.rows.map((row) => (
      <div key={slip.keyOf(row)} data-row>
        {slip.columns.map((column) => (
          <span key={column.key} data-column={column.key}>
            {column.cell(row)}
          </span>
        ))}
      </div>
    ));
  }
  const { container, unmount } = render(<Rows />);
  for (const row of container.querySelectorAll('[data-row]'))
    cells.push(
      Object.fromEntries(
        [...row.querySelectorAll<HTMLElement>('[data-column]')].map((cell) => [cell.dataset['column']!, cell.textContent]),
      ),
    );
  unmount();
  return cells;
}

test('[F-3U24] a slip marks expired, unassessed, held and recalled goods', () => {
  const past = '2001-01-01';
  const [expired, unassessed, recalled] = slipOf([
    lineOf({ id: 'a', expiresOn: past, risks: ['EXPIRED', 'CONTROLLED'] }),
    lineOf({ id: 'b', risks: ['NOT_ASSESSED'] }, { assessed: false }),
    lineOf({ id: 'c', risks: ['RECALLED', 'PERMIT'] }),
  ]);
  expect(expired).toMatchObject({ expires: '2001-01-01过期' });
  expect(expired!['name']).not.toContain('管控');
  expect(unassessed!['name']!.match(/未评估/g)).toHaveLength(1);
  expect(recalled!['name']).toContain('批次已召回');
  expect(recalled!['name']).toContain('许可已失效');
});

test('[F-3U24] a slip of executed goods marks those that had expired by then', () => {
  const expiryOn = (finishedAt: string, expiresOn: string) =>
    slipOf([lineOf({ qtyDone: '20', expiresOn })], { state: 'DONE', posted: true, finishedAt })[0]!['expires'];
  // 1 December has begun at the warehouse.
  expect(expiryOn('2026-11-30T16:30:00Z', '2026-11-30')).toBe('2026-11-30过期');
  expect(expiryOn('2026-11-30T15:30:00Z', '2026-11-30')).toBe('2026-11-30');
});

test('a slip has the remarks of a document and its lines, its permits, and each line number once', () => {
  const box = (id: string) => ({ id, productBoxId: null, boxCode: id, batchNo: 'B1', expiresOn: null, qty: '10', qtyDone: '0' });
  const line = lineOf({ remark: '轻放', boxes: [box('A1'), box('A2')] as never });
  const transaction = documentOf([line], { remark: '请放低层' });
  const { facts } = renderHook(() => useSlip({ transaction, records: [], chain: NO_CHAIN, permits: ['17', '18'], code: null }))
    .result.current;
  expect(facts).toEqual(
    expect.arrayContaining([
      ['备注', '请放低层'],
      ['许可编号', '17、18'],
    ]),
  );
  const rows = slipOf([line]);
  expect(rows.map(({ no }) => no)).toEqual(['1', '']);
  expect(rows.map(({ name }) => name!.includes('轻放'))).toEqual([true, false]);
});

test('[F-3U24] for a line from several boxes the slip marks each box by its own stock', () => {
  const box = (id: string, expiresOn: string, blocked: 'HOLD' | null) =>
    ({
      id,
      productBoxId: id,
      sourceBoxCode: id,
      boxCode: null,
      batchNo: id,
      expiresOn,
      blocked,
      qty: '1',
      qtyDone: '0',
    }) as never;
  const boxes = [box('old', '2001-01-01', null), box('held', '2099-01-01', 'HOLD'), box('good', '2099-01-01', null)];
  const rows = slipOf([lineOf({ qty: '3', qtyReq: '3', batchNo: null, expiresOn: null, boxes, risks: ['EXPIRED', 'HOLD'] })], {
    type: 'OUTBOUND',
  });
  const marks = rows.map(({ name, expires }) => [/批次已冻结/.test(name!), /过期/.test(name! + expires!)]);
  expect(marks).toEqual([
    [false, true],
    [true, false],
    [false, false],
  ]);
});

test('[F-3U24] a quantity is shown in the requested unit, with the price in that unit', () => {
  const [row] = slipOf([lineOf({ unit: 'CARTON', unitFactor: '20', qty: '1' })]);
  expect(row).toMatchObject({ asked: '1 箱= 20 瓶', qty: '20 瓶', price: '¥28.00= ¥560.00/箱' });
  const [plain] = slipOf([lineOf({})]);
  expect(plain).not.toHaveProperty('asked');
  expect(plain).toMatchObject({ price: '¥28.00' });
});

const step = (id: number, action: string, more: Partial<TransactionRecord> = {}): TransactionRecord =>
  ({
    id,
    action,
    at: '2026-11-20T06:03:00Z',
    round: 1,
    fromState: 'EXECUTING',
    toState: 'DONE',
    level: null,
    step: null,
    actorName: '王秀兰',
    proxyName: null,
    otherName: null,
    secondName: null,
    comment: null,
    diff: null,
    ...more,
  }) as TransactionRecord;

test('a slip lists all approvers and every second keeper, however much was executed since', () => {
  const records = [
    step(1, 'approve', { step: '入库初审' }),
    step(2, 'approve', { step: '入库复审' }),
    step(3, 'assign'),
    ...['cosign', 'finish', 'cosign', 'cosign', 'reverse'].map((action, at) => step(4 + at, action)),
  ];
  expect(slipSteps({ round: 1 }, records)).toEqual({ shown: records.filter(({ action }) => action !== 'assign'), left: 0 });
});

test('a slip of a document executed in many parts omits only earlier parts, and states how many', () => {
  const parts = Array.from({ length: 9 }, (_, at) => [step(10 + 2 * at, 'cosign'), step(11 + 2 * at, 'finish')]).flat();
  const { shown, left } = slipSteps({ round: 1 }, [step(1, 'approve'), ...parts]);
  expect(left).toBe(7);
  expect(shown.map(({ id, action }) => (action === 'finish' ? id : action))).toEqual([
    'approve',
    ...Array.from({ length: 8 }, () => 'cosign'),
    25,
    'cosign',
    27,
  ]);
});

test("a reversed document's slip names the reversal on every sheet, and has no total in words", () => {
  const slipOfOne = (more: Partial<Transaction>) => {
    const transaction = documentOf([lineOf({ qtyDone: '2' })], { state: 'DONE', posted: true, ...more });
    return renderHook(() => useSlip({ transaction, records: [], chain: NO_CHAIN, permits: [], code: null })).result.current;
  };
  expect(slipOfOne({ reversed: true, reversedByNo: 'IN2' }).notice).toContain('IN2');
  expect(slipOfOne({ reversed: true, reversedByNo: 'IN2' }).below).toBeUndefined();
  const valid = slipOfOne({});
  expect(valid.notice).toBeUndefined();
  expect(valid.below).toContain('伍拾陆元整');
});

test('the record distinguishes the second keeper of a reversal from that of the deposit, on screen and paper', () => {
  const records = [
    step(1, 'cosign'),
    step(2, 'finish', { toState: 'PARTIAL' }),
    step(31, 'askReversal', { fromState: 'PARTIAL', toState: 'PARTIAL' }),
    step(32, 'cosign', { fromState: 'PARTIAL', toState: 'PARTIAL' }),
    step(33, 'assign', { fromState: 'PARTIAL', toState: 'PARTIAL' }),
    step(3, 'cosign', { fromState: 'PARTIAL', toState: 'PARTIAL' }),
    step(4, 'finish', { fromState: 'PARTIAL' }),
    step(5, 'askReversal', { fromState: 'DONE' }),
    step(6, 'cosign', { fromState: 'DONE' }),
    step(7, 'cosign', { fromState: 'DONE' }),
    step(8, 'reverse', { fromState: 'DONE', secondName: '李保平' }),
  ];
  const slip = renderHook(() =>
    useSlip({
      transaction: documentOf([lineOf({})], { state: 'DONE', posted: true }),
      records,
      chain: NO_CHAIN,
      permits: [],
      code: null,
    }),
  ).result.current;
  const { container } = render(slip.closing);
  expect(
    [...container.querySelectorAll('li')].map((li) => [...li.children].slice(0, 2).map(({ textContent }) => textContent)),
  ).toEqual([
    ['第二保管员确认', '王秀兰'],
    ['部分完成', '王秀兰'],
    ['第二保管员确认冲销', '王秀兰'],
    ['第二保管员确认', '王秀兰'],
    ['完成办理', '王秀兰'],
    ['第二保管员确认冲销', '王秀兰'],
    ['第二保管员确认冲销', '王秀兰'],
    ['冲销', '王秀兰，第二保管员 李保平'],
  ]);
});

test("a transfer's slip names the owners of the goods, on each line if there are several", () => {
  const lines = [
    lineOf({ ownerOrgName: '催化化学课题组' }),
    lineOf({ id: 'l2', ownerOrgName: '分析化学课题组' }, { name: '丙酮' }),
  ];
  const transfer = { type: 'MOVE', ownerOrgName: '校仓储中心' } as const;
  const ownerOn = (more: Partial<Transaction>, some: TransactionLine[]) =>
    renderHook(() =>
      useSlip({ transaction: documentOf(some, more), records: [], chain: NO_CHAIN, permits: [], code: null }),
    ).result.current.facts.find(([label]) => label === '所属组织')?.[1];
  expect(ownerOn(transfer, lines.slice(0, 1))).toBe('催化化学课题组');
  expect(ownerOn(transfer, lines)).toBe('催化化学课题组、分析化学课题组');
  expect(ownerOn({ ...transfer, type: 'INBOUND' }, lines)).toBe('校仓储中心');
  expect(slipOf(lines, transfer).map(({ name }) => /课题组/.exec(name!)?.input)).toEqual([
    expect.stringContaining('催化化学课题组'),
    expect.stringContaining('分析化学课题组'),
  ]);
});

test('a slip of executed goods still marks a recalled or held batch', () => {
  const box = {
    id: 'b',
    productBoxId: 's',
    sourceBoxCode: 'A1',
    boxCode: null,
    batchNo: 'B2',
    batchStatus: 'RECALLED',
    qty: '1',
    qtyDone: '1',
  };
  const [deposit, collection, fine] = slipOf(
    [
      lineOf({ id: 'a', qtyDone: '20', batchStatus: 'HOLD' }),
      lineOf({ id: 'b', qtyDone: '1', batchStatus: null, boxes: [box as never] }),
      lineOf({ id: 'c', qtyDone: '1' }),
    ],
    { state: 'DONE', posted: true },
  );
  expect(deposit!['name']).toContain('批次已冻结');
  expect(collection!['name']).toContain('批次已召回');
  expect(fine!['name']).not.toContain('批次已');
});

test('a slip of a reduced line shows the quantity granted, and why', () => {
  const reduced = lineOf({ qty: '15', qtyReq: '15', qtyAppr: '8', qtyDone: '8', rejectReason: '防爆柜容量不足' });
  const [row, other] = slipOf([reduced, lineOf({ id: 'l2', qtyAppr: '20', qtyDone: '20' })], { state: 'DONE', posted: true });
  expect(row).toMatchObject({ asked: '15 瓶', granted: '8 瓶', qty: '8 瓶' });
  expect(row!['name']).toContain('防爆柜容量不足');
  expect(other).toMatchObject({ asked: '20 瓶', granted: '20 瓶', qty: '20 瓶' });
  expect(slipOf([lineOf({ qtyAppr: '20', qtyDone: '20' })], { posted: true })[0]).not.toHaveProperty('granted');
});

test('a slip names the requested batch beside the different one taken', () => {
  const box = {
    id: 'b',
    productBoxId: 's',
    sourceBoxCode: 'A1',
    boxCode: null,
    batchNo: 'B2',
    batchStatus: 'OK',
    qty: '1',
    qtyDone: '1',
  };
  const taken = (batchNo: string) => lineOf({ batchNo: 'B1', qtyDone: '1', boxes: [{ ...box, batchNo } as never] });
  const batchOf = (line: TransactionLine) => slipOf([line], { type: 'OUTBOUND', state: 'DONE', posted: true })[0]!['batch'];
  expect(batchOf(taken('B2'))).toBe('B2申请批号 B1');
  expect(batchOf(taken('b1'))).toBe('b1');
});
