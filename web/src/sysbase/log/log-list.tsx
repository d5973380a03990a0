import { accountRoutes } from '@kuwei/contract/auth/account';
import { LOG_ENTITIES, LOG_PARTS, logRoutes, type LogEntry } from '@kuwei/contract/sys/log';
import { listed } from '@kuwei/contract/phrase';
import { actPhrase, fieldPhrase } from '@kuwei/contract/sys/log-words';
import { langOf, locale, say, useT } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { period } from '../../table/filter/days.tsx';
import { record } from '../../table/filter/record.tsx';
import { tabs } from '../../table/filter/tabs.tsx';
import { listOf } from '../../table/list-types.ts';
import { exactMoment } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';

/** Who it was, and who really did it while acting as them; of a sign-in, the name that was typed. */
export function By({ of: { userName, proxyUserName, action, entity, entityId } }: { of: LogEntry }) {
  const t = useT();
  if (entity === 'sign-in' && userName === null) return <span className="kw-code">{entityId}</span>;
  if (userName === null) return t(/^[A-Z]+ \//.test(action) ? 'log.nobody' : 'log.program');
  const text = proxyUserName === null ? userName : t('log.acted', { proxy: proxyUserName, name: userName });
  return <span lang={langOf(text)}>{text}</span>;
}

export const entityName = (entity: string): string => say(`log.entity.${entity}`);

/** What was done, in words; what the program did by itself has its own. */
export function actionText(action: string): string {
  const phrase = actPhrase(action);
  return phrase ? say(phrase) : action;
}

export function fieldText(field: string): string {
  const phrase = fieldPhrase(field);
  return phrase ? say(phrase) : field;
}

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
      width: 154,
      whole: true,
      sort: 'id',
      descFirst: true,
      card: 'title',
      cell: ({ at }) => <time dateTime={at}>{exactMoment(at)}</time>,
    },
    { key: 'user', title: 'log.user', width: 150, card: 'fact', cell: (row) => <By of={row} /> },
    {
      key: 'entity',
      title: 'log.entity',
      width: 130,
      english: 170,
      card: 'state',
      cell: ({ entity }) => (entity === null ? <None /> : entityName(entity)),
    },
    {
      key: 'name',
      title: 'log.name',
      width: 260,
      grow: true,
      card: 'fact',
      cell: ({ recordName }) => recordName ?? <None />,
    },
    {
      key: 'action',
      title: 'log.action',
      width: 150,
      english: 190,
      card: 'fact',
      cell: ({ action }) => actionText(action),
    },
    {
      key: 'change',
      title: 'log.change',
      width: 260,
      cell: ({ change }) => <Summary change={change} />,
    },
    {
      key: 'record',
      title: 'log.record',
      width: 150,
      hidden: true,
      cell: ({ entityId }) => (entityId === null ? <None /> : <span className="kw-code">{entityId}</span>),
      copy: ({ entityId }) => entityId,
    },
    { key: 'ip', title: 'log.ip', width: 130, hidden: true, cell: ({ ip }) => ip ?? <None /> },
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

/** Names of the fields, or what little it says. */
function Summary({ change }: { change: LogEntry['change'] }) {
  useT();
  if (change === null || typeof change !== 'object') return <None />;
  const text = listed(locale(), Object.keys(change).map(fieldText));
  return text === '' ? <None /> : text;
}
