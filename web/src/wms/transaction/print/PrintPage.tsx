import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { TransactionChain } from '@kuwei/contract/wms/transaction-chain';
import type { Transaction, TransactionRecord } from '@kuwei/contract/wms/transaction-reply';
import { Button, Segmented } from 'antd';
import { useMemo, useRef } from 'react';
import { usePage } from '../../../page/page.ts';
import { usePageQuery } from '../../../page/query.ts';
import { useLocale, useT } from '../../../phrase/phrases.ts';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { PageSkeleton } from '../../../ui/PageSkeleton.tsx';
import { documentAddress } from '../../addresses.ts';
import { DocumentScreen } from '../DocumentScreen.tsx';
import { PAPERS, papers, slipRows, type Paper } from './slip.ts';
import { SlipSheet } from './SlipSheet.tsx';
import { useFittingSheets } from './use-fitting-sheets.ts';
import { useSlipPages } from './use-slip-pages.ts';
import './print.css';

/** The slip of a document as it comes out of the printer, and the button that sends it there. */
export default function PrintPage() {
  return <DocumentScreen>{(transaction) => <WholeSlip transaction={transaction} />}</DocumentScreen>;
}

/** Shown once all of it is there: a sheet that was cut without its reviews would be cut again before the reader's eyes. */
function WholeSlip({ transaction }: { transaction: Transaction }) {
  const records = usePageQuery(transactionRoutes.listRecords, { params: { id: transaction.id } });
  const chain = usePageQuery(transactionRoutes.getChain, { params: { id: transaction.id } });
  if (records.data && chain.data) return <Slip transaction={transaction} records={records.data} chain={chain.data} />;
  const failed = [records, chain].find(({ error, data }) => error && !data);
  if (!failed) return <PageSkeleton />;
  return <LoadFailed error={failed.error!} onRetry={() => void failed.refetch()} busy={failed.isFetching} />;
}

interface SlipProps {
  transaction: Transaction;
  records: readonly TransactionRecord[];
  chain: TransactionChain;
}

function Slip({ transaction, records, chain }: SlipProps) {
  const t = useT();
  const { query, setQuery, prefix } = usePage();
  const paper = PAPERS.find((each) => each === query.get('paper')) ?? 'A4';
  const locale = useLocale();
  const rows = useMemo(() => slipRows(transaction), [transaction]);
  const trial = useRef<HTMLDivElement>(null);
  const pages = useSlipPages(trial, rows, paper, [rows, records, chain, paper, locale]);
  const sheets = useFittingSheets(paper);
  const sheet = { transaction, records, chain, rows, paper };
  return (
    <div className="print-page">
      <style>{`@page { size: ${papers[paper].width}mm ${papers[paper].height}mm; margin: 0 }`}</style>
      <header className="print-tools">
        <PageLink className="kw-button" to={documentAddress(prefix, transaction)}>
          {t('work.toDocument')}
        </PageLink>
        <Segmented
          value={paper}
          options={PAPERS.map((value) => ({ value, label: t(`work.paper.${value}`) }))}
          onChange={(value: Paper) => setQuery({ paper: value })}
        />
        {pages && <span className="print-count">{t('work.print.pages', { count: pages.length })}</span>}
        <Button type="primary" disabled={!pages} onClick={() => window.print()}>
          {t('work.print')}
        </Button>
      </header>
      {pages ? (
        <div
          className="print-sheets"
          ref={sheets}
          role="region"
          aria-label={t('work.print.pages', { count: pages.length })}
          tabIndex={0}
        >
          {pages.map((page, at) => (
            <SlipSheet key={page.rows[0]?.key ?? 'empty'} {...sheet} page={page} number={at + 1} count={pages.length} />
          ))}
        </div>
      ) : (
        <div className="print-trial" ref={trial} aria-hidden="true">
          <SlipSheet {...sheet} page={{ rows, isLast: true }} number={1} count={2} />
        </div>
      )}
    </div>
  );
}
