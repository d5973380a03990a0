// Addresses of a document inside the console, in the section whose role works on it.
import type { TransactionType } from '@kuwei/contract/wms/transaction-type';

const PREFIX: Record<string, string> = { LAB: 'teacher', SUPPLIER: 'supplier', PURCHASE: 'staff' };

export interface LinkTarget {
  id: string;
  type: TransactionType;
  source: string;
}

/** For its owner, or for the warehouse. */
export function linkOf({ id, type, source }: LinkTarget, side: 'owner' | 'warehouse'): string {
  const prefix = side === 'warehouse' ? 'admin' : (PREFIX[source] ?? 'admin');
  return `/${prefix}/wms/transaction/${type.toLowerCase()}/edit?id=${id}`;
}

/** Sections of owners, by the role that opens them. */
export const OWNER_ROLES = { teacher: 'ROLE_TEACHER', supplier: 'ROLE_SUPPLIER', staff: 'ROLE_STAFF' } as const;

interface Reader {
  /** Sections that they can open documents in. */
  sides: readonly string[];
  isApplicant: boolean;
  isOwner: boolean;
  isWarehouse: boolean;
  isAsked: boolean;
}

/** Where somebody reads a document: as whoever owns it, in its warehouse, or because they are asked about it; null: nowhere. */
export function linkFor(document: LinkTarget, { sides, isApplicant, isOwner, isWarehouse, isAsked }: Reader): string | null {
  const own = PREFIX[document.source];
  const asOwner = isOwner && document.type !== 'MOVE' && own !== undefined && sides.includes(own) ? own : null;
  const asWarehouse = isWarehouse && sides.includes('admin') ? 'admin' : null;
  const anywhere = isAsked ? (sides[0] ?? null) : null;
  const side = (isApplicant ? (asOwner ?? asWarehouse) : (asWarehouse ?? asOwner)) ?? anywhere;
  return side && `/${side}/wms/transaction/${document.type.toLowerCase()}/edit?id=${document.id}`;
}

/** Whose documents are opened in some sections: sources of owners. */
export const sourcesOf = (sides: readonly string[]): string[] =>
  Object.entries(PREFIX).flatMap(([source, side]) => (sides.includes(side) ? [source] : []));

/** What of a type waits for the reader's approval. */
export const approvalsOf = (type: TransactionType): string => `${APPROVALS}?key=wms-${type.toLowerCase()}`;
export const APPROVALS = '/def/base/bpm/todo';

/** Where storekeepers put away and pick. */
export const workLinkOf = ({ id, type }: LinkTarget): string => `/admin/wms/transaction/${type.toLowerCase()}/editbox?id=${id}`;
