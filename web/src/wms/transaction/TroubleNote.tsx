import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { FINAL_STATES } from '@kuwei/contract/wms/transaction-state';
import { Alert } from 'antd';
import { useT } from '../../phrase/phrases.ts';

const TROUBLE: readonly string[] = ['HOLD', 'RECALLED', 'FROZEN', 'EXPIRED'];

/** Says at the head of a document on its way which lines have goods that were recalled, held, frozen or are past their day. */
export function TroubleNote({ transaction: { state, lines } }: { transaction: Transaction }) {
  const t = useT();
  const struck = FINAL_STATES.includes(state) ? [] : lines.filter(({ risks }) => risks.some((risk) => TROUBLE.includes(risk)));
  if (struck.length === 0) return null;
  const names = struck.map(({ lineNo, product }) => `${lineNo} ${product.name}`).join(t('wms.place.comma'));
  return (
    <Alert type="warning" showIcon className="trouble-note" title={t('work.trouble', { count: struck.length, lines: names })} />
  );
}
