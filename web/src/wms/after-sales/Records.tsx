import { afterSalesRoutes } from '@kuwei/contract/wms/after-sales';
import { usePageQuery } from '../../page/query.ts';
import { say, useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { When } from '../../ui/When.tsx';
import './after-sales.css';

/** The history of a case. */
export function Records({ id, heading: Heading }: { id: string; heading: 'h2' | 'h3' }) {
  const t = useT();
  const { data, error, refetch, isFetching } = usePageQuery(afterSalesRoutes.listCaseRecords, { params: { id } });
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  return (
    <section className="facts afs-records">
      <Heading>{t('afs.records')}</Heading>
      <ol>
        {data?.map(({ id: key, at, action, to, actorName, proxyName, otherName, step, comment, solution }) => (
          <li key={key}>
            <span className="afs-when">
              <When at={at} />
            </span>
            <strong>
              {action === 'decide'
                ? say(`afs.did.${to === 'RETURNED' || to === 'REJECTED' ? to : 'PROCESSING'}`)
                : say(`afs.step.${action}`)}
            </strong>{' '}
            {actorName}
            {proxyName !== null && ` (${proxyName})`}
            {otherName !== null && ` → ${otherName}`}
            {step !== null && <span className="afs-when"> {step} · </span>}
            {solution !== null && (action === 'decide' || action === 'submit') && (
              <p>
                {t('wms.afs.solution')}: {say(`wms.afs.solution.${solution}`)}
              </p>
            )}
            {comment !== null && <p>{comment}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
