import { countRoutes, type CountLine } from '@kuwei/contract/wms/inventory';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { ChoiceField } from '../../form/field/ChoiceField.tsx';
import { useT } from '../../phrase/phrases.ts';

interface ExplainDialogProps {
  countId: string;
  line: CountLine;
  onClose: () => void;
}

/** Explains the difference of a line. */
export function ExplainDialog({ countId, line, onClose }: ExplainDialogProps) {
  const t = useT();
  return (
    <ActionDialog
      route={countRoutes.updateCountLine}
      params={{ id: countId, lineId: line.id }}
      fixed={{ ver: line.ver }}
      blank={{ note: line.note, ...(line.reason !== null && { reason: line.reason }) }}
      title={t('count.explainTitle', { product: line.productName })}
      yes={t('form.save')}
      changes={['/wms/inventory']}
      onDone={onClose}
      onClose={onClose}
    >
      <ChoiceField name="reason" label="wms.count.reason" dic="WMS_COUNT_REASON" width="full" />
      <AreaField name="note" label="wms.count.note" width="full" />
    </ActionDialog>
  );
}
