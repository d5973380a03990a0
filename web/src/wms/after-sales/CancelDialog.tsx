import { afterSalesRoutes, type AfterSalesCase } from '@kuwei/contract/wms/after-sales';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';

export function CancelDialog({ filed: { id, no, rev }, onClose }: { filed: AfterSalesCase; onClose: () => void }) {
  const t = useT();
  return (
    <ActionDialog
      route={afterSalesRoutes.cancelCase}
      params={{ id }}
      fixed={{ rev }}
      title={t('afs.cancelTitle', { no })}
      text={t('afs.cancelText')}
      yes={t('afs.cancel')}
      danger
      changes={['/wms/after-sales', '/wms/product-box']}
      onDone={() => {
        noticeDone(t('afs.canceled', { no }));
        onClose();
      }}
      onClose={onClose}
    >
      <AreaField name="comment" label="afs.comment" />
    </ActionDialog>
  );
}
