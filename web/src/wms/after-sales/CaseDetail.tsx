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
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { documentAddress } from '../addresses.ts';
import { CaseFacts } from './CaseFacts.tsx';
import { caseLooks } from './looks.ts';
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

export function CaseDetail({ id, row, actionsOf, isPage = false }: CaseDetailProps) {
  const t = useT();
  const { prefix } = usePage();
  const { data = row, error, refetch, isFetching } = usePageQuery(afterSalesRoutes.getCase, { params: { id } });
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <DetailSkeleton />;
  const { no, kind, state, productName } = data;
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
      <CaseFacts of={data} linked />
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
