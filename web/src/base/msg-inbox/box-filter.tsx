// Unread, all, recycle bin: each with the exact number of messages.
import { msgInboxRoutes, type MessageState } from '@kuwei/contract/sys/msg-inbox';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import type { Filter, FilterControlProps } from '../../table/list-types.ts';
import { grouped } from '../../ui/format.ts';
import { Parts } from '../../ui/Parts.tsx';

const BOXES = [
  { value: 'NEW', label: 'inbox.state.NEW', states: ['NEW'] },
  { value: null, label: 'inbox.state.all', states: ['NEW', 'READ'] },
  { value: 'DELETED', label: 'inbox.state.DELETED', states: ['DELETED'] },
] as const;

export function useMessageCount(states: readonly MessageState[]): number | undefined {
  return usePageQuery(msgInboxRoutes.countMine, { query: { state: [...states] } }, { keepPrevious: true }).data;
}

function Control({ label, values, onChange }: FilterControlProps) {
  const t = useT();
  const options = BOXES.map((box) => ({
    value: box.value,
    label: (
      <>
        {t(box.label)}
        <Count states={box.states} />
      </>
    ),
  }));
  const value = BOXES.find((box) => box.value === values['state'])?.value ?? null;
  return <Parts label={label} options={options} value={value} onChange={(state) => onChange({ state })} />;
}

function Count({ states }: { states: readonly MessageState[] }) {
  const count = useMessageCount(states);
  return count === undefined ? null : <span className="message-count">{grouped(String(count))}</span>;
}

export const boxFilter: Filter<'state'> = { names: ['state'], label: 'inbox.state', Control };
