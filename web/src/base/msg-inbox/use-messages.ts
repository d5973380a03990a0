// Actions on messages, one or many. The unread count in the header updates at once.
import { msgInboxRoutes, type Message, type MessageState } from '@kuwei/contract/sys/msg-inbox';
import { usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { refreshUnread } from '../../session/unread.ts';
import { isOwnAccount } from '../../session/user.ts';
import { ask, noticeDone } from '../../ui/feedback.ts';

const CHANGES = { changes: ['/sys/msg-inbox'], onSuccess: () => void refreshUnread() };

/** Selected messages: by id, or all in one state. */
type MessageSelection = { ids: readonly string[] } | { state: MessageState };
const bodyOf = (which: MessageSelection) => ('ids' in which ? { ids: [...which.ids] } : which);

/** @returns a function that marks an unread message as read */
export function useMarkRead(): (message: Pick<Message, 'id' | 'state'>) => void {
  const { mutate } = usePageWrite(msgInboxRoutes.notifyMine, CHANGES);
  return ({ id, state }) => {
    if (state === 'NEW' && isOwnAccount()) mutate({ params: { id } });
  };
}

export interface MessageWrites {
  markRead: (which: MessageSelection) => Promise<void>;
  remove: (which: MessageSelection) => Promise<void>;
  restore: (which: MessageSelection) => Promise<void>;
  /** Asks first, since clearing is permanent. @returns whether it was done */
  clear: (which: MessageSelection, count: number) => Promise<boolean>;
  busy: boolean;
}

export function useMessages(): MessageWrites {
  const t = useT();
  const notify = usePageWrite(msgInboxRoutes.notifyAllMine, CHANGES);
  const del = usePageWrite(msgInboxRoutes.deleteAllMine, CHANGES);
  const clear = usePageWrite(msgInboxRoutes.clearAllMine, CHANGES);
  return {
    markRead: async (which) => noticeDone(t('inbox.marked', { count: await notify.mutateAsync({ body: bodyOf(which) }) })),
    remove: async (which) => noticeDone(t('inbox.deleted', { count: await del.mutateAsync({ body: bodyOf(which) }) })),
    restore: async (which) => noticeDone(t('inbox.restored', { count: await notify.mutateAsync({ body: bodyOf(which) }) })),
    clear: async (which, count) => {
      const title =
        'state' in which
          ? t('inbox.allClearAsk', { count })
          : count === 1
            ? t('common.confirmDelete')
            : t('inbox.clearAsk', { count });
      const question = { title, text: t('inbox.clearText'), yes: t('inbox.clear'), no: t('common.cancel'), danger: true };
      if (!(await ask(question))) return false;
      noticeDone(t('inbox.cleared', { count: await clear.mutateAsync({ body: bodyOf(which) }) }));
      return true;
    },
    // Disabled while impersonating; the server rejects it too.
    busy: !isOwnAccount() || notify.isPending || del.isPending || clear.isPending,
  };
}
