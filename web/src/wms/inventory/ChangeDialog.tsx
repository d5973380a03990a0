import { countForm, countRoutes, type Count } from '@kuwei/contract/wms/inventory';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { ChoicesField } from '../../form/field/ChoiceField.tsx';
import { MinuteField } from '../../form/field/DateField.tsx';
import { valuesOf } from '../../form/schema.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';

/** Changes the counters and the deadline of a running count. */
export function ChangeDialog({ count, onClose }: { count: Count; onClose: () => void }) {
  const t = useT();
  const { data: people } = usePageQuery(countRoutes.selectCounters, undefined);
  const { assignees, deadline, remark, ...fixed } = valuesOf(countForm, { ...count }) as unknown as Count;
  return (
    <ActionDialog
      route={countRoutes.updateCount}
      params={{ id: count.id }}
      fixed={{ ...fixed, rev: count.rev }}
      blank={{ assignees, deadline, remark }}
      title={t('count.changeTitle', { no: count.no })}
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
        options={people?.map(({ id, name, username }) => ({ value: id, label: name, hint: username }))}
        width="full"
      />
      <MinuteField name="deadline" label="wms.count.deadline" width="full" />
      <AreaField name="remark" label="wms.count.remark" width="full" />
    </ActionDialog>
  );
}
