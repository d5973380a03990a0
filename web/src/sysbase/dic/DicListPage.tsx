import { dicRoutes } from '@kuwei/contract/auth/dic';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { dicList } from './dic-list.tsx';
import './dic.css';

export default function DicListPage() {
  const t = useT();
  const { path } = usePage();
  return (
    <List
      spec={dicList}
      title={t('dic.title')}
      to={({ id }) => `${path}/edit?id=${id}`}
      primary={{ label: t('dic.new'), to: `${path}/edit` }}
      exporter={dicRoutes.exportDics}
      emptyText={t('dic.emptyText')}
    />
  );
}
