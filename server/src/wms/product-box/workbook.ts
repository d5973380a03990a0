// Stock, ledger and space as workbooks.
import type { Locale } from '@kuwei/contract/constants';
import type { LedgerEntry, ProductBox, ProductSpace } from '@kuwei/contract/wms/product-box';
import { say } from '../../phrase.ts';
import type { Names } from '../../sys/dic-names.ts';
import { numberCell, yesNo, type Cells, type Column } from '../../sys/workbook.ts';

export const stockColumns: Column[] = [
  { key: 'productCode', phrase: 'wms.product.code', width: 18 },
  { key: 'productName', phrase: 'wms.product.name', width: 30 },
  { key: 'spec', phrase: 'wms.product.spec' },
  { key: 'cas', phrase: 'wms.product.cas', width: 14 },
  { key: 'batchNo', phrase: 'wms.stock.batchNo' },
  { key: 'expiresOn', phrase: 'wms.stock.expiresOn', width: 12, as: 'day' },
  { key: 'batchStatus', phrase: 'wms.stock.batchStatus', width: 12 },
  { key: 'ownerOrgName', phrase: 'wms.stock.owner', width: 24 },
  { key: 'warehouseName', phrase: 'wms.stock.warehouse', width: 18 },
  { key: 'boxCode', phrase: 'wms.stock.box', width: 20 },
  { key: 'qty', phrase: 'wms.stock.qty', width: 10 },
  { key: 'reserved', phrase: 'wms.stock.reserved', width: 10 },
  { key: 'available', phrase: 'wms.stock.available', width: 10 },
  { key: 'baseUnit', phrase: 'wms.product.baseUnit', width: 10 },
  { key: 'frozen', phrase: 'wms.stock.frozen', width: 8 },
  { key: 'frozenReason', phrase: 'wms.stock.frozenReason', width: 24 },
  { key: 'depositUntil', phrase: 'wms.stock.depositUntil', width: 12, as: 'day' },
  { key: 'firstInAt', phrase: 'wms.stock.firstInAt', width: 18, as: 'moment' },
  { key: 'lastMoveAt', phrase: 'wms.stock.lastMoveAt', width: 18, as: 'moment' },
  { key: 'note', phrase: 'wms.stock.note', width: 30 },
];

export const stockCells =
  (locale: Locale, unit: Names) =>
  (row: ProductBox): Cells => ({
    productCode: row.productCode,
    productName: row.productName,
    spec: row.spec,
    cas: row.cas,
    batchNo: row.batchNo,
    expiresOn: row.expiresOn,
    batchStatus: say(locale, `wms.batch.status.${row.batchStatus}`),
    ownerOrgName: row.ownerOrgName,
    warehouseName: row.warehouseName,
    boxCode: row.boxCode,
    qty: numberCell(row.qty),
    reserved: numberCell(row.reserved),
    available: numberCell(row.available),
    baseUnit: unit(row.baseUnit),
    frozen: yesNo(row.frozen, locale),
    frozenReason: row.frozenReason,
    depositUntil: row.depositUntil,
    firstInAt: row.firstInAt,
    lastMoveAt: row.lastMoveAt,
    note: row.note,
  });

export const ledgerColumns: Column[] = [
  { key: 'seq', phrase: 'wms.ledger.seq', width: 10 },
  { key: 'at', phrase: 'wms.ledger.at', width: 18, as: 'moment' },
  { key: 'kind', phrase: 'wms.ledger.kind', width: 12 },
  { key: 'transactionNo', phrase: 'wms.transaction.no', width: 20 },
  { key: 'productCode', phrase: 'wms.product.code', width: 18 },
  { key: 'productName', phrase: 'wms.product.name', width: 30 },
  { key: 'batchNo', phrase: 'wms.stock.batchNo' },
  { key: 'ownerOrgName', phrase: 'wms.stock.owner', width: 24 },
  { key: 'boxCode', phrase: 'wms.stock.box', width: 20 },
  { key: 'qtyDelta', phrase: 'wms.ledger.qtyDelta', width: 10 },
  { key: 'qtyAfter', phrase: 'wms.ledger.qtyAfter', width: 10 },
  { key: 'baseUnit', phrase: 'wms.product.baseUnit', width: 10 },
  { key: 'unitPrice', phrase: 'wms.ledger.unitPrice', width: 10 },
  { key: 'actor1Name', phrase: 'wms.ledger.actor1', width: 12 },
  { key: 'actor2Name', phrase: 'wms.ledger.actor2', width: 12 },
  { key: 'proxyName', phrase: 'wms.ledger.proxy', width: 12 },
  { key: 'reason', phrase: 'wms.ledger.reason', width: 30 },
];

export const ledgerCells =
  (locale: Locale, unit: Names) =>
  (row: LedgerEntry): Cells => ({
    seq: row.seq,
    at: row.at,
    kind: say(locale, `wms.ledger.kind.${row.kind}`),
    transactionNo: row.transactionNo,
    productCode: row.productCode,
    productName: row.productName,
    batchNo: row.batchNo,
    ownerOrgName: row.ownerOrgName,
    boxCode: row.boxCode,
    qtyDelta: numberCell(row.qtyDelta),
    qtyAfter: numberCell(row.qtyAfter),
    baseUnit: unit(row.baseUnit),
    unitPrice: numberCell(row.unitPrice),
    actor1Name: row.actor1Name,
    actor2Name: row.actor2Name,
    proxyName: row.proxyName,
    reason: row.reason,
  });

const SPACE_HEAD: Column[] = [
  { key: 'ownerOrgName', phrase: 'wms.stock.owner', width: 24 },
  { key: 'warehouseName', phrase: 'wms.stock.warehouse', width: 18 },
];
const SPACE_SUMS: Column[] = [
  { key: 'boxes', phrase: 'wms.space.boxes', width: 10 },
  { key: 'lines', phrase: 'wms.space.lines', width: 10 },
  { key: 'volumeL', phrase: 'wms.space.volume', width: 12 },
  { key: 'massKg', phrase: 'wms.space.mass', width: 12 },
  { key: 'quotaPercent', phrase: 'wms.space.quota', width: 10 },
  { key: 'oldestIn', phrase: 'wms.space.oldestIn', width: 18, as: 'moment' },
  { key: 'nextExpiry', phrase: 'wms.space.nextExpiry', width: 12, as: 'day' },
  { key: 'overdue', phrase: 'wms.space.overdue', width: 10 },
];
export const spaceColumns: Record<'product' | 'place', Column[]> = {
  product: [
    ...SPACE_HEAD,
    { key: 'productCode', phrase: 'wms.product.code', width: 18 },
    { key: 'productName', phrase: 'wms.product.name', width: 30 },
    { key: 'qty', phrase: 'wms.stock.qty', width: 10 },
    { key: 'reserved', phrase: 'wms.stock.reserved', width: 10 },
    { key: 'available', phrase: 'wms.stock.available', width: 10 },
    { key: 'baseUnit', phrase: 'wms.product.baseUnit', width: 10 },
    ...SPACE_SUMS,
  ],
  place: [
    ...SPACE_HEAD,
    { key: 'containerCode', phrase: 'wms.container.code' },
    { key: 'containerName', phrase: 'wms.container.name', width: 24 },
    { key: 'capacityL', phrase: 'wms.space.capacity', width: 12 },
    { key: 'freeL', phrase: 'wms.space.free', width: 12 },
    ...SPACE_SUMS,
  ],
};

export const spaceCells =
  (unit: Names) =>
  (row: ProductSpace): Cells => ({
    ownerOrgName: row.ownerOrgName,
    warehouseName: row.warehouseName,
    productCode: row.productCode,
    productName: row.productName,
    containerCode: row.containerCode,
    containerName: row.containerName,
    qty: numberCell(row.qty),
    reserved: numberCell(row.reserved),
    available: numberCell(row.available),
    baseUnit: row.baseUnit === null ? null : unit(row.baseUnit),
    capacityL: numberCell(row.capacityL),
    freeL: numberCell(row.freeL),
    boxes: row.boxes,
    lines: row.lines,
    volumeL: numberCell(row.volumeL),
    massKg: numberCell(row.massKg),
    quotaPercent: numberCell(row.quotaPercent),
    oldestIn: row.oldestIn,
    nextExpiry: row.nextExpiry,
    overdue: row.overdue,
  });
