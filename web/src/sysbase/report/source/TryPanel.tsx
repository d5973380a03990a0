// Validates a statement, and shows its first rows with the author's rights.
import { resolvePreset } from '@kuwei/contract/sys/report-param';
import { reportRoutes, type ReportColumn, type ReportParam, type ReportResult, type SqlFault } from '@kuwei/contract/sys/report';
import { useState } from 'react';
import type { ApiError } from '../../../api/error.ts';
import { usePageCall } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { ResultTable } from '../../../table/result/ResultTable.tsx';
import { BusyButton } from '../../../ui/BusyButton.tsx';
import { today } from '../../../ui/format.ts';
import { SQL_BOX } from './SqlBox.tsx';
import '../report.css';

interface TryPanelProps {
  sql: string;
  params: readonly ReportParam[];
  columns: readonly ReportColumn[];
}

type TryOutcome = { sql: string } & (
  | { kind: 'right' }
  | { kind: 'wrong'; faults: readonly SqlFault[] }
  | { kind: 'rows'; result: ReportResult }
  | { kind: 'failed'; message: string }
);

export function TryPanel({ sql, params, columns }: TryPanelProps) {
  const t = useT();
  const call = usePageCall();
  const [outcome, setOutcome] = useState<TryOutcome | null>(null);
  const [busy, setBusy] = useState<'check' | 'try' | null>(null);
  const ready = params.filter(({ name, zh }) => name !== '' && zh !== '');
  const values = Object.fromEntries(
    ready.map(({ name, preset }) => [name, preset === null ? null : resolvePreset(preset, today())]),
  );

  const doing = async (kind: 'check' | 'try', work: () => Promise<TryOutcome>): Promise<void> => {
    setBusy(kind);
    try {
      setOutcome(await work());
    } catch (error) {
      const { data, message } = error as ApiError;
      const faults = (data as { faults?: SqlFault[] } | null | undefined)?.faults;
      setOutcome(faults ? { sql, kind: 'wrong', faults } : { sql, kind: 'failed', message });
    } finally {
      setBusy(null);
    }
  };
  const check = (): Promise<void> =>
    doing('check', async () => {
      const { faults } = await call(reportRoutes.checkReport, { body: { sql, params: ready, columns: [] } });
      return faults.length > 0 ? { sql, kind: 'wrong', faults } : { sql, kind: 'right' };
    });
  const tryIt = (): Promise<void> =>
    doing('try', async () => ({
      sql,
      kind: 'rows',
      result: await call(reportRoutes.tryReport, { body: { sql, params: ready, values, columns: [...columns] } }),
    }));
  return (
    <div className="report-try">
      <div className="report-try-buttons">
        <BusyButton busy={busy === 'check'} disabled={sql === ''} onClick={() => void check()}>
          {t('report.check')}
        </BusyButton>
        <BusyButton busy={busy === 'try'} disabled={sql === ''} onClick={() => void tryIt()}>
          {t('report.try')}
        </BusyButton>
        <span className="report-hint">{t('report.tryText')}</span>
      </div>
      <div role="status">{outcome && <Outcome outcome={outcome} old={outcome.sql !== sql} sql={sql} />}</div>
    </div>
  );
}

function Outcome({ outcome, old, sql }: { outcome: TryOutcome; old: boolean; sql: string }) {
  const t = useT();
  if (outcome.kind === 'right') return <p className="report-right">{t(old ? 'report.checkAgain' : 'report.right')}</p>;
  if (outcome.kind === 'failed') return <p className="report-wrong">{outcome.message}</p>;
  if (outcome.kind === 'wrong') {
    return (
      <ul className="report-wrong">
        {outcome.faults.map((fault) => (
          <li key={`${fault.at} ${fault.text}`}>
            {fault.at !== null && !old && (
              <button type="button" className="kw-plain kw-link" onClick={() => show(fault)}>
                {placeOf(sql, fault.at)}
              </button>
            )}{' '}
            {fault.text}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <div className={old ? 'report-old' : undefined}>
      {outcome.result.rows.length === 0 ? (
        <p className="report-hint">{t('report.tryNone')}</p>
      ) : (
        <ResultTable result={outcome.result} label={t('result.table')} />
      )}
    </div>
  );
}

/** Line and column, from 1. */
function placeOf(sql: string, at: number): string {
  const lines = sql.slice(0, at).split('\n');
  return `${lines.length}:${lines.at(-1)!.length + 1}`;
}

function show({ at, length }: SqlFault): void {
  const box = document.querySelector<HTMLTextAreaElement>(`.${SQL_BOX}`);
  if (!box || at === null) return;
  box.focus();
  box.setSelectionRange(at, at + Math.max(length, 1));
}
