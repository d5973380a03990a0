// State of e-mail delivery, failed e-mails, and a test e-mail.
import { mailRoutes, type Mail } from '@kuwei/contract/sys/mail';
import { useState, type ReactNode } from 'react';
import { ActionDialog } from '../../../form/ActionDialog.tsx';
import { TextField } from '../../../form/field/TextField.tsx';
import { usePageQuery, usePageWrite } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { useUser } from '../../../session/user.ts';
import type { RowAction } from '../../../table/list-types.ts';
import { List } from '../../../table/List.tsx';
import { noticeDone, noticeRefused } from '../../../ui/feedback.ts';
import { grouped } from '../../../ui/format.ts';
import { mailList } from './mail-list.tsx';

const CHANGES = ['/sys/mail'];

export function Mails({ views }: { views: ReactNode }) {
  const t = useT();
  const [testing, setTesting] = useState(false);
  const { data: state } = usePageQuery(mailRoutes.getMailState, undefined, { staleTime: 0 });
  const one = usePageWrite(mailRoutes.retryMail, { changes: CHANGES });
  const all = usePageWrite(mailRoutes.retryFailedMails, { changes: CHANGES });
  const actionsOf = ({ id, kind, state: is }: Mail): RowAction[] =>
    is !== 'FAILED'
      ? []
      : [
          {
            key: 'retry',
            label: t('mailing.retry'),
            route: mailRoutes.retryMail,
            run: async () => {
              await one.mutateAsync({ params: { id } });
              noticeDone(t('mailing.retried', { count: 1 }));
            },
            ...(kind !== 'MESSAGE' && { reason: t('mailing.retryLink') }),
          },
        ];
  return (
    <>
      <List
        key="mail"
        spec={mailList}
        title={t('sender.title')}
        buttons={views}
        actionsOf={actionsOf}
        actions={[
          {
            key: 'retry',
            label: t('mailing.retryAll'),
            route: mailRoutes.retryFailedMails,
            run: async () => noticeDone(t('mailing.retried', { count: await all.mutateAsync({}) })),
            ...(state?.failed === 0 && { reason: t('mailing.noneFailed') }),
          },
        ]}
        primary={{ label: t('mailing.test'), run: () => setTesting(true), route: mailRoutes.testMail }}
        above={
          state && (
            <p className="mail-state" role="status">
              {state.sender === null
                ? t('mailing.off')
                : t('mailing.on', {
                    sender: state.sender,
                    queued: grouped(String(state.queued)),
                    failed: grouped(String(state.failed)),
                  })}
              {state.on && !state.links && ` ${t('mailing.noLinks')}`}
              {state.passwordAgain && <strong> {t('mailing.passwordAgain')}</strong>}
            </p>
          )
        }
        emptyText={t('mailing.empty')}
      />
      {testing && <TestDialog onClose={() => setTesting(false)} />}
    </>
  );
}

function TestDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const own = useUser(({ user }) => user?.email ?? null);
  return (
    <ActionDialog
      route={mailRoutes.testMail}
      params={{}}
      blank={own === null ? {} : { to: own }}
      title={t('mailing.test')}
      text={t('mailing.testText')}
      yes={t('sender.send')}
      changes={CHANGES}
      onDone={({ fault, answer }) => {
        if (fault !== null) return noticeRefused(`${t(`mailing.fault.${fault}`)} ${answer ?? ''}`);
        noticeDone(t('mailing.tested'));
        onClose();
      }}
      onClose={onClose}
    >
      <TextField name="to" label="user.account.email" inputMode="email" width="full" autoFocus />
    </ActionDialog>
  );
}
