import { configRoutes, type SettingRow } from '@kuwei/contract/sys/config';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { configList } from './config-list.tsx';
import './config.css';

export default function ConfigListPage() {
  const t = useT();
  const { path } = usePage();
  const mayCall = useMayCall();
  return (
    <List
      spec={configList}
      title={t('config.title')}
      {...(mayCall(configRoutes.changeConfig) && { to: ({ id }: SettingRow) => `${path}/edit?id=${id}` })}
      exporter={configRoutes.exportConfig}
      emptyText={t('config.emptyText')}
    />
  );
}
