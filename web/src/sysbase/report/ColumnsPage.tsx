// Display of a report's columns: label, total, grouping, visibility, and chart.
import { nameIn } from '@kuwei/contract/name';
import { reportRoutes, type Report } from '@kuwei/contract/sys/report';
import { editOf } from '../../form/edit-spec.ts';
import { EditPage } from '../../form/EditPage.tsx';
import { FormField } from '../../form/FormField.tsx';
import { Section } from '../../form/Section.tsx';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { ColumnsBox } from './columns/ColumnsBox.tsx';
import { ChartBox } from './columns/ChartBox.tsx';
import './report.css';

const columnsEdit = editOf(reportRoutes.createReport, {
  name: 'report.columns',
  get: reportRoutes.getReport,
  update: reportRoutes.updateReport,
  changes: ['/sys/report'],
  nameOf: (report, spoken) => nameIn(spoken, report),
  // There is no page for a new record: it is opened from a report.
  conditional: [
    'columns',
    'chart',
    'code',
    'name',
    'nameEn',
    'description',
    'descriptionEn',
    'category',
    'sql',
    'built',
    'params',
    'rowLimit',
    'seconds',
    'roles',
    'state',
  ],
});

export default function ColumnsPage() {
  const t = useT();
  const { path } = usePage();
  return (
    <EditPage
      edit={columnsEdit}
      wide
      marks={() => t('report.columns')}
      actions={({ id }) => (
        <PageLink className="kw-button" to={`${path.replace(/-columns$/, '')}?id=${id}`}>
          {t('report.toSource')}
        </PageLink>
      )}
    >
      {(report: Report | null) =>
        report ? (
          <>
            <Section title="report.columns" text="report.columnsText">
              <FormField name="columns" label="report.columns" width="full" quiet>
                <ColumnsBox report={report} />
              </FormField>
            </Section>
            <Section title="report.chart" text="report.chartText">
              <FormField name="chart" label="report.chart" width="full" quiet>
                <ChartBox report={report} />
              </FormField>
            </Section>
          </>
        ) : (
          <p className="report-hint">{t('report.columnsOf')}</p>
        )
      }
    </EditPage>
  );
}
