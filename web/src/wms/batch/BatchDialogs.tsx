// Decisions about a batch; each dialog names the consequences first.
import { batchRoutes, type Batch } from '@kuwei/contract/wms/batch';
import { batchMoves, mayMove } from '@kuwei/contract/wms/state-moves';
import { dayNotes, type BatchDays } from '@kuwei/contract/wms/batch-days';
import type { PlainKey } from '@kuwei/contract/phrase';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { DateField } from '../../form/field/DateField.tsx';
import { say, useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';
import { today } from '../../ui/format.ts';
import { useAmount } from '../../ui/Quantity.tsx';

const CHANGES = ['/wms/batch', '/wms/product-box'] as const;

export interface Step {
  to: keyof typeof batchMoves;
  label: PlainKey;
}
const STEPS: readonly Step[] = [
  { to: 'OK', label: 'batch.release' },
  { to: 'HOLD', label: 'batch.hold' },
  { to: 'RECALLED', label: 'batch.recall' },
];

/** Status changes that a batch allows. */
export const statusSteps = ({ status }: Batch): readonly Step[] => STEPS.filter(({ to }) => mayMove(batchMoves, status, to));

interface StatusDialogProps {
  batch: Batch;
  step: Step;
  onClose: () => void;
}

export function StatusDialog({ batch, step, onClose }: StatusDialogProps) {
  const t = useT();
  const amountOf = useAmount();
  const { id, batchNo: no, status, qty, baseUnit, rev } = batch;
  const amount = { qty: amountOf(qty, baseUnit) };
  const texts = {
    HOLD: { title: t('batch.holdTitle', { no }), text: t('batch.holdText', amount) },
    RECALLED: { title: t('batch.recallTitle', { no }), text: t('batch.recallText', amount) },
    OK: {
      title: t('batch.releaseTitle', { no, status: say(`wms.batch.status.${status}`) }),
      text: t('batch.releaseText', amount),
    },
  }[step.to];
  return (
    <ActionDialog
      route={batchRoutes.setBatchStatus}
      params={{ id }}
      fixed={{ status: step.to, rev }}
      title={texts.title}
      text={
        <>
          <p>{texts.text}</p>
          <p>{t('batch.notifiedText')}</p>
        </>
      }
      yes={t(step.label)}
      danger={step.to !== 'OK'}
      changes={CHANGES}
      onDone={(reply) => {
        noticeDone(t('batch.done', { no, status: say(`wms.batch.status.${reply.status}`) }));
        onClose();
      }}
      onClose={onClose}
    >
      <AreaField name="reason" label="batch.reason" width="full" />
    </ActionDialog>
  );
}

export function DatesDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const t = useT();
  const { id, batchNo: no, madeOn, expiresOn, rev } = batch;
  return (
    <ActionDialog
      route={batchRoutes.updateBatch}
      params={{ id }}
      fixed={{ rev }}
      blank={{ madeOn, expiresOn }}
      title={t('batch.datesTitle', { no })}
      yes={t('form.save')}
      changes={CHANGES}
      onDone={() => {
        noticeDone(t('common.modified'));
        onClose();
      }}
      onClose={onClose}
    >
      <DaysFields />
    </ActionDialog>
  );
}

/** Both days, with warnings about unlikely ones. */
function DaysFields() {
  const t = useT();
  const form = Form.useFormInstance<BatchDays>();
  const days: BatchDays = { madeOn: Form.useWatch('madeOn', form) ?? null, expiresOn: Form.useWatch('expiresOn', form) ?? null };
  const notes = dayNotes(days, today());
  const hint = (field: keyof BatchDays): ReactNode => {
    const note = notes.find((each) => each.field === field);
    return note && <span className="form-warn">{t(note.key)}</span>;
  };
  return (
    <>
      <DateField name="madeOn" label="batch.madeOn" near="last" hint={hint('madeOn')} />
      <DateField name="expiresOn" label="batch.expiresOn" edge="last" hint={hint('expiresOn')} />
    </>
  );
}
