import { countRoutes, type Count } from '@kuwei/contract/wms/inventory';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { useT } from '../../phrase/phrases.ts';
import { COUNT_CHANGES } from './changes.ts';

interface ApproveDialogProps {
  count: Count;
  /** This approval would be the last one. */
  isLast: boolean;
  onDone: (after: Count) => void;
  onClose: () => void;
}

export function ApproveDialog({ count: { id, no, rev }, isLast, onDone, onClose }: ApproveDialogProps) {
  const t = useT();
  return (
    <ActionDialog
      route={countRoutes.approveCount}
      params={{ id }}
      fixed={{ rev }}
      title={t('count.approveTitle', { no })}
      text={t(isLast ? 'count.approveLast' : 'count.approveMore')}
      yes={t('count.approve')}
      changes={COUNT_CHANGES}
      onDone={onDone}
      onClose={onClose}
    >
      <AreaField name="comment" label="count.comment" width="full" />
    </ActionDialog>
  );
}
