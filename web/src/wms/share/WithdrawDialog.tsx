import { shareRoutes, type Share } from '@kuwei/contract/wms/share';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';

export function WithdrawDialog({ share: { id, rev, no }, onClose }: { share: Share; onClose: () => void }) {
  const t = useT();
  return (
    <ActionDialog
      route={shareRoutes.withdrawShare}
      params={{ id }}
      fixed={{ rev }}
      title={t('share.withdrawTitle', { no })}
      yes={t('share.withdraw')}
      danger
      changes={['/wms/share', '/sys/bpm']}
      onDone={() => {
        noticeDone(t('share.withdrawDone', { no }));
        onClose();
      }}
      onClose={onClose}
    >
      <AreaField name="comment" label="share.comment" width="full" />
    </ActionDialog>
  );
}
