import type { BoxCount } from '@kuwei/contract/wms/box-count';
import { shownBatchStatus, type ProductBox } from '@kuwei/contract/wms/product-box';
import { StateTag, type StateLook } from '../../ui/StateTag.tsx';
import { useT } from '../../phrase/phrases.ts';
import { today } from '../../ui/format.ts';
import { batchLooks } from '../batch/looks.ts';
import { useHoldText } from '../goods/CountHold.tsx';

type BatchStatus = ProductBox['batchStatus'];

const usable: StateLook = { label: 'stock.state.usable', tone: 'success', shape: 'dot' };
const reserved: StateLook = { label: 'stock.state.reserved', tone: 'info', shape: 'half' };
const disputed: StateLook = { label: 'stock.state.disputed', tone: 'warning', shape: 'half' };
const counted: StateLook = { label: 'stock.state.counted', tone: 'warning', shape: 'lock' };
const frozen: StateLook = { label: 'stock.state.frozen', tone: 'warning', shape: 'lock' };

/** The status of an unusable batch; nothing for a usable one. */
export const BatchState = ({ status }: { status: BatchStatus }) =>
  status === 'OK' ? null : <StateTag look={batchLooks[status]} />;

/** Whether the stock can be requested, and if not, why. */
export function StockState({ stock }: { stock: ProductBox }) {
  const { frozen: isFrozen, available, cases, count } = stock;
  const batchStatus = shownBatchStatus(stock, today());
  if (cases.length > 0) return <Disputed cases={cases} />;
  if (isFrozen) return <StateTag look={frozen} />;
  if (batchStatus !== 'OK') return <StateTag look={batchLooks[batchStatus]} />;
  if (count !== null) return <Counted count={count} />;
  return <StateTag look={available === '0' ? reserved : usable} />;
}

function Disputed({ cases }: Pick<ProductBox, 'cases'>) {
  const t = useT();
  return (
    <span title={t('stock.disputed', { nos: cases.map(({ no }) => no) })}>
      <StateTag look={disputed} />
    </span>
  );
}

function Counted({ count }: { count: BoxCount }) {
  const holdText = useHoldText();
  return (
    <span title={holdText(count)}>
      <StateTag look={counted} />
    </span>
  );
}
