import { countRoutes, type Count } from '@kuwei/contract/wms/inventory';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';
import { COUNT_CHANGES } from './changes.ts';

/** Ends a count without posting anything. */
export function CancelDialog({ count: { id, no, rev }, onClose }: { count: Count; onClose: () => void }) {
  const t = useT();
  return (
    <ActionDialog
      route={countRoutes.cancelCount}
      params={{ id }}
      fixed={{ rev }}
      title={t('count.cancelTitle', { no })}
      text={t('count.cancelText')}
      yes={t('count.cancel')}
      danger
      changes={COUNT_CHANGES}
      onDone={() => {
        noticeDone(t('count.canceled', { no }));
        onClose();
      }}
      onClose={onClose}
    >
      <AreaField name="comment" label="wms.count.note" width="full" />
    </ActionDialog>
  );
}
