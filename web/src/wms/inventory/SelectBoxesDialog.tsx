import type { ProductBox } from '@kuwei/contract/wms/product-box';
import { useT } from '../../phrase/phrases.ts';
import { ChooseDialog } from '../lines/select/ChooseDialog.tsx';
import { BoxStockChooser } from './BoxStockChooser.tsx';

interface SelectBoxesDialogProps {
  open: boolean;
  warehouseId: string;
  onPick: (rows: ProductBox[]) => void;
  onClose: () => void;
}

export function SelectBoxesDialog({ warehouseId, ...props }: SelectBoxesDialogProps) {
  const t = useT();
  return (
    <ChooseDialog<ProductBox> {...props} title={t('count.byStock.title')} onClosed={() => {}}>
      {(choosing) => <BoxStockChooser {...choosing} warehouseId={warehouseId} />}
    </ChooseDialog>
  );
}
