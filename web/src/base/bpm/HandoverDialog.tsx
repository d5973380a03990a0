import { workRoutes } from '@kuwei/contract/bpm/work';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { RecordField } from '../../form/field/RecordField.tsx';
import { useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';
import { personOption } from './person-option.ts';
import { WORK_CHANGES } from './use-work.ts';

/** How a task is handed over: transferred to another user, countersigned by an additional one, or reassigned if it has no approver left. */
export type HandoverKind = 'transfer' | 'sign' | 'reassign';

const ROUTES = { transfer: workRoutes.transferTask, sign: workRoutes.signTask, reassign: workRoutes.reassignTask } as const;
const DONE = { transfer: 'bpm.transferred', sign: 'bpm.signed', reassign: 'bpm.reassigned' } as const;

interface HandoverDialogProps {
  way: HandoverKind;
  taskId: string;
  no: string;
  /** Version of the document shown. */
  rev: number;
  onDone: () => void;
  onClose: () => void;
}

export function HandoverDialog({ way, taskId, no, rev, onDone, onClose }: HandoverDialogProps) {
  const t = useT();
  return (
    <ActionDialog
      route={ROUTES[way]}
      params={{ id: taskId }}
      fixed={way === 'reassign' ? {} : { rev }}
      title={t(`bpm.${way}.title`, { no })}
      text={t(`bpm.${way}.text`)}
      yes={t(`bpm.${way}`)}
      guarded
      changes={WORK_CHANGES}
      onDone={() => {
        noticeDone(t(DONE[way], { no }));
        onDone();
      }}
      onClose={onClose}
    >
      <RecordField
        name="userId"
        label="bpm.person"
        width="full"
        hint={t('bpm.person.hint')}
        find={workRoutes.selectColleagues}
        query={{ taskId }}
        optionOf={personOption}
      />
      <AreaField name="note" label="bpm.note" width="full" />
    </ActionDialog>
  );
}
