import type { Listing } from '@kuwei/contract/wms/org-product';
import type { StateLooks } from '../../ui/StateTag.tsx';

export const listingLooks: StateLooks<Listing['phase']> = {
  AHEAD: { label: 'wms.listing.state.AHEAD', tone: 'info', shape: 'ring' },
  ON: { label: 'wms.listing.state.ON', tone: 'success', shape: 'dot' },
  OFF: { label: 'wms.listing.state.OFF', tone: 'quiet', shape: 'bar' },
};
