import { countRefusal } from '@kuwei/contract/wms/inventory-state';
import { countRoutes, type Count } from '@kuwei/contract/wms/inventory';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import type { RowAction } from '../../table/list-types.ts';
import { hasOnlyFlag } from '../../table/preset.ts';
import { countAddress, countingAddress, countNew } from './addresses.ts';
import { countList } from './count-list.tsx';

const isToCount = (count: Count): boolean => countRefusal('count', count) === null;

/** Counts that the user manages, counts or reviews. */
export default function CountListPage() {
  const t = useT();
  const { query } = usePage();
  const mayKeep = useMayCall()(countRoutes.createCount);
  const actionsOf = (count: Count): RowAction[] =>
    isToCount(count) ? [{ key: 'count', label: t('count.count'), to: countingAddress(count.id) }] : [];
  return (
    <List
      spec={countList}
      title={t('count.title')}
      // Users who are only counters go straight to counting.
      to={(count) => (isToCount(count) && !count.keeps ? countingAddress(count.id) : countAddress(count.id))}
      actionsOf={actionsOf}
      exporter={countRoutes.exportCounts}
      {...(mayKeep && { primary: { label: t('count.new'), to: countNew } })}
      emptyText={t('count.emptyText')}
      emptyFilteredText={hasOnlyFlag(query, 'mine') ? t('count.emptyMine') : undefined}
    />
  );
}
