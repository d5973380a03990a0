import type { Locale } from '@kuwei/contract/constants';
import { documentNoOf, flowText, type FlowRow } from '@kuwei/contract/wms/hazard-flow';
import type { PhraseParams } from '@kuwei/contract/phrase-params';
import type { PhraseKey } from '@kuwei/contract/phrase';
import { say } from '../../phrase.ts';
import type { Names } from '../../platform/dic/names.ts';
import { exactCell, type SheetColumns } from '../../platform/workbook/workbook.ts';

type NoColumn = 'kind' | 'transactionType' | 'transactionId' | 'productId' | 'productBoxId' | 'count' | 'reportId' | 'reportRev';

export const flowSheet = (locale: Locale, unit: Names): SheetColumns<FlowRow, NoColumn> => ({
  seq: { phrase: 'wms.ledger.seq', width: 10 },
  at: { phrase: 'wms.flow.at', width: 18, as: 'moment' },
  productCode: { phrase: 'wms.product.code', width: 18 },
  productName: { phrase: 'wms.product.name', width: 28 },
  cas: { phrase: 'wms.flow.cas', width: 14 },
  spec: { phrase: 'wms.product.spec', width: 14 },
  batchNo: { phrase: 'wms.stock.batchNo', width: 14 },
  flow: {
    phrase: 'wms.flow.flow',
    width: 12,
    cell: (row) => flowText(row, (key: PhraseKey, params?: PhraseParams) => say(locale, key, params)),
  },
  in: { phrase: 'wms.flow.in', width: 12, cell: (row) => exactCell(row.in) },
  out: { phrase: 'wms.flow.out', width: 12, cell: ({ out }) => exactCell(out) },
  balance: { phrase: 'wms.flow.balance', width: 12, cell: ({ balance }) => exactCell(balance) },
  baseUnit: { phrase: 'wms.flow.unit', width: 8, cell: ({ baseUnit }) => unit(baseUnit) },
  ownerOrgName: { phrase: 'wms.stock.owner', width: 24 },
  supplierName: { phrase: 'wms.flow.supplier', width: 24 },
  personName: { phrase: 'wms.flow.person', width: 12 },
  otherWarehouseName: { phrase: 'wms.flow.otherWarehouse', width: 18 },
  purpose: { phrase: 'wms.flow.purpose', width: 24 },
  permitNumber: { phrase: 'wms.flow.permit', width: 20 },
  boxCode: { phrase: 'wms.stock.box', width: 16 },
  keeperName: { phrase: 'wms.flow.keeper', width: 12 },
  secondKeeperName: { phrase: 'wms.flow.secondKeeper', width: 12 },
  reversedByName: { phrase: 'wms.flow.reversedBy', width: 12 },
  transactionNo: { phrase: 'wms.transaction.no', width: 18, cell: documentNoOf },
  reason: { phrase: 'wms.ledger.reason', width: 24 },
  dueOn: { phrase: 'wms.flow.dueOn', width: 12, as: 'day' },
  reportNumber: { phrase: 'wms.flow.reportNumber', width: 18 },
  reportedOn: { phrase: 'wms.flow.reportedOn', width: 12, as: 'day' },
});
