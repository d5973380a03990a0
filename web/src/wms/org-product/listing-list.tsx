import { nameIn } from '@kuwei/contract/name';
import { LISTING_CAUSES, LISTING_PHASES, LISTING_VISIBLE, listingRoutes, SHARE_MODES } from '@kuwei/contract/wms/org-product';
import { productRoutes } from '@kuwei/contract/wms/product';
import { locale, say } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { record } from '../../table/filter/record.tsx';
import { lastChanged } from '../../table/last-changed.tsx';
import { listOf } from '../../table/list-types.ts';
import { money } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { listingLooks } from './looks.ts';

export const listingList = listOf(listingRoutes.listListings, {
  name: 'wms.org-product',
  sort: '-updatedAt',
  search: 'shelf.search',
  nameOf: ({ productName, orgName }) => `${productName} · ${orgName}`,
  columns: [
    {
      key: 'product',
      title: 'wms.product',
      sort: 'product',
      width: 'grow',
      card: 'title',
      cell: ({ productName, productCode }) => (
        <>
          {productName} <span className="kw-code">{productCode}</span>
        </>
      ),
      copy: ({ productCode }) => productCode,
    },
    {
      key: 'state',
      title: 'wms.listing.state',
      sort: 'state',
      card: 'state',
      cell: ({ phase }) => <StateTag look={listingLooks[phase]} />,
    },
    { key: 'org', title: 'wms.listing.org', sort: 'org', card: 'fact', cell: ({ orgName }) => orgName },
    {
      key: 'available',
      title: 'wms.listing.available',
      align: 'right',
      card: 'fact',
      cell: ({ available, baseUnit }) => <Quantity qty={available} unit={baseUnit} />,
    },
    {
      key: 'visibleTo',
      title: 'wms.listing.visibleTo',
      card: 'fact',
      cell: ({ visibleTo }) => say(`wms.listing.visibleTo.${visibleTo}`),
    },
    {
      key: 'shareMode',
      title: 'wms.listing.shareMode',
      card: 'fact',
      cell: ({ shareMode }) => say(`wms.listing.shareMode.${shareMode}`),
    },
    {
      key: 'price',
      title: 'wms.listing.price',
      align: 'right',
      hidden: 'en',
      cell: ({ price }) => (price === null ? <None /> : money(price)),
    },
    {
      key: 'maxQty',
      title: 'wms.listing.maxQty',
      align: 'right',
      hidden: true,
      cell: ({ maxQty, baseUnit }) => (maxQty === null ? <None /> : <Quantity qty={maxQty} unit={baseUnit} />),
    },
    {
      key: 'fromDay',
      title: 'wms.listing.fromDay',
      sort: 'fromDay',
      hidden: 'en',
      cell: ({ fromDay }) => fromDay ?? <None />,
    },
    {
      key: 'untilDay',
      title: 'wms.listing.untilDay',
      sort: 'untilDay',
      cell: ({ untilDay }) => untilDay ?? <None />,
    },
    {
      key: 'cause',
      title: 'wms.listing.cause',
      cell: ({ cause }) => (cause === null ? <None /> : say(`wms.listing.cause.${cause}`)),
    },
    { ...lastChanged, hidden: 'en' },
  ],
  filters: [
    choice({
      name: 'phase',
      label: 'wms.listing.state',
      useOptions: phraseOptions('wms.listing.state', LISTING_PHASES),
    }),
    record({
      name: 'orgId',
      label: 'wms.listing.org',
      find: listingRoutes.selectListingOrgs,
      optionOf: ({ id, code, name }) => ({ value: id, label: name, hint: code }),
      one: listingRoutes.getListingOrg,
      nameOf: ({ name }) => name,
    }),
    record({
      name: 'productId',
      label: 'wms.product',
      find: productRoutes.selectProducts,
      optionOf: ({ id, code, name }) => ({ value: id, label: `${code} ${name}` }),
      one: productRoutes.getProduct,
      nameOf: (one) => `${one.code} ${nameIn(locale(), one)}`,
    }),
    choice({
      name: 'visibleTo',
      label: 'wms.listing.visibleTo',
      useOptions: phraseOptions('wms.listing.visibleTo', LISTING_VISIBLE),
    }),
    choice({
      name: 'shareMode',
      label: 'wms.listing.shareMode',
      useOptions: phraseOptions('wms.listing.shareMode', SHARE_MODES),
    }),
    choice({ name: 'cause', label: 'wms.listing.cause', useOptions: phraseOptions('wms.listing.cause', LISTING_CAUSES) }),
  ],
});
