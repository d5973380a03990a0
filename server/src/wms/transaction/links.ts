// Addresses of a document inside the console, in the section whose role works on it.
import type { TransactionType } from '@kuwei/contract/wms/transaction-type';

const PREFIX: Record<string, string> = { LAB: 'teacher', SUPPLIER: 'supplier', PURCHASE: 'staff' };

export interface Linked {
  id: string;
  type: TransactionType;
  source: string;
}

/** For its owner, or for the warehouse. */
export function linkOf({ id, type, source }: Linked, side: 'owner' | 'warehouse'): string {
  const prefix = side === 'warehouse' ? 'admin' : (PREFIX[source] ?? 'admin');
  return `/${prefix}/wms/transaction/${type.toLowerCase()}/edit?id=${id}`;
}

/** Where storekeepers put away and pick. */
export const workLinkOf = ({ id, type }: Linked): string => `/admin/wms/transaction/${type.toLowerCase()}/editbox?id=${id}`;
