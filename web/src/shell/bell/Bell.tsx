import BellOutlined from '@ant-design/icons/es/icons/BellOutlined';
import { Suspense, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { INBOX } from '../../navigation/addresses.ts';
import { useT } from '../../phrase/phrases.ts';
import { loadUnreadOnce, unreadText, useUnread } from '../../session/unread.ts';
import { isPlainClick, PageLink } from '../../ui/PageLink.tsx';
import { useTodos } from './use-todos.ts';

const BellPanel = lazyPart(async () => (await import('./BellPanel.tsx')).default);

/** Number of unread messages, or a dot while other to-dos wait; opens the panel. A new tab opens the inbox. */
export function Bell() {
  const t = useT();
  const [open, setOpen] = useState(false);
  const bell = useRef<HTMLSpanElement>(null);
  const count = useUnread((state) => state.count);
  const { todos = [] } = useTodos();
  useEffect(() => void loadUnreadOnce(), []);
  const text = unreadText(count);
  const waiting = todos.reduce((sum, todo) => sum + todo.count, 0);
  const says = count > 0 ? t('header.unread', { count }) : t('header.noUnread');
  const close = (back: boolean): void => {
    setOpen(false);
    if (back) bell.current?.querySelector('a')?.focus();
  };
  return (
    <span ref={bell}>
      <PageLink
        to={INBOX}
        className="header-button"
        aria-label={says}
        aria-expanded={open}
        {...(waiting > 0 && { 'aria-description': t('header.waiting', { count: waiting }) })}
        title={waiting > 0 ? `${says} · ${t('header.waiting', { count: waiting })}` : says}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          setOpen(!open);
        }}
      >
        <BellOutlined aria-hidden="true" />
        {text !== '' ? (
          <span className="unread" aria-hidden="true">
            {text}
          </span>
        ) : (
          waiting > 0 && <span className="unread dot" aria-hidden="true" />
        )}
      </PageLink>
      <Suspense>{open && <BellPanel bell={bell} onClose={close} />}</Suspense>
    </span>
  );
}
