// Putting away, picking and moving by scanner or camera: scan goods and box repeatedly, then “confirm”.
import { cosignerOf } from '@kuwei/contract/wms/transaction-state';
import CameraOutlined from '@ant-design/icons/es/icons/CameraOutlined';
import CheckCircleFilled from '@ant-design/icons/es/icons/CheckCircleFilled';
import CloseCircleFilled from '@ant-design/icons/es/icons/CloseCircleFilled';
import { compare } from '@kuwei/contract/decimal';
import type { BoxSuggestion, Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { requestOf } from '@kuwei/contract/wms/transaction-type';
import { Button } from 'antd';
import { useState } from 'react';
import { useT } from '../../../phrase/phrases.ts';
import { BusyButton } from '../../../ui/BusyButton.tsx';
import { Quantity } from '../../../ui/Quantity.tsx';
import { canFilm } from '../../../ui/scan/camera.ts';
import { CameraView } from '../../../ui/scan/CameraView.tsx';
import { ScanInput } from '../../../ui/scan/ScanInput.tsx';
import { StateMark } from '../../../ui/StateTag.tsx';
import { AskReason } from '../../review/AskReason.tsx';
import { isStaleError, Refusal } from '../../review/Refusal.tsx';
import { CosignButton } from '../CosignButton.tsx';
import { openOf } from '../plan.ts';
import { RefusedCount } from '../../goods/CountHold.tsx';
import { ProductName } from '../../goods/ProductName.tsx';
import { Unmeasured, UnmeasuredMark } from '../Unmeasured.tsx';
import type { BoxWork } from '../use-box-work.ts';
import type { Plan } from '../use-plan.ts';
import { openLinesOf } from './match-scan.ts';
import { restOf, takenAt, getTaken } from './taken.ts';
import type { Scans } from './use-taken.ts';
import { useScanWork, type ScanWork as Work } from './use-scan-work.ts';
import '../work-bar.css';
import './scan-work.css';

interface ScanWorkProps {
  transaction: Transaction;
  plan: Plan;
  work: BoxWork;
  suggestions: readonly BoxSuggestion[];
  scans: Scans;
  /** The user may confirm as the second storekeeper. */
  cosignable: boolean;
  onReload: () => void;
}

export function ScanWork({ transaction, plan, work, suggestions, scans: kept, cosignable, onReload }: ScanWorkProps) {
  const t = useT();
  const [filming, setFilming] = useState(false);
  const cosigned = cosignerOf(transaction, 'FINISH') !== null;
  const scans = useScanWork({ transaction, plan, work, suggestions, scans: kept, cosigned });
  const { hand } = scans;
  // A refusal of the server takes the place of the last answer, which may have been good.
  const answer = work.error ? { tone: 'bad', text: work.error.message, more: null, at: 'error' } : scans.answer;
  const lines = openLinesOf(transaction);
  return (
    <>
      <div className="scan-work">
        <section className="scan-work-read" aria-label={t('work.by.scan')}>
          {filming && (
            <CameraView
              onCode={(text) => {
                scans.scan(text);
                return false;
              }}
            />
          )}
          <div className="scan-work-field">
            <ScanInput label={t('work.by.field')} onScan={scans.scan} withoutCamera />
            {canFilm() && (
              <Button
                size="large"
                icon={<CameraOutlined />}
                aria-label={t('scan.camera')}
                aria-pressed={filming}
                type={filming ? 'primary' : 'default'}
                onClick={() => setFilming(!filming)}
              />
            )}
          </div>
          {answer && (
            <p key={answer.at} className={`scan-work-answer ${answer.tone}`} role={answer.tone === 'bad' ? 'alert' : 'status'}>
              {answer.tone === 'bad' ? <CloseCircleFilled aria-hidden="true" /> : <CheckCircleFilled aria-hidden="true" />}
              <span>
                {answer.text} {work.error && <RefusedCount error={work.error} />}
                {answer.more !== null && <span className="scan-work-more">{answer.more}</span>}
              </span>
            </p>
          )}
          <Next transaction={transaction} scans={scans} suggestions={suggestions} plan={plan} />
        </section>
        <ul className="scan-work-lines" aria-label={t('wms.transaction.lines')}>
          {lines.map((line) => (
            <li key={line.id}>
              <button
                type="button"
                className="kw-plain scan-work-line"
                aria-current={hand?.lineId === line.id}
                disabled={compare(restOf(line, scans.taken), '0') <= 0}
                onClick={() => scans.choose(line)}
              >
                <ProductName product={line.product} />
                {transaction.type !== 'OUTBOUND' && <UnmeasuredMark measures={line.unmeasured} />}
                <span className="scan-work-amount">
                  <StateMark look={markOf(line, scans)} />
                  {t('work.by.of', { done: getTaken(scans.taken, line) })}{' '}
                  <Quantity qty={openOf(line)} unit={line.product.baseUnit} />
                </span>
                <Spots line={line} transaction={transaction} plan={plan} scans={scans} />
              </button>
            </li>
          ))}
        </ul>
      </div>
      <AskReason
        asked={
          scans.asking
            ? { title: t('work.finish.otherBatch'), confirmLabel: t(`work.finish.${requestOf(transaction.type)}`) }
            : null
        }
        busy={false}
        error={null}
        onGiven={scans.explain}
        onClose={() => scans.explain(null)}
        onReload={onReload}
      />
      <footer className="work-bar scan-work-bar">
        {isStaleError(work.error) && <Refusal error={work.error} onReload={onReload} />}
        <div className="work-bar-buttons">
          <Button size="large" onClick={() => scans.press('UNDO')}>
            {t('work.by.undo')}
          </Button>
          {cosignable && !plan.dirty && (
            <CosignButton size="large" transaction={transaction} what="FINISH" label="work.toxic.cosign" onDone={onReload} />
          )}
          <BusyButton size="large" type="primary" busy={scans.busy || work.busy} onClick={() => scans.press('CONFIRM')}>
            {t('work.by.confirm')}
          </BusyButton>
        </div>
      </footer>
    </>
  );
}

const markOf = (line: TransactionLine, { taken }: Work) => {
  const isDone = compare(restOf(line, taken), '0') <= 0;
  const isBegun = compare(getTaken(taken, line), '0') > 0;
  return { label: 'work.line.done', tone: 'info', shape: isDone ? 'check' : isBegun ? 'half' : 'ring' } as const;
};

interface SpotsProps {
  line: TransactionLine;
  transaction: Transaction;
  plan: Plan;
  scans: Work;
}

/** Places of a line: scanned and planned. */
function Spots({ line, transaction: { type }, plan, scans }: SpotsProps) {
  const spots = plan.partsOf(line).flatMap((part) => {
    const code =
      type === 'OUTBOUND'
        ? part.sourceCode
        : type === 'INBOUND'
          ? part.boxCode
          : [part.sourceCode, part.boxCode].filter(Boolean).join(' → ');
    return code
      ? [{ key: part.key, code, scanned: compare(takenAt(scans.taken, line, part), '0') > 0, batchNo: part.batchNo }]
      : [];
  });
  return (
    <span className="scan-work-spots">
      {type === 'INBOUND' && line.batchNo !== null && <span>{line.batchNo}</span>}
      {spots.map(({ key, code, scanned, batchNo }) => (
        <span key={key} className={scanned ? 'kw-code scanned' : 'kw-code'}>
          {code}
          {type !== 'INBOUND' && batchNo !== null && batchNo !== '-' && ` · ${batchNo}`}
        </span>
      ))}
    </span>
  );
}

interface NextProps {
  transaction: Transaction;
  plan: Plan;
  scans: Work;
  suggestions: readonly BoxSuggestion[];
}

/** The goods in hand, their quantity, candidate boxes and the next scan. */
function Next({ transaction, plan, scans, suggestions }: NextProps) {
  const t = useT();
  const { hand, box, amount, complete, handing } = scans;
  const line = hand && transaction.lines.find(({ id }) => id === hand.lineId);
  const type = requestOf(transaction.type);
  const step = handing
    ? t('work.by.next.code')
    : line
      ? t(`work.by.next.box.${type}`)
      : box
        ? t('work.by.next.goodsOf', { code: box.code })
        : complete
          ? t('work.by.next.confirm')
          : t('work.by.next.goods');
  return (
    <div className="scan-work-next">
      <p className="scan-work-step">{step}</p>
      {line && <ProductName product={line.product} />}
      {line && type !== 'OUTBOUND' && <Unmeasured measures={line.unmeasured} />}
      {line && amount === '' && (
        <p className="scan-work-amount">
          {t('work.by.left')} <Quantity qty={restOf(line, scans.taken)} unit={line.product.baseUnit} />
        </p>
      )}
      {amount !== '' && <p className="scan-work-amount">{t('work.by.amount', { amount })}</p>}
      {line && <Suggested codes={suggestedFor(line, transaction, plan, scans, suggestions)} />}
    </div>
  );
}

function Suggested({ codes }: { codes: readonly string[] }) {
  const t = useT();
  if (codes.length === 0) return null;
  return (
    <p className="scan-work-suggested">
      {t('work.by.suggested')}{' '}
      {codes.map((code) => (
        <span key={code} className="kw-code">
          {code}
        </span>
      ))}
    </p>
  );
}

const SUGGESTED_MAX = 3;

/** Planned boxes not scanned yet, else those that the server suggests. */
function suggestedFor(
  line: TransactionLine,
  { type }: Transaction,
  plan: Plan,
  { taken }: Work,
  suggestions: readonly BoxSuggestion[],
): string[] {
  const planned = plan.partsOf(line).flatMap((part) => {
    const code = type === 'OUTBOUND' ? part.sourceCode : part.boxCode;
    return code !== null && compare(takenAt(taken, line, part), part.qty.trim() || '0') < 0 ? [code] : [];
  });
  const found = suggestions.find(({ lineId }) => lineId === line.id)?.boxes.map(({ boxCode }) => boxCode) ?? [];
  return [...new Set(planned.length > 0 || type === 'OUTBOUND' ? planned : found)].slice(0, SUGGESTED_MAX);
}
