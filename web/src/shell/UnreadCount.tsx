import BellOutlined from '@ant-design/icons/es/icons/BellOutlined';
import { useEffect } from 'react';
import { INBOX } from '../navigation/addresses.ts';
import { useT } from '../phrase/phrases.ts';
import { needUnread, unreadText, useUnread } from '../session/unread.ts';
import { PageLink } from '../ui/PageLink.tsx';

/** The number of unread messages, and the way to them. */
export function UnreadCount() {
  const t = useT();
  const count = useUnread((state) => state.count);
  useEffect(() => void needUnread(), []);
  const text = unreadText(count);
  const says = count > 0 ? t('header.unread', { count }) : t('header.noUnread');
  return (
    <PageLink to={INBOX} className="header-button" aria-label={says} title={says}>
      <BellOutlined aria-hidden="true" />
      {text !== '' && (
        <span className="unread" aria-hidden="true">
          {text}
        </span>
      )}
    </PageLink>
  );
}
