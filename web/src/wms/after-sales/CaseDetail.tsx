// A case: subject, decision, the documents that carry it out, messages and history.
import { afterSalesRoutes, type AfterSalesCase } from '@kuwei/contract/wms/after-sales';
import { documentStatusKey } from '@kuwei/contract/wms/transaction-state';
import { Alert } from 'antd';
import { Suspense } from 'react';
import { usePage } from '../../page/page.ts';
import { lazyPart } from '../../browser/lazy-part.ts';
import { withTexts } from '../../navigation/lazy-page.ts';
import { usePageQuery } from '../../page/query.ts';
import { say, useT } from '../../phrase/phrases.ts';
import { ActionButtons } from '../../table/ActionButtons.tsx';
import { DetailHead } from '../../table/DetailHead.tsx';
import { DetailSkeleton } from '../../table/DetailSkeleton.tsx';
import type { RowAction } from '../../table/list-types.ts';
import { Facts, factsOf } from '../../ui/Facts.tsx';
import { ControlMarks } from '../../ui/HazardMarks.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import { documentAddress } from '../addresses.ts';
import { Age, Due } from './Age.tsx';
import { caseLooks } from './looks.ts';
import { Pictures } from './Pictures.tsx';
import { Records } from './Records.tsx';
import './after-sales.css';

const StandingPicture = lazyPart(
  withTexts(async () => (await import('../../base/bpm/RequestProgressPicture.tsx')).RequestProgressPicture, 'approval'),
);
const CaseMessages = lazyPart(async () => (await import('./CaseMessages.tsx')).CaseMessages);

interface CaseDetailProps {
  id: string;
  row: AfterSalesCase | undefined;
  actionsOf: (filed: AfterSalesCase) => readonly RowAction[];
  /** Shown as a whole page, not in a side pane. */
  isPage?: boolean;
}

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

export function CaseDetail({ id, row, actionsOf, isPage = false }: CaseDetailProps) {
  const t = useT();
  const { prefix } = usePage();
  const { data = row, error, refetch, isFetching } = usePageQuery(afterSalesRoutes.getCase, { params: { id } });
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <DetailSkeleton />;
  const { no, kind, state, productName, productCode, baseUnit, qty, controlFlags, held, transactionId, transactionType } = data;
  const actions = actionsOf(data);
  // One level below the title of the page or pane.
  const heading = isPage ? 'h2' : 'h3';
  const title = `${say(`wms.afs.kind.${kind}`)} · ${productName}`;
  const marks = (
    <span className="afs-marks">
      <StateTag look={caseLooks[state]} />
      <span className="kw-code">{no}</span>
    </span>
  );
  return (
    <>
      {isPage ? (
        <PageHead name={no} title={title} count={marks} actions={<ActionButtons name={no} actions={actions} most={3} />} />
      ) : (
        <DetailHead
          title={title}
          marks={
            <>
              {marks}
              <PageLink className="kw-link" to={`/${prefix}/wms/after-sales/audit-button?id=${id}`}>
                {t('afs.open')}
              </PageLink>
            </>
          }
          actions={<ActionButtons name={no} actions={actions} />}
        />
      )}
      {data.nobody && <Alert type="warning" showIcon className="afs-nobody" title={t('afs.nobody', { step: data.step ?? '' })} />}
      <section className="facts">
        <p className="afs-text">{data.description}</p>
        <Pictures ids={data.pictures} />
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
          batchNo: data.batchNo !== null && [
            t('wms.afs.batch'),
            <span key="batch" className="kw-code">
              {data.batchNo}
            </span>,
          ],
          qty: qty !== null && [t('wms.afs.qty'), <Quantity key="qty" qty={qty} unit={baseUnit} />],
          boxCode: data.boxCode !== null && [
            t('wms.afs.box'),
            <PageLink key="box" className="kw-link kw-code" to={`/${prefix}/wms/product-box/list?show=${data.productBoxId}`}>
              {data.boxCode}
            </PageLink>,
          ],
          held: held !== '0' && [t('afs.held'), <Quantity key="held" qty={held} unit={baseUnit} />],
          transactionNo: transactionId !== null &&
            transactionType !== null && [
              t('wms.afs.document'),
              <PageLink
                key="document"
                className="kw-link kw-code"
                to={documentAddress(prefix, { id: transactionId, type: transactionType })}
              >
                {data.transactionNo}
              </PageLink>,
            ],
          ownerOrgName: [t('wms.afs.owner'), data.ownerOrgName],
          warehouseName: [t('wms.afs.warehouse'), data.warehouseName],
          supplierName: data.supplierName !== null && [t('wms.afs.supplier'), data.supplierName],
          applicantName: [t('wms.afs.applicant'), data.applicantName],
          solution: [t(data.decidedAt === null ? 'afs.wanted' : 'wms.afs.solution'), say(`wms.afs.solution.${data.solution}`)],
          step: data.step !== null && [t('afs.step'), data.step],
          submittedAt: data.submittedAt !== null && [
            t('wms.afs.submittedAt'),
            <span key="submitted">
              <When at={data.submittedAt} /> · <Age of={data} />
            </span>,
          ],
          dueAt: state === 'SUBMITTED' && [t('wms.afs.dueAt'), <Due key="due" of={data} />],
          decidedAt: data.decidedAt !== null && [t('wms.afs.decidedAt'), <When key="decided" at={data.decidedAt} />],
          endedAt: data.endedAt !== null && [t('wms.afs.endedAt'), <When key="ended" at={data.endedAt} />],
        })}
      />
      <Documents of={data} heading={heading} />
      <Suspense>
        <CaseMessages of={data} heading={heading} />
      </Suspense>
      {data.submittedAt !== null && (
        <Suspense>
          <StandingPicture bizType="WMS_AFTER_SALES" id={id} />
        </Suspense>
      )}
      <Records id={id} heading={heading} />
    </>
  );
}

function Documents({ of: { documents }, heading: Heading }: { of: AfterSalesCase; heading: 'h2' | 'h3' }) {
  const t = useT();
  const { prefix } = usePage();
  if (documents.length === 0) return null;
  return (
    <section className="facts">
      <Heading>{t('afs.documents')}</Heading>
      <ul className="afs-documents">
        {documents.map((document) => (
          <li key={document.id}>
            {say(`afs.as.${document.as}`)}{' '}
            <PageLink className="kw-link kw-code" to={documentAddress(prefix, document)}>
              {document.no}
            </PageLink>{' '}
            {t(documentStatusKey({ ...document, reversal: false }))}
          </li>
        ))}
      </ul>
    </section>
  );
}
