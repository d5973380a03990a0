// The parts of the lists that people work through, side by side above the rows.
import type { PlainKey } from '@kuwei/contract/phrase';
import { EXECUTION_STATES, FINAL_STATES, type TransactionState } from '@kuwei/contract/wms/transaction-state';
import { useT } from '../../../phrase/phrases.ts';
import type { Filter, FilterControlProps } from '../../../table/list-types.ts';

interface Part {
  label: PlainKey;
  state?: readonly TransactionState[];
  waiting?: boolean;
}

const REVIEWED: readonly TransactionState[] = ['SUBMITTED', 'REVIEW_2'];

export const ownerParts = parts([
  { label: 'tx.part.all' },
  { label: 'tx.part.drafts', state: ['DRAFT'] },
  { label: 'tx.part.returned', state: ['RETURNED'] },
  { label: 'tx.part.underWay', state: [...REVIEWED, ...EXECUTION_STATES] },
  { label: 'tx.part.done', state: FINAL_STATES },
]);

export const warehouseParts = parts([
  { label: 'tx.part.all' },
  { label: 'tx.part.waiting', waiting: true },
  { label: 'tx.part.review', state: REVIEWED },
  { label: 'tx.part.execute', state: EXECUTION_STATES },
  { label: 'tx.part.done', state: FINAL_STATES },
]);

/** For those whose list opens on what waits for them: that they want to see everything stands in the address, too. */
export const reviewerParts = parts([
  { label: 'tx.part.all', waiting: false },
  { label: 'tx.part.waiting', waiting: true },
  { label: 'tx.part.review', state: REVIEWED },
  { label: 'tx.part.execute', state: EXECUTION_STATES },
  { label: 'tx.part.done', state: FINAL_STATES },
]);

function parts(all: readonly Part[]): Filter<'waiting' | 'state'> {
  function Control({ label, values, onChange }: FilterControlProps) {
    const t = useT();
    return (
      <div className="filter-tabs" role="group" aria-label={label}>
        {all.map((part) => {
          const state = part.state?.join(',') ?? null;
          const waiting = part.waiting === undefined ? null : String(part.waiting);
          return (
            <button
              key={part.label}
              type="button"
              className="kw-plain filter-tab"
              aria-pressed={(values['state'] ?? null) === state && (values['waiting'] === 'true') === (part.waiting === true)}
              onClick={() => onChange({ state, waiting })}
            >
              {t(part.label)}
            </button>
          );
        })}
      </div>
    );
  }
  return { names: ['waiting', 'state'], label: 'tx.list.parts', Control };
}
