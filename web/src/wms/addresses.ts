// Where the screens of the warehouse are that others lead to.
import type { ContainerType } from '@kuwei/contract/wms/place';
import type { TransactionType } from '@kuwei/contract/wms/transaction-type';

const CONTAINERS = '/admin/wms/container';
const BOXES = '/admin/wms/warehouse-box';

interface Place {
  id: string;
  warehouseId: string;
  type: 'WAREHOUSE' | ContainerType;
}

/** @param what a container to change, or the place a new one goes to */
export function containerEdit(what: { id: string } | { in: Place }): string {
  if ('id' in what) return `${CONTAINERS}/edit?id=${what.id}`;
  const { id, warehouseId, type } = what.in;
  return `${CONTAINERS}/edit?warehouseId=${warehouseId}${type === 'WAREHOUSE' ? '' : `&parentId=${id}`}`;
}

export const containerAddress = (id: string): string => `${CONTAINERS}?at=${id}`;
export const boxEdit = (id: string): string => `${BOXES}/edit?id=${id}`;
export const boxNew = (containerId: string): string => `${BOXES}/edit?containerId=${containerId}`;
/** The list of boxes with one of them beside it. */
export const boxAddress = (id: string): string => `${BOXES}/list?show=${id}`;
/** @param which part of a list's query, or `ids` */
export const labelsAddress = (which: Readonly<Record<string, string>>): string => `${BOXES}/labels?${new URLSearchParams(which)}`;
/** Stock in a box, with one row of it beside the list. */
export const stockAddress = (boxId: string, row?: string): string =>
  `/admin/wms/product-box/list?boxId=${boxId}${row === undefined ? '' : `&show=${row}`}`;
/** The batches of a product, with one of them beside the list. */
export const batchesOf = (productId: string): string => `/admin/wms/batch?productId=${productId}`;
export const warehouseEdit = (id: string): string => `/admin/wms/warehouse/edit?id=${id}`;
export const stockOfBatch = (batchId: string): string => `/admin/wms/product-box/list?batchId=${batchId}`;

interface Document {
  id: string;
  type: TransactionType;
}

/** @param prefix first segment of the address, as the page that links has it */
export const documentAddress = (prefix: string, { id, type }: Document): string =>
  `/${prefix}/wms/transaction/${type.toLowerCase()}/edit?id=${id}`;

export const workAddress = (prefix: string, { id, type }: Document): string =>
  `/${prefix}/wms/transaction/${type.toLowerCase()}/editbox?id=${id}`;

export const recordAddress = (prefix: string, id: string): string => `/${prefix}/wms/transaction/transaction-record?id=${id}`;

export const printAddress = (prefix: string, id: string): string => `/${prefix}/wms/transaction/print?id=${id}`;
