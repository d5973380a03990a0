// Past, current and planned delegations: administrators see all of them, and may end one early.
import { DELEGATION_STATES, overviewRoutes } from '@kuwei/contract/bpm/overview';
import { joinList } from '@kuwei/contract/phrase';
import type { ReplyOf } from '@kuwei/contract/route';
import { useState, type ReactNode } from 'react';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { locale, t, useT } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { List } from '../../table/List.tsx';
import { listOf } from '../../table/list-types.ts';
import { noticeDone } from '../../ui/feedback.ts';
import { localMinute } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import { StateTag, type StateLooks } from '../../ui/StateTag.tsx';

type Row = ReplyOf<(typeof overviewRoutes)['listAllDelegations']>['list'][number];

const looks: StateLooks<Row['state']> = {
  COMING: { label: 'design.away.state.COMING', tone: 'info', shape: 'ring' },
  RUNNING: { label: 'design.away.state.RUNNING', tone: 'success', shape: 'dot' },
  ENDED: { label: 'design.away.state.ENDED', tone: 'quiet', shape: 'bar' },
};

const delegationList = listOf(overviewRoutes.listAllDelegations, {
  name: 'bpm.delegations',
  sort: '-fromAt',
  search: 'design.away.search',
  nameOf: (row: Row) => `${row.fromName} → ${row.toName}`,
  columns: [
    { key: 'who', title: 'design.away.who', card: 'title', cell: (row) => `${row.fromName} → ${row.toName}` },
    { key: 'state', title: 'design.state', card: 'state', cell: (row) => <StateTag look={looks[row.state]} /> },
    {
      key: 'fromAt',
      title: 'bpm.away.fromAt',
      sort: 'fromAt',
      descFirst: true,
      card: 'fact',
      cell: (row) => localMinute(row.fromAt),
    },
    { key: 'untilAt', title: 'bpm.away.untilAt', card: 'fact', cell: (row) => localMinute(row.untilAt) },
    {
      key: 'keys',
      title: 'bpm.away.keys',
      card: 'fact',
      cell: (row) => (row.workflows.length === 0 ? t('bpm.away.all') : joinList(locale(), row.workflows)),
    },
    { key: 'reason', title: 'bpm.away.reason', width: 'grow', card: 'fact', cell: (row) => row.reason ?? <None /> },
  ],
  filters: [choice({ name: 'state', label: 'design.state', useOptions: phraseOptions('design.away.state', DELEGATION_STATES) })],
});

export function DelegationsView({ views }: { views: ReactNode }) {
  const tr = useT();
  const [ending, setEnding] = useState<Row | null>(null);
  return (
    <>
      <List
        spec={delegationList}
        title={tr('design.overview')}
        buttons={views}
        actionsOf={(row) => (row.state === 'ENDED' ? [] : [{ key: 'end', label: tr('bpm.away.end'), run: () => setEnding(row) }])}
        emptyText={tr('design.away.none')}
      />
      {ending && (
        <ActionDialog
          route={overviewRoutes.endAnyDelegation}
          params={{ id: ending.id }}
          title={tr('design.away.end', { from: ending.fromName, to: ending.toName })}
          text={tr('design.away.endText')}
          yes={tr('bpm.away.end')}
          danger
          changes={['/sys/bpm']}
          onDone={() => {
            noticeDone(tr('bpm.away.ended'));
            setEnding(null);
          }}
          onClose={() => setEnding(null)}
        >
          <AreaField name="reason" label="bpm.away.reason" />
        </ActionDialog>
      )}
    </>
  );
}
