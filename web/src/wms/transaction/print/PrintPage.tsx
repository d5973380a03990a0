import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { Button, Segmented } from 'antd';
import { usePageQuery } from '../../../api/query.ts';
import { usePage } from '../../../page/page.ts';
import { useT } from '../../../phrase/phrases.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { documentAddress } from '../address.ts';
import { DocumentScreen } from '../DocumentScreen.tsx';
import { lookOfPaper, PAPERS, papers, slipPages, slipRows, type Paper } from './slip.ts';
import { slipSteps } from './SlipRecord.tsx';
import { SlipSheet } from './SlipSheet.tsx';
import './print.css';

/** The slip of a document as it comes out of the printer, and the button that sends it there. */
export default function PrintPage() {
  return <DocumentScreen>{(transaction) => <Slip transaction={transaction} />}</DocumentScreen>;
}

function Slip({ transaction }: { transaction: Transaction }) {
  const t = useT();
  const { query, setQuery, prefix } = usePage();
  const { data: records } = usePageQuery(transactionRoutes.listRecords, { params: { id: transaction.id } });
  const paper = PAPERS.find((each) => each === query.get('paper')) ?? 'A4';
  const rows = slipRows(transaction);
  const pages = slipPages(rows, lookOfPaper(paper, slipSteps(transaction, records ?? []).length));
  return (
    <div className="print-page">
      <style>{`@page { size: ${papers[paper].size}; margin: 0 }`}</style>
      <header className="print-tools">
        <PageLink className="kw-button" to={documentAddress(prefix, transaction)}>
          {t('work.toDocument')}
        </PageLink>
        <Segmented
          value={paper}
          options={PAPERS.map((value) => ({ value, label: t(`work.paper.${value}`) }))}
          onChange={(value: Paper) => setQuery({ paper: value })}
        />
        <span className="print-count">{t('work.print.pages', { count: pages.length })}</span>
        <Button type="primary" disabled={!records} onClick={() => window.print()}>
          {t('work.print')}
        </Button>
      </header>
      <div className="print-sheets" role="region" aria-label={t('work.print.pages', { count: pages.length })} tabIndex={0}>
        {pages.map((page, at) => (
          <SlipSheet
            key={page.rows[0]?.key ?? 'empty'}
            transaction={transaction}
            records={records ?? []}
            rows={rows}
            page={page}
            paper={paper}
            number={at + 1}
            count={pages.length}
          />
        ))}
      </div>
    </div>
  );
}
