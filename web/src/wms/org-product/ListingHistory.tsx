import { listingRoutes, type ListingEvent } from '@kuwei/contract/wms/org-product';
import { usePageQuery } from '../../page/query.ts';
import { say, useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { When } from '../../ui/When.tsx';
import './history.css';

/** The history of a listing, newest first. */
export function ListingHistory({ id }: { id: string }) {
  const t = useT();
  const { data, error, refetch, isFetching } = usePageQuery(listingRoutes.listListingEvents, { params: { id } });
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  return (
    <section className="facts listing-history">
      <h3>{t('shelf.history')}</h3>
      <ol>
        {data?.map((event) => (
          <li key={event.id}>
            <strong>{say(`wms.listing.what.${event.what}`)}</strong> {event.userName ?? t('shelf.byItself')}
            <span className="listing-when">
              <When at={event.at} />
            </span>
            <ListingCause {...event} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function ListingCause({ cause, reason }: ListingEvent) {
  if (cause !== 'MANUAL') return <p>{say(`wms.listing.cause.${cause}`)}</p>;
  return reason === null ? null : <p>{reason}</p>;
}
