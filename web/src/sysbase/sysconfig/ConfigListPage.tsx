import { configRoutes } from '@kuwei/contract/sys/config';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { configList } from './config-list.tsx';
import './config.css';

export default function ConfigListPage() {
  const t = useT();
  const { path } = usePage();
  return (
    <List
      spec={configList}
      title={t('config.title')}
      to={({ id }) => `${path}/edit?id=${id}`}
      exporter={configRoutes.exportConfig}
      emptyText={t('config.emptyText')}
    />
  );
}
