import { reportRoutes } from '@kuwei/contract/sys/report';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { queryList } from './query-list.tsx';
import { Unfit } from './Unfit.tsx';

export default function QueryListPage() {
  const t = useT();
  const { path, prefix } = usePage();
  const { data } = usePageQuery(reportRoutes.getReportViews, undefined);
  return (
    <List
      spec={queryList}
      title={t('report.title')}
      to={({ id }) => `${path}/edit?id=${id}`}
      primary={{ label: t('report.new'), to: `${path}/edit` }}
      exporter={reportRoutes.exportReports}
      actionsOf={({ id, state }) => [
        {
          key: 'run',
          label: t('result.run'),
          to: `/${prefix}/base/report/run?id=${id}`,
          ...(state === 'DRAFT' && { reason: t('report.draftNotRun') }),
        },
        { key: 'columns', label: t('report.columns'), to: `${path}/edit-columns?id=${id}` },
      ]}
      above={data && <Unfit unfit={data.unfit} remedy={data.remedy} open={data.open} />}
      emptyText={t('report.empty')}
    />
  );
}
