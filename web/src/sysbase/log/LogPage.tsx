import { logRoutes } from '@kuwei/contract/sys/log';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { logList } from './log-list.tsx';
import { LogDetail } from './LogDetail.tsx';

export default function LogPage() {
  const t = useT();
  const { path } = usePage();
  return (
    <List
      spec={logList}
      title={t('log.title')}
      detail={(id, row) => <LogDetail id={id} row={row} path={path} />}
      exporter={logRoutes.exportLog}
      emptyText={t('log.emptyText')}
    />
  );
}
