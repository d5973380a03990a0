// The proof that stock equals the replay of the ledger, incremental or full: latest results, progress of a running one, and faults.
import CheckCircleFilled from '@ant-design/icons/es/icons/CheckCircleFilled';
import WarningFilled from '@ant-design/icons/es/icons/WarningFilled';
import type { ReplyOf } from '@kuwei/contract/route';
import { productBoxRoutes, type LedgerProof, type ProofNote } from '@kuwei/contract/wms/product-box';
import { usePageQuery, usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { grouped } from '../../ui/format.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { StateTag, type StateLook } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import '../../table/small-table.css';
import './proof.css';

/** Most faults that the server lists for each check. */
const NAMED = 20;
/** Query paths of this panel. */
const PROOFS = ['/wms/ledger-proof'];

export function ProofPanel() {
  const t = useT();
  const proofs = usePageQuery(productBoxRoutes.getProofs, {});
  const proveAll = usePageWrite(productBoxRoutes.proveLedger, { changes: PROOFS });
  const proveNew = usePageWrite(productBoxRoutes.proveNewEntries, { changes: PROOFS });
  const running = proofs.data?.running ?? null;
  const isBusy = proveAll.isPending || proveNew.isPending || running !== null;
  const error = proveAll.error ?? proveNew.error;
  return (
    <div className="proof" aria-busy={isBusy}>
      <p className="proof-text">{t('ledger.proveText')}</p>
      {error && <LoadFailed error={error} onRetry={() => (proveAll.error ? proveAll : proveNew).mutate({})} busy={isBusy} />}
      {proofs.error && <LoadFailed error={proofs.error} onRetry={() => void proofs.refetch()} busy={proofs.isFetching} />}
      <div className="proof-buttons">
        <button type="button" className="kw-button" disabled={isBusy} onClick={() => proveNew.mutate({})}>
          {t('ledger.proveNews')}
        </button>
        <button type="button" className="kw-button" disabled={isBusy} onClick={() => proveAll.mutate({})}>
          {t('ledger.proveAll')}
        </button>
      </div>
      {isBusy && <Running running={running} />}
      {proofs.data && !isBusy && <Notes {...proofs.data} />}
    </div>
  );
}

function Running({ running }: { running: ReplyOf<typeof productBoxRoutes.getProofs>['running'] }) {
  const t = useT();
  return (
    <div className="proof-running" role="status">
      {running && running.parts > 0 ? (
        <>
          <progress max={running.parts} value={running.partsDone} aria-label={t('ledger.proving')} />
          {t('ledger.proveParts', { done: running.partsDone, parts: running.parts })}
        </>
      ) : (
        <>{t('ledger.proving')}…</>
      )}
    </div>
  );
}

/** The newer one first. */
function Notes({ full, increment }: Pick<ReplyOf<typeof productBoxRoutes.getProofs>, 'full' | 'increment'>) {
  const t = useT();
  const notes = [full, increment].filter((note) => note !== null).toSorted((a, b) => (a.at < b.at ? 1 : -1));
  if (notes.length === 0) return <p role="status">{t('ledger.proveNone')}</p>;
  return notes.map((note) => <Note key={note.proof.kind} note={note} />);
}

function Note({ note: { at, by, proof } }: { note: ProofNote }) {
  const t = useT();
  const { ok, checks, faults, milliseconds, since } = proof;
  const title = since === null ? t('ledger.proveWhole') : t('ledger.proveSince', { block: since.block });
  return (
    <section className="proof-note" aria-label={title}>
      <h3>{title}</h3>
      <p className="proof-text">
        <When at={at} /> · {by ?? t('ledger.proveClock')}
      </p>
      <div className={ok ? 'proof-result ok' : 'proof-result bad'} role="status">
        {ok ? <CheckCircleFilled aria-hidden="true" /> : <WarningFilled aria-hidden="true" />}
        <div>
          <p className="proof-title">{ok ? t('ledger.proveOk') : t('ledger.proveBad', { count: faults.length })}</p>
          <p>
            {ok ? t('ledger.proveOkText', { checks: checks.length, time: duration(milliseconds) }) : t('ledger.proveBadText')}
          </p>
        </div>
      </div>
      <Sizes proof={proof} />
      <details open={!ok}>
        <summary>{t('ledger.proveChecks')}</summary>
        <Checks proof={proof} />
      </details>
    </section>
  );
}

function Sizes({ proof }: { proof: LedgerProof }) {
  const t = useT();
  const sizes = [
    ['ledger.proveStock', proof.stockRows],
    ['ledger.proveLedger', proof.ledgerRows],
    ['ledger.proveSealed', proof.sealedRows],
    ['ledger.proveBlocks', proof.blocks],
  ] as const;
  return (
    <dl className="proof-sizes">
      {sizes.map(([label, count]) => (
        <div key={label}>
          <dt>{t(label)}</dt>
          <dd>{grouped(String(count))}</dd>
        </div>
      ))}
    </dl>
  );
}

const passed: StateLook = { label: 'ledger.provePass', tone: 'success', shape: 'check' };

function Checks({ proof: { checks, faults } }: { proof: LedgerProof }) {
  const t = useT();
  return (
    <table className="small-table">
      <thead>
        <tr>
          <th scope="col">{t('ledger.proveCheck')}</th>
          <th scope="col">{t('ledger.proveResult')}</th>
        </tr>
      </thead>
      <tbody>
        {checks.map(({ check, faults: count }) => (
          <tr key={check}>
            <td>
              {t(`ledger.check.${check}`)}
              {count > 0 && <Faults faults={faults.filter((fault) => fault.check === check)} />}
            </td>
            <td>
              {count === 0 ? (
                <StateTag look={passed} />
              ) : (
                <span className="proof-fault">{t(count < NAMED ? 'ledger.proveFail' : 'ledger.proveFailMax', { count })}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Faults = ({ faults }: { faults: LedgerProof['faults'] }) => (
  <ul className="proof-faults">
    {faults.map(({ subject, detail }) => (
      <li key={`${subject} ${detail}`}>
        <span className="kw-code">{subject}</span> {detail}
      </li>
    ))}
  </ul>
);

/** `8 ms`, `1.2 s`. */
const duration = (milliseconds: number): string =>
  milliseconds < 1_000 ? `${milliseconds} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
