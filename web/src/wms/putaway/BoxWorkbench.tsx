import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { AssignedLine } from '@kuwei/contract/wms/transaction-form';
import type { Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { cosignerOf, transactionRefusal } from '@kuwei/contract/wms/transaction-state';
import { Alert, Button } from 'antd';
import { Suspense, useRef, useState } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { withTexts } from '../../navigation/lazy-page.ts';
import { DraftNote } from '../../form/FormNotes.tsx';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { noticeRefused } from '../../ui/feedback.ts';
import { useIsPhone } from '../../ui/use-media.ts';
import { useActor } from '../review/use-actor.ts';
import { DocumentHead } from '../document/DocumentHead.tsx';
import type { EnterTyped } from '../lines/AddField.tsx';
import { PrintLink } from '../document/PrintLink.tsx';
import { DocumentPermits } from '../document/permit/lazy-document-permits.tsx';
import { TroubleNote } from '../document/TroubleNote.tsx';
import { BoxLines } from './BoxLines.tsx';
import { ByScanButton } from './by-scan/ByScanButton.tsx';
import { useTaken } from './by-scan/use-taken.ts';
import { LineWork } from './LineWork.tsx';
import { isLineAssigned, lineStatus, openLines, listPlanned } from './plan.ts';
import { refusedLine } from './refusal.ts';
import { useBoxWork } from './use-box-work.ts';
import { usePlan } from './use-plan.ts';
import { useSuggestAll } from './use-suggest-all.ts';
import { WorkBar } from './WorkBar.tsx';
import { WorkMenu } from './WorkMenu.tsx';
import './box.css';

// Lazy: needed only after some lines are done, or for goods that need two keepers.
const TwoKeepers = lazyPart(async () => (await import('./TwoKeepers.tsx')).TwoKeepers);
const CutDialog = lazyPart(async () => (await import('./CutDialog.tsx')).CutDialog);
const ScanWork = lazyPart(withTexts(async () => (await import('./by-scan/ScanWork.tsx')).ScanWork, 'scanning'));
const FinishDialog = lazyPart(async () => (await import('./FinishDialog.tsx')).FinishDialog);

/** Lines at the left, places of the selected one at the right; on a phone below the line. */
export function BoxWorkbench({ transaction, onChanged }: { transaction: Transaction; onChanged: () => void }) {
  const t = useT();
  const phone = useIsPhone();
  const actor = useActor();
  const planned = usePlan(transaction);
  const scans = useTaken();
  const drop = (): void => {
    planned.drop();
    scans.forget();
  };
  const plan = { ...planned, drop };
  const work = useBoxWork(transaction, plan, onChanged);
  const byScan = usePage().query.get('by') === 'scan';
  const [chosen, setChosen] = useState<string | null>(null);
  const [finishing, setFinishing] = useState(false);
  const [cutting, setCutting] = useState<TransactionLine | null>(null);
  const [assignments, setAssignments] = useState(0);
  const typed = useRef<EnterTyped | null>(null);
  const { type, id } = transaction;
  const lines = openLines(transaction);
  const refusedId = work.refusal && refusedLine(transaction, work.refusal, plan.partsOf);
  const isFull = (line: (typeof lines)[number]): boolean => lineStatus(type, line, plan.partsOf(line)) === 'full';
  const current = lines.find((line) => line.id === (chosen ?? refusedId)) ?? lines.find((line) => !isFull(line)) ?? lines[0];

  const isKept = (line: TransactionLine): boolean =>
    isLineAssigned(type, plan.partsOf(line), plan.isChanged(line) || transaction.state !== 'APPROVED');
  const plannedBut = (without: TransactionLine | undefined): AssignedLine[] =>
    listPlanned(
      type,
      lines.filter((line) => line !== without).map((line) => ({ line, parts: plan.partsOf(line) })),
    );
  // Outbound picks are compared with what expires first, whatever the other lines' plans.
  const others = type === 'OUTBOUND' ? [] : plannedBut(current);
  const suggestions = usePageQuery(
    transactionRoutes.suggestBoxes,
    { params: { id }, body: { planned: others } },
    { keepPrevious: true },
  );
  const noteAssignment = (): void => {
    setAssignments((before) => before + 1);
    work.clearError();
  };
  const { suggesting, takeSuggestions } = useSuggestAll({ transaction, lines, plan, isKept, onTaken: noteAssignment });
  const cosignable =
    transactionRefusal('cosign', transaction, actor, 'FINISH') === null && cosignerOf(transaction, 'FINISH') === null;
  const reload = (): void => {
    plan.drop();
    work.clearError();
    onChanged();
  };
  const detail = current && (
    <LineWork
      key={current.id}
      transaction={transaction}
      line={current}
      parts={plan.partsOf(current)}
      others={others}
      assignments={assignments}
      suggestion={suggestions.data?.find((each) => each.lineId === current.id) ?? null}
      refusal={refusedId === current.id ? work.refusal : null}
      typed={typed}
      onParts={(parts) => {
        setChosen(current.id);
        plan.setParts(current, parts);
        scans.forget(current.id);
        noteAssignment();
      }}
      onCut={plan.dirty ? null : () => setCutting(current)}
    />
  );
  return (
    <div className="box-page">
      <DocumentHead
        transaction={transaction}
        actions={
          <>
            <ByScanButton byScan={byScan} />
            <PrintLink transaction={transaction} />
            <WorkMenu transaction={transaction} onChanged={onChanged} />
          </>
        }
      />
      {transaction.twoToFinish && (
        <Suspense>
          <TwoKeepers transaction={transaction} changed={plan.dirty} />
        </Suspense>
      )}
      <TroubleNote transaction={transaction} />
      {plan.isBack && <DraftNote isNew={false} onDrop={plan.drop} />}
      {plan.overtaken && !work.busy && (
        <Alert
          type="warning"
          showIcon
          className="box-alert"
          title={t('work.box.overtaken')}
          action={<Button onClick={plan.drop}>{t('work.seeLatest')}</Button>}
        />
      )}
      {byScan ? (
        <Suspense>
          <ScanWork
            transaction={transaction}
            plan={plan}
            work={work}
            suggestions={suggestions.data ?? []}
            scans={scans}
            cosignable={cosignable}
            onReload={reload}
          />
        </Suspense>
      ) : (
        <>
          <div className="box-bench">
            <BoxLines
              type={type}
              lines={transaction.lines}
              partsOf={plan.partsOf}
              current={current?.id ?? null}
              refused={refusedId}
              onChoose={setChosen}
              onSuggestAll={suggestions.data?.some((each) => each.boxes.length > 0) ? takeSuggestions : null}
              suggesting={suggesting}
              onUndo={plan.undo}
              detail={phone ? detail : null}
            />
            {!phone && detail}
          </div>
          <DocumentPermits transaction={transaction} />
          <WorkBar
            transaction={transaction}
            plan={plan}
            work={work}
            isEntered={async () => {
              const outcome = (await typed.current?.()) ?? 'nothing';
              if (outcome !== 'nothing')
                noticeRefused(t(outcome === 'entered' ? 'work.scan.enteredFirst' : 'work.scan.notEntered'));
              return outcome === 'nothing';
            }}
            onFinish={() => {
              work.clearError();
              setFinishing(true);
            }}
            finishing={finishing}
            isShownAtLine={refusedId !== null}
            cosignable={cosignable}
            onReload={reload}
          />
        </>
      )}
      <Suspense>
        <CutDialog
          transaction={transaction}
          line={cutting}
          onClose={() => setCutting(null)}
          onDone={() => {
            setCutting(null);
            onChanged();
          }}
        />
        <FinishDialog
          transaction={transaction}
          plan={plan}
          suggestions={suggestions.data ?? []}
          work={work}
          open={finishing}
          onClose={() => setFinishing(false)}
        />
      </Suspense>
    </div>
  );
}
