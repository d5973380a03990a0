// Reports for their authors.
import { REPORT_STATES, reportRoutes, type Report } from '@kuwei/contract/sys/report';
import { choice, dicOptions, phraseOptions } from '../../table/filter/choice.tsx';
import { lastChanged } from '../../table/last-changed.tsx';
import { listOf } from '../../table/list-types.ts';
import { nameIn } from '@kuwei/contract/name';
import { useLocale, useT } from '../../phrase/phrases.ts';
import { DicName } from '../../ui/DicName.tsx';
import { None } from '../../ui/None.tsx';
import { CATEGORY } from './category.ts';
import { StateTag, type StateLooks } from '../../ui/StateTag.tsx';

const reportLooks: StateLooks<Report['state']> = {
  DRAFT: { label: 'report.state.DRAFT', tone: 'quiet', shape: 'ring' },
  PUBLISHED: { label: 'report.state.PUBLISHED', tone: 'success', shape: 'check' },
};

const Name = ({ report }: { report: Report }) => nameIn(useLocale(), report);

function Origin({ report: { shipped, changed } }: { report: Report }) {
  const t = useT();
  if (!shipped) return <None />;
  return t(changed ? 'report.origin.changed' : 'report.origin.shipped');
}

export const queryList = listOf(reportRoutes.listReports, {
  name: 'sysbase.report',
  sort: 'code',
  search: 'report.search',
  nameOf: ({ code }) => code,
  columns: [
    {
      key: 'code',
      title: 'report.code',
      sort: 'code',
      card: 'title',
      cell: ({ code }) => <span className="kw-code">{code}</span>,
      copy: ({ code }) => code,
    },
    {
      key: 'name',
      title: 'report.name',
      width: 'grow',
      sort: 'name',
      card: 'fact',
      cell: (report) => <Name report={report} />,
    },
    {
      key: 'category',
      title: 'report.category',
      card: 'fact',
      cell: ({ category }) => (category === null ? <None /> : <DicName dic={CATEGORY} code={category} />),
    },
    {
      key: 'state',
      title: 'report.state',
      card: 'state',
      cell: ({ state }) => <StateTag look={reportLooks[state]} />,
    },
    { key: 'origin', title: 'report.origin', card: 'fact', cell: (report) => <Origin report={report} /> },
    lastChanged,
  ],
  filters: [
    choice({ name: 'state', label: 'report.state', useOptions: phraseOptions('report.state', REPORT_STATES) }),
    choice({ name: 'category', label: 'report.category', useOptions: dicOptions(CATEGORY) }),
  ],
});
