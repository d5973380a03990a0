import type { ProductBox } from '@kuwei/contract/wms/product-box';
import { usePage } from '../../../page/page.ts';
import { useT } from '../../../phrase/phrases.ts';
import { ChoosePage } from './ChoosePage.tsx';
import { StockChooser } from '../../lines/select/StockChooser.tsx';

/** The stock chooser as a page; the selection starts a collection or move. */
export default function SelectStockPage() {
  const t = useT();
  const { pageRole } = usePage();
  const type = pageRole === 'ROLE_WAREHOUSE_ADMIN' ? 'move' : 'outbound';
  const to = (prefix: string, rows: readonly ProductBox[]): string =>
    `/${prefix}/wms/transaction/${type}/edit?stock=${rows.map(({ id }) => id).join(',')}`;
  return (
    <ChoosePage<ProductBox> title="tx.choose.stock" action={t(type === 'move' ? 'tx.new.MOVE' : 'tx.new.OUTBOUND')} to={to}>
      {(choosing) => <StockChooser {...choosing} moving={type === 'move'} warehouseId={null} taken={NOTHING} />}
    </ChoosePage>
  );
}

const NOTHING: readonly string[] = [];
