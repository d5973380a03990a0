// The count sheet for two people who count on paper.
import type { Count, CountLine } from '@kuwei/contract/wms/inventory';
import { render } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { useCountSheet } from '../src/wms/inventory/use-count-sheet.tsx';

beforeAll(async () => {
  for (const part of ['first', 'pages', 'count'] as const) await loadPhrases('zh', part);
});

const count = {
  id: 'c',
  no: 'PD1',
  warehouseName: '化学品仓库',
  assigneeNames: [],
  publishedAt: '2026-11-29T20:30:00.000Z',
  timeZone: 'Asia/Urumqi',
} as unknown as Count;
const lineOf = (lineNo: number, boxId: string, more: Partial<CountLine>): CountLine =>
  ({
    id: `l${lineNo}`,
    lineNo,
    boxId,
    boxCode: boxId.toUpperCase(),
    productName: '乙醇',
    productCode: 'C-ETOH',
    spec: null,
    cas: null,
    assessed: true,
    controlFlags: [],
    twoCounters: false,
    batchNo: 'B1',
    expiresOn: null,
    ownerOrgName: '催化化学课题组',
    baseUnit: 'BOTTLE',
    ...more,
  }) as CountLine;
const boxOf = (id: string, lines: number) => ({ id, code: id.toUpperCase(), qr: id, lines, open: lines, counted: 0 });

test('the count sheet marks highly toxic goods for two people, shows specification and CAS, and lists empty boxes along the way', () => {
  const toxic = { productName: '氰化钠', spec: '100 g', cas: '143-33-9', controlFlags: ['TOXIC'], twoCounters: true };
  const lines = [lineOf(1, 'b1', toxic), lineOf(2, 'b3', { assessed: false }), lineOf(3, 'b3', {})];
  function Rows() {
    const { rows, columns, keyOf } = useCountSheet(count, lines, [boxOf('b1', 1), boxOf('b2', 0), boxOf('b3', 2)]);
    return rows.map((row) => (
      <section key={keyOf(row)}>
        {columns.map(({ key, cell }) => (
          <span key={key}>{cell(row)}</span>
        ))}
      </section>
    ));
  }
  const { container } = render(<Rows />);
  const rows = [...container.querySelectorAll('section')].map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(rows.map(([no, box]) => [no, box])).toEqual([
    ['1', 'B1'],
    ['', 'B2'],
    ['2', 'B3'],
    ['3', 'B3'],
  ]);
  for (const text of ['氰化钠', '剧毒', '两人盘点', '100 g', 'CAS 143-33-9']) expect(rows[0]![2]).toContain(text);
  expect(rows[1]![2]).toContain('空库位');
  expect(rows[2]![2]).toContain('未评估');
  expect(rows[3]![2]).toBe('乙醇C-ETOH');
});

test("the count sheet shows its publication time in the warehouse's time zone", () => {
  const Facts = () => useCountSheet(count, [], []).facts.map(([name, value]) => <p key={name}>{value}</p>);
  // Neither the UTC date nor the hour in Beijing.
  expect(render(<Facts />).container.textContent).toContain('2026-11-30 02:30');
});
