// Messages sent by administrators, and their templates.
import { mailRoutes } from '@kuwei/contract/sys/mail';
import { msgSenderRoutes, type Sending, type SendingWhole, type Template } from '@kuwei/contract/sys/msg-sender';
import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '../../../browser/lazy-part.ts';
import { confirmDelete } from '../../../ui/confirm-delete.ts';
import { usePage } from '../../../page/page.ts';
import { usePageQuery, usePageWrite } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import type { RowAction } from '../../../table/list-types.ts';
import { List } from '../../../table/List.tsx';
import { resetPatch } from '../../../table/query-state.ts';
import { noticeDone } from '../../../ui/feedback.ts';
import { Parts } from '../../../ui/Parts.tsx';
import { mailList } from './mail-list.tsx';
import { Mails } from './Mails.tsx';
import { sentList, templateList } from './sender-list.tsx';
import { SendingView } from './SendingView.tsx';
import type { Editing } from './TemplateDrawer.tsx';
import { TemplateView } from './TemplateView.tsx';
import { useRecall } from './use-recall.ts';
import './sender.css';

const SendTextDialog = lazyPart(async () => (await import('./SendDialogs.tsx')).SendTextDialog);
const SendTemplateDialog = lazyPart(async () => (await import('./SendDialogs.tsx')).SendTemplateDialog);
const TemplateDrawer = lazyPart(async () => (await import('./TemplateDrawer.tsx')).default);

export default function SenderPage() {
  const { query } = usePage();
  switch (query.get('view')) {
    case 'template':
      return <Templates />;
    case 'mail':
      return <Mails views={<Views />} />;
    default:
      return <Sent />;
  }
}

function Sent() {
  const t = useT();
  const recall = useRecall();
  const [writing, setWriting] = useState(false);
  const done = useSent(() => setWriting(false));
  const actionsOf = (row: Sending): RowAction[] =>
    row.state === 'RECALLED'
      ? []
      : [
          {
            key: 'recall',
            label: t(row.state === 'PLANNED' ? 'sender.cancel' : 'sender.recall'),
            danger: true,
            route: msgSenderRoutes.recall,
            ...(row.state === 'SENT' && row.read >= row.recipients && { reason: t('sender.allRead') }),
            run: () => recall(row),
          },
        ];
  return (
    <>
      <List
        key="sent"
        spec={sentList}
        title={t('sender.title')}
        buttons={<Views />}
        primary={{ label: t('sender.write'), run: () => setWriting(true), route: msgSenderRoutes.sendText }}
        detail={(id, row) => <SendingView id={id} known={row} actionsOf={actionsOf} />}
        actionsOf={actionsOf}
        emptyText={t('sender.empty')}
      />
      <Suspense>{writing && <SendTextDialog onDone={done} onClose={() => setWriting(false)} />}</Suspense>
    </>
  );
}

function Templates() {
  const t = useT();
  const [editing, setEditing] = useState<Editing>(null);
  const [sending, setSending] = useState<Template | null>(null);
  const done = useSent(() => setSending(null));
  const remove = usePageWrite(msgSenderRoutes.deleteTemplate, { changes: ['/sys/msg-inbox/template'] });
  const actionsOf = (row: Template): RowAction[] => [
    {
      key: 'use',
      label: t('template.use'),
      run: () => setSending(row),
      route: msgSenderRoutes.sendTemplate,
      reason: row.valid ? undefined : t('template.offReason'),
    },
    { key: 'edit', label: t('template.edit'), run: () => setEditing(row), route: msgSenderRoutes.updateTemplate },
    {
      key: 'delete',
      label: t('common.delete'),
      danger: true,
      route: msgSenderRoutes.deleteTemplate,
      run: async () => {
        if (!(await confirmDelete(row.name))) return;
        await remove.mutateAsync({ params: { id: row.id } });
        noticeDone(t('common.deleted'));
      },
    },
  ];
  return (
    <>
      <List
        key="template"
        spec={templateList}
        title={t('sender.title')}
        buttons={<Views />}
        primary={{ label: t('template.new'), run: () => setEditing('new'), route: msgSenderRoutes.createTemplate }}
        detail={(id, row) => <TemplateView id={id} known={row} actionsOf={actionsOf} />}
        actionsOf={actionsOf}
        emptyText={t('template.empty', { parameter: '{parameter}' })}
      />
      <Suspense>
        {editing && <TemplateDrawer of={editing} onClose={() => setEditing(null)} />}
        {sending && <SendTemplateDialog template={sending} onDone={done} onClose={() => setSending(null)} />}
      </Suspense>
    </>
  );
}

/** Reports the result and closes. */
function useSent(close: () => void): (sent: SendingWhole) => void {
  const t = useT();
  return ({ state, recipients }) => {
    noticeDone(state === 'PLANNED' ? t('sender.plannedDone') : t('sender.sent', { count: recipients }));
    close();
  };
}

const VIEWS = ['sent', 'template', 'mail'] as const;
const LISTS = { sent: sentList, template: templateList, mail: mailList };

function Views(): ReactNode {
  const t = useT();
  const { query, setQuery } = usePage();
  const view = VIEWS.find((each) => each === query.get('view')) ?? 'sent';
  // Hidden if e-mail is not configured.
  const { data: mail } = usePageQuery(mailRoutes.getMailState, undefined);
  const views = VIEWS.filter((each) => each !== 'mail' || view === 'mail' || mail?.on === true);
  return (
    <Parts
      label={t('sender.view')}
      options={views.map((value) => ({ value, label: t(`sender.view.${value}`) }))}
      value={view}
      onChange={(to) => setQuery({ ...resetPatch(LISTS[view].route.query), show: null, view: to === 'sent' ? null : to })}
    />
  );
}
