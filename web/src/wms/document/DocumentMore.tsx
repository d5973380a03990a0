import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import type { ReactNode } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { FileLink } from './FileLink.tsx';
import { DocumentPermits } from './permit/lazy-document-permits.tsx';
import './document-panel.css';
import './document-more.css';

/** Details below the head and, for controlled goods, the permits used. */
export function DocumentMore({ transaction }: { transaction: Transaction }) {
  const t = useT();
  const { contact, phone, depositUntil, purchaseNo, deliveryNo, supplierName, remark, attachments } = transaction;
  const facts = (
    [
      [t('tx.head.contact'), [contact, phone].filter(Boolean).join(' ') || null],
      [t('wms.stock.depositUntil'), depositUntil],
      [t('tx.head.purchaseNo'), purchaseNo],
      [t('tx.head.deliveryNo'), deliveryNo],
      [t('tx.head.supplier'), supplierName],
      [t('wms.line.remark'), remark],
      [
        t('tx.head.attachments'),
        attachments.length === 0 ? null : (
          <span className="document-more-files">
            {attachments.map(({ id, name }) => (
              <FileLink key={id} id={id} name={name} />
            ))}
          </span>
        ),
      ],
    ] as [string, ReactNode][]
  ).filter(([, shown]) => shown !== null);
  return (
    <>
      <DocumentPermits transaction={transaction} />
      {facts.length > 0 && (
        <section className="document-panel" aria-label={t('tx.view.more')}>
          <h2>{t('tx.view.more')}</h2>
          <dl className="document-more">
            {facts.map(([label, shown]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{shown}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}
