import { warningRoutes } from '@kuwei/contract/wms/ews-product';
import { usePageQuery } from '../../page/query.ts';
import { say, useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { When } from '../../ui/When.tsx';
import './history.css';

/** History of a warning and of earlier ones with the same cause, newest first. */
export function WarningHistory({ id }: { id: string }) {
  const t = useT();
  const { data, error, refetch, isFetching } = usePageQuery(warningRoutes.listWarningEvents, { params: { id } });
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  return (
    <section className="facts warning-history">
      <h3>{t('warning.history')}</h3>
      <ol>
        {data?.map((event) => (
          <li key={event.id}>
            <strong>{say(`wms.warning.what.${event.what}`)}</strong> {event.userName ?? t('warning.byItself')} {event.untilDay}
            <span className="warning-when">
              <When at={event.at} />
            </span>
            {event.reason !== null && <p>{event.reason}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
