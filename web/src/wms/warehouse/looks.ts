import type { Warehouse } from '@kuwei/contract/wms/warehouse';
import type { StateLook, StateLooks } from '../../ui/StateTag.tsx';

export const warehouseLooks: StateLooks<Warehouse['state']> = {
  ACTIVE: { label: 'wms.warehouse.state.ACTIVE', tone: 'success', shape: 'dot' },
  CLOSED: { label: 'wms.warehouse.state.CLOSED', tone: 'quiet', shape: 'bar' },
};

/** An open warehouse without an eligible storekeeper. */
export const noKeeper: StateLook = { label: 'warehouse.noKeeper', tone: 'warning', shape: 'triangle' };
