import { listingRoutes, type Listing, type ListingEvent } from '@kuwei/contract/wms/org-product';
import { usePageQuery } from '../../page/query.ts';
import { say, useT } from '../../phrase/phrases.ts';
import { money } from '../../ui/format.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { useAmount } from '../../ui/Quantity.tsx';
import { When } from '../../ui/When.tsx';
import './history.css';

/** The history of a listing, newest first. */
export function ListingHistory({ listing: { id, baseUnit } }: { listing: Listing }) {
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
            {event.changes.map((change) => (
              <p key={change.field}>
                <ListingChange {...change} baseUnit={baseUnit} />
              </p>
            ))}
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

type Change = ListingEvent['changes'][number];

/** A field with its old and new value. */
export function ListingChange({ field, from, to, baseUnit }: Change & { baseUnit: string }) {
  const t = useT();
  const amountOf = useAmount();
  const wordOf = (value: string | null): string => {
    if (value === null) return t('shelf.empty');
    if (field === 'visibleTo' || field === 'shareMode') return say(`wms.listing.${field}.${value}`);
    if (field === 'price') return money(value);
    return field === 'maxQty' ? amountOf(value, baseUnit) : value;
  };
  return t('shelf.changed', { field: t(`wms.listing.${field}`), from: wordOf(from), to: wordOf(to) });
}
