import { flowRoutes, type FlowRegister } from '@kuwei/contract/wms/hazard-flow';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { DateField } from '../../form/field/DateField.tsx';
import { TextField } from '../../form/field/TextField.tsx';
import { useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';
import { today } from '../../ui/format.ts';

const CHANGES = ['/wms/hazard-flow', '/wms/ews-product'];

interface DialogProps {
  register: FlowRegister;
  onClose: () => void;
}

export function CloseDialog({ register: { warehouseId, controlClass, month }, onClose }: DialogProps) {
  const t = useT();
  return (
    <ActionDialog
      route={flowRoutes.closeFlow}
      params={{}}
      fixed={{ warehouseId, controlClass, month }}
      title={t('hazardFlow.closeTitle', { month, control: t(`wms.control.${controlClass}`) })}
      text={
        <>
          {t('hazardFlow.closeText')} {controlClass === 'TOXIC' && t('hazardFlow.closeTwo')}
        </>
      }
      yes={t('hazardFlow.close')}
      changes={CHANGES}
      onDone={() => {
        noticeDone(t('hazardFlow.closeDone', { month }));
        onClose();
      }}
      onClose={onClose}
    />
  );
}

export function SignDialog({ register: { closing, controlClass, month }, onClose }: DialogProps) {
  const t = useT();
  return (
    <ActionDialog
      route={flowRoutes.signFlow}
      params={{ id: closing!.id }}
      fixed={{ rev: closing!.rev }}
      title={t('hazardFlow.signTitle', { month, control: t(`wms.control.${controlClass}`) })}
      text={t('hazardFlow.signText')}
      yes={t('hazardFlow.sign')}
      changes={CHANGES}
      onDone={() => {
        noticeDone(t('hazardFlow.signDone', { month }));
        onClose();
      }}
      onClose={onClose}
    />
  );
}

export function ReopenDialog({ register: { closing, controlClass, month }, onClose }: DialogProps) {
  const t = useT();
  return (
    <ActionDialog
      route={flowRoutes.reopenFlow}
      params={{ id: closing!.id }}
      fixed={{ rev: closing!.rev }}
      title={t('hazardFlow.reopenTitle', { month, control: t(`wms.control.${controlClass}`) })}
      text={t('hazardFlow.reopenText')}
      yes={t('hazardFlow.reopen')}
      danger
      changes={CHANGES}
      onDone={() => {
        noticeDone(t('hazardFlow.reopenDone', { month }));
        onClose();
      }}
      onClose={onClose}
    >
      <AreaField name="reason" label="wms.flow.reason" width="full" />
    </ActionDialog>
  );
}

export function FileDialog({ register, onClose }: DialogProps) {
  const t = useT();
  const { warehouseId, controlClass, due, dueSeq } = register;
  return (
    <ActionDialog
      route={flowRoutes.reportFlow}
      params={{}}
      fixed={{ warehouseId, controlClass, untilSeq: dueSeq, entries: due }}
      blank={{ filedOn: today() }}
      title={t('hazardFlow.report.fileTitle', { count: due })}
      text={t('hazardFlow.report.fileText')}
      yes={t('hazardFlow.report.file')}
      changes={CHANGES}
      onDone={({ number }) => {
        noticeDone(t('hazardFlow.report.fileDone', { number }));
        onClose();
      }}
      onClose={onClose}
    >
      <TextField name="number" label="wms.flow.reportNumber" width="full" />
      <DateField name="filedOn" label="wms.flow.reportedOn" near="last" max={today()} />
      <AreaField name="note" label="wms.flow.note" width="full" />
    </ActionDialog>
  );
}

interface WithdrawDialogProps {
  report: { id: string; number: string; rev: number };
  onClose: () => void;
}

export function WithdrawDialog({ report: { id, number, rev }, onClose }: WithdrawDialogProps) {
  const t = useT();
  return (
    <ActionDialog
      route={flowRoutes.withdrawFlowReport}
      params={{ id }}
      fixed={{ rev }}
      title={t('hazardFlow.report.withdrawTitle', { number })}
      text={t('hazardFlow.report.withdrawText')}
      yes={t('hazardFlow.report.withdraw')}
      danger
      changes={CHANGES}
      onDone={() => {
        noticeDone(t('hazardFlow.report.withdrawDone', { number }));
        onClose();
      }}
      onClose={onClose}
    >
      <AreaField name="reason" label="wms.flow.reason" width="full" />
    </ActionDialog>
  );
}
