// Lists of this screen: sent messages, and templates.
import { MESSAGE_KINDS } from '@kuwei/contract/sys/msg-inbox';
import { msgSenderRoutes, SENDING_STATES, type Sending } from '@kuwei/contract/sys/msg-sender';
import { messageKinds } from '../../../base/msg-inbox/kinds.ts';
import { useLocale, useT } from '../../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../../table/filter/choice.tsx';
import { flag } from '../../../table/filter/flag.tsx';
import { listOf } from '../../../table/list-types.ts';
import { grouped, moment } from '../../../ui/format.ts';
import { None } from '../../../ui/None.tsx';
import { StateTag, type StateLooks } from '../../../ui/StateTag.tsx';
import { When } from '../../../ui/When.tsx';

export const sendingLooks: StateLooks<Sending['state']> = {
  PLANNED: { label: 'sender.state.PLANNED', tone: 'info', shape: 'ring' },
  SENT: { label: 'sender.state.SENT', tone: 'success', shape: 'check' },
  RECALLED: { label: 'sender.state.RECALLED', tone: 'quiet', shape: 'bar' },
};

const kindFilter = choice({ name: 'kind', label: 'sender.kind', useOptions: phraseOptions('inbox.kind', MESSAGE_KINDS) });

export const sentList = listOf(msgSenderRoutes.listSendings, {
  name: 'sysbase.msg-inbox.sender',
  sortsElsewhere: ['createdAt'],
  sort: '-createdAt',
  search: 'sender.search',
  nameOf: ({ title }) => title,
  columns: [
    { key: 'title', title: 'sender.message', width: 'grow', card: 'title', cell: ({ title }) => title },
    {
      key: 'state',
      title: 'sender.state',
      card: 'state',
      cell: ({ state }) => <StateTag look={sendingLooks[state]} />,
    },
    { key: 'kind', title: 'sender.kind', cell: ({ kind }) => <StateTag look={messageKinds[kind]} /> },
    { key: 'read', title: 'sender.readOf', align: 'right', card: 'fact', cell: (row) => <ReadCount {...row} /> },
    {
      key: 'sentAt',
      title: 'sender.when',
      sort: 'sentAt',
      descFirst: true,
      card: 'fact',
      cell: (row) => <SentAt {...row} />,
    },
    { key: 'sender', title: 'sender.by', card: 'fact', cell: ({ senderName }) => senderName },
    { key: 'template', title: 'sender.template', cell: ({ templateName }) => templateName ?? <None /> },
  ],
  filters: [
    choice({ name: 'state', label: 'sender.state', useOptions: phraseOptions('sender.state', SENDING_STATES) }),
    kindFilter,
  ],
});

export function ReadCount({ state, read, recipients }: Sending) {
  const t = useT();
  if (state === 'PLANNED') return <None />;
  return t('sender.readCount', { read: grouped(String(read)), count: grouped(String(recipients)) });
}

export function SentAt({ state, sentAt, sendAt }: Sending) {
  const t = useT();
  const locale = useLocale();
  if (sentAt !== null) return <When at={sentAt} />;
  return state === 'PLANNED' && sendAt !== null ? t('sender.planned', { when: moment(sendAt, locale) }) : <None />;
}

export const templateList = listOf(msgSenderRoutes.listTemplates, {
  name: 'sysbase.msg-inbox.template',
  sort: 'code',
  search: 'template.search',
  nameOf: ({ name }) => name,
  columns: [
    {
      key: 'code',
      title: 'template.code',
      sort: 'code',
      card: 'code',
      cell: ({ code }) => <span className="kw-code">{code}</span>,
    },
    { key: 'name', title: 'template.name', sort: 'name', card: 'title', cell: ({ name }) => name },
    { key: 'kind', title: 'sender.kind', card: 'state', cell: ({ kind }) => <StateTag look={messageKinds[kind]} /> },
    { key: 'title', title: 'sender.message', width: 'grow', card: 'fact', cell: ({ title }) => title },
    { key: 'params', title: 'template.params', cell: ({ params }) => params.join(' · ') || <None /> },
    { key: 'valid', title: 'template.valid', cell: ({ valid }) => <Valid valid={valid} /> },
    {
      key: 'updatedAt',
      title: 'template.updated',
      sort: 'updatedAt',
      descFirst: true,
      cell: ({ updatedAt }) => <When at={updatedAt} />,
    },
  ],
  filters: [kindFilter, flag({ name: 'valid', label: 'template.valid' })],
});

function Valid({ valid }: { valid: boolean }) {
  const t = useT();
  return t(valid ? 'template.valid' : 'template.off');
}
