// Columns and filters of requests, incoming and outgoing.
import { REQUESTABLE_MODES, LOANS, SHARE_STATES, shareRoutes } from '@kuwei/contract/wms/share';
import { langOf, say } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { tabs } from '../../table/filter/tabs.tsx';
import { listOf } from '../../table/list-types.ts';
import { None } from '../../ui/None.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import { shareLook } from './looks.ts';

export const shareList = listOf(shareRoutes.listShares, {
  name: 'wms.share',
  sort: '-createdAt',
  search: 'share.searchRequests',
  nameOf: ({ no, productName }) => `${no} ${productName}`,
  columns: [
    {
      key: 'no',
      title: 'wms.share.no',
      sort: 'no',
      card: 'code',
      cell: ({ no }) => <span className="kw-code">{no}</span>,
      copy: ({ no }) => no,
    },
    {
      key: 'product',
      title: 'wms.product',
      sort: 'product',
      width: 'grow',
      card: 'title',
      cell: ({ productName, productCode }) => (
        <>
          <span lang={langOf(productName)}>{productName}</span> <span className="kw-code">{productCode}</span>
        </>
      ),
    },
    {
      key: 'state',
      title: 'wms.share.state',
      card: 'state',
      cell: (share) => <StateTag look={shareLook(share)} />,
    },
    {
      key: 'qty',
      title: 'wms.share.qty',
      align: 'right',
      card: 'fact',
      cell: ({ qty, baseUnit }) => <Quantity qty={qty} unit={baseUnit} />,
    },
    {
      key: 'mode',
      title: 'wms.listing.shareMode',
      card: 'fact',
      cell: ({ mode }) => say(`wms.listing.shareMode.${mode}`),
    },
    {
      key: 'other',
      title: 'share.other',
      card: 'fact',
      cell: ({ side, orgName, ownerOrgName }) => {
        const name = side === 'OF_US' ? orgName : ownerOrgName;
        return <span lang={langOf(name)}>{name}</span>;
      },
    },
    { key: 'applicant', title: 'wms.share.applicant', hidden: 'en', cell: ({ applicantName }) => applicantName },
    {
      key: 'giveBackBy',
      title: 'wms.share.giveBackBy',
      sort: 'giveBackBy',
      cell: ({ giveBackBy }) => giveBackBy ?? <None />,
    },
    {
      key: 'createdAt',
      title: 'wms.share.createdAt',
      sort: 'createdAt',
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
  ],
  filters: [
    tabs({
      name: 'side',
      label: 'share.side',
      tabs: [
        { value: null, label: 'share.side.ALL' },
        { value: 'BY_US', label: 'share.side.BY_US' },
        { value: 'OF_US', label: 'share.side.OF_US' },
      ],
    }),
    choice({ name: 'state', label: 'wms.share.state', useOptions: phraseOptions('wms.share.state', SHARE_STATES) }),
    choice({ name: 'loan', label: 'share.loan', useOptions: phraseOptions('share.loans', LOANS), single: true }),
    choice({
      name: 'mode',
      label: 'wms.listing.shareMode',
      useOptions: phraseOptions('wms.listing.shareMode', REQUESTABLE_MODES),
    }),
  ],
});
