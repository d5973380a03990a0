import type { ProductState } from '@kuwei/contract/wms/product';
import type { StateLooks } from '../../ui/StateTag.tsx';

export const productStates: StateLooks<ProductState> = {
  DRAFT: { label: 'wms.product.state.DRAFT', tone: 'quiet', shape: 'ring' },
  ACTIVE: { label: 'wms.product.state.ACTIVE', tone: 'success', shape: 'dot' },
  DISABLED: { label: 'wms.product.state.DISABLED', tone: 'quiet', shape: 'bar' },
};
