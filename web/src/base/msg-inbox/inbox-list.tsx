// Declaration of the inbox list: columns and filters.
import { MESSAGE_KINDS, msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { useT } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { listOf } from '../../table/list-types.ts';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import { DocumentLink } from './DocumentLink.tsx';
import { isResolved, messageKinds } from './kinds.ts';
import { Sender } from './Sender.tsx';
import { boxFilter } from './box-filter.tsx';
import type { Message } from '@kuwei/contract/sys/msg-inbox';

export const inboxList = listOf(msgInboxRoutes.listMine, {
  name: 'sys.msg-inbox',
  sort: '-createdAt',
  search: 'inbox.search',
  nameOf: ({ title }) => title,
  columns: [
    { key: 'title', title: 'inbox.message', width: 'grow', card: 'title', cell: (row) => <MessageSummary {...row} /> },
    { key: 'kind', title: 'inbox.kind', card: 'fact', cell: ({ kind }) => <StateTag look={messageKinds[kind]} /> },
    {
      key: 'document',
      title: 'inbox.document',
      card: 'fact',
      cell: (row) => <DocumentLink message={row} className="kw-link message-document" />,
    },
    { key: 'sender', title: 'inbox.sender', card: 'fact', cell: (row) => <Sender message={row} /> },
    {
      key: 'createdAt',
      title: 'inbox.sent',
      sort: 'createdAt',
      descFirst: true,
      card: 'fact',
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
  ],
  filters: [boxFilter, choice({ name: 'kind', label: 'inbox.kind', useOptions: phraseOptions('inbox.kind', MESSAGE_KINDS) })],
});

/** Title and the beginning of the text; unread messages stand out. */
function MessageSummary({ state, title, content, kind, ended }: Message) {
  const t = useT();
  return (
    <span className={state === 'NEW' ? 'message-words new' : 'message-words'}>
      {state === 'NEW' && <span className="kw-unseen">{t('inbox.unread')}</span>}
      <span className="message-title">{title}</span>
      {isResolved({ kind, ended }) && <span className="message-ended">{t('inbox.ended')}</span>}
      <span className="message-excerpt" title={content}>
        {content}
      </span>
    </span>
  );
}
