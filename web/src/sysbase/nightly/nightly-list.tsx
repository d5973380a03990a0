// Nightly imports, newest first: trigger and result.
import { NIGHTLY_STATES, nightlyRoutes, type NightlyRun } from '@kuwei/contract/sys/nightly';
import { useT } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { listOf } from '../../table/list-types.ts';
import { grouped } from '../../ui/format.ts';
import { StateTag, type StateLooks } from '../../ui/StateTag.tsx';
import { None } from '../../ui/None.tsx';
import { When } from '../../ui/When.tsx';

const looks: StateLooks<NightlyRun['state']> = {
  QUEUED: { label: 'nightly.state.QUEUED', tone: 'info', shape: 'ring' },
  RUNNING: { label: 'nightly.state.RUNNING', tone: 'info', shape: 'half' },
  DONE: { label: 'nightly.state.DONE', tone: 'success', shape: 'check' },
  FAILED: { label: 'nightly.state.FAILED', tone: 'danger', shape: 'cross' },
  CUT: { label: 'nightly.state.CUT', tone: 'warning', shape: 'triangle' },
};

/** If some files were imported, the run did not fail as a whole. */
export const nightLook = ({ state, taken }: NightlyRun): StateLooks<NightlyRun['state']>[NightlyRun['state']] =>
  state === 'FAILED' && taken > 0 ? { label: 'nightly.state.partly', tone: 'warning', shape: 'triangle' } : looks[state];

/** Trigger of a run: the schedule, or a user. */
export function RunTrigger({ of: { night, askedBy, dry } }: { of: NightlyRun }) {
  const t = useT();
  if (night !== null) return t('nightly.what.night', { night });
  return t(dry ? 'nightly.what.look' : 'nightly.what.run', { name: askedBy ?? '' });
}

const count = (value: number) => (value === 0 ? <None /> : grouped(String(value)));

export const nightlyList = listOf(nightlyRoutes.listNights, {
  name: 'sysbase.nightly',
  sort: '-createdAt',
  nameOf: ({ createdAt }) => createdAt,
  columns: [
    { key: 'what', title: 'nightly.what', width: 'grow', card: 'title', cell: (run) => <RunTrigger of={run} /> },
    {
      key: 'state',
      title: 'nightly.state',
      card: 'state',
      cell: (run) => <StateTag look={nightLook(run)} />,
    },
    { key: 'created', title: 'nightly.created', align: 'right', card: 'fact', cell: ({ created }) => count(created) },
    { key: 'updated', title: 'nightly.updated', align: 'right', card: 'fact', cell: ({ updated }) => count(updated) },
    { key: 'refused', title: 'nightly.refused', align: 'right', card: 'fact', cell: ({ refused }) => count(refused) },
    { key: 'failed', title: 'nightly.failed', align: 'right', card: 'fact', cell: ({ failed }) => count(failed) },
    {
      key: 'createdAt',
      title: 'nightly.began',
      sort: 'createdAt',
      descFirst: true,
      card: 'fact',
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
    {
      key: 'endedAt',
      title: 'nightly.ended',
      cell: ({ endedAt }) => (endedAt === null ? <None /> : <When at={endedAt} />),
    },
  ],
  filters: [choice({ name: 'state', label: 'nightly.state', useOptions: phraseOptions('nightly.state', NIGHTLY_STATES) })],
});
