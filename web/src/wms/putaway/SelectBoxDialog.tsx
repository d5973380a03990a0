import type { ProductOption } from '@kuwei/contract/wms/product';
import type { BoxOption } from '@kuwei/contract/wms/warehouse-box';
import { Modal } from 'antd';
import { BoxChooser, type PlannedBoxes, type BoxQuery } from './BoxChooser.tsx';

interface SelectBoxDialogProps {
  open: boolean;
  title: string;
  asked: BoxQuery;
  beside: PlannedBoxes;
  product: ProductOption;
  onChoose: (box: BoxOption) => void;
  onClose: () => void;
}

/** The box chooser window. */
export const SelectBoxDialog = ({ open, title, asked, beside, product, onChoose, onClose }: SelectBoxDialogProps) => (
  <Modal open={open} title={title} width={760} footer={null} onCancel={onClose} destroyOnHidden className="select-box-dialog">
    <BoxChooser asked={asked} beside={beside} unit={product.baseUnit} product={product} onChoose={onChoose} />
  </Modal>
);
