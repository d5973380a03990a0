// Addresses of the screens of a document.
import type { TransactionType } from '@kuwei/contract/wms/transaction-type';

interface Named {
  id: string;
  type: TransactionType;
}

/** @param prefix first segment of the address, as the page that links has it */
export const documentAddress = (prefix: string, { id, type }: Named): string =>
  `/${prefix}/wms/transaction/${type.toLowerCase()}/edit?id=${id}`;

export const workAddress = (prefix: string, { id, type }: Named): string =>
  `/${prefix}/wms/transaction/${type.toLowerCase()}/editbox?id=${id}`;

export const recordAddress = (prefix: string, id: string): string => `/${prefix}/wms/transaction/transaction-record?id=${id}`;

export const printAddress = (prefix: string, id: string): string => `/${prefix}/wms/transaction/print?id=${id}`;
