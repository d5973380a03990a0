// What of a document or of its goods wants a second look, in words and colours, wherever it is shown.
import type { TransactionRisk } from '@kuwei/contract/wms/transaction-risk';
import { StateTag, type StateLooks } from '../../ui/StateTag.tsx';
import './risk-marks.css';

const looks: StateLooks<TransactionRisk> = {
  TOXIC: { label: 'work.risk.TOXIC', tone: 'danger', shape: 'triangle' },
  CONTROLLED: { label: 'work.risk.CONTROLLED', tone: 'warning', shape: 'triangle' },
  PERMIT: { label: 'work.risk.PERMIT', tone: 'danger', shape: 'cross' },
  NOT_ASSESSED: { label: 'work.risk.NOT_ASSESSED', tone: 'warning', shape: 'triangle' },
  EXPIRED: { label: 'work.risk.EXPIRED', tone: 'danger', shape: 'cross' },
  HOLD: { label: 'work.risk.HOLD', tone: 'warning', shape: 'lock' },
  RECALLED: { label: 'work.risk.RECALLED', tone: 'danger', shape: 'triangle' },
  FROZEN: { label: 'work.risk.FROZEN', tone: 'warning', shape: 'lock' },
  QUOTA: { label: 'work.risk.QUOTA', tone: 'warning', shape: 'bar' },
};

export function RiskMarks({ risks }: { risks: readonly TransactionRisk[] }) {
  if (risks.length === 0) return null;
  return (
    <span className="risk-marks">
      {risks.map((risk) => (
        <StateTag key={risk} look={looks[risk]} />
      ))}
    </span>
  );
}
