import { accountRoutes } from '@kuwei/contract/auth/account';
import { LOG_ENTITIES, LOG_PARTS, logRoutes, type LocalizedEntry } from '@kuwei/contract/sys/log';
import { langOf } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { period } from '../../table/filter/days.tsx';
import { record } from '../../table/filter/record.tsx';
import { tabs } from '../../table/filter/tabs.tsx';
import { listOf } from '../../table/list-types.ts';
import { StateTag, type StateLooks } from '../../ui/StateTag.tsx';
import { exactMoment } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import './log.css';

/** Who it was, and the impersonator if any; for a sign-in, the typed name. */
export function LogActor({ of: { entity, entityId, said } }: { of: LocalizedEntry }) {
  if (entity === 'sign-in' && said.by === entityId) return <span className="kw-code">{said.by}</span>;
  return <span lang={langOf(said.by)}>{said.by}</span>;
}

const LOOKS: StateLooks<'API' | 'ERROR'> = {
  API: { label: 'log.part.API', tone: 'warning', shape: 'bar' },
  ERROR: { label: 'log.part.ERROR', tone: 'danger', shape: 'cross' },
};

/** Marks rejected and failed calls, which otherwise look like successful ones. */
export const FailedTag = ({ of: { kind } }: { of: LocalizedEntry }) =>
  kind === 'API' || kind === 'ERROR' ? <StateTag look={LOOKS[kind]} /> : null;

/** Status code of a rejected or failed call. */
const Status = ({ of: { status, kind } }: { of: LocalizedEntry }) =>
  status === null ? <None /> : <span className={`kw-code log-status ${kind === 'ERROR' ? 'error' : 'refused'}`}>{status}</span>;

export const logList = listOf(logRoutes.listLog, {
  name: 'sysbase.log',
  sort: '-id',
  search: 'log.search',
  nameOf: ({ id, action }) => `${id} ${action}`,
  after: { name: 'before', of: ({ id }) => id },
  columns: [
    {
      key: 'at',
      title: 'log.at',
      width: 'whole',
      sort: 'id',
      descFirst: true,
      card: 'title',
      cell: ({ at }) => <time dateTime={at}>{exactMoment(at)}</time>,
    },
    { key: 'user', title: 'log.user', card: 'fact', cell: (row) => <LogActor of={row} /> },
    {
      key: 'entity',
      title: 'log.entity',
      card: 'state',
      cell: ({ said }) => said.about ?? <None />,
    },
    {
      key: 'name',
      title: 'log.name',
      card: 'fact',
      cell: ({ recordName }) => recordName ?? <None />,
    },
    {
      key: 'action',
      title: 'log.action',
      card: 'fact',
      cell: (row) => (
        <>
          {row.said.action} <FailedTag of={row} />
        </>
      ),
    },
    {
      key: 'change',
      title: 'log.change',
      width: 'grow',
      card: 'fact',
      cell: ({ said }) => said.change || <None />,
    },
    {
      key: 'status',
      title: 'log.status',
      hidden: true,
      cell: (row) => <Status of={row} />,
    },
    {
      key: 'ms',
      title: 'log.ms',
      align: 'right',
      hidden: true,
      cell: ({ ms }) => ms ?? <None />,
    },
    {
      key: 'record',
      title: 'log.record',
      hidden: true,
      cell: ({ entityId }) => (entityId === null ? <None /> : <span className="kw-code">{entityId}</span>),
      copy: ({ entityId }) => entityId,
    },
    { key: 'ip', title: 'log.ip', hidden: true, cell: ({ ip }) => ip ?? <None /> },
  ],
  filters: [
    tabs({
      name: 'part',
      label: 'log.part',
      tabs: [
        { value: null, label: 'log.part.all' },
        ...LOG_PARTS.map((value) => ({ value, label: `log.part.${value}` as const })),
      ],
    }),
    record({
      name: 'userId',
      label: 'log.ofUser',
      find: accountRoutes.listAccounts,
      optionOf: ({ id, name, username }) => ({ value: id, label: name, hint: username }),
      one: accountRoutes.getAccount,
      nameOf: ({ name }) => name,
    }),
    choice({ name: 'entity', label: 'log.entity', useOptions: phraseOptions('log.entity', LOG_ENTITIES), single: true }),
    period({ from: 'from', to: 'to', label: 'log.period' }),
  ],
});
