// The buttons of a reviewer: decide or reassign.
import { countRoutes, type Count } from '@kuwei/contract/wms/inventory';
import { countRefusal } from '@kuwei/contract/wms/inventory-state';
import type { Work } from '@kuwei/contract/bpm/work';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { withTexts } from '../../navigation/lazy-page.ts';
import { usePageWrite } from '../../page/query.ts';
import { say, useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';
import { COUNT_CHANGES } from './changes.ts';
import { AskReason } from '../review/AskReason.tsx';
import '../review/audit.css';

const ApproveDialog = lazyPart(async () => (await import('./ApproveDialog.tsx')).ApproveDialog);
const ApprovalTools = lazyPart(
  withTexts(async () => (await import('../../base/bpm/ApprovalTools.tsx')).ApprovalTools, 'approval'),
);

type Decision = 'approve' | 'return' | 'reject';
interface ReviewButtonsProps {
  count: Count;
  onChanged: () => void;
}

export function ReviewButtons({ count, onChanged }: ReviewButtonsProps) {
  const t = useT();
  const [asking, setAsking] = useState<Decision | null>(null);
  const [task, setTask] = useState<Work['task']>(null);
  const { id, no, rev } = count;
  const done = (after: Count): void => {
    setAsking(null);
    // Still under review after an approval: another level follows.
    if (after.state === 'SUBMITTED') noticeDone(t('count.approvedOn', { no }));
    else noticeDone(t('count.decided', { no, state: say(`wms.count.state.${after.state}`) }));
    onChanged();
  };
  const writes = {
    return: usePageWrite(countRoutes.returnCount, { changes: COUNT_CHANGES, onSuccess: done }),
    reject: usePageWrite(countRoutes.rejectCount, { changes: COUNT_CHANGES, onSuccess: done }),
  };
  if (count.state !== 'SUBMITTED') return null;
  const decides = countRefusal('approve', count) === null;
  const open = (decision: Decision): void => {
    writes.return.reset();
    writes.reject.reset();
    setAsking(decision);
  };
  const close = (): void => setAsking(null);
  const reload = (): void => {
    close();
    onChanged();
  };
  const turned = asking === 'return' || asking === 'reject' ? asking : null;
  return (
    <>
      {decides && (
        <>
          <Button danger onClick={() => open('reject')}>
            {t('count.reject')}
          </Button>
          <Button onClick={() => open('return')}>{t('count.return')}</Button>
          <Suspense>
            <ApprovalTools bizType="WMS_INVENTORY" bizId={id} no={no} rev={rev} decidesHere onTask={setTask} onDone={reload} />
          </Suspense>
          <Button type="primary" onClick={() => open('approve')}>
            {t('count.approve')}
          </Button>
        </>
      )}
      <Suspense>
        {asking === 'approve' && <ApproveDialog count={count} isLast={task?.isLast ?? false} onDone={done} onClose={close} />}
      </Suspense>
      <AskReason
        asked={
          turned && {
            title: t(`count.${turned}Title`, { no }),
            text: t(`count.${turned}Text`),
            confirmLabel: t(`count.${turned}`),
            danger: turned === 'reject',
            ...(turned === 'return' && { backTo: task?.backTo ?? [] }),
            usual: { dic: turned === 'return' ? 'WMS_SAY_RETURN' : 'WMS_SAY_REJECT' },
          }
        }
        busy={turned !== null && writes[turned].isPending}
        error={turned && writes[turned].error}
        onGiven={(comment, to) => {
          if (turned === 'return') writes.return.mutate({ params: { id }, body: { rev, comment, ...(to !== null && { to }) } });
          else writes.reject.mutate({ params: { id }, body: { rev, comment } });
        }}
        onClose={close}
        onReload={reload}
      />
    </>
  );
}
