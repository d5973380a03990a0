import { permitRoutes, type PermitNeed } from '@kuwei/contract/wms/permit';
import { scanRoutes } from '@kuwei/contract/wms/scan';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { TransactionChain } from '@kuwei/contract/wms/transaction-chain';
import type { Transaction, TransactionRecord } from '@kuwei/contract/wms/transaction-reply';
import { useMemo } from 'react';
import { usePage } from '../../../page/page.ts';
import { usePageQuery } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { PageSkeleton } from '../../../ui/PageSkeleton.tsx';
import { PrintedPage } from '../../../ui/print/PrintedPage.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { documentAddress, goodsLabels } from '../../addresses.ts';
import { DocumentScreen } from '../../document/DocumentScreen.tsx';
import { needsPermits } from '../../document/permit/needs-permits.ts';
import { hasGoodsToLabel } from './slip.ts';
import { useSlip } from './use-slip.tsx';

/** The printable slip of a document. */
export default function PrintPage() {
  return <DocumentScreen>{(transaction) => <WholeSlip transaction={transaction} />}</DocumentScreen>;
}

const NO_NEEDS: readonly PermitNeed[] = [];

/** Shown once complete: pagination would change when reviews arrive late. */
function WholeSlip({ transaction }: { transaction: Transaction }) {
  const { id } = transaction;
  const records = usePageQuery(transactionRoutes.listRecords, { params: { id } });
  const chain = usePageQuery(transactionRoutes.getChain, { params: { id } });
  const labels = usePageQuery(scanRoutes.listLabels, { body: { kind: 'DOCUMENT', ids: [id] } });
  const isByPermits = needsPermits(transaction);
  const permits = usePageQuery(permitRoutes.getDocumentPermits, { params: { id } }, { enabled: isByPermits });
  const needs = isByPermits ? permits.data : NO_NEEDS;
  const numbers = useMemo(() => [...new Set(needs?.flatMap((need) => need.permits.map(({ number }) => number)))], [needs]);
  if (records.data && chain.data && labels.data && needs)
    return (
      <Slip
        transaction={transaction}
        records={records.data}
        chain={chain.data}
        permits={numbers}
        code={labels.data[0]?.code ?? null}
      />
    );
  const failed = [records, chain, labels, permits].find(({ error, data }) => error && !data);
  if (!failed) return <PageSkeleton />;
  return <LoadFailed error={failed.error!} onRetry={() => void failed.refetch()} busy={failed.isFetching} />;
}

interface SlipProps {
  transaction: Transaction;
  records: readonly TransactionRecord[];
  chain: TransactionChain;
  permits: readonly string[];
  /** Null for consulted reviewers, who print without it. */
  code: string | null;
}

function Slip(props: SlipProps) {
  const t = useT();
  const { prefix } = usePage();
  const { transaction, code } = props;
  const { id } = transaction;
  const back = { to: documentAddress(prefix, transaction), label: t('work.toDocument') };
  const tools = code !== null && (
    <>
      <PageLink className="kw-button" to={goodsLabels(prefix, { kind: 'DOCUMENT', ids: id })}>
        {t('work.label.document')}
      </PageLink>
      {hasGoodsToLabel(transaction) && (
        <PageLink className="kw-button" to={goodsLabels(prefix, { document: id, each: 'piece' })}>
          {t('work.label.goods')}
        </PageLink>
      )}
    </>
  );
  return <PrintedPage printed={useSlip(props)} back={back} tools={tools} />;
}
