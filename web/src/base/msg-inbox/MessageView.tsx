import { isScreen } from '@kuwei/contract/screens';
import { msgInboxRoutes, type Message } from '@kuwei/contract/sys/msg-inbox';
import { useEffect, useEffectEvent } from 'react';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import { DocumentLink } from './DocumentLink.tsx';
import { isResolved, messageKinds } from './kinds.ts';
import { Sender } from './Sender.tsx';
import { useMarkRead, type MessageWrites } from './use-messages.ts';

interface MessageViewProps {
  id: string;
  /** The message from the list, while it is on the current page. */
  known: Message | undefined;
  writes: MessageWrites;
}

/** A whole message; opening it marks it as read. */
export function MessageView({ id, known, writes }: MessageViewProps) {
  const t = useT();
  const { data, error, refetch } = usePageQuery(msgInboxRoutes.getMine, { params: { id } });
  const message = data ?? known;
  const markRead = useMarkRead();
  const look = useEffectEvent(() => message && markRead(message));
  const isHere = message !== undefined;
  useEffect(() => look(), [id, isHere]);

  if (!message) return error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  const { title, content, kind, createdAt, state, link, ended } = message;
  const ids = [id];
  return (
    <article className="message-view">
      <h2>{title}</h2>
      <p className="message-about">
        <StateTag look={messageKinds[kind]} />
        <Sender message={message} />
        <When at={createdAt} />
        {isResolved({ kind, ended }) && <span className="message-ended">{t('inbox.ended')}</span>}
      </p>
      <p className="message-text">{content}</p>
      <div className="message-does">
        {link !== null && isScreen(link) && <DocumentLink message={message} className="kw-button primary" />}
        {state === 'DELETED' ? (
          <>
            <button type="button" className="kw-button" disabled={writes.busy} onClick={() => void writes.restore({ ids })}>
              {t('inbox.restore')}
            </button>
            <button
              type="button"
              className="kw-button danger"
              disabled={writes.busy}
              onClick={() => void writes.clear({ ids }, 1)}
            >
              {t('inbox.clear')}
            </button>
          </>
        ) : (
          <button type="button" className="kw-button" disabled={writes.busy} onClick={() => void writes.remove({ ids })}>
            {t('common.delete')}
          </button>
        )}
      </div>
    </article>
  );
}
