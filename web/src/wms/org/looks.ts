import type { OrgRow } from '@kuwei/contract/wms/org-record';
import type { StateLook, StateLooks } from '../../ui/StateTag.tsx';

export const orgLooks: StateLooks<OrgRow['state']> = {
  ACTIVE: { label: 'org.state.ACTIVE', tone: 'success', shape: 'dot' },
  DISABLED: { label: 'org.state.DISABLED', tone: 'quiet', shape: 'bar' },
};

/** A research group without a leader. */
export const noLeader: StateLook = { label: 'org.noLeader', tone: 'warning', shape: 'triangle' };
/** A disabled organisation that still has goods in store. */
export const stillOwns: StateLook = { label: 'org.stillOwns', tone: 'warning', shape: 'triangle' };
