import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { FINAL_STATES } from '@kuwei/contract/wms/transaction-state';
import { Alert } from 'antd';
import { useT } from '../../phrase/phrases.ts';

/** Worst first. */
const TROUBLE = ['RECALLED', 'HOLD', 'FROZEN', 'EXPIRED'] as const;

/** Lists, at the head of an open document, the lines with recalled, held, frozen or expired goods. */
export function TroubleNote({ transaction: { state, lines } }: { transaction: Transaction }) {
  const t = useT();
  if (FINAL_STATES.includes(state)) return null;
  const found = TROUBLE.map((risk) => ({ risk, affected: lines.filter(({ risks }) => risks.includes(risk)) })).filter(
    ({ affected }) => affected.length > 0,
  );
  return found.map(({ risk, affected }) => {
    const names = affected
      .map(({ lineNo, product }) => t('work.trouble.line', { no: lineNo, name: product.name }))
      .join(t('wms.place.comma'));
    return (
      <Alert
        key={risk}
        type={risk === 'RECALLED' ? 'error' : 'warning'}
        showIcon
        className="trouble-note"
        title={t(`work.trouble.${risk}`, { lines: names })}
      />
    );
  });
}
