import { isScreen } from '@kuwei/contract/screens';
import type { Message } from '@kuwei/contract/sys/msg-inbox';
import { useT } from '../../phrase/phrases.ts';
import { None } from '../../ui/None.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { useMarkRead } from './use-messages.ts';

/** Link to the subject of a message; following it marks the message as read. */
export function DocumentLink({ message, className = 'kw-link' }: { message: Message; className?: string }) {
  const t = useT();
  const markRead = useMarkRead();
  const { link, title } = message;
  if (link === null || !isScreen(link)) return <None />;
  return (
    <PageLink
      className={className}
      to={link}
      aria-label={t('inbox.openNamed', { title })}
      onClick={() => markRead(message)}
      onAuxClick={() => markRead(message)}
    >
      {t('inbox.open')}
    </PageLink>
  );
}
