// Whose goods a document is about. Pure.
import type { Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';

/** Of each stock that a line of a transfer takes, without repetition. */
export const ownersOfLine = ({ ownerOrgName, boxes }: Pick<TransactionLine, 'ownerOrgName' | 'boxes'>): string[] => [
  ...new Set([ownerOrgName, ...boxes.map((box) => box.ownerOrgName)].filter((name) => name !== null)),
];

/** A transfer belongs to the warehouse, its goods to their owners: those are named; any other document has one owner. */
export function ownersOf({ type, lines, ownerOrgName }: Pick<Transaction, 'type' | 'lines' | 'ownerOrgName'>): string[] {
  const owners = type === 'MOVE' ? [...new Set(lines.flatMap(ownersOfLine))] : [];
  return owners.length === 0 ? [ownerOrgName] : owners;
}
