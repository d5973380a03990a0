import type { ProductBox } from '@kuwei/contract/wms/product-box';
import { StateTag, type StateLook } from '../../ui/StateTag.tsx';
import { batchLooks } from '../batch/looks.ts';

type BatchStatus = ProductBox['batchStatus'];

const usable: StateLook = { label: 'stock.state.usable', tone: 'success', shape: 'dot' };
const reserved: StateLook = { label: 'stock.state.reserved', tone: 'info', shape: 'half' };
const frozen: StateLook = { label: 'stock.state.frozen', tone: 'warning', shape: 'lock' };

/** A batch that cannot be used; nothing for one that can. */
export const BatchState = ({ status }: { status: BatchStatus }) =>
  status === 'OK' ? null : <StateTag look={batchLooks[status]} />;

/** Whether the stock may be asked for, and why not. */
export function StockState({ stock }: { stock: ProductBox }) {
  const { frozen: isFrozen, batchStatus, available } = stock;
  if (isFrozen) return <StateTag look={frozen} />;
  if (batchStatus !== 'OK') return <StateTag look={batchLooks[batchStatus]} />;
  return <StateTag look={available === '0' ? reserved : usable} />;
}
