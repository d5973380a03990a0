// Actions on a user, with reasons for disabled ones.
import { accountRoutes, type Account } from '@kuwei/contract/auth/account';
import { proxyRoutes } from '@kuwei/contract/auth/proxy';
import { sessionRoutes } from '@kuwei/contract/auth/session';
import { secondFactorRoutes } from '@kuwei/contract/auth/sign-in';
import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { usePageCall, usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { useUser } from '../../session/user.ts';
import type { RowAction } from '../../table/list-types.ts';
import { ACCOUNTS } from './changes.ts';
import { describeDependents } from './dependents.tsx';
import { ask, noticeDone, noticeError, type Question } from '../../ui/feedback.ts';

const PasswordDialog = lazyPart(async () => (await import('./PasswordDialog.tsx')).PasswordDialog);
const CopyRightsDialog = lazyPart(async () => (await import('./CopyRightsDialog.tsx')).CopyRightsDialog);

type AccountQuestion = Omit<Question, 'no'>;

export function useAccountActions(onGone?: () => void): {
  /** @param editing the form is already open */
  actionsOf: (account: Account, editing?: boolean) => RowAction[];
  /** Must be rendered beside the actions. */
  dialog: ReactNode;
} {
  const t = useT();
  const own = useUser(({ user }) => user?.id);
  const writes = useAccountWrites();
  const call = usePageCall();
  const [issuing, setIssuing] = useState<Account | null>(null);
  const [copying, setCopying] = useState<Account | null>(null);
  const actionsOf = (account: Account, editing = false): RowAction[] => {
    const { id, name, username, state, rev, locked, sessions, secondFactor, deletedAt } = account;
    const params = { id };
    const reason = id === own ? t('error.OWN_RIGHTS') : undefined;
    if (deletedAt !== null)
      return [
        {
          key: 'restore',
          route: accountRoutes.restoreAccount,
          label: t('user.account.restore'),
          run: () => writes.run(() => writes.restore.mutateAsync({ params }), t('user.account.restored', { name })),
        },
      ];
    const confirming = (question: AccountQuestion, work: () => Promise<unknown>, doneText: string) => async (): Promise<void> => {
      if (await ask({ ...question, no: t('common.cancel') })) await writes.run(work, doneText);
    };
    /** The same with a warning if groups would lose their leader. */
    const confirmingLeader =
      (question: AccountQuestion & { text: string }, work: () => Promise<unknown>, doneText: string) => async () => {
        const sole = await describeDependents(call, { ids: [id] });
        await confirming(
          { ...question, text: sole === undefined ? question.text : [sole, <p key="text">{question.text}</p>] },
          work,
          doneText,
        )();
      };
    const setState = (to: Account['state']) => () => writes.setState.mutateAsync({ params, body: { state: to, rev } });
    return [
      ...(editing
        ? []
        : [{ key: 'edit', route: accountRoutes.updateAccount, label: t('form.edit'), to: `/mg/user/mg/edit?id=${id}` }]),
      {
        key: 'password',
        route: accountRoutes.issuePassword,
        label: t('user.account.password'),
        run: () => setIssuing(account),
        reason,
      },
      state === 'ACTIVE'
        ? {
            key: 'disable',
            route: accountRoutes.setAccountState,
            label: t('user.account.disable'),
            danger: true,
            reason,
            run: confirmingLeader(
              {
                title: t('user.account.disableAsk', { name }),
                text: t('user.account.disableText'),
                yes: t('user.account.disable'),
                danger: true,
              },
              setState('DISABLED'),
              t('user.account.disabled', { name }),
            ),
          }
        : {
            key: 'enable',
            route: accountRoutes.setAccountState,
            label: t('user.account.enable'),
            run: () => writes.run(setState('ACTIVE'), t('user.account.enabled', { name })),
          },
      ...(locked
        ? [
            {
              key: 'unlock',
              route: accountRoutes.unlockAccount,
              label: t('user.account.unlock'),
              run: () => writes.run(() => writes.unlock.mutateAsync({ params }), t('user.account.unlocked', { name })),
            },
          ]
        : []),
      ...(sessions > 0
        ? [
            {
              key: 'logout',
              route: sessionRoutes.endUserSessions,
              label: t('user.account.endSessions'),
              run: confirming(
                {
                  title: t('user.account.endSessionsAsk', { name }),
                  text: t('user.account.endSessionsText'),
                  yes: t('user.account.endSessions'),
                },
                () => writes.endSessions.mutateAsync({ body: { userId: id } }),
                t('user.account.endedSessions', { name }),
              ),
            },
          ]
        : []),
      ...(secondFactor
        ? [
            {
              key: 'factor',
              route: secondFactorRoutes.resetSecondFactor,
              label: t('user.account.dropFactor'),
              reason,
              run: confirming(
                {
                  title: t('user.account.dropFactorAsk', { name }),
                  text: t('user.account.dropFactorText'),
                  yes: t('user.account.dropFactor'),
                  danger: true,
                },
                () => writes.dropFactor.mutateAsync({ params }),
                t('user.account.droppedFactor', { name }),
              ),
            },
          ]
        : []),
      { key: 'copy', route: accountRoutes.copyRights, label: t('user.account.copy'), run: () => setCopying(account), reason },
      {
        key: 'switch',
        route: proxyRoutes.listAuthUsers,
        label: t('user.account.switch'),
        to: `/def/power/proxy?q=${encodeURIComponent(username)}`,
        reason,
      },
      ...(editing
        ? []
        : [
            {
              key: 'delete',
              route: accountRoutes.deleteAccount,
              label: t('common.delete'),
              danger: true,
              reason,
              run: confirmingLeader(
                {
                  title: t('user.account.deleteAsk', { name }),
                  text: t('user.account.deleteText'),
                  yes: t('common.delete'),
                  danger: true,
                },
                async () => {
                  await writes.remove.mutateAsync({ params });
                  onGone?.();
                },
                t('user.account.deletedDone', { name }),
              ),
            },
          ]),
    ];
  };
  return {
    actionsOf,
    dialog: (
      <Suspense>
        {issuing && <PasswordDialog account={issuing} onClose={() => setIssuing(null)} />}
        {copying && <CopyRightsDialog account={copying} onClose={() => setCopying(null)} />}
      </Suspense>
    ),
  };
}

function useAccountWrites() {
  const t = useT();
  const changes = { changes: [ACCOUNTS] };
  return {
    setState: usePageWrite(accountRoutes.setAccountState, changes),
    restore: usePageWrite(accountRoutes.restoreAccount, changes),
    unlock: usePageWrite(accountRoutes.unlockAccount, changes),
    remove: usePageWrite(accountRoutes.deleteAccount, changes),
    endSessions: usePageWrite(sessionRoutes.endUserSessions, changes),
    dropFactor: usePageWrite(secondFactorRoutes.resetSecondFactor, changes),
    run: async (work: () => Promise<unknown>, done: string): Promise<void> => {
      try {
        await work();
        noticeDone(done);
      } catch (error) {
        noticeError(t('user.account.failed'), error instanceof Error ? error.message : String(error));
      }
    },
  };
}
