import type { Share, ShareDocument } from '@kuwei/contract/wms/share';
import { usePage } from '../../page/page.ts';
import { say, useT } from '../../phrase/phrases.ts';
import { Facts, factsOf } from '../../ui/Facts.tsx';
import { money } from '../../ui/format.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { Quantity, useAmount } from '../../ui/Quantity.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import { documentAddress } from '../addresses.ts';
import { lookOf } from '../document/looks.ts';
import './share.css';

type HeadField =
  | 'id'
  | 'no'
  | 'state'
  | 'listingId'
  | 'productId'
  | 'productName'
  | 'applicantId'
  | 'baseUnit'
  | 'rev'
  | 'side'
  | 'late';
type OmittedField =
  | 'ownerOrgId'
  | 'orgId'
  | 'warehouseId'
  | 'levels'
  | 'nobody'
  | 'mayWithdraw'
  | 'mayDecide'
  | 'mayGiveBack'
  | 'updatedAt'
  | 'updatedBy';

export function ShareFacts({ share }: { share: Share }) {
  const t = useT();
  const amountOf = useAmount();
  const amount = (qty: string) => <Quantity qty={qty} unit={share.baseUnit} />;
  const isLent = share.out !== null && share.taken !== '0';
  return (
    <Facts
      facts={factsOf<Share, HeadField | OmittedField>({
        productCode: [t('wms.product.code'), share.productCode],
        qty: [t('wms.share.qty'), amount(share.qty)],
        mode: [t('wms.listing.shareMode'), say(`wms.listing.shareMode.${share.mode}`)],
        price: share.price !== null && [t('wms.listing.price'), money(share.price)],
        ownerOrgName: [t('wms.listing.org'), share.ownerOrgName],
        orgName: [t('wms.share.org'), share.orgName],
        applicantName: [t('wms.share.applicant'), share.applicantName],
        purpose: [t('wms.share.purpose'), share.purpose],
        warehouseName: [t('wms.share.warehouse'), share.warehouseName],
        neededBy: share.neededBy !== null && [t('wms.share.neededBy'), share.neededBy],
        giveBackBy: share.giveBackBy !== null && [t('wms.share.giveBackBy'), share.giveBackBy],
        step: share.step !== null && [t('share.step'), share.step],
        taken: share.taken !== '0' && !isLent && [t('wms.share.taken'), amount(share.taken)],
        back: isLent && [
          t('share.loan'),
          t('share.lent', { taken: amountOf(share.taken, share.baseUnit), back: amountOf(share.back, share.baseUnit) }),
        ],
        out: isLent &&
          share.out !== '0' && [
            t('share.stillOut'),
            <span key="out" className={share.late ? 'share-late' : ''}>
              {amountOf(share.out!, share.baseUnit)}
              {share.late && ` · ${t('share.lateSince', { day: share.giveBackBy! })}`}
            </span>,
          ],
        documents: share.documents.length > 0 && [t('share.documents'), <Documents key="documents" share={share} />],
        createdAt: [t('wms.share.createdAt'), <When key="asked" at={share.createdAt} />],
        endedAt: share.endedAt !== null && [t('wms.share.endedAt'), <When key="ended" at={share.endedAt} />],
      })}
    />
  );
}

/** The user's own documents are links; the other side's show only their state. */
function Documents({ share: { documents, side } }: { share: Share }) {
  const { prefix } = usePage();
  const t = useT();
  const called = ({ no, type }: ShareDocument): string => `${t(type === 'OUTBOUND' ? 'menu.collect' : 'share.return')} ${no}`;
  return (
    <ul className="share-documents">
      {documents.map((document) => (
        <li key={document.id}>
          {side === 'BY_US' ? (
            <PageLink className="kw-link" to={documentAddress(prefix, document)}>
              {called(document)}
            </PageLink>
          ) : (
            called(document)
          )}{' '}
          <StateTag look={lookOf({ ...document, reversal: false })} />
        </li>
      ))}
    </ul>
  );
}
