import { LOCK_REASONS_GIVEN } from '@kuwei/contract/wms/place';
import { boxRoutes, type Box } from '@kuwei/contract/wms/warehouse-box';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { ChoiceField } from '../../form/field/ChoiceField.tsx';
import { useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';

/** Locks a box with a reason. */
export function LockDialog({ box, onClose }: { box: Box; onClose: () => void }) {
  const t = useT();
  return (
    <ActionDialog
      route={boxRoutes.setBoxState}
      params={{ id: box.id }}
      fixed={{ state: 'LOCKED', rev: box.rev }}
      blank={{ lockReason: 'MAINTENANCE' }}
      title={t('box.lockAskOne', { name: box.code })}
      text={t('box.lockText')}
      yes={t('box.lock')}
      changes={['/wms/warehouse-box', '/wms/container']}
      onDone={({ code }) => {
        noticeDone(t('box.locked', { name: code }));
        onClose();
      }}
      onClose={onClose}
    >
      <ChoiceField
        name="lockReason"
        label="box.lockReason"
        values={LOCK_REASONS_GIVEN}
        phrase="box.lockReason"
        clearable={false}
        width="full"
      />
    </ActionDialog>
  );
}
