// The user's sessions, and ending them.
import { sessionRoutes, type SessionInfo } from '@kuwei/contract/auth/session';
import { Skeleton } from 'antd';
import { usePageQuery, usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { ask, noticeDone, noticeRefused } from '../../ui/feedback.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { None } from '../../ui/None.tsx';
import { When } from '../../ui/When.tsx';
import { AccountHead } from './AccountHead.tsx';

export default function SessionPage() {
  const t = useT();
  const { data, error, refetch, isFetching } = usePageQuery(sessionRoutes.listMySessions, undefined, { staleTime: 0 });
  const { end, endOthers, busy } = useEnd();
  const others = data?.filter((session) => !session.current) ?? [];
  return (
    <div className="account-page">
      <AccountHead
        actions={
          others.length > 0 && (
            <button type="button" className="kw-button" disabled={busy} onClick={() => void endOthers()}>
              {t('account.sessions.endOthers')}
            </button>
          )
        }
      />
      <p className="account-text">{t('account.sessions.text')}</p>
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!error && !data && <Skeleton active />}
      <ul>
        {data
          ?.toSorted((one, other) => Number(other.current) - Number(one.current))
          .map((session) => (
            <SessionRow key={session.id} session={session} busy={busy} onEnd={(name) => void end(session.id, name)} />
          ))}
      </ul>
    </div>
  );
}

interface RowProps {
  session: SessionInfo;
  busy: boolean;
  onEnd: (name: string) => void;
}

function SessionRow({ session, busy, onEnd }: RowProps) {
  const t = useT();
  const { browser, system, ip, createdAt, lastSeenAt, current, actedBy, apiToken } = session;
  const device = [browser, system].filter((part) => part !== null).join(' · ') || t('account.sessions.unknown');
  const name = apiToken === null ? device : t('account.sessions.apiToken', { name: apiToken });
  return (
    <li className="session-row">
      <div className="session-name">
        {name}
        {current && <span className="session-here">{t('account.sessions.here')}</span>}
        {actedBy !== null && <span className="session-here">{t('account.sessions.actedBy', { name: actedBy })}</span>}
      </div>
      <dl>
        <div>
          <dt>{t('account.sessions.signedIn')}</dt>
          <dd>
            <When at={createdAt} />
          </dd>
        </div>
        <div>
          <dt>{t('account.sessions.seen')}</dt>
          <dd>
            <When at={lastSeenAt} />
          </dd>
        </div>
        <div>
          <dt>{t('account.sessions.ip')}</dt>
          <dd>{ip ?? <None />}</dd>
        </div>
      </dl>
      {!current && (
        <button type="button" className="kw-button" disabled={busy} onClick={() => onEnd(name)}>
          {t('account.sessions.end')}
        </button>
      )}
    </li>
  );
}

function useEnd() {
  const t = useT();
  const changes = ['/auth/biz/session'];
  const one = usePageWrite(sessionRoutes.endMySession, { changes });
  const all = usePageWrite(sessionRoutes.endMyOtherSessions, { changes });
  const run = async (title: string, yes: string, work: () => Promise<unknown>, done: string): Promise<void> => {
    if (!(await ask({ title, yes, no: t('common.cancel'), danger: true }))) return;
    try {
      await work();
      noticeDone(done);
    } catch (error) {
      noticeRefused((error as Error).message);
    }
  };
  return {
    busy: one.isPending || all.isPending,
    end: (id: string, device: string) =>
      run(
        t('account.sessions.endAsk', { device }),
        t('account.sessions.end'),
        () => one.mutateAsync({ params: { id } }),
        t('account.sessions.ended'),
      ),
    endOthers: () =>
      run(
        t('account.sessions.endOthersAsk'),
        t('account.sessions.endOthers'),
        () => all.mutateAsync({}),
        t('account.sessions.endedOthers'),
      ),
  };
}
