import { warehousesOf, type Transaction } from '@kuwei/contract/wms/transaction-reply';
import type { ReactNode } from 'react';
import { usePage } from '../../page/page.ts';
import { langOf, useT } from '../../phrase/phrases.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import { documentAddress } from '../addresses.ts';
import { CaseLink } from '../goods/CaseLink.tsx';
import { lookOf } from './looks.ts';
import { ownersOf } from './owners.ts';
import { titleOf } from './title.ts';
import './document-head.css';

/** Number, state, actions and owner of a document. */
export function DocumentHead({ transaction, actions }: { transaction: Transaction; actions?: ReactNode }) {
  const t = useT();
  const { prefix } = usePage();
  const { no } = transaction;
  return (
    <>
      <PageHead
        name={no}
        title={
          <span className="document-title">
            {t(titleOf(transaction))}
            <PageLink className="kw-link document-no" to={documentAddress(prefix, transaction)}>
              {no}
            </PageLink>
            <CopyButton text={no} />
          </span>
        }
        count={<StateTag look={lookOf(transaction)} />}
        actions={actions}
      />
      <DocumentFacts transaction={transaction} />
    </>
  );
}

export function DocumentFacts({ transaction }: { transaction: Transaction }) {
  const t = useT();
  const { goodsOrgName, shareNo, cases, applicantName, planDate, submittedAt, purpose } = transaction;
  const facts: [label: string, value: ReactNode][] = [
    [t('wms.transaction.owner'), ownersOf(transaction).join(t('wms.place.comma'))],
    ...(goodsOrgName === null ? [] : [[t('tx.share.goodsOf'), `${goodsOrgName} · ${shareNo}`] as [string, ReactNode]]),
    [t('wms.transaction.applicant'), applicantName],
    [t('wms.transaction.warehouse'), warehousesOf(transaction)],
    ...(planDate === null ? [] : [[t('wms.transaction.planDate'), planDate] as [string, ReactNode]]),
    ...(submittedAt === null
      ? []
      : [[t('wms.transaction.submittedAt'), <When key="at" at={submittedAt} />] as [string, ReactNode]]),
    ...(cases.length === 0
      ? []
      : [[t('wms.stock.cases'), cases.map((each) => <CaseLink key={each.id} {...each} />)] as [string, ReactNode]]),
    ...(purpose === null ? [] : [[t('work.purpose'), purpose] as [string, ReactNode]]),
  ];
  return (
    <dl className="document-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd lang={langOf(value)}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
