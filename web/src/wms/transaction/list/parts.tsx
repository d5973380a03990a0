// Tabs of the work lists above the rows.
import type { PlainKey } from '@kuwei/contract/phrase';
import { EXECUTION_STATES, FINAL_STATES, type TransactionState } from '@kuwei/contract/wms/transaction-state';
import { useT } from '../../../phrase/phrases.ts';
import type { Filter, FilterControlProps } from '../../../table/list-types.ts';
import { Parts } from '../../../ui/Parts.tsx';

interface Part {
  label: PlainKey;
  state?: readonly TransactionState[];
  waiting?: boolean;
}

const REVIEWED: readonly TransactionState[] = ['SUBMITTED'];

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

/** For lists that open on what waits for the user: “all” must be explicit in the address. */
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
    const stateOf = (part: Part): string | null => part.state?.join(',') ?? null;
    const shown = all.find(
      (part) => (values['state'] ?? null) === stateOf(part) && (values['waiting'] === 'true') === (part.waiting === true),
    );
    const show = (name: string | null): void => {
      const part = all.find((each) => each.label === name)!;
      onChange({ state: stateOf(part), waiting: part.waiting === undefined ? null : String(part.waiting) });
    };
    const options = all.map((part) => ({ value: part.label as string, label: t(part.label) }));
    return <Parts<string | null> label={label} options={options} value={shown?.label ?? null} onChange={show} />;
  }
  return { names: ['waiting', 'state'], label: 'tx.list.parts', Control };
}
