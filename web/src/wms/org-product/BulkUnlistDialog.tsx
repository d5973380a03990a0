import { required } from '@kuwei/contract/rule';
import { Form, Input, Modal } from 'antd';
import { useTypedTexts } from '../../form/use-typed-texts.ts';
import { fieldRules } from '../../form/rules.ts';
import { useT } from '../../phrase/phrases.ts';

interface BulkUnlistDialogProps {
  count: number;
  /** null: cancelled. */
  onAnswer: (more: { reason: string } | null) => void;
}

/** One reason for all selected listings. */
export function BulkUnlistDialog({ count, onAnswer }: BulkUnlistDialogProps) {
  const t = useT();
  const [form] = Form.useForm<{ reason: string }>();
  const texts = useTypedTexts('down many', () => onAnswer(null));
  const submit = async (): Promise<void> => {
    const given = await form.validateFields().catch(() => null);
    if (!given) return;
    texts.done();
    onAnswer({ reason: given.reason.trim() });
  };
  return (
    <Modal
      open
      title={t('shelf.downMany', { count })}
      okText={t('shelf.down')}
      okButtonProps={{ danger: true }}
      cancelText={t('common.cancel')}
      onOk={() => void submit()}
      onCancel={texts.leave}
      afterOpenChange={(open) => open && form.focusField('reason')}
    >
      <p>{t('shelf.downText')}</p>
      <Form form={form} layout="vertical" initialValues={texts.kept} onInput={texts.onInput} onFinish={() => void submit()}>
        <Form.Item name="reason" label={t('wms.listing.reason')} {...fieldRules(required('shelf.downReason'))}>
          <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} maxLength={500} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
