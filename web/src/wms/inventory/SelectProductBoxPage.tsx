import type { ProductBox } from '@kuwei/contract/wms/product-box';
import { useT } from '../../phrase/phrases.ts';
import { ChoosePage } from '../transaction/select/ChoosePage.tsx';
import { countOfBoxes } from './addresses.ts';
import { boxIdsOf } from './boxes.ts';
import { BoxStockChooser } from './BoxStockChooser.tsx';

/** The stock window as a page: the selected boxes start a count. */
export default function SelectProductBoxPage() {
  const t = useT();
  const to = (_: string, rows: readonly ProductBox[]): string => countOfBoxes(rows[0]!.warehouseId, boxIdsOf(rows));
  return (
    <ChoosePage<ProductBox> title="count.byStock.title" action={t('count.byStock.begin')} to={to}>
      {(choosing) => <BoxStockChooser {...choosing} warehouseId={null} />}
    </ChoosePage>
  );
}
