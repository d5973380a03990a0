// Reports that the user may run.
import { ownReportRoutes } from '@kuwei/contract/sys/report';
import { choice, dicOptions } from '../../table/filter/choice.tsx';
import { listOf } from '../../table/list-types.ts';
import { DicName } from '../../ui/DicName.tsx';
import { None } from '../../ui/None.tsx';

const CATEGORY = 'SYS_REPORT_CATEGORY';

export const ownList = listOf(ownReportRoutes.listOwnReports, {
  name: 'base.report',
  sort: 'name',
  search: 'result.search',
  nameOf: ({ name }) => name,
  columns: [
    { key: 'name', title: 'result.name', sort: 'name', card: 'title', cell: ({ name }) => name },
    {
      key: 'description',
      title: 'result.description',
      width: 'grow',
      card: 'fact',
      cell: ({ description }) => description ?? <None />,
    },
    {
      key: 'category',
      title: 'result.category',
      card: 'fact',
      cell: ({ category }) => (category === null ? <None /> : <DicName dic={CATEGORY} code={category} />),
    },
  ],
  filters: [choice({ name: 'category', label: 'result.category', useOptions: dicOptions(CATEGORY) })],
  sortsElsewhere: ['code'],
});
