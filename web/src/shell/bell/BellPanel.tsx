// Panel of the bell: to-dos by kind, and the latest unread messages.
import { msgInboxRoutes, type Message } from '@kuwei/contract/sys/msg-inbox';
import type { Todo } from '@kuwei/contract/wms/todo';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { INBOX } from '../../navigation/addresses.ts';
import { useT } from '../../phrase/phrases.ts';
import { grouped } from '../../ui/format.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { When } from '../../ui/When.tsx';
import { isNamed, todoAddress, todoName, useTodos } from './use-todos.ts';
import './bell.css';

const MESSAGES_SHOWN = 5;

interface BellPanelProps {
  /** The bell, so that a click on it does not count as outside. */
  bell: RefObject<HTMLElement | null>;
  /** @param back whether the bell should get the focus back */
  onClose: (back: boolean) => void;
}

export default function BellPanel({ bell, onClose }: BellPanelProps) {
  const t = useT();
  const panel = useRef<HTMLDivElement>(null);
  const { todos, failed } = useTodos();
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose(true);
  });
  const pointed = useEffectEvent(({ target }: Event) => {
    if (!bell.current?.contains(target as Node)) onClose(false);
  });
  useEffect(() => {
    panel.current?.focus();
    window.addEventListener('keydown', pressed);
    document.addEventListener('pointerdown', pointed);
    return () => {
      window.removeEventListener('keydown', pressed);
      document.removeEventListener('pointerdown', pointed);
    };
  }, []);
  const leave = (): void => onClose(false);
  return (
    <div ref={panel} role="dialog" aria-label={t('bell.title')} tabIndex={-1} className="bell-panel">
      <h2>{t('bell.todos')}</h2>
      {failed && !todos ? (
        <p className="bell-nothing">{t('bell.failed')}</p>
      ) : todos?.length === 0 ? (
        <p className="bell-nothing">{t('bell.noTodos')}</p>
      ) : (
        todos?.map((todo) => (
          <TodoGroup key={`${todo.kind} ${todo.type} ${todo.org.id}`} todo={todo} named={isNamed(todo, todos)} onLeave={leave} />
        ))
      )}
      <Unread onLeave={leave} />
      <PageLink className="bell-all" to={INBOX} onClick={leave}>
        {t('bell.all')}
      </PageLink>
    </div>
  );
}

function TodoGroup({ todo, named, onLeave }: { todo: Todo; named: boolean; onLeave: () => void }) {
  const t = useT();
  const { kind, count, documents, link, org } = todo;
  const name = todoName(t, todo);
  return (
    <section className="bell-group" aria-label={name}>
      <PageLink className="bell-head" to={todoAddress(todo, link)} onClick={onLeave}>
        <span>
          {name}
          {named && <span className="bell-org"> {org.name}</span>}
        </span>
        <span className="bell-count">{grouped(String(count))}</span>
      </PageLink>
      <ul>
        {documents.map(({ id, no, ownerName, applicantName, since, link: to }) => (
          <li key={id}>
            <PageLink to={todoAddress(todo, to)} onClick={onLeave}>
              <span className="kw-code">{no}</span>
              <span className="bell-about">{kind === 'RETURNED' || kind === 'COLLECT' ? applicantName : ownerName}</span>
              <When at={since} />
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

const query = { state: ['NEW'] as Message['state'][], size: MESSAGES_SHOWN };

function Unread({ onLeave }: { onLeave: () => void }) {
  const t = useT();
  const { data, isError } = useQuery(
    {
      queryKey: [msgInboxRoutes.listMine.path, { query }, { pageRole: null, org: null }],
      queryFn: ({ signal }) => call(msgInboxRoutes.listMine, { query }, { signal }),
    },
    queryClient,
  );
  return (
    <>
      <h2>{t('bell.unread')}</h2>
      {isError && !data && <p className="bell-nothing">{t('bell.failed')}</p>}
      {data?.list.length === 0 && <p className="bell-nothing">{t('inbox.empty.NEW')}</p>}
      <ul className="bell-messages">
        {data?.list.map(({ id, title, content, createdAt }) => (
          <li key={id}>
            <PageLink to={`${INBOX}?show=${id}`} onClick={onLeave}>
              <span className="bell-message">{title}</span>
              <When at={createdAt} />
              <span className="bell-text">{content}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </>
  );
}
