// Schedule of a report: creating and editing a subscription.
import { reportRoutes, type ReportValues, type RunnableReport } from '@kuwei/contract/sys/report';
import { reportPlanRoutes, RHYTHMS, type ReportPlan, type Rhythm } from '@kuwei/contract/sys/report-plan';
import { Form, Select } from 'antd';
import { useEffect, useRef } from 'react';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { useFormContext } from '../../form/context.ts';
import { ChoiceField } from '../../form/field/ChoiceField.tsx';
import { SwitchField } from '../../form/field/SwitchField.tsx';
import { FormField, type FieldProps } from '../../form/FormField.tsx';
import { useMayCall } from '../../page/may-call.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';
import { describeValues } from './conditions.ts';
import { hourText, rhythmText, weekdays } from './rhythm.ts';
import './report.css';

const CHANGES = ['/sys/report/plan'];
const BLANK = { rhythm: 'DAILY', day: null, hour: 7, onlyRows: false, roleCode: null } as const;

/** A new subscription with fixed parameters. */
export function NewPlanDialog({ report, kept, onClose }: { report: RunnableReport; kept: ReportValues; onClose: () => void }) {
  const t = useT();
  const mayShare = useMayCall()(reportRoutes.getReport);
  return (
    <ActionDialog
      route={reportPlanRoutes.createPlan}
      params={{}}
      fixed={{ reportId: report.id, values: kept, active: true }}
      blank={BLANK}
      title={t('result.plan.title', { name: report.name })}
      text={
        <>
          <p>{t('result.plan.text')}</p>
          <Conditions report={report} kept={kept} />
        </>
      }
      yes={t('result.plan.add')}
      changes={CHANGES}
      onDone={(plan) => {
        noticeDone(t('result.plan.added', { when: rhythmText(plan) }));
        onClose();
      }}
      onClose={onClose}
    >
      <When />
      {mayShare && <ForRole id={report.id} />}
    </ActionDialog>
  );
}

export function PlanDialog({ plan, onClose }: { plan: ReportPlan; onClose: () => void }) {
  const t = useT();
  const { id, reportId, roleCode, values, active, rev, rhythm, day, hour, onlyRows } = plan;
  return (
    <ActionDialog
      route={reportPlanRoutes.updatePlan}
      params={{ id }}
      fixed={{ reportId, roleCode, values, active: active || plan.fault !== null, rev }}
      blank={{ rhythm, day, hour, onlyRows }}
      title={t('result.plan.title', { name: plan.reportName })}
      yes={t('form.save')}
      changes={CHANGES}
      onDone={(changed) => {
        noticeDone(t('result.plan.added', { when: rhythmText(changed) }));
        onClose();
      }}
      onClose={onClose}
    >
      <When />
    </ActionDialog>
  );
}

function Conditions({ report, kept }: { report: RunnableReport; kept: ReportValues }) {
  const t = useT();
  if (report.params.length === 0) return null;
  return (
    <ul className="report-kept">
      {describeValues(report.params, kept).map(({ name, label, value, moves }) => (
        <li key={name}>
          {label} <b>{value}</b>
          {moves && <span className="report-moves">{t('result.plan.moves')}</span>}
        </li>
      ))}
    </ul>
  );
}

function When() {
  const form = Form.useFormInstance();
  const rhythm = Form.useWatch<Rhythm | undefined>('rhythm', form) ?? (form.getFieldValue('rhythm') as Rhythm);
  const { change } = useFormContext();
  const before = useRef(rhythm);
  useEffect(() => {
    if (before.current !== rhythm) change({ day: rhythm === 'DAILY' ? null : 1 });
    before.current = rhythm;
  }, [rhythm]);
  return (
    <>
      <ChoiceField
        name="rhythm"
        label="result.plan.rhythm"
        values={RHYTHMS}
        phrase="result.rhythm"
        clearable={false}
        width="third"
      />
      {rhythm === 'WEEKLY' && (
        <NumberField
          key="week"
          name="day"
          label="result.plan.weekday"
          width="third"
          options={weekdays().map((label, at) => ({ value: at + 1, label }))}
        />
      )}
      {rhythm === 'MONTHLY' && (
        <NumberField
          key="month"
          name="day"
          label="result.plan.monthday"
          width="third"
          options={Array.from({ length: 31 }, (_, at) => ({ value: at + 1, label: String(at + 1) }))}
        />
      )}
      <NumberField
        name="hour"
        label="result.plan.hour"
        width="third"
        options={Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: hourText(hour) }))}
      />
      <SwitchField name="onlyRows" label="result.plan.onlyRows" width="full" />
    </>
  );
}

function NumberField({ options, ...rest }: FieldProps & { options: { value: number; label: string }[] }) {
  return (
    <FormField {...rest} view={(value: number) => options.find((each) => each.value === value)?.label ?? String(value)}>
      <Select options={options} />
    </FormField>
  );
}

/** Report managers can subscribe all holders of a role that may run the report. */
function ForRole({ id }: { id: string }) {
  const t = useT();
  const { data: report } = usePageQuery(reportRoutes.getReport, { params: { id } });
  const { data: known } = usePageQuery(reportRoutes.getReportViews, undefined);
  const options = known && report ? known.roles.filter(({ code }) => report.roles.includes(code)) : undefined;
  return (
    <ChoiceField
      name="roleCode"
      label="result.plan.role"
      width="full"
      hint={t('result.plan.roleHint')}
      options={options?.map(({ code, name }) => ({ value: code, label: name }))}
    />
  );
}
