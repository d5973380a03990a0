// The owners of a document's goods. Pure.
import type { Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';

/** Distinct owners of the stock that a transfer line takes. */
export const ownersOfLine = ({ ownerOrgName, boxes }: Pick<TransactionLine, 'ownerOrgName' | 'boxes'>): string[] => [
  ...new Set([ownerOrgName, ...boxes.map((box) => box.ownerOrgName)].filter((name) => name !== null)),
];

/** A transfer belongs to the warehouse, so it names the owners of its goods; other documents have one owner. */
export function ownersOf({ type, lines, ownerOrgName }: Pick<Transaction, 'type' | 'lines' | 'ownerOrgName'>): string[] {
  const owners = type === 'MOVE' ? [...new Set(lines.flatMap(ownersOfLine))] : [];
  return owners.length === 0 ? [ownerOrgName] : owners;
}
