import { msgSenderRoutes, type Sending } from '@kuwei/contract/sys/msg-sender';
import { usePageWrite } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { ask, noticeDone } from '../../../ui/feedback.ts';

/** Recalls a message, after confirmation. */
export function useRecall(): (message: Pick<Sending, 'id' | 'title' | 'state'>) => Promise<void> {
  const t = useT();
  const { mutateAsync } = usePageWrite(msgSenderRoutes.recall, { changes: ['/sys/msg-inbox'] });
  return async ({ id, title, state }) => {
    const planned = state === 'PLANNED';
    const question = planned
      ? { title: t('sender.cancelAsk', { title }), yes: t('sender.cancel') }
      : { title: t('sender.recallAsk', { title }), text: t('sender.recallText'), yes: t('sender.recall') };
    if (!(await ask({ ...question, no: t('common.cancel'), danger: true }))) return;
    await mutateAsync({ params: { id } });
    noticeDone(t('sender.recalled'));
  };
}
