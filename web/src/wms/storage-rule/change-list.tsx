import { storageRuleRoutes, type StorageRuleChange } from '@kuwei/contract/wms/storage-rule';
import { useT } from '../../phrase/phrases.ts';
import { listOf } from '../../table/list-types.ts';
import { exactMoment } from '../../ui/format.ts';

export const changeList = listOf(storageRuleRoutes.listRuleChanges, {
  name: 'wms.storage-rule.change',
  sort: '-changedAt',
  nameOf: ({ source }) => source,
  columns: [
    {
      key: 'changedAt',
      title: 'safety.history.when',
      sort: 'changedAt',
      descFirst: true,
      card: 'code',
      cell: ({ changedAt }) => <time dateTime={changedAt}>{exactMoment(changedAt)}</time>,
    },
    { key: 'changedBy', title: 'safety.history.who', card: 'fact', cell: ({ changedBy }) => changedBy },
    { key: 'what', title: 'safety.history.what', width: 'grow', card: 'title', cell: (row) => <ChangedPairs {...row} /> },
    {
      key: 'source',
      title: 'safety.source',
      card: 'fact',
      cell: ({ source }) => <span title={source}>{source}</span>,
    },
    {
      key: 'reason',
      title: 'safety.reason',
      card: 'fact',
      cell: ({ reason }) => <span title={reason}>{reason}</span>,
    },
  ],
});

function ChangedPairs({ changes }: StorageRuleChange) {
  const t = useT();
  const text = changes
    .map(({ level, a, b, allowed }) =>
      t(allowed ? 'safety.history.allow' : 'safety.history.forbid', { pair: `${a}–${b}`, level: t(`safety.level.${level}`) }),
    )
    .join(t('wms.place.comma'));
  return <span title={text}>{text}</span>;
}
