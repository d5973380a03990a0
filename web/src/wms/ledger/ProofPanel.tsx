// The proof that stock is the replay of the ledger: run on demand, shown check by check, faults by name.
import CheckCircleFilled from '@ant-design/icons/es/icons/CheckCircleFilled';
import WarningFilled from '@ant-design/icons/es/icons/WarningFilled';
import type { ReplyOf } from '@kuwei/contract/route';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { useEffect, useEffectEvent } from 'react';
import { usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { grouped } from '../../ui/format.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { StateTag, type StateLook } from '../../ui/StateTag.tsx';
import '../../table/small-table.css';
import './proof.css';

type Proof = ReplyOf<typeof productBoxRoutes.proveLedger>;

/** Faults of one check that the server names. */
const NAMED = 20;

/** Runs as soon as it is shown. */
export function ProofPanel() {
  const t = useT();
  const { mutate, data, error, isPending } = usePageWrite(productBoxRoutes.proveLedger);
  const run = useEffectEvent(() => mutate({}));
  useEffect(() => run(), []);
  return (
    <div className="proof" aria-busy={isPending}>
      <p className="proof-text">{t('ledger.proveText')}</p>
      {error && <LoadFailed error={error} onRetry={() => mutate({})} busy={isPending} />}
      {isPending && <p role="status">{t('ledger.proving')}…</p>}
      {data && !isPending && <Result proof={data} />}
      {data && (
        <button type="button" className="kw-button" disabled={isPending} onClick={() => mutate({})}>
          {t('ledger.proveAgain')}
        </button>
      )}
    </div>
  );
}

function Result({ proof }: { proof: Proof }) {
  const t = useT();
  const { ok, checks, faults, milliseconds } = proof;
  return (
    <>
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
      <Checks proof={proof} />
    </>
  );
}

function Sizes({ proof }: { proof: Proof }) {
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

function Checks({ proof: { checks, faults } }: { proof: Proof }) {
  const t = useT();
  return (
    <table className="small-table">
      <thead>
        <tr>
          <th scope="col">{t('ledger.proveCheck')}</th>
          <th scope="col">{t('ledger.proveResult')}</th>
          <th scope="col" className="right">
            {t('ledger.proveTime')}
          </th>
        </tr>
      </thead>
      <tbody>
        {checks.map(({ check, faults: count, milliseconds }) => (
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
            <td className="right">{duration(milliseconds)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Faults = ({ faults }: { faults: Proof['faults'] }) => (
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
