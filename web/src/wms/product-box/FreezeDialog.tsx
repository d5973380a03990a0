import { productBoxRoutes, type ProductBox } from '@kuwei/contract/wms/product-box';
import { Form, Input, Modal } from 'antd';
import { usePageWrite } from '../../page/query.ts';
import { required } from '@kuwei/contract/rule';
import { useTypedTexts } from '../../form/use-typed-texts.ts';
import { fieldRules } from '../../form/rules.ts';
import { useT } from '../../phrase/phrases.ts';
import { noticeDone, noticeError } from '../../ui/feedback.ts';
import { busyProps } from '../../ui/BusyButton.tsx';
import './stock-detail.css';

interface FreezeDialogProps {
  stock: ProductBox;
  onClose: () => void;
}

/** Freezes a stock row with a reason that the owner sees, or unfreezes it. */
export function FreezeDialog({ stock, onClose }: FreezeDialogProps) {
  const t = useT();
  const [form] = Form.useForm<{ reason?: string }>();
  const freezes = !stock.frozen;
  const write = usePageWrite(productBoxRoutes.freezeStock, { changes: ['/wms/product-box', '/wms/product-space'] });
  const texts = useTypedTexts(`freeze ${stock.id}`, onClose);
  const name = `${stock.productName} ${stock.batchNo}`;

  const submit = async ({ reason }: { reason?: string }): Promise<void> => {
    try {
      const body = { frozen: freezes, reason: reason?.trim() || null, rev: stock.rev };
      await write.mutateAsync({ params: { id: stock.id }, body });
      noticeDone(t(freezes ? 'stock.freezeDone' : 'stock.releaseDone'));
      texts.done();
      onClose();
    } catch (error) {
      noticeError(t('common.modifyFailed'), error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Modal
      open
      title={t(freezes ? 'stock.freezeTitle' : 'stock.releaseTitle', { name })}
      okText={t(freezes ? 'stock.freeze' : 'stock.release')}
      okButtonProps={{ danger: freezes, ...busyProps(write.isPending) }}
      cancelText={t('common.cancel')}
      onOk={() => form.submit()}
      onCancel={texts.leave}
    >
      <p className="freeze-text">{t(freezes ? 'stock.freezeText' : 'stock.releaseText')}</p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={texts.kept}
        onInput={texts.onInput}
        onFinish={(values) => void submit(values)}
      >
        <Form.Item name="reason" label={t('stock.freezeReason')} {...(freezes ? fieldRules(required()) : {})}>
          <Input.TextArea autoFocus rows={3} maxLength={500} showCount />
        </Form.Item>
      </Form>
    </Modal>
  );
}
