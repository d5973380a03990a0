// Columns and filters of offers: what organisations have listed for others or for themselves.
import { joinList } from '@kuwei/contract/phrase';
import { SHARE_MODES } from '@kuwei/contract/wms/org-product';
import { shareRoutes } from '@kuwei/contract/wms/share';
import { langOf, locale, say } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { listOf } from '../../table/list-types.ts';
import { money } from '../../ui/format.ts';
import { ControlMarks, Pictograms, UnassessedMark } from '../../ui/HazardMarks.tsx';
import { None } from '../../ui/None.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { Thumb } from '../../ui/Thumb.tsx';
import type { Offer } from '@kuwei/contract/wms/share';
import { useCategoryOptions } from '../category/options.ts';

export const offerList = listOf(shareRoutes.listOffers, {
  name: 'wms.share.offer',
  sort: '-updatedAt',
  search: 'share.search',
  nameOf: ({ product, orgName }) => `${product.name} · ${orgName}`,
  columns: [
    {
      key: 'product',
      title: 'wms.product',
      sort: 'product',
      width: 'grow',
      card: 'title',
      cell: ({ product }) => (
        <>
          {product.image !== null && <Thumb file={product.image} edge={24} alt="" />}{' '}
          <span lang={langOf(product.name)}>{product.name}</span> {product.spec ?? ''}{' '}
          <span className="kw-code">{product.cas ?? product.code}</span>
        </>
      ),
      copy: ({ product }) => product.code,
    },
    {
      key: 'shareMode',
      title: 'wms.listing.shareMode',
      card: 'state',
      cell: ({ shareMode }) => say(`wms.listing.shareMode.${shareMode}`),
    },
    {
      key: 'visibleTo',
      title: 'wms.listing.visibleTo',
      card: 'fact',
      cell: ({ visibleTo }) => say(`wms.listing.visibleTo.${visibleTo}`),
    },
    {
      key: 'hazard',
      title: 'product.hazardColumn',
      card: 'fact',
      cell: (offer) => <Hazard {...offer} />,
    },
    {
      key: 'available',
      title: 'wms.listing.available',
      align: 'right',
      card: 'fact',
      cell: ({ available, product }) => <Quantity qty={available} unit={product.baseUnit} />,
    },
    {
      key: 'maxQty',
      title: 'wms.listing.maxQty',
      align: 'right',
      card: 'fact',
      cell: ({ maxQty, product }) => (maxQty === null ? <None /> : <Quantity qty={maxQty} unit={product.baseUnit} />),
    },
    {
      key: 'price',
      title: 'wms.listing.price',
      align: 'right',
      cell: ({ price }) => (price === null ? <None /> : money(price)),
    },
    {
      key: 'org',
      title: 'wms.listing.org',
      sort: 'org',
      card: 'fact',
      cell: ({ orgName }) => <span lang={langOf(orgName)}>{orgName}</span>,
    },
    {
      key: 'warehouse',
      title: 'wms.share.warehouse',
      card: 'fact',
      cell: ({ places }) =>
        joinList(
          locale(),
          places.map(({ name }) => name),
        ),
    },
    { key: 'untilDay', title: 'wms.listing.untilDay', hidden: true, cell: ({ untilDay }) => untilDay ?? <None /> },
  ],
  filters: [
    choice({
      name: 'shareMode',
      label: 'wms.listing.shareMode',
      useOptions: phraseOptions('wms.listing.shareMode', SHARE_MODES),
    }),
    choice({ name: 'categoryId', label: 'wms.product.category', useOptions: useCategoryOptions, single: true }),
  ],
  filtersElsewhere: ['orgId'],
  sortsElsewhere: ['updatedAt'],
});

export const isMarked = ({ product, assessed }: Pick<Offer, 'product' | 'assessed'>): boolean =>
  !assessed || product.pictograms.length > 0 || product.controlFlags.length > 0;

export function Hazard({ product, assessed }: Pick<Offer, 'product' | 'assessed'>) {
  if (!assessed) return <UnassessedMark />;
  if (!isMarked({ product, assessed })) return <None />;
  return (
    <>
      <Pictograms codes={product.pictograms} /> <ControlMarks flags={product.controlFlags} />
    </>
  );
}
