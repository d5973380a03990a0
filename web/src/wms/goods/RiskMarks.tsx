// Risks of a document or its goods, as text and colour.
import type { TransactionRisk } from '@kuwei/contract/wms/transaction-risk';
import { useT } from '../../phrase/phrases.ts';
import { UnassessedMark } from '../../ui/HazardMarks.tsx';
import { StateTag, type StateLooks } from '../../ui/StateTag.tsx';
import './risk-marks.css';

/** Risks that are also marked beside product names. */
type GoodsRisk = 'TOXIC' | 'CONTROLLED' | 'NOT_ASSESSED';

const looks: StateLooks<Exclude<TransactionRisk, GoodsRisk>> = {
  PERMIT: { label: 'work.risk.PERMIT', tone: 'danger', shape: 'cross' },
  EXPIRED: { label: 'work.risk.EXPIRED', tone: 'danger', shape: 'cross' },
  HOLD: { label: 'work.risk.HOLD', tone: 'warning', shape: 'lock' },
  RECALLED: { label: 'work.risk.RECALLED', tone: 'danger', shape: 'triangle' },
  FROZEN: { label: 'work.risk.FROZEN', tone: 'warning', shape: 'lock' },
  QUOTA: { label: 'work.risk.QUOTA', tone: 'warning', shape: 'bar' },
};

/** Without product risks, which are marked beside product names. */
export const batchAndPermitRisks = (risks: readonly TransactionRisk[]): TransactionRisk[] =>
  risks.filter((risk) => risk !== 'TOXIC' && risk !== 'CONTROLLED' && risk !== 'NOT_ASSESSED');

export function RiskMarks({ risks }: { risks: readonly TransactionRisk[] }) {
  const t = useT();
  if (risks.length === 0) return null;
  return (
    <span className="risk-marks">
      {risks.map((risk) => {
        if (risk === 'NOT_ASSESSED') return <UnassessedMark key={risk} />;
        if (risk !== 'TOXIC' && risk !== 'CONTROLLED') return <StateTag key={risk} look={looks[risk]} />;
        return (
          <span key={risk} className={risk === 'TOXIC' ? 'control-mark toxic' : 'control-mark'}>
            {t(`work.risk.${risk}`)}
          </span>
        );
      })}
    </span>
  );
}
