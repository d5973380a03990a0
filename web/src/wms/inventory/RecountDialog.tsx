import { countRoutes, type Count, type CountLine } from '@kuwei/contract/wms/inventory';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';

interface RecountDialogProps {
  count: Count;
  /** Without it, all differing lines. */
  line?: CountLine;
  onClose: () => void;
}

/** Requests a recount by someone who has not counted the lines. */
export function RecountDialog({ count: { id, rev }, line, onClose }: RecountDialogProps) {
  const t = useT();
  return (
    <ActionDialog
      route={countRoutes.recountLines}
      params={{ id }}
      fixed={{ rev, ...(line && { lineIds: [line.id] }) }}
      title={t('count.recountTitle')}
      text={line ? `${line.boxCode} · ${line.productName}. ${t('count.recountText')}` : t('count.recountText')}
      yes={t('count.recountLine')}
      changes={['/wms/inventory']}
      onDone={() => {
        noticeDone(t('count.recounted'));
        onClose();
      }}
      onClose={onClose}
    >
      <AreaField name="comment" label="wms.count.note" width="full" />
    </ActionDialog>
  );
}
