import type { ProductOption } from '@kuwei/contract/wms/product';
import type { ProductBox } from '@kuwei/contract/wms/product-box';
import { useT } from '../../../phrase/phrases.ts';
import { ChooseDialog } from './ChooseDialog.tsx';
import { StockChooser } from './StockChooser.tsx';

interface SelectStockDialogProps {
  open: boolean;
  moving: boolean;
  warehouseId: string | null;
  /** Restricts it to this product. */
  only?: ProductOption;
  taken: readonly string[];
  onPick: (rows: ProductBox[]) => void;
  onClose: () => void;
  onClosed: () => void;
}

export function SelectStockDialog({ moving, warehouseId, only, taken, ...props }: SelectStockDialogProps) {
  const t = useT();
  const title = only ? t('tx.choose.stockOf', { name: only.name }) : t('tx.choose.stock');
  return (
    <ChooseDialog {...props} title={title}>
      {(choosing) => <StockChooser {...choosing} moving={moving} warehouseId={warehouseId} productId={only?.id} taken={taken} />}
    </ChooseDialog>
  );
}
