// What an entry of the register says in a text, on the screen and on paper.
import type { FlowRow } from '@kuwei/contract/wms/hazard-flow';
import { say } from '../../phrase/phrases.ts';

/** Where it came from, or went. */
export function partyOf({ flow, ownerOrgName, supplierName, personName, otherWarehouseName }: FlowRow): string {
  const owner = personName === null ? ownerOrgName : `${ownerOrgName} ${personName}`;
  if (otherWarehouseName !== null) return `${otherWarehouseName} · ${owner}`;
  return flow === 'IN' && supplierName !== null ? `${supplierName} · ${owner}` : owner;
}

export const keepersOf = ({ keeperName, secondKeeperName }: FlowRow): string =>
  [keeperName, secondKeeperName].filter((name) => name !== null).join(say('wms.place.comma'));

/** The purpose; of a count its reason; of a reversal who reversed it and why. */
export function purposeOf({ kind, purpose, reason, reversedByName }: FlowRow): string | null {
  if (reversedByName !== null) return say('wms.flow.reversal.by', { name: reversedByName, reason: reason ?? '' });
  return kind === 'COUNT_ADJ' ? (reason ?? purpose) : purpose;
}
