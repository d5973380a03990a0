// Goods stored against the chemical safety rules, by box, with a link to move them.
import { productRoutes } from '@kuwei/contract/wms/product';
import type { RuleViolation } from '@kuwei/contract/wms/storage-rule';
import { history } from '../../browser/history.ts';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { newAddress } from '../../page/pages.ts';
import { useT } from '../../phrase/phrases.ts';
import type { Batch } from '../../table/batch.ts';
import { List } from '../../table/List.tsx';
import type { RowAction } from '../../table/list-types.ts';
import { noticeRefused } from '../../ui/feedback.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { ruleViolationList } from './rule-violation-list.tsx';
import './storage-rule.css';

/** Most stock rows in the address of a new transfer. */
const MOVE_MAX = 50;

export default function RuleViolationPage() {
  const t = useT();
  const { prefix } = usePage();
  const mayCall = useMayCall();
  const mayMove = mayCall(transactionRoutes.assignBoxes);
  const mayAssess = mayCall(productRoutes.updateProduct);
  const moveTo = (ids: readonly string[]): string => `/${prefix}/wms/transaction/move/edit?stock=${ids.join(',')}`;

  const move = (ids: readonly string[], rows: readonly RuleViolation[]): void => {
    if (ids.length > MOVE_MAX) noticeRefused(t('safety.standing.moveMax', { max: MOVE_MAX }));
    else if (new Set(rows.map((row) => row.warehouseId)).size > 1) noticeRefused(t('safety.standing.oneWarehouse'));
    else history.push(newAddress(moveTo(ids)));
  };
  const batch: Batch<RuleViolation> = { actions: [{ action: 'move', label: 'safety.standing.move', run: move }] };
  const actionsOf = (row: RuleViolation): RowAction[] => [
    ...(mayMove ? [{ key: 'move', label: t('safety.standing.move'), to: moveTo([row.id]) }] : []),
    ...(mayAssess && row.hazard === 'UNKNOWN'
      ? [{ key: 'assess', label: t('safety.standing.assess'), to: `/${prefix}/wms/product/edit?id=${row.productId}` }]
      : []),
  ];
  return (
    <List
      spec={ruleViolationList}
      title={t('safety.standing')}
      above={<p className="storage-rule-text">{t('safety.standing.text')}</p>}
      buttons={
        <PageLink className="kw-button" to={`/${prefix}/wms/storage-rule`}>
          {t('safety.rules')}
        </PageLink>
      }
      actionsOf={actionsOf}
      {...(mayMove && { batch })}
      emptyText={t('safety.standing.empty')}
    />
  );
}
