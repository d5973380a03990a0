import type { AfterSalesCase } from '@kuwei/contract/wms/after-sales';
import { usePage } from '../../page/page.ts';
import { say, useT } from '../../phrase/phrases.ts';
import { Facts, factsOf } from '../../ui/Facts.tsx';
import { ControlMarks } from '../../ui/HazardMarks.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { When } from '../../ui/When.tsx';
import { documentAddress } from '../addresses.ts';
import { Age, Due } from './Age.tsx';
import { Pictures } from './Pictures.tsx';
import './after-sales.css';

type OmittedField =
  | 'id'
  | 'no'
  | 'rev'
  | 'state'
  | 'productId'
  | 'productCode'
  | 'productName'
  | 'baseUnit'
  | 'pictures'
  | 'description'
  | 'documents'
  | 'messages'
  | 'transactionLineId'
  | 'transactionId'
  | 'transactionType'
  | 'productBoxId'
  | 'withSupplier'
  | 'place'
  | 'late'
  | 'nobody'
  | 'level'
  | 'levels'
  | 'round'
  | 'isApplicant'
  | 'reviews'
  | 'side'
  | 'begun'
  | 'createdAt'
  | 'updatedAt'
  | 'updatedBy';

interface CaseFactsProps {
  of: AfterSalesCase;
  /** Box and document as links; not for reviewers, who may have no access to them. */
  linked: boolean;
}

/** Description, pictures and facts of a case. */
export function CaseFacts({ of: filed, linked }: CaseFactsProps) {
  const t = useT();
  const { prefix } = usePage();
  const { state, productName, productCode, baseUnit, qty, controlFlags, held, transactionId, transactionType } = filed;
  return (
    <>
      <section className="facts">
        <p className="afs-text">{filed.description}</p>
        <Pictures ids={filed.pictures} />
      </section>
      <Facts
        facts={factsOf<AfterSalesCase, OmittedField>({
          kind: [
            t('afs.goods'),
            <span key="goods">
              {productName} <span className="kw-code">{productCode}</span>
            </span>,
          ],
          controlFlags: controlFlags.length > 0 && [t('afs.control'), <ControlMarks key="control" flags={controlFlags} />],
          batchNo: filed.batchNo !== null && [
            t('wms.afs.batch'),
            <span key="batch" className="kw-code">
              {filed.batchNo}
            </span>,
          ],
          qty: qty !== null && [t('wms.afs.qty'), <Quantity key="qty" qty={qty} unit={baseUnit} />],
          boxCode: filed.boxCode !== null && [
            t('wms.afs.box'),
            linked ? (
              <PageLink key="box" className="kw-link kw-code" to={`/${prefix}/wms/product-box/list?show=${filed.productBoxId}`}>
                {filed.boxCode}
              </PageLink>
            ) : (
              <span key="box" className="kw-code">
                {filed.boxCode}
              </span>
            ),
          ],
          held: held !== '0' && [t('afs.held'), <Quantity key="held" qty={held} unit={baseUnit} />],
          transactionNo: transactionId !== null &&
            transactionType !== null && [
              t('wms.afs.document'),
              linked ? (
                <PageLink
                  key="document"
                  className="kw-link kw-code"
                  to={documentAddress(prefix, { id: transactionId, type: transactionType })}
                >
                  {filed.transactionNo}
                </PageLink>
              ) : (
                <span key="document" className="kw-code">
                  {filed.transactionNo}
                </span>
              ),
            ],
          ownerOrgName: [t('wms.afs.owner'), filed.ownerOrgName],
          warehouseName: [t('wms.afs.warehouse'), filed.warehouseName],
          supplierName: filed.supplierName !== null && [t('wms.afs.supplier'), filed.supplierName],
          applicantName: [t('wms.afs.applicant'), filed.applicantName],
          solution: [t(filed.decidedAt === null ? 'afs.wanted' : 'wms.afs.solution'), say(`wms.afs.solution.${filed.solution}`)],
          step: filed.step !== null && [t('afs.step'), filed.step],
          submittedAt: filed.submittedAt !== null && [
            t('wms.afs.submittedAt'),
            <span key="submitted">
              <When at={filed.submittedAt} /> · <Age of={filed} />
            </span>,
          ],
          dueAt: state === 'SUBMITTED' && [t('wms.afs.dueAt'), <Due key="due" of={filed} />],
          decidedAt: filed.decidedAt !== null && [t('wms.afs.decidedAt'), <When key="decided" at={filed.decidedAt} />],
          endedAt: filed.endedAt !== null && [t('wms.afs.endedAt'), <When key="ended" at={filed.endedAt} />],
        })}
      />
    </>
  );
}
