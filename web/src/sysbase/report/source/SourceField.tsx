// Source of a report: built or SQL; validated, and tested on its first rows.
import { statementOf } from '@kuwei/contract/sys/report-build';
import type { Built, ReportColumn, ReportParam } from '@kuwei/contract/sys/report';
import { Form } from 'antd';
import { Suspense, useRef } from 'react';
import { lazyPart } from '../../../browser/lazy-part.ts';
import { useFormContext } from '../../../form/context.ts';
import { FormField } from '../../../form/FormField.tsx';
import { useT } from '../../../phrase/phrases.ts';
import { Loading } from '../../../ui/Loading.tsx';
import { Parts } from '../../../ui/Parts.tsx';
import { SqlBox } from './SqlBox.tsx';
import type { Dics, ViewDoc } from './views.ts';
import '../report.css';

const Builder = lazyPart(async () => (await import('./Builder.tsx')).Builder);
const TryPanel = lazyPart(async () => (await import('./TryPanel.tsx')).TryPanel);

const BLANK: Built = { view: 'stock', columns: [], conditions: [], order: [] };

interface SourceFieldProps {
  /** Undefined while loading. */
  docs: { views: readonly ViewDoc[]; dics: Dics } | undefined;
}

export function SourceField({ docs }: SourceFieldProps) {
  const t = useT();
  const form = Form.useFormInstance();
  const { change } = useFormContext();
  const built = Form.useWatch('built', { form, preserve: true }) as Built | null | undefined;
  const sql = (Form.useWatch('sql', { form, preserve: true }) as string | undefined) ?? '';
  const params = (Form.useWatch('params', { form, preserve: true }) as ReportParam[] | undefined) ?? [];
  const columns = (Form.useWatch('columns', { form, preserve: true }) as ReportColumn[] | undefined) ?? [];
  /** The builder state that the statement had before it was edited by hand. */
  const before = useRef<{ built: Built; sql: string } | null>(null);
  if (docs === undefined) return <Loading />;
  const { views, dics } = docs;

  const build = (next: Built): void => {
    const view = views.find(({ name }) => name === next.view) ?? views[0]!;
    const { sql: text, params: asked, called } = statementOf(next, view);
    const known = new Map(params.map((param) => [param.name, param]));
    const labelled = new Map(columns.map((column) => [column.name, column]));
    change({
      built: next,
      sql: text,
      // Keeps customized parameter labels; whether there is a default is set in the condition.
      params: asked.map((param) => ({
        ...param,
        ...(({ zh, en, required }) => ({ zh, en, required }))(known.get(param.name) ?? param),
      })),
      columns: [...columns, ...called.filter(({ name }) => !labelled.has(name)).map((each) => ({ ...PLAIN, ...each }))],
    });
  };
  const turn = (to: 'build' | 'sql'): void => {
    if (to === 'sql') {
      if (built) before.current = { built, sql };
      change({ built: null });
    } else if (before.current?.sql === sql) change({ built: before.current.built });
    else build(BLANK);
  };
  return (
    <div className="report-source form-field full">
      <div className="report-source-head">
        <Parts
          label={t('report.source')}
          value={built ? 'build' : 'sql'}
          options={[
            { value: 'build', label: t('report.build') },
            { value: 'sql', label: t('report.write') },
          ]}
          onChange={(to) => turn(to)}
        />
        {!built && sql !== '' && before.current?.sql !== sql && <span className="report-hint">{t('report.buildAnew')}</span>}
      </div>
      {built && (
        <Suspense fallback={<Loading />}>
          <Builder built={built} views={views} dics={dics} onChange={build} />
        </Suspense>
      )}
      <FormField name="sql" label="report.sql" width="full" silent={false}>
        <SqlBox views={views} readOnly={Boolean(built)} />
      </FormField>
      <Suspense fallback={<Loading />}>
        <TryPanel sql={sql} params={params} columns={columns} />
      </Suspense>
    </div>
  );
}

const PLAIN: Omit<ReportColumn, 'name'> = {
  zh: null,
  en: null,
  width: null,
  format: 'AUTO',
  unit: null,
  dic: null,
  link: 'NONE',
  linkBy: null,
  total: 'NONE',
  group: false,
  mask: false,
  hidden: false,
};
