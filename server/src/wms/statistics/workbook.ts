// Statistics as workbooks: one line per row, flow and unit, so that spreadsheets can sum them.
import type { Locale } from '@kuwei/contract/constants';
import type { HazardRow, LoadRow, SpaceRow, StatEntry } from '@kuwei/contract/wms/statistics';
import { say } from '../../phrase.ts';
import type { Names } from '../../platform/dic/names.ts';
import { exactCell, numberCell, type SheetColumns } from '../../platform/workbook/workbook.ts';
import type { FinishedDocument } from './documents.ts';
import type { FlowSum } from './flow.ts';
import type { AgeSum } from './place.ts';
import type { StockSum } from './stock.ts';

export const flowSheet = (locale: Locale, unit: Names): SheetColumns<FlowSum & { label: string }, 'key'> => ({
  label: { phrase: 'stat.of', width: 30 },
  flow: { phrase: 'stat.flow', width: 14, cell: ({ flow }) => say(locale, `stat.flow.${flow}`) },
  entries: { phrase: 'stat.entries', width: 10 },
  value: { phrase: 'stat.value', width: 16, cell: ({ value }) => exactCell(value) },
  unpriced: { phrase: 'stat.unpriced', width: 14 },
  qty: { phrase: 'stat.qty', width: 14, cell: ({ qty }) => exactCell(qty) },
  unit: { phrase: 'stat.unit', width: 10, cell: (row) => unit(row.unit) },
});

export const stockSheet = (unit: Names): SheetColumns<StockSum & { label: string }, 'key'> => ({
  label: { phrase: 'stat.of', width: 30 },
  holdings: { phrase: 'stat.holdings', width: 12 },
  value: { phrase: 'stat.stockValue', width: 16, cell: ({ value }) => exactCell(value) },
  unpriced: { phrase: 'stat.holdingsUnpriced', width: 14 },
  valueStart: { phrase: 'stat.valueStart', width: 16, cell: ({ valueStart }) => exactCell(valueStart) },
  valueOut: { phrase: 'stat.valueOut', width: 16, cell: ({ valueOut }) => exactCell(valueOut) },
  outUnpriced: { phrase: 'stat.outUnpriced', width: 14 },
  qty: { phrase: 'stat.qty', width: 14, cell: ({ qty }) => exactCell(qty) },
  unit: { phrase: 'stat.unit', width: 10, cell: (row) => unit(row.unit) },
});

export const leadSheet = (locale: Locale): SheetColumns<FinishedDocument> => ({
  no: { phrase: 'wms.transaction.no', width: 18 },
  type: { phrase: 'stat.by.type', width: 12, cell: ({ type }) => say(locale, `stat.type.${type}`) },
  warehouseName: { phrase: 'stat.by.warehouse', width: 20 },
  submittedAt: { phrase: 'stat.submittedAt', width: 18, as: 'moment' },
  finishedAt: { phrase: 'stat.finishedAt', width: 18, as: 'moment' },
  approve: { phrase: 'stat.step.APPROVE', width: 14, cell: ({ approve }) => numberCell(approve) },
  assign: { phrase: 'stat.step.ASSIGN', width: 14, cell: ({ assign }) => numberCell(assign) },
  finish: { phrase: 'stat.step.FINISH', width: 14, cell: ({ finish }) => numberCell(finish) },
  whole: { phrase: 'stat.step.ALL', width: 14, cell: ({ whole }) => numberCell(whole) },
});

export const hazardSheet: SheetColumns<HazardRow, 'key'> = {
  label: { phrase: 'stat.of', width: 40 },
  massT: { phrase: 'stat.massT', width: 14, cell: ({ massT }) => exactCell(massT) },
  criticalT: { phrase: 'stat.criticalT', width: 14, cell: ({ criticalT }) => exactCell(criticalT) },
  index: { phrase: 'stat.index', width: 14, cell: ({ index }) => exactCell(index) },
  products: { phrase: 'stat.hazardous', width: 12 },
  unknown: { phrase: 'stat.indexUnknown', width: 12 },
};

export const ageSheet = (unit: Names): SheetColumns<AgeSum & { label: string }, 'key'> => ({
  label: { phrase: 'stat.of', width: 20 },
  rows: { phrase: 'stat.stockRows', width: 12 },
  value: { phrase: 'stat.stockValue', width: 16, cell: ({ value }) => exactCell(value) },
  unpriced: { phrase: 'stat.rowsUnpriced', width: 14 },
  qty: { phrase: 'stat.qty', width: 14, cell: ({ qty }) => exactCell(qty) },
  unit: { phrase: 'stat.unit', width: 10, cell: (row) => unit(row.unit) },
});

export const spaceSheet: SheetColumns<SpaceRow['figure'] & { label: string }> = {
  label: { phrase: 'stat.of', width: 30 },
  percent: { phrase: 'stat.spacePercent', width: 14, cell: ({ percent }) => numberCell(percent) },
  used: { phrase: 'stat.boxesUsed', width: 12 },
  boxes: { phrase: 'stat.boxes', width: 12 },
};

export const loadSheet: SheetColumns<LoadRow, 'key'> = {
  label: { phrase: 'stat.person', width: 20 },
  decided: { phrase: 'stat.load.decided', width: 12 },
  approved: { phrase: 'stat.load.approved', width: 12 },
  returned: { phrase: 'stat.load.returned', width: 12 },
  rejected: { phrase: 'stat.load.rejected', width: 12 },
  p50: { phrase: 'stat.load.p50', width: 20, cell: ({ p50 }) => numberCell(p50) },
  p90: { phrase: 'stat.load.p90', width: 20, cell: ({ p90 }) => numberCell(p90) },
};

export const entrySheet = (locale: Locale, unit: Names): SheetColumns<StatEntry, 'kind' | 'transactionType'> => ({
  seq: { phrase: 'wms.ledger.seq', width: 10 },
  at: { phrase: 'wms.ledger.at', width: 18, as: 'moment' },
  flow: { phrase: 'stat.flow', width: 14, cell: ({ flow }) => say(locale, `stat.flow.${flow}`) },
  transactionNo: { phrase: 'wms.transaction.no', width: 18 },
  warehouseName: { phrase: 'stat.by.warehouse', width: 20 },
  ownerOrgName: { phrase: 'stat.by.org', width: 24 },
  productCode: { phrase: 'wms.product.code', width: 18 },
  productName: { phrase: 'wms.product.name', width: 30 },
  batchNo: { phrase: 'wms.stock.batchNo', width: 14 },
  qtyDelta: { phrase: 'stat.qty', width: 14, cell: ({ qtyDelta }) => exactCell(qtyDelta) },
  baseUnit: { phrase: 'stat.unit', width: 10, cell: ({ baseUnit }) => unit(baseUnit) },
  unitPrice: { phrase: 'stat.price', width: 12, cell: ({ unitPrice }) => exactCell(unitPrice) },
  value: { phrase: 'stat.value', width: 14, cell: ({ value }) => exactCell(value) },
});
