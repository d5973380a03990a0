import { shareRoutes, type ShareRecord } from '@kuwei/contract/wms/share';
import { usePageQuery } from '../../page/query.ts';
import { say, useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { When } from '../../ui/When.tsx';
import './share.css';

/** Steps of the request and its documents, oldest first. */
export function ShareHistory({ id }: { id: string }) {
  const t = useT();
  const { data, error, refetch, isFetching } = usePageQuery(shareRoutes.listShareRecords, { params: { id } });
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  return (
    <section className="facts share-history">
      <h3>{t('share.history')}</h3>
      <ol>
        {data?.map((record) => (
          <li key={record.id}>
            <strong>{say(`share.did.${record.action}`)}</strong> <StepActor {...record} />
            <span className="share-when">
              <When at={record.at} />
            </span>
            {record.comment && <p>{record.comment}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function StepActor({ documentNo, actorName, otherName }: ShareRecord) {
  if (documentNo !== null) return <span className="kw-code">{documentNo}</span>;
  return otherName === null ? actorName : `${actorName} → ${otherName}`;
}
