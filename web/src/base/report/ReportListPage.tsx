import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { ownList } from './own-list.tsx';
import { Views } from './Views.tsx';

export default function ReportListPage() {
  const t = useT();
  const { prefix } = usePage();
  return (
    <List
      spec={ownList}
      title={t('result.title')}
      buttons={<Views view="list" />}
      to={({ id }) => `/${prefix}/base/report/run?id=${id}`}
      emptyText={t('result.empty')}
    />
  );
}
