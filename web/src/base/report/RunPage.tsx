// A report: parameters, and the result as a table, chart, file or print. Parameters are in the address.
import { ownReportRoutes, type ReportResult, type ReportValues, type RunnableReport } from '@kuwei/contract/sys/report';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '../../api/error.ts';
import { lazyPart } from '../../browser/lazy-part.ts';
import { usePage } from '../../page/page.ts';
import { usePageCall, usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { inAddress, listStoredValues, presetOf, describeValues } from './conditions.ts';
import { FileButtons } from './FileButtons.tsx';
import { PinButton } from './PinButton.tsx';
import { PrintButton, PrintedHead } from './Printed.tsx';
import { ParamField } from './ParamField.tsx';
import { Result } from './Result.tsx';
import './report.css';

const NewPlanDialog = lazyPart(async () => (await import('./PlanDialog.tsx')).NewPlanDialog);

export default function RunPage() {
  const { query } = usePage();
  const id = query.get('id') ?? '';
  const { data, error, refetch } = usePageQuery(ownReportRoutes.getOwnReport, { params: { id } });
  if (data) return <Run key={data.id} report={data} />;
  return error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
}

function Run({ report }: { report: RunnableReport }) {
  const t = useT();
  const { query, setQuery } = usePage();
  const call = usePageCall();
  const begun = (param: RunnableReport['params'][number]): string => query.get(inAddress(param.name)) ?? presetOf(param);
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(report.params.map((param) => [param.name, begun(param)])),
  );
  const [result, setResult] = useState<ReportResult | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const running = useRef<AbortController>(null);
  const [busy, setBusy] = useState(false);
  const [planning, setPlanning] = useState(false);
  const asked: ReportValues = Object.fromEntries(report.params.map(({ name }) => [name, values[name]?.trim() || null]));

  const run = async (): Promise<void> => {
    const controller = new AbortController();
    running.current?.abort();
    running.current = controller;
    setBusy(true);
    setError(null);
    setQuery(Object.fromEntries(report.params.map(({ name }) => [inAddress(name), values[name] ?? ''])));
    try {
      setResult(
        await call(
          ownReportRoutes.runReport,
          { params: { id: report.id }, body: { values: asked } },
          { signal: controller.signal },
        ),
      );
    } catch (thrown) {
      if (controller.signal.aborted) return;
      // The former result is of other values.
      setResult(null);
      setError(thrown as Error);
    } finally {
      if (running.current === controller) setBusy(false);
    }
  };
  const isReady = report.params.every(({ name, required }) => !required || asked[name] !== null);
  const begin = useEffectEvent(() => {
    if (isReady) void run();
  });
  useEffect(() => {
    begin();
    return () => running.current?.abort();
  }, []);
  const faults = new Map(
    error instanceof ApiError ? error.fields.map(({ path, message }) => [path.replace(/^values\./, ''), message]) : [],
  );
  const stop = (): void => {
    running.current?.abort();
    setBusy(false);
  };
  return (
    <div className="report-page">
      <PageHead
        title={report.name}
        actions={
          <>
            <PinButton report={report} kept={listStoredValues(report.params, asked)} />
            <button type="button" className="kw-button" disabled={!isReady} onClick={() => setPlanning(true)}>
              {t('result.plan.new')}
            </button>
            <PrintButton disabled={result === null} />
            {report.exports && <FileButtons report={report} values={asked} />}
            {busy ? (
              <button type="button" className="kw-button" onClick={stop}>
                {t('result.stop')}
              </button>
            ) : (
              <button type="button" className="kw-button primary" onClick={() => void run()}>
                {t('result.run')}
              </button>
            )}
          </>
        }
      />
      {report.description !== null && <p className="report-text">{report.description}</p>}
      <PrintedHead conditions={describeValues(report.params, asked)} />
      {report.params.length > 0 && (
        <form
          className="report-params"
          aria-label={t('result.params')}
          onSubmit={(event) => {
            event.preventDefault();
            void run();
          }}
        >
          {report.params.map((param) => (
            <ParamField
              key={param.name}
              param={param}
              value={values[param.name] ?? ''}
              onChange={(value) => setValues((before) => ({ ...before, [param.name]: value }))}
              fault={faults.get(param.name)}
            />
          ))}
          <button type="submit" hidden />
        </form>
      )}
      <p className="report-busy" role="status">
        {busy ? t('result.running') : ''}
      </p>
      {error !== null && faults.size === 0 && <LoadFailed error={error} onRetry={() => void run()} busy={busy} />}
      {result !== null && <Result result={result} chart={report.chart} busy={busy} />}
      {planning && (
        <Suspense fallback={null}>
          <NewPlanDialog report={report} kept={listStoredValues(report.params, asked)} onClose={() => setPlanning(false)} />
        </Suspense>
      )}
    </div>
  );
}
