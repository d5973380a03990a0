// Texts of a register entry, on screen and on paper.
import type { FlowRow } from '@kuwei/contract/wms/hazard-flow';
import { say } from '../../phrase/phrases.ts';

/** The other party: source or destination. */
export function partyOf({ flow, ownerOrgName, supplierName, personName, otherWarehouseName }: FlowRow): string {
  const owner = personName === null ? ownerOrgName : `${ownerOrgName} ${personName}`;
  if (otherWarehouseName !== null) return `${otherWarehouseName} · ${owner}`;
  return flow === 'IN' && supplierName !== null ? `${supplierName} · ${owner}` : owner;
}

export const keepersOf = ({ keeperName, secondKeeperName }: FlowRow): string =>
  [keeperName, secondKeeperName].filter((name) => name !== null).join(say('wms.place.comma'));

/** The purpose; for a count its reason, for a reversal who reversed it and why. */
export function purposeOf({ kind, purpose, reason, reversedByName }: FlowRow): string | null {
  if (reversedByName !== null) return say('wms.flow.reversal.by', { name: reversedByName, reason: reason ?? '' });
  return kind === 'COUNT_ADJ' ? (reason ?? purpose) : purpose;
}
