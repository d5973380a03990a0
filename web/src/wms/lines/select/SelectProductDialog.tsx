import type { ProductOption } from '@kuwei/contract/wms/product';
import { useT } from '../../../phrase/phrases.ts';
import { ChooseDialog } from './ChooseDialog.tsx';
import { ProductChooser } from './ProductChooser.tsx';

interface SelectProductDialogProps {
  open: boolean;
  onPick: (products: ProductOption[]) => void;
  onClose: () => void;
  onClosed: () => void;
}

export function SelectProductDialog(props: SelectProductDialogProps) {
  const t = useT();
  return (
    <ChooseDialog {...props} title={t('tx.choose.product')}>
      {(choosing) => <ProductChooser {...choosing} />}
    </ChooseDialog>
  );
}
