// Console addresses of documents, in the section of the role that works on them.
import type { TransactionType } from '@kuwei/contract/wms/transaction-type';

const PREFIX: Record<string, string> = { LAB: 'teacher', SUPPLIER: 'supplier', PURCHASE: 'staff' };

export interface LinkTarget {
  id: string;
  type: TransactionType;
  source: string;
}

/** Address for the owner or the warehouse. */
export function linkOf({ id, type, source }: LinkTarget, side: 'owner' | 'warehouse'): string {
  const prefix = side === 'warehouse' ? 'admin' : (PREFIX[source] ?? 'admin');
  return `/${prefix}/wms/transaction/${type.toLowerCase()}/edit?id=${id}`;
}

/** Owner sections by role. */
export const OWNER_ROLES = { teacher: 'ROLE_TEACHER', supplier: 'ROLE_SUPPLIER', staff: 'ROLE_STAFF' } as const;

interface Reader {
  /** Sections in which they can open documents. */
  sides: readonly string[];
  isApplicant: boolean;
  isOwner: boolean;
  isWarehouse: boolean;
  isAsked: boolean;
}

/** Where a reader opens a document: as owner, in its warehouse, or as candidate of its review; null: nowhere. */
export function linkFor(document: LinkTarget, { sides, isApplicant, isOwner, isWarehouse, isAsked }: Reader): string | null {
  const own = PREFIX[document.source];
  const asOwner = isOwner && document.type !== 'MOVE' && own !== undefined && sides.includes(own) ? own : null;
  const asWarehouse = isWarehouse && sides.includes('admin') ? 'admin' : null;
  const anywhere = isAsked ? (sides[0] ?? null) : null;
  const side = (isApplicant ? (asOwner ?? asWarehouse) : (asWarehouse ?? asOwner)) ?? anywhere;
  return side && `/${side}/wms/transaction/${document.type.toLowerCase()}/edit?id=${document.id}`;
}

/** Document sources that owners open in the given sections. */
export const sourcesOf = (sides: readonly string[]): string[] =>
  Object.entries(PREFIX).flatMap(([source, side]) => (sides.includes(side) ? [source] : []));

/** The reader's pending approvals of a type. */
export const approvalsOf = (type: TransactionType): string => `${APPROVALS}?key=wms-${type.toLowerCase()}`;
export const APPROVALS = '/def/base/bpm/todo';

/** Work list of storekeepers. */
export const workLinkOf = ({ id, type }: LinkTarget): string => `/admin/wms/transaction/${type.toLowerCase()}/editbox?id=${id}`;
