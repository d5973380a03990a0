// A read-only document: state, next step and history.
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { transactionRefusal } from '@kuwei/contract/wms/transaction-state';
import { Suspense, useLayoutEffect, useRef } from 'react';
import { usePage } from '../../../page/page.ts';
import { usePageWrite } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { BusyButton } from '../../../ui/BusyButton.tsx';
import { ask, noticeDone } from '../../../ui/feedback.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { documentAddress } from '../../addresses.ts';
import { lazyPart } from '../../../browser/lazy-part.ts';
import { withTexts } from '../../../navigation/lazy-page.ts';
import { AuditButtons } from '../audit/AuditButtons.tsx';
import { AuditTimeline } from '../../review/AuditTimeline.tsx';
import { isKeeper, isReviewer, useActor, useMayApply } from '../../review/use-actor.ts';
import { ChainPanel } from '../../review/chain/ChainPanel.tsx';
import { DocumentHead } from '../../document/DocumentHead.tsx';
import { DocumentLines } from '../../document/DocumentLines.tsx';
import { DocumentMore } from '../../document/DocumentMore.tsx';
import { releasedText } from '../../document/released.ts';
import { PrintLink } from '../../document/PrintLink.tsx';
import { TroubleNote } from '../../document/TroubleNote.tsx';
import { CancelButton } from './CancelButton.tsx';
import { PickupCode } from './PickupCode.tsx';
import '../../document/document-panel.css';
import './document-view.css';

const RemindButton = lazyPart(
  withTexts(async () => (await import('../../../base/bpm/RemindButton.tsx')).RemindButton, 'approval'),
);

interface DocumentViewProps {
  transaction: Transaction;
  reload: () => void;
}

export function DocumentView({ transaction, reload }: DocumentViewProps) {
  const t = useT();
  const { prefix } = usePage();
  const { reversesId, reversesNo, reversedById, reversedByNo, type } = transaction;
  const root = useRef<HTMLDivElement>(null);
  // After submitting at the bottom of the form, scroll to the top.
  useLayoutEffect(() => {
    const scroller = root.current?.closest('.slot-scroll');
    if (scroller) scroller.scrollTop = 0;
  }, []);
  return (
    <div className="document-view" ref={root}>
      <DocumentHead transaction={transaction} actions={<Actions transaction={transaction} reload={reload} />} />
      <TroubleNote transaction={transaction} />
      {reversesId !== null && (
        <p className="document-link reverses">
          {t('tx.view.reverses')}{' '}
          <PageLink className="kw-link kw-code" to={documentAddress(prefix, { id: reversesId, type })}>
            {reversesNo}
          </PageLink>
        </p>
      )}
      {reversedById !== null && (
        <p className="document-link">
          {t('tx.view.reversedBy')}{' '}
          <PageLink className="kw-link kw-code" to={documentAddress(prefix, { id: reversedById, type })}>
            {reversedByNo}
          </PageLink>
        </p>
      )}
      <div className="document-columns">
        <div className="document-main">
          <DocumentLines transaction={transaction} />
          <DocumentMore transaction={transaction} />
        </div>
        <aside className="document-aside">
          <PickupCode transaction={transaction} />
          <ChainPanel transaction={transaction} />
          <section className="document-panel" aria-label={t('work.timeline')}>
            <h2>{t('work.timeline')}</h2>
            <AuditTimeline key={transaction.rev} transaction={transaction} />
          </section>
        </aside>
      </div>
    </div>
  );
}

function Actions({ transaction, reload }: DocumentViewProps) {
  const t = useT();
  const { prefix, path } = usePage();
  const actor = useActor();
  const { id, no, type, rev } = transaction;
  const applies = useMayApply(type);
  const withdraw = usePageWrite(transactionRoutes.withdrawTransaction, {
    changes: ['/wms/transaction', '/wms/product-box', '/wms/product-space'],
    onSuccess: () => noticeDone(t('tx.withdrawn', { no })),
  });
  // A document that may be submitted but not edited is resubmitted unchanged.
  const mayResubmit =
    transactionRefusal('edit', transaction, actor) !== null && transactionRefusal('submit', transaction, actor) === null;
  const resubmit = usePageWrite(transactionRoutes.submitTransaction, {
    changes: ['/wms/transaction', '/wms/product-box', '/wms/product-space'],
    onSuccess: () => noticeDone(t('common.saved')),
  });
  const withdrawAfterConfirm = async (): Promise<void> => {
    const isConfirmed = await ask({
      title: t('tx.withdrawAsk', { no }),
      text: t('tx.withdrawText') + releasedText(type),
      yes: t('tx.withdraw'),
      no: t('common.cancel'),
    });
    // Errors go to the global handler; the document is reloaded either way.
    if (isConfirmed) await withdraw.mutateAsync({ params: { id }, body: { rev, comment: null } }).finally(reload);
  };
  return (
    <>
      <PrintLink transaction={transaction} />
      {applies && !transaction.guest && transaction.goodsOrgId === null && (
        <PageLink className="kw-button" to={`${path}?from=${id}`}>
          {t('tx.copy')}
        </PageLink>
      )}
      {mayResubmit && (
        <BusyButton type="primary" busy={resubmit.isPending} onClick={() => resubmit.mutate({ params: { id }, body: { rev } })}>
          {t('tx.share.again')}
        </BusyButton>
      )}
      {transactionRefusal('withdraw', transaction, actor) === null && (
        <BusyButton busy={withdraw.isPending} onClick={() => void withdrawAfterConfirm()}>
          {t('tx.withdraw')}
        </BusyButton>
      )}
      {transactionRefusal('cancel', transaction, actor) === null && <CancelButton transaction={transaction} onDone={reload} />}
      {transaction.state === 'SUBMITTED' && transaction.applicantId === actor.userId && (
        <Suspense>
          <RemindButton bizId={id} />
        </Suspense>
      )}
      {(isReviewer(actor) || isKeeper(actor) || transaction.reviewers.includes(actor.userId)) && (
        <AuditButtons key={id} transaction={transaction} onChanged={reload} addressOf={(next) => documentAddress(prefix, next)} />
      )}
    </>
  );
}
