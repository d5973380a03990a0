import { afterSalesRoutes, type AfterSalesCase } from '@kuwei/contract/wms/after-sales';
import { solutionsOf } from '@kuwei/contract/wms/after-sales-state';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { ChoiceField } from '../../form/field/ChoiceField.tsx';
import { useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';

export type Decision = 'APPROVE' | 'RETURN' | 'REJECT';
const WORDS = { APPROVE: 'approve', RETURN: 'return', REJECT: 'reject' } as const;

interface DecideDialogProps {
  filed: AfterSalesCase;
  decision: Decision;
  onClose: () => void;
}

/** A decision on a case. The first reviewer chooses the solution; later ones agree or reject. */
export function DecideDialog({ filed, decision, onClose }: DecideDialogProps) {
  const t = useT();
  const { id, no, rev, solution, place, qty, begun } = filed;
  const approves = decision === 'APPROVE';
  return (
    <ActionDialog
      route={afterSalesRoutes.decideCase}
      params={{ id }}
      fixed={{ rev, decision }}
      blank={{ solution: approves && !begun ? solution : null }}
      title={t(`afs.${WORDS[decision]}Title`, { no })}
      text={t(`afs.${WORDS[decision]}Text`)}
      yes={t(`afs.${WORDS[decision]}`)}
      danger={decision === 'REJECT'}
      changes={['/wms/after-sales', '/wms/product-box', '/sys/bpm']}
      onDone={() => {
        noticeDone(t('afs.decided', { no }));
        onClose();
      }}
      onClose={onClose}
    >
      {approves && !begun && (
        <ChoiceField
          name="solution"
          label="wms.afs.solution"
          values={solutionsOf(place, qty !== null)}
          phrase="wms.afs.solution"
          clearable={false}
          width="full"
        />
      )}
      <AreaField name="comment" label="afs.comment" needed={!approves} />
    </ActionDialog>
  );
}
