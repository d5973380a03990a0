import { overviewRoutes } from '@kuwei/contract/bpm/overview';
import { useMayCall } from '../../page/may-call.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { Facts } from '../../ui/Facts.tsx';
import { PageLink } from '../../ui/PageLink.tsx';

/** Approval steps assigned to a user by name, with a link to reassign them; nothing if there are none. */
export function WaitingFact({ userId }: { userId: string }) {
  const t = useT();
  const mayCall = useMayCall();
  const { data } = usePageQuery(
    overviewRoutes.getWaiting,
    { params: { id: userId } },
    { enabled: mayCall(overviewRoutes.getWaiting) },
  );
  if (!data || data.total === 0) return null;
  const link = (
    <PageLink key="waiting" className="kw-link" to={`/def/sysbase/bpm/workflow?view=waiting&person=${userId}`}>
      {t('user.account.waitingOf', { n: data.total })}
    </PageLink>
  );
  return <Facts facts={[[t('user.account.waiting'), link]]} />;
}
