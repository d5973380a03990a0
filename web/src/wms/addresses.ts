// Addresses of the warehouse screens that other screens link to.
import type { ContainerType } from '@kuwei/contract/wms/place';
import type { TransactionType } from '@kuwei/contract/wms/transaction-type';

const CONTAINERS = '/admin/wms/container';
const BOXES = '/admin/wms/warehouse-box';
/** Most record ids that one address lists. */
const NAMED_MAX = 50;

interface Place {
  id: string;
  warehouseId: string;
  type: 'WAREHOUSE' | ContainerType;
}

/** @param what the container to edit, or the parent place of a new one */
export function containerEdit(what: { id: string } | { in: Place }): string {
  if ('id' in what) return `${CONTAINERS}/edit?id=${what.id}`;
  const { id, warehouseId, type } = what.in;
  return `${CONTAINERS}/edit?warehouseId=${warehouseId}${type === 'WAREHOUSE' ? '' : `&parentId=${id}`}`;
}

export const containerAddress = (id: string): string => `${CONTAINERS}?at=${id}`;
/** The same, with the dialog that generates its boxes open. */
export const containerGenerate = (id: string): string => `${containerAddress(id)}&generate=1`;
export const boxEdit = (id: string): string => `${BOXES}/edit?id=${id}`;
export const boxNew = (containerId: string): string => `${BOXES}/edit?containerId=${containerId}`;
/** The box list with this box in the side pane. */
export const boxAddress = (id: string): string => `${BOXES}/list?show=${id}`;
/** @param which part of a list's query, or `ids` */
export const labelsAddress = (which: Readonly<Record<string, string>>): string => `${BOXES}/labels?${new URLSearchParams(which)}`;
/** Stock in a box, with one row in the side pane. */
export const stockAddress = (boxId: string, row?: string): string =>
  `/admin/wms/product-box/list?boxId=${boxId}${row === undefined ? '' : `&show=${row}`}`;
export const stockOfOwner = (orgId: string): string => `/admin/wms/product-box/list?ownerOrgId=${orgId}`;
export const boxesCalled = (code: string): string => `${BOXES}/list?q=${encodeURIComponent(code)}`;
export const productEdit = (id: string): string => `/admin/wms/product/edit?id=${id}`;
export const batchAddress = (id: string): string => `/admin/wms/batch?show=${id}`;
/** The batches of a product, with one in the side pane. */
export const batchesOf = (productId: string): string => `/admin/wms/batch?productId=${productId}`;
export const warehouseEdit = (id: string): string => `/admin/wms/warehouse/edit?id=${id}`;
export const stockOfBatch = (batchId: string): string => `/admin/wms/product-box/list?batchId=${batchId}`;

interface Document {
  id: string;
  type: TransactionType;
}

/** @param prefix first segment of the address, as on the linking page */
export const documentAddress = (prefix: string, { id, type }: Document): string =>
  `/${prefix}/wms/transaction/${type.toLowerCase()}/edit?id=${id}`;

export const workAddress = (prefix: string, { id, type }: Document): string =>
  `/${prefix}/wms/transaction/${type.toLowerCase()}/editbox?id=${id}`;

export const recordAddress = (prefix: string, id: string): string => `/${prefix}/wms/transaction/transaction-record?id=${id}`;

export const printAddress = (prefix: string, id: string): string => `/${prefix}/wms/transaction/print?id=${id}`;

export const stockOfProduct = (productId: string): string => `/admin/wms/product-box/list?productId=${productId}`;

/** A new move of stock rows, as many as an address can list. */
export const moveOf = (stockIds: readonly string[]): string =>
  `/admin/wms/transaction/move/edit?stock=${stockIds.slice(0, NAMED_MAX).join(',')}`;
/** A new collection of a stock row. */
export const collectOf = (section: string, stockId: string): string =>
  `/${section}/wms/transaction/outbound/edit?stock=${stockId}`;
/** Labels of stock, batches or documents. @param which `kind` with `ids`, or `document` for the labels of its goods */
export const goodsLabels = (section: string, which: Readonly<Record<string, string>>): string =>
  `/${section}/wms/label?${new URLSearchParams(which)}`;
/** Most labels that one address lists by id. */
export const LABELS_BY_NAME_MAX = 200;
