import type { Offer } from '@kuwei/contract/wms/share';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import type { RowAction } from '../../table/list-types.ts';
import { List } from '../../table/List.tsx';
import { wantedAddress } from '../wanted-goods.ts';
import { offerList } from './offer-list.tsx';
import { OfferDetail } from './OfferDetail.tsx';

const AskDialog = lazyPart(async () => (await import('./AskDialog.tsx')).AskDialog);

/** Offers with the action to request them; the own ones are collected. */
export default function OfferListPage() {
  const t = useT();
  const { prefix } = usePage();
  const [asked, setAsked] = useState<Offer | null>(null);
  const actionsOf = (offer: Offer): RowAction[] => {
    const [place] = offer.places;
    const nothingLeft = place ? undefined : t('share.nothingLeft');
    if (offer.ours) {
      const goods = [{ productId: offer.product.id }];
      const to = place && wantedAddress(prefix, 'OUTBOUND', { warehouseId: place.id, goods });
      return [{ key: 'collect', label: t('share.collect'), ...(to && { to }), reason: nothingLeft }];
    }
    const reason = offer.shareMode === 'NONE' ? t('share.shownOnly') : nothingLeft;
    return [{ key: 'ask', label: t('share.ask'), run: () => setAsked(offer), reason }];
  };
  return (
    <>
      <List
        spec={offerList}
        title={t('menu.share')}
        detail={(id, row) => <OfferDetail id={id} row={row} actionsOf={actionsOf} />}
        actionsOf={actionsOf}
        actions={[{ key: 'requests', label: t('menu.shares'), to: `/${prefix}/wms/share` }]}
        emptyText={t('share.emptyOffers')}
      />
      <Suspense>{asked && <AskDialog offer={asked} onClose={() => setAsked(null)} />}</Suspense>
    </>
  );
}
