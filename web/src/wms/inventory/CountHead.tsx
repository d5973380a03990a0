import type { Count } from '@kuwei/contract/wms/inventory';
import type { ReactNode } from 'react';
import { langOf, say, useT } from '../../phrase/phrases.ts';
import { useMayCall } from '../../page/may-call.ts';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import '../document/document-head.css';
import { countAddress, entriesAddress } from './addresses.ts';
import { Due, Extent } from './count-list.tsx';
import { countLook } from './looks.ts';

/** Number, state, actions and facts of a count. */
export function CountHead({ count, actions }: { count: Count; actions?: ReactNode }) {
  const t = useT();
  const { id, no } = count;
  return (
    <>
      <PageHead
        name={no}
        title={
          <span className="document-title">
            {t('wms.count')}
            <PageLink className="kw-link document-no" to={countAddress(id)}>
              {no}
            </PageLink>
            <CopyButton text={no} />
          </span>
        }
        count={<StateTag look={countLook(count)} />}
        actions={actions}
      />
      <CountFacts count={count} />
    </>
  );
}

export function CountFacts({ count }: { count: Count }) {
  const t = useT();
  const comma = t('wms.place.comma');
  const { type, warehouseName, assigneeNames, openedBy, publishedAt, submittedAt, endedAt, remark, blind, freeze } = count;
  const when = (at: string | null): ReactNode => at !== null && <When at={at} />;
  const facts: [label: string, value: ReactNode][] = [
    [t('wms.count.warehouse'), warehouseName],
    [t('wms.count.type'), say(`wms.count.type.${type}`)],
    [t('wms.count.scope'), <Extent key="extent" {...count} />],
    [t('wms.count.assignees'), assigneeNames.map(({ name }) => name).join(comma)],
    [t('wms.count.deadline'), count.deadline !== null && <Due key="due" {...count} />],
    [t('wms.count.blind'), t(blind ? 'count.yes' : 'count.no')],
    [t('wms.count.freeze'), t(freeze ? 'count.yes' : 'count.no')],
    [t('wms.count.openedBy'), openedBy],
    [t('wms.count.publishedAt'), when(publishedAt)],
    [t('wms.count.submittedAt'), when(submittedAt)],
    [t('wms.count.endedAt'), when(endedAt)],
    [t('wms.count.adjustment'), <Adjustment key="adjustment" count={count} />],
    [t('wms.count.remark'), remark],
  ];
  return (
    <dl className="document-facts">
      {facts
        .filter(([label, value]) => value && (label !== t('wms.count.adjustment') || count.state === 'APPROVED'))
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd lang={langOf(value)}>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** The adjustment document that posted the differences, linked to its entries. */
function Adjustment({ count: { adjustmentId, adjustmentNo } }: { count: Count }) {
  const t = useT();
  const maySee = useMayCall()(productBoxRoutes.listLedger);
  if (adjustmentId === null) return t('count.adjustmentNone');
  return maySee ? (
    <PageLink className="kw-link kw-code" to={entriesAddress(adjustmentId)} title={t('count.entries')}>
      {adjustmentNo}
    </PageLink>
  ) : (
    <span className="kw-code">{adjustmentNo}</span>
  );
}
