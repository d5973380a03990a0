// Inbox of the current user: unread, read, recycle bin.
import { msgInboxRoutes, type Message, type MessageState } from '@kuwei/contract/sys/msg-inbox';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import type { Batch } from '../../table/batch.ts';
import { List } from '../../table/List.tsx';
import type { RowAction } from '../../table/list-types.ts';
import { ask } from '../../ui/feedback.ts';
import { useIsPhone } from '../../ui/use-media.ts';
import { boxFilter, useMessageCount } from './box-filter.tsx';
import { inboxList } from './inbox-list.tsx';
import { MessageView } from './MessageView.tsx';
import { useMessages, type MessageWrites } from './use-messages.ts';
import './inbox.css';

export default function MsgInboxPage() {
  const t = useT();
  const { query } = usePage();
  const writes = useMessages();
  const box = boxOf(query.get('state'));
  const inBin = box === 'DELETED';

  const actionsOf = ({ id, state }: Message): RowAction[] => {
    const ids = [id];
    if (state === 'DELETED')
      return [
        { key: 'restore', label: t('inbox.restore'), run: () => writes.restore({ ids }) },
        { key: 'clear', label: t('inbox.clear'), danger: true, run: async () => void (await writes.clear({ ids }, 1)) },
      ];
    const remove = { key: 'delete', label: t('common.delete'), run: () => writes.remove({ ids }) };
    return state === 'NEW'
      ? [{ key: 'read', label: t('inbox.markRead'), run: () => writes.markRead({ ids }) }, remove]
      : [remove];
  };
  return (
    <List
      spec={inboxList}
      title={t('inbox.title')}
      above={<PhoneBoxes />}
      buttons={<ForAll box={box} writes={writes} />}
      actionsOf={actionsOf}
      exporter={msgInboxRoutes.exportMine}
      batch={inBin ? binBatch(writes) : inboxBatch(writes)}
      detail={(id, known) => <MessageView id={id} known={known} writes={writes} />}
      emptyText={t(`inbox.empty.${box}`)}
    />
  );
}

/** Keeps the boxes visible where the other filters are collapsed. */
function PhoneBoxes() {
  const t = useT();
  const { query, setQuery } = usePage();
  const state = query.get('state');
  if (!useIsPhone()) return null;
  return (
    <div className="inbox-boxes">
      <boxFilter.Control
        label={t(boxFilter.label)}
        values={state === null ? {} : { state }}
        onChange={({ state: next }) => setQuery({ state: next ?? null, page: null, show: null })}
      />
    </div>
  );
}

type Box = 'NEW' | 'all' | 'DELETED';
const boxOf = (state: string | null): Box => (state === 'NEW' || state === 'DELETED' ? state : 'all');

const inboxBatch = (writes: MessageWrites): Batch => ({
  actions: [
    { action: 'read', label: 'inbox.markRead', run: (ids) => writes.markRead({ ids }) },
    { action: 'delete', label: 'common.delete', run: (ids) => writes.remove({ ids }) },
  ],
});
const binBatch = (writes: MessageWrites): Batch => ({
  actions: [
    { action: 'restore', label: 'inbox.restore', run: (ids) => writes.restore({ ids }) },
    {
      action: 'clear',
      label: 'inbox.clear',
      danger: true,
      run: async (ids) => void (await writes.clear({ ids }, ids.length)),
    },
  ],
});

const STATES: Record<Box, MessageState[]> = { NEW: ['NEW'], all: ['NEW', 'READ'], DELETED: ['DELETED'] };

/** Actions on all messages in the box, regardless of filters. */
function ForAll({ box, writes }: { box: Box; writes: MessageWrites }) {
  const t = useT();
  const unread = useMessageCount(STATES.NEW) ?? 0;
  const count = useMessageCount(STATES[box]) ?? 0;
  const removeAll = async (): Promise<void> => {
    const question = { title: t('inbox.allDeleteAsk', { count }), yes: t('common.delete'), no: t('common.cancel') };
    if (await ask({ ...question, danger: true })) for (const state of STATES[box]) await writes.remove({ state });
  };
  const button = (label: string, isOff: boolean, run: () => Promise<unknown>, look = '') => (
    <button type="button" className={`kw-button ${look}`} disabled={isOff || writes.busy} onClick={() => void run()}>
      {label}
    </button>
  );
  if (box === 'DELETED')
    return (
      <>
        {button(t('inbox.allRestore'), count === 0, () => writes.restore({ state: 'DELETED' }))}
        {button(t('inbox.allClear'), count === 0, () => writes.clear({ state: 'DELETED' }, count), 'danger')}
      </>
    );
  return (
    <>
      {button(t('inbox.allDelete'), count === 0, removeAll)}
      {button(t('inbox.allRead'), unread === 0, () => writes.markRead({ state: 'NEW' }))}
    </>
  );
}
