// Statistics as workbooks: one line per row, flow and unit, so that spreadsheets can sum them.
import type { Locale } from '@kuwei/contract/constants';
import type { HazardRow, StatEntry } from '@kuwei/contract/wms/statistics';
import { say } from '../../phrase.ts';
import type { Names } from '../../platform/dic/names.ts';
import { exactCell, numberCell, type SheetColumns } from '../../platform/workbook/workbook.ts';
import type { FinishedDocument } from './documents.ts';
import type { FlowSum } from './flow.ts';
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
