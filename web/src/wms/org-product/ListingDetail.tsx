import { isScreen } from '@kuwei/contract/screens';
import { listingRoutes, type Listing } from '@kuwei/contract/wms/org-product';
import { usePageQuery } from '../../page/query.ts';
import { say, useT } from '../../phrase/phrases.ts';
import { ActionButtons } from '../../table/ActionButtons.tsx';
import { DetailHead } from '../../table/DetailHead.tsx';
import { DetailSkeleton } from '../../table/DetailSkeleton.tsx';
import type { RowAction } from '../../table/list-types.ts';
import { Facts, factsOf } from '../../ui/Facts.tsx';
import { money } from '../../ui/format.ts';
import { ControlMarks } from '../../ui/HazardMarks.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import { stockOfProduct } from '../addresses.ts';
import { ListingHistory } from './ListingHistory.tsx';
import { listingLooks } from './looks.ts';

interface ListingDetailProps {
  id: string;
  row: Listing | undefined;
  actionsOf: (listing: Listing) => readonly RowAction[];
}

type HeadField = 'state' | 'phase' | 'productId' | 'productName' | 'productCode' | 'orgId';

/** A listing in the side pane: the offer and its history. */
export function ListingDetail({ id, row, actionsOf }: ListingDetailProps) {
  const t = useT();
  const { data = row, error, refetch, isFetching } = usePageQuery(listingRoutes.getListing, { params: { id } });
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <DetailSkeleton />;
  const { phase, productId, productName, productCode, baseUnit, controlFlags } = data;
  const stock = stockOfProduct(productId);
  const actions = [...actionsOf(data), ...(isScreen(stock) ? [{ key: 'stock', label: t('shelf.stockOf'), to: stock }] : [])];
  return (
    <>
      <DetailHead
        title={productName}
        marks={
          <>
            <StateTag look={listingLooks[phase]} />
            <PageLink className="kw-link" to={`/admin/wms/product?show=${productId}`}>
              <span className="kw-code">{productCode}</span>
            </PageLink>
          </>
        }
        actions={<ActionButtons name={productName} actions={actions} />}
      />
      <Facts
        facts={factsOf<Listing, HeadField | 'id' | 'rev' | 'baseUnit' | 'createdAt'>({
          cause: data.cause && [t('wms.listing.cause'), say(`wms.listing.cause.${data.cause}`)],
          reason: [t('wms.listing.reason'), data.reason],
          orgName: [t('wms.listing.org'), data.orgName],
          available: [t('wms.listing.available'), <Quantity key="available" qty={data.available} unit={baseUnit} />],
          visibleTo: [t('wms.listing.visibleTo'), say(`wms.listing.visibleTo.${data.visibleTo}`)],
          shareMode: [t('wms.listing.shareMode'), say(`wms.listing.shareMode.${data.shareMode}`)],
          price: data.price !== null && [t('wms.listing.price'), money(data.price)],
          maxQty: data.maxQty !== null && [t('wms.listing.maxQty'), <Quantity key="maxQty" qty={data.maxQty} unit={baseUnit} />],
          fromDay: [t('wms.listing.fromDay'), data.fromDay],
          untilDay: [t('wms.listing.untilDay'), data.untilDay],
          controlFlags: controlFlags.length > 0 && [
            t('wms.product.controlFlags'),
            <ControlMarks key="control" flags={controlFlags} />,
          ],
          note: [t('wms.listing.note'), data.note],
          updatedAt: [t('list.updated'), <When key="when" at={data.updatedAt} />],
          updatedBy: [t('wms.listing.updatedBy'), data.updatedBy ?? t('shelf.byItself')],
        })}
      />
      <ListingHistory listing={data} />
    </>
  );
}
