import { workRoutes } from '@kuwei/contract/bpm/work';
import { useId } from 'react';
import { usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { noticeDone } from '../../ui/feedback.ts';
import './todo.css';
import { BIZ_TYPE, useWork } from './use-work.ts';

/** Lets the applicant remind the approvers, with a rate limit. */
export function RemindButton({ bizId }: { bizId: string }) {
  const t = useT();
  const why = useId();
  const { data } = useWork(BIZ_TYPE, bizId);
  const remind = usePageWrite(workRoutes.remindTask, {
    changes: ['/sys/bpm'],
    onSuccess: () => noticeDone(t('bpm.reminded')),
  });
  const open = data?.remind;
  if (!open) return null;
  return (
    <>
      <BusyButton
        busy={remind.isPending}
        disabled={!open.ready}
        aria-describedby={open.ready ? undefined : why}
        onClick={() => remind.mutate({ params: { id: open.taskId } })}
      >
        {t('bpm.remind')}
      </BusyButton>
      {!open.ready && (
        <span id={why} className="work-handed">
          {t('bpm.remindLater')}
        </span>
      )}
    </>
  );
}
