import type { Listing } from '@kuwei/contract/wms/org-product';
import type { StateLooks } from '../../ui/StateTag.tsx';

export const listingLooks: StateLooks<Listing['state']> = {
  ON: { label: 'wms.listing.state.ON', tone: 'success', shape: 'dot' },
  OFF: { label: 'wms.listing.state.OFF', tone: 'quiet', shape: 'bar' },
};
