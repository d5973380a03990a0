// API tokens of a user beside the list: what each may do and until when, issuing and revoking.
import { apiTokenRoutes, type ApiToken } from '@kuwei/contract/auth/api-token';
import type { Account } from '@kuwei/contract/auth/account';
import { joinList } from '@kuwei/contract/phrase';
import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { useMayCall } from '../../page/may-call.ts';
import { usePageQuery, usePageWrite } from '../../page/query.ts';
import { locale, useT } from '../../phrase/phrases.ts';
import { useUser } from '../../session/user.ts';
import { ask, noticeDone, noticeError } from '../../ui/feedback.ts';
import { Facts } from '../../ui/Facts.tsx';
import { When } from '../../ui/When.tsx';
import { ACCOUNTS } from './changes.ts';

const TokenDialog = lazyPart(async () => (await import('./TokenDialog.tsx')).TokenDialog);

/** Nothing for the own account, and for users who may neither issue a token nor see one. */
export function ApiTokens({ account }: { account: Account }) {
  const t = useT();
  const mayCall = useMayCall();
  const own = useUser(({ user }) => user?.id);
  const [issuing, setIssuing] = useState(false);
  const { data: tokens } = usePageQuery(apiTokenRoutes.listApiTokens, { params: { id: account.id } });
  const isAdministrator = account.roleNames.some(({ code, when }) => code === 'ROLE_ADMIN' && when === 'NOW');
  const mayIssue = mayCall(apiTokenRoutes.issueApiToken) && account.id !== own && account.deletedAt === null && !isAdministrator;
  if (!tokens || (tokens.length === 0 && !mayIssue)) return null;
  return (
    <>
      <Facts
        title={t('user.token.title')}
        facts={[
          ...tokens.map((token): [string, ReactNode] => [
            token.name,
            <TokenLine key={token.id} token={token} account={account} mayRevoke={mayIssue} />,
          ]),
          mayIssue && [
            tokens.length === 0 ? t('user.token.none') : '',
            <button key="new" type="button" className="kw-button" onClick={() => setIssuing(true)}>
              {t('user.token.new')}
            </button>,
          ],
        ]}
      />
      <Suspense>{issuing && <TokenDialog account={account} onClose={() => setIssuing(false)} />}</Suspense>
    </>
  );
}

function TokenLine({ token, account, mayRevoke }: { token: ApiToken; account: Account; mayRevoke: boolean }) {
  const t = useT();
  const revoke = usePageWrite(apiTokenRoutes.revokeApiToken, { changes: [ACCOUNTS] });
  const { name, roles, untilDay, lastUsedAt, issuedBy } = token;
  const drop = async (): Promise<void> => {
    const question = { title: t('user.token.revokeAsk', { name }), text: t('user.token.revokeText'), danger: true };
    if (!(await ask({ ...question, yes: t('user.token.revoke'), no: t('common.cancel') }))) return;
    try {
      await revoke.mutateAsync({ params: { id: account.id, token: token.id } });
      noticeDone(t('user.token.revoked', { name }));
    } catch (error) {
      noticeError(t('user.account.failed'), error instanceof Error ? error.message : String(error));
    }
  };
  const names = joinList(
    locale(),
    roles.map((role) => role.name),
  );
  return (
    <>
      {t('user.token.until', { day: untilDay, roles: names })}
      <br />
      <span className="quiet">
        {lastUsedAt === null ? (
          t('user.token.unused')
        ) : (
          <>
            {t('user.token.used')} <When at={lastUsedAt} />
          </>
        )}
        {issuedBy !== null && ` · ${t('user.token.by', { name: issuedBy })}`}
      </span>{' '}
      {mayRevoke && (
        <button type="button" className="kw-plain kw-link" onClick={() => void drop()}>
          {t('user.token.revoke')}
        </button>
      )}
    </>
  );
}
