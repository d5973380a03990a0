// A report: name, query (built or SQL), parameters, and who may run it.
import { nameIn } from '@kuwei/contract/name';
import { PARAM_TYPES } from '@kuwei/contract/sys/report-param';
import { REPORT_STATES, reportRoutes, type Report } from '@kuwei/contract/sys/report';
import { editOf } from '../../form/edit-spec.ts';
import { EditPage } from '../../form/EditPage.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { ChoiceField, ChoicesField } from '../../form/field/ChoiceField.tsx';
import { RowsField } from '../../form/field/RowsField.tsx';
import { SwitchField } from '../../form/field/SwitchField.tsx';
import { TextField } from '../../form/field/TextField.tsx';
import { WholeField } from '../../form/field/DecimalField.tsx';
import { Section } from '../../form/Section.tsx';
import { usePage } from '../../page/page.ts';
import { usePageQuery, usePageWrite } from '../../page/query.ts';
import { t, useT } from '../../phrase/phrases.ts';
import { ask, noticeDone } from '../../ui/feedback.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { CATEGORY } from './category.ts';
import { SourceField } from './source/SourceField.tsx';
import { Unfit } from './Unfit.tsx';
import './report.css';

const reportEdit = editOf(reportRoutes.createReport, {
  name: 'report.one',
  get: reportRoutes.getReport,
  update: reportRoutes.updateReport,
  remove: reportRoutes.deleteReport,
  changes: ['/sys/report'],
  nameOf: (report, spoken) => nameIn(spoken, report),
  blank: {
    state: 'DRAFT',
    rowLimit: 1_000,
    seconds: 30,
    roles: ['ROLE_WAREHOUSE_ADMIN'],
    params: [],
    columns: [],
    chart: { type: 'NONE', x: null, y: [] },
    built: { view: 'stock', columns: [], conditions: [], order: [] },
    sql: '',
  },
  // Columns have their own page; the query waits for the available views.
  conditional: ['columns', 'chart', 'built', 'sql'],
  cannotRemove: ({ shipped }) => (shipped ? t('report.cannotDelete') : undefined),
});

export default function QueryEditPage() {
  const tr = useT();
  return (
    <EditPage
      edit={reportEdit}
      wide
      marks={({ shipped, changed }) => (shipped ? tr(changed ? 'report.origin.changed' : 'report.origin.shipped') : null)}
      actions={(report) => <Actions report={report} />}
    >
      <Fields />
    </EditPage>
  );
}

function Actions({ report }: { report: Report }) {
  const tr = useT();
  const { path, prefix } = usePage();
  const { mutateAsync } = usePageWrite(reportRoutes.restoreReport, { changes: ['/sys/report'] });
  const restore = async (): Promise<void> => {
    const sure = await ask({
      title: tr('report.restoreAsk'),
      text: tr('report.restoreText'),
      yes: tr('report.restore'),
      no: tr('common.cancel'),
    });
    if (!sure) return;
    await mutateAsync({ params: { id: report.id }, body: { rev: report.rev } });
    noticeDone(tr('report.restored'));
  };
  return (
    <>
      {report.shipped && report.changed && (
        <button type="button" className="kw-button" onClick={() => void restore()}>
          {tr('report.restore')}
        </button>
      )}
      <PageLink className="kw-button" to={`${path}-columns?id=${report.id}`}>
        {tr('report.columns')}
      </PageLink>
      {report.state === 'PUBLISHED' && (
        <PageLink className="kw-button" to={`/${prefix}/base/report/run?id=${report.id}`}>
          {tr('result.run')}
        </PageLink>
      )}
    </>
  );
}

function Fields() {
  const tr = useT();
  const { data } = usePageQuery(reportRoutes.getReportViews, undefined);
  const roles = data?.roles.map(({ code, name }) => ({ value: code, label: name, hint: code }));
  return (
    <>
      {data && data.unfit.length > 0 && <Unfit unfit={data.unfit} remedy={data.remedy} open={[]} />}
      <Section title="report.basic">
        <TextField name="code" label="report.code" code width="third" />
        <TextField name="name" label="report.name" width="third" />
        <TextField name="nameEn" label="report.nameEn" width="third" />
        <ChoiceField name="category" label="report.category" dic={CATEGORY} width="third" />
        <ChoiceField
          name="state"
          label="report.state"
          values={REPORT_STATES}
          phrase="report.state"
          clearable={false}
          width="third"
          hint={tr('report.stateHint')}
        />
        <AreaField name="description" label="report.description" />
        <AreaField name="descriptionEn" label="report.descriptionEn" />
      </Section>
      <Section title="report.source" text="report.sourceText">
        <SourceField docs={data} />
      </Section>
      <Section title="report.params" text="report.paramsText">
        <RowsField
          name="params"
          label="report.params"
          max={20}
          columns={[3, 2, 3, 3, 2, 3, 1]}
          blank={{ name: '', type: 'TEXT', zh: '', en: null, required: false, preset: null, dic: null }}
          view={(rows: { name: string }[]) => rows.map(({ name }) => name).join(', ')}
          fields={[
            <TextField key="name" name="name" label="report.param.name" />,
            <ChoiceField
              key="type"
              name="type"
              label="report.param.type"
              values={PARAM_TYPES}
              phrase="report.param.type"
              clearable={false}
            />,
            <TextField key="zh" name="zh" label="report.param.zh" />,
            <TextField key="en" name="en" label="report.param.en" />,
            <TextField key="preset" name="preset" label="report.param.preset" />,
            <TextField key="dic" name="dic" label="report.param.dic" />,
            <SwitchField key="required" name="required" label="report.param.required" />,
          ]}
        />
      </Section>
      <Section title="report.who">
        <ChoicesField name="roles" label="report.roles" options={roles} width="full" hint={tr('report.rolesHint')} />
        <WholeField name="rowLimit" label="report.rowLimit" width="third" />
        <WholeField name="seconds" label="report.seconds" width="third" />
      </Section>
    </>
  );
}
