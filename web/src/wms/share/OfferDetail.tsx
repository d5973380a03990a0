import { shareRoutes, type Offer } from '@kuwei/contract/wms/share';
import { usePageQuery } from '../../page/query.ts';
import { langOf, say, useT } from '../../phrase/phrases.ts';
import { ActionButtons } from '../../table/ActionButtons.tsx';
import { DetailHead } from '../../table/DetailHead.tsx';
import { DetailSkeleton } from '../../table/DetailSkeleton.tsx';
import type { RowAction } from '../../table/list-types.ts';
import { Facts, factsOf } from '../../ui/Facts.tsx';
import { money } from '../../ui/format.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Quantity, useAmount } from '../../ui/Quantity.tsx';
import { Thumb } from '../../ui/Thumb.tsx';
import { Hazard, isMarked } from './offer-list.tsx';

interface OfferDetailProps {
  id: string;
  row: Offer | undefined;
  actionsOf: (offer: Offer) => readonly RowAction[];
}

/** An offer in the side pane: goods, terms and place. */
export function OfferDetail({ id, row, actionsOf }: OfferDetailProps) {
  const t = useT();
  const amountOf = useAmount();
  const { data = row, error, refetch, isFetching } = usePageQuery(shareRoutes.getOffer, { params: { id } });
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <DetailSkeleton />;
  const { product } = data;
  const places = data.places.map(({ name, available }) => `${name} ${amountOf(available, product.baseUnit)}`);
  return (
    <>
      <DetailHead
        title={<span lang={langOf(product.name)}>{product.name}</span>}
        marks={isMarked(data) && <Hazard {...data} />}
        actions={<ActionButtons name={product.name} actions={actionsOf(data)} />}
      />
      {product.image !== null && <Thumb file={product.image} edge={160} alt={product.name} linked />}
      <Facts
        facts={[
          [t('wms.product.code'), product.code],
          [t('wms.product.spec'), product.spec],
          [t('wms.product.cas'), product.cas],
          ...factsOf<Offer, 'id' | 'product' | 'assessed' | 'ours' | 'orgId'>({
            orgName: [t('wms.listing.org'), data.orgName],
            visibleTo: [t('wms.listing.visibleTo'), say(`wms.listing.visibleTo.${data.visibleTo}`)],
            shareMode: [t('wms.listing.shareMode'), say(`wms.listing.shareMode.${data.shareMode}`)],
            price: data.price !== null && [t('wms.listing.price'), money(data.price)],
            available: [t('wms.listing.available'), <Quantity key="free" qty={data.available} unit={product.baseUnit} />],
            places: places.length > 1 && [t('wms.share.warehouse'), places.join(', ')],
            maxQty: data.maxQty !== null && [
              t('wms.listing.maxQty'),
              <Quantity key="most" qty={data.maxQty} unit={product.baseUnit} />,
            ],
            untilDay: data.untilDay !== null && [t('wms.listing.untilDay'), data.untilDay],
            note: [t('wms.listing.note'), data.note],
          }),
        ]}
      />
    </>
  );
}
