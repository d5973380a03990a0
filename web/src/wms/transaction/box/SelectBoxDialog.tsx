import type { BoxOption } from '@kuwei/contract/wms/warehouse-box';
import { Modal } from 'antd';
import { BoxChooser, type BoxBeside, type BoxQuery } from './BoxChooser.tsx';

interface SelectBoxDialogProps {
  open: boolean;
  title: string;
  asked: BoxQuery;
  beside: BoxBeside;
  unit: string;
  onChoose: (box: BoxOption) => void;
  onClose: () => void;
}

/** The window for choosing a box. */
export const SelectBoxDialog = ({ open, title, asked, beside, unit, onChoose, onClose }: SelectBoxDialogProps) => (
  <Modal open={open} title={title} width={760} footer={null} onCancel={onClose} destroyOnHidden className="select-box-dialog">
    <BoxChooser asked={asked} beside={beside} unit={unit} onChoose={onChoose} />
  </Modal>
);
