import type { BoxOption } from '@kuwei/contract/wms/warehouse-box';
import { Modal } from 'antd';
import { BoxChooser, type BoxAsked } from './BoxChooser.tsx';

interface SelectBoxDialogProps {
  open: boolean;
  title: string;
  asked: BoxAsked;
  unit: string;
  onChoose: (box: BoxOption) => void;
  onClose: () => void;
}

/** The window for choosing a box. */
export const SelectBoxDialog = ({ open, title, asked, unit, onChoose, onClose }: SelectBoxDialogProps) => (
  <Modal open={open} title={title} width={760} footer={null} onCancel={onClose} destroyOnHidden className="select-box-dialog">
    <BoxChooser asked={asked} unit={unit} onChoose={onChoose} />
  </Modal>
);
