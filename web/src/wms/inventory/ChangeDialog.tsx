import { countForm, countRoutes, type Count } from '@kuwei/contract/wms/inventory';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { ChoicesField } from '../../form/field/ChoiceField.tsx';
import { MinuteField } from '../../form/field/DateField.tsx';
import { valuesOf } from '../../form/schema.ts';
import { useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';
import { isAddable, SpareNote, useCounters } from './SpareNote.tsx';

/** Changes the counters and the deadline of a running count. */
export function ChangeDialog({ count, onClose }: { count: Count; onClose: () => void }) {
  const t = useT();
  const people = useCounters(count);
  const { assignees, deadline, remark, ...fixed } = valuesOf(countForm, { ...count }) as unknown as Count;
  return (
    <ActionDialog
      route={countRoutes.updateCount}
      params={{ id: count.id }}
      fixed={{ ...fixed, rev: count.rev }}
      blank={{ assignees, deadline, remark }}
      title={t('count.changeTitle', { no: count.no })}
      text={<SpareNote count={count} people={people} />}
      yes={t('form.save')}
      changes={['/wms/inventory']}
      onDone={() => {
        noticeDone(t('count.changed'));
        onClose();
      }}
      onClose={onClose}
    >
      <ChoicesField
        name="assignees"
        label="wms.count.assignees"
        options={people?.map((each) => ({
          value: each.id,
          label: each.name,
          // Refused by the server: offered with the reason, so that they are not sought in vain.
          ...(isAddable(count, each) ? { hint: each.username } : { hint: t('count.seen'), disabled: true }),
        }))}
        width="full"
      />
      <MinuteField name="deadline" label="wms.count.deadline" width="full" />
      <AreaField name="remark" label="wms.count.remark" width="full" />
    </ActionDialog>
  );
}
