import { workRoutes } from '@kuwei/contract/bpm/work';
import { usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { noticeDone } from '../../ui/feedback.ts';
import { BIZ_TYPE, useWork } from './use-work.ts';

/** The applicant reminds those who are asked, as often as people bear it. */
export function RemindButton({ bizId }: { bizId: string }) {
  const t = useT();
  const { data } = useWork(BIZ_TYPE, bizId);
  const remind = usePageWrite(workRoutes.remindTask, {
    changes: ['/sys/bpm'],
    onSuccess: () => noticeDone(t('bpm.reminded')),
  });
  const open = data?.remind;
  if (!open) return null;
  return (
    <BusyButton
      busy={remind.isPending}
      disabled={!open.ready}
      title={open.ready ? undefined : t('bpm.remindLater')}
      onClick={() => remind.mutate({ params: { id: open.taskId } })}
    >
      {t('bpm.remind')}
    </BusyButton>
  );
}
