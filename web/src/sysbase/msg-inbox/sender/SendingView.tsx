// A sent or scheduled message: text, recipients, and receipts.
import { msgSenderRoutes, type Receipt, type Sending, type SendingWhole } from '@kuwei/contract/sys/msg-sender';
import { useState } from 'react';
import { messageKinds } from '../../../base/msg-inbox/kinds.ts';
import { usePageQuery } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { ActionButtons } from '../../../table/ActionButtons.tsx';
import { DetailHead } from '../../../table/DetailHead.tsx';
import { DetailSkeleton } from '../../../table/DetailSkeleton.tsx';
import type { RowAction } from '../../../table/list-types.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { grouped } from '../../../ui/format.ts';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { Parts } from '../../../ui/Parts.tsx';
import { StateTag } from '../../../ui/StateTag.tsx';
import { When } from '../../../ui/When.tsx';
import { ReadCount, sendingLooks, SentAt } from './sender-list.tsx';

interface SendingViewProps {
  id: string;
  known: Sending | undefined;
  actionsOf: (message: Sending) => readonly RowAction[];
}

export function SendingView({ id, known, actionsOf }: SendingViewProps) {
  const t = useT();
  const { data, error, refetch } = usePageQuery(msgSenderRoutes.getSending, { params: { id } });
  const message: (Sending & Partial<SendingWhole>) | undefined = data ?? known;
  if (!message) return error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <DetailSkeleton />;
  const names = (list: readonly { name: string }[] = []): string => list.map(({ name }) => name).join(t('wms.place.comma'));
  return (
    <>
      <DetailHead
        title={message.title}
        marks={
          <>
            <StateTag look={sendingLooks[message.state]} />
            <StateTag look={messageKinds[message.kind]} />
          </>
        }
        actions={<ActionButtons name={message.title} actions={actionsOf(message)} />}
      />
      {message.content !== undefined && message.content !== '' && <p className="send-text">{message.content}</p>}
      <Facts
        facts={[
          [t('sender.by'), message.senderName],
          [t('sender.when'), <SentAt key="at" {...message} />],
          message.recalledAt !== null && [t('sender.recalledAt'), <When key="recalled" at={message.recalledAt} />],
          [t('sender.template'), message.templateName],
          [t('sender.link'), message.link ?? null],
          message.everyone === true && [t('sender.receivers'), t('sender.everyone')],
          [t('sender.roles'), names(message.roles)],
          [t('sender.orgs'), names(message.orgs)],
          [t('sender.users'), names(message.users)],
          [t('sender.readOf'), <ReadCount key="read" {...message} />],
        ]}
      />
      {message.recipients > 0 && <Receipts id={id} />}
    </>
  );
}

const SHOWN = 200;
const VIEWS = { all: {}, unread: { read: false }, read: { read: true } } as const;

function Receipts({ id }: { id: string }) {
  const t = useT();
  const [view, setView] = useState<keyof typeof VIEWS>('all');
  const query = { size: SHOWN, ...VIEWS[view] };
  const { data } = usePageQuery(msgSenderRoutes.listReceipts, { params: { id }, query }, { keepPrevious: true });
  return (
    <section className="receipts" aria-label={t('sender.receipts')}>
      <h3>{t('sender.receipts')}</h3>
      <Parts
        label={t('sender.receipts')}
        options={(['all', 'unread', 'read'] as const).map((value) => ({ value, label: t(`sender.receipts.${value}`) }))}
        value={view}
        onChange={setView}
      />
      {data?.list.length === 0 && <p>{t('sender.receipts.none')}</p>}
      <ul>
        {data?.list.map((receipt) => (
          <li key={receipt.id}>
            <span>
              {receipt.name} <span className="kw-code">{receipt.username}</span>
            </span>
            <ReadAt {...receipt} />
          </li>
        ))}
      </ul>
      {data && data.total > data.list.length && <p>{t('sender.receipts.more', { count: grouped(String(data.list.length)) })}</p>}
    </section>
  );
}

function ReadAt({ readAt, recalled }: Receipt) {
  const t = useT();
  if (readAt !== null) return <When at={readAt} />;
  return <span>{t(recalled ? 'sender.taken' : 'sender.unread')}</span>;
}
