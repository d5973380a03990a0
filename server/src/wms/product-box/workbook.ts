// Stock, ledger and space as workbooks.
import type { Locale } from '@kuwei/contract/constants';
import { shownBatchStatus, type LedgerEntry, type ProductBox, type ProductSpace } from '@kuwei/contract/wms/product-box';
import { say } from '../../phrase.ts';
import type { Names } from '../../platform/dic/names.ts';
import { numberCell, yesNo, type SheetColumns } from '../../platform/workbook/workbook.ts';

type StockKeys = 'id' | 'productId' | 'batchId' | 'ownerOrgId' | 'warehouseId' | 'boxId' | 'containerId' | 'rev' | 'guest';
type StockLeft = StockKeys | 'storageGroup' | 'controlFlags' | 'assessed' | 'pictograms' | 'containerName' | 'ownerValid';

/** @param today `YYYY-MM-DD`, the date of writing */
export const stockSheet = (locale: Locale, unit: Names, today: string): SheetColumns<ProductBox, StockLeft> => ({
  productCode: { phrase: 'wms.product.code', width: 18 },
  productName: { phrase: 'wms.product.name', width: 30 },
  spec: { phrase: 'wms.product.spec' },
  cas: { phrase: 'wms.product.cas', width: 14 },
  batchNo: { phrase: 'wms.stock.batchNo' },
  expiresOn: { phrase: 'wms.stock.expiresOn', width: 12, as: 'day' },
  batchStatus: {
    phrase: 'wms.stock.batchStatus',
    width: 12,
    cell: (row) => say(locale, `wms.batch.status.${shownBatchStatus(row, today)}`),
  },
  ownerOrgName: {
    phrase: 'wms.stock.owner',
    width: 24,
    cell: ({ ownerOrgName: name, ownerValid }) => (ownerValid ? name : say(locale, 'wms.stock.ownerDisabled', { name })),
  },
  warehouseName: { phrase: 'wms.stock.warehouse', width: 18 },
  boxCode: { phrase: 'wms.stock.box', width: 20 },
  qty: { phrase: 'wms.stock.qty', width: 10, cell: ({ qty }) => numberCell(qty) },
  reserved: { phrase: 'wms.stock.reserved', width: 10, cell: ({ reserved }) => numberCell(reserved) },
  available: { phrase: 'wms.stock.available', width: 10, cell: ({ available }) => numberCell(available) },
  baseUnit: { phrase: 'wms.product.baseUnit', width: 10, cell: ({ baseUnit }) => unit(baseUnit) },
  frozen: { phrase: 'wms.stock.frozen', width: 8, cell: ({ frozen }) => yesNo(frozen, locale) },
  frozenReason: { phrase: 'wms.stock.frozenReason', width: 24 },
  cases: {
    phrase: 'wms.stock.cases',
    width: 20,
    cell: ({ cases }) => cases.map(({ no }) => no).join(locale === 'en' ? ', ' : '、'),
  },
  count: { phrase: 'wms.count.no', width: 20, cell: ({ count }) => count?.no ?? null },
  depositUntil: { phrase: 'wms.stock.depositUntil', width: 12, as: 'day' },
  firstInAt: { phrase: 'wms.stock.firstInAt', width: 18, as: 'moment' },
  lastMoveAt: { phrase: 'wms.stock.lastMoveAt', width: 18, as: 'moment' },
  note: { phrase: 'wms.stock.note', width: 30 },
});

type LedgerLeft = 'transactionId' | 'transactionType' | 'productBoxId' | 'productId' | 'ownerOrgId';

export const ledgerSheet = (locale: Locale, unit: Names): SheetColumns<LedgerEntry, LedgerLeft> => ({
  seq: { phrase: 'wms.ledger.seq', width: 10 },
  at: { phrase: 'wms.ledger.at', width: 18, as: 'moment' },
  kind: { phrase: 'wms.ledger.kind', width: 12, cell: ({ kind }) => say(locale, `wms.ledger.kind.${kind}`) },
  transactionNo: { phrase: 'wms.transaction.no', width: 20 },
  count: { phrase: 'wms.count.no', width: 20, cell: ({ count }) => count?.no ?? null },
  productCode: { phrase: 'wms.product.code', width: 18 },
  productName: { phrase: 'wms.product.name', width: 30 },
  batchNo: { phrase: 'wms.stock.batchNo' },
  ownerOrgName: { phrase: 'wms.stock.owner', width: 24 },
  boxCode: { phrase: 'wms.stock.box', width: 20 },
  qtyDelta: { phrase: 'wms.ledger.qtyDelta', width: 10, cell: ({ qtyDelta }) => numberCell(qtyDelta) },
  qtyAfter: { phrase: 'wms.ledger.qtyAfter', width: 10, cell: ({ qtyAfter }) => numberCell(qtyAfter) },
  baseUnit: { phrase: 'wms.product.baseUnit', width: 10, cell: ({ baseUnit }) => unit(baseUnit) },
  unitPrice: { phrase: 'wms.ledger.unitPrice', width: 10, cell: ({ unitPrice }) => numberCell(unitPrice) },
  actor1Name: { phrase: 'wms.ledger.actor1', width: 12 },
  actor2Name: { phrase: 'wms.ledger.actor2', width: 12 },
  proxyName: { phrase: 'wms.ledger.proxy', width: 12 },
  reason: { phrase: 'wms.ledger.reason', width: 30 },
});

type SpaceKeys = 'key' | 'ownerOrgId' | 'warehouseId' | 'productId' | 'containerId';
type OfProduct = 'productCode' | 'productName' | 'qty' | 'reserved' | 'available' | 'baseUnit';
type OfPlace = 'containerCode' | 'containerName' | 'capacityL' | 'freeL';

/** The last columns. */
const SUMS = {
  boxes: { phrase: 'wms.space.boxes', width: 10 },
  lines: { phrase: 'wms.space.lines', width: 10 },
  volumeL: { phrase: 'wms.space.volume', width: 12, cell: ({ volumeL }) => numberCell(volumeL) },
  massKg: { phrase: 'wms.space.mass', width: 12, cell: ({ massKg }) => numberCell(massKg) },
  quotaPercent: { phrase: 'wms.space.quota', width: 10, cell: ({ quotaPercent }) => numberCell(quotaPercent) },
  oldestIn: { phrase: 'wms.space.oldestIn', width: 18, as: 'moment' },
  nextExpiry: { phrase: 'wms.space.nextExpiry', width: 12, as: 'day' },
  overdue: { phrase: 'wms.space.overdue', width: 10 },
} satisfies SheetColumns<ProductSpace, SpaceKeys | OfProduct | OfPlace | 'ownerOrgName' | 'warehouseName'>;
const OWNER = { phrase: 'wms.stock.owner', width: 24 } as const;
const WAREHOUSE = { phrase: 'wms.stock.warehouse', width: 18 } as const;

export const spaceSheet = {
  product: (unit: Names): SheetColumns<ProductSpace, SpaceKeys | OfPlace> => ({
    ownerOrgName: OWNER,
    warehouseName: WAREHOUSE,
    productCode: { phrase: 'wms.product.code', width: 18 },
    productName: { phrase: 'wms.product.name', width: 30 },
    qty: { phrase: 'wms.stock.qty', width: 10, cell: ({ qty }) => numberCell(qty) },
    reserved: { phrase: 'wms.stock.reserved', width: 10, cell: ({ reserved }) => numberCell(reserved) },
    available: { phrase: 'wms.stock.available', width: 10, cell: ({ available }) => numberCell(available) },
    baseUnit: {
      phrase: 'wms.product.baseUnit',
      width: 10,
      cell: ({ baseUnit }) => (baseUnit === null ? null : unit(baseUnit)),
    },
    ...SUMS,
  }),
  place: (): SheetColumns<ProductSpace, SpaceKeys | OfProduct> => ({
    ownerOrgName: OWNER,
    warehouseName: WAREHOUSE,
    containerCode: { phrase: 'wms.container.code' },
    containerName: { phrase: 'wms.container.name', width: 24 },
    capacityL: { phrase: 'wms.space.capacity', width: 12, cell: ({ capacityL }) => numberCell(capacityL) },
    freeL: { phrase: 'wms.space.free', width: 12, cell: ({ freeL }) => numberCell(freeL) },
    ...SUMS,
  }),
};
