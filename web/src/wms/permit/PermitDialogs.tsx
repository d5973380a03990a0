import { permitRoutes, type Permit } from '@kuwei/contract/wms/permit';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { useT } from '../../phrase/phrases.ts';
import { DicName } from '../../ui/DicName.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { noticeDone } from '../../ui/feedback.ts';
import { Quantity } from '../../ui/Quantity.tsx';
import { fileAddress } from '../../ui/Thumb.tsx';
import { permittedGoods } from './permit-list.tsx';

interface PermitDialogProps {
  permit: Permit;
  onClose: () => void;
}

/** Shows the facts to compare with the paper permit. */
export function CheckDialog({ permit, onClose }: PermitDialogProps) {
  const t = useT();
  const { id, rev, number, kind, amount, unit, validFrom, validUntil, authority, fileId, fileName, orgName } = permit;
  return (
    <ActionDialog
      route={permitRoutes.checkPermit}
      params={{ id }}
      fixed={{ rev }}
      title={t('permit.checkTitle', { name: number })}
      text={t('permit.checkText')}
      yes={t('permit.check')}
      changes={['/wms/permit']}
      onDone={() => {
        noticeDone(t('permit.checkDone', { name: number }));
        onClose();
      }}
      onClose={onClose}
    >
      <Facts
        facts={[
          [t('wms.permit.org'), orgName],
          [t('wms.permit.kind'), <DicName key="kind" dic="WMS_PERMIT_KIND" code={kind} />],
          [t('wms.permit.products'), permittedGoods(permit)],
          [
            t('wms.permit.amount'),
            amount === null || unit === null ? t('permit.noAmount') : <Quantity key="amount" qty={amount} unit={unit} />,
          ],
          [t('wms.permit.validFrom'), validFrom],
          [t('wms.permit.validUntil'), validUntil],
          [t('wms.permit.authority'), authority],
          fileId !== null && [
            t('wms.permit.file'),
            <a key="file" className="kw-link" href={fileAddress(fileId)} target="_blank" rel="noreferrer">
              {fileName}
            </a>,
          ],
        ]}
      />
    </ActionDialog>
  );
}

export function StopDialog({ permit: { id, rev, number }, onClose }: PermitDialogProps) {
  const t = useT();
  return (
    <ActionDialog
      route={permitRoutes.revokePermit}
      params={{ id }}
      fixed={{ rev }}
      title={t('permit.stopTitle', { name: number })}
      text={t('permit.stopText')}
      yes={t('permit.stop')}
      danger
      changes={['/wms/permit']}
      onDone={() => {
        noticeDone(t('permit.stopDone', { name: number }));
        onClose();
      }}
      onClose={onClose}
    >
      <AreaField name="reason" label="wms.permit.reason" width="full" />
    </ActionDialog>
  );
}
