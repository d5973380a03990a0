import { listingRoutes } from '@kuwei/contract/wms/org-product';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { listingList } from './listing-list.tsx';
import { ListingDetail } from './ListingDetail.tsx';
import { useListingActions } from './use-listing-actions.tsx';

export default function ListingListPage() {
  const t = useT();
  const { path } = usePage();
  const mayKeep = useMayCall()(listingRoutes.createListing);
  const { actionsOf, batch, dialog } = useListingActions();
  return (
    <>
      <List
        spec={listingList}
        title={t('shelf.title')}
        detail={(id, row) => <ListingDetail id={id} row={row} actionsOf={actionsOf} />}
        actionsOf={actionsOf}
        batch={batch}
        exporter={listingRoutes.exportListings}
        {...(mayKeep && { primary: { label: t('shelf.new'), to: `${path}/edit` } })}
        emptyText={t('shelf.emptyText')}
      />
      {dialog}
    </>
  );
}
