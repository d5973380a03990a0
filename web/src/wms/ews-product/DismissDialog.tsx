import { warningRoutes, type Warning } from '@kuwei/contract/wms/ews-product';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { DateField } from '../../form/field/DateField.tsx';
import { useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';
import { subjectOf } from './warning-list.tsx';

export type DismissKind = 'snooze' | 'ignore';

interface DismissDialogProps {
  how: DismissKind;
  warning: Warning;
  onClose: () => void;
}

/** Dismisses a warning until a day or for a reason. */
export function DismissDialog({ how, warning, onClose }: DismissDialogProps) {
  const t = useT();
  const name = subjectOf(warning);
  const asked = {
    params: { id: warning.id },
    fixed: { rev: warning.rev },
    changes: ['/wms/ews-product'] as const,
    onDone: () => {
      noticeDone(t(how === 'snooze' ? 'warning.snoozeDone' : 'warning.ignoreDone', { name }));
      onClose();
    },
    onClose,
  };
  return how === 'snooze' ? (
    <ActionDialog
      {...asked}
      route={warningRoutes.snoozeWarning}
      title={t('warning.snoozeTitle', { name })}
      text={t('warning.snoozeText')}
      yes={t('warning.snooze')}
    >
      <DateField name="untilDay" label="wms.warning.untilDay" width="full" />
    </ActionDialog>
  ) : (
    <ActionDialog
      {...asked}
      route={warningRoutes.ignoreWarning}
      title={t('warning.ignoreTitle', { name })}
      text={t('warning.ignoreText')}
      yes={t('warning.ignore')}
    >
      <AreaField name="reason" label="wms.warning.reason" width="full" />
    </ActionDialog>
  );
}
