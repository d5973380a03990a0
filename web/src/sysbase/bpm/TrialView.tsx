// Trial of a definition with a made-up document: path, approvers, and how recent documents would have been routed.
import { listReferences, parseCondition } from '@kuwei/contract/bpm/condition';
import { definitionRoutes, type PastTrial, type Sample, type Trial, type TrialRow } from '@kuwei/contract/bpm/definition';
import type { BodyOf } from '@kuwei/contract/route';
import { joinList } from '@kuwei/contract/phrase';
import { Alert, Select, Skeleton } from 'antd';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { usePageQuery } from '../../page/query.ts';
import { useLocale, useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { When } from '../../ui/When.tsx';
import type { PictureMark } from '../../ui/flow/FlowPicture.tsx';
import { drawable, useDesign } from './design.ts';
import { SampleForm } from './SampleForm.tsx';
import type { WorkingCopy } from './use-working-copy.ts';
import { variablesOf } from './words.ts';
import '../../ui/field.css';
import './design.css';
import './trial.css';

const FlowPicture = lazyPart(async () => (await import('../../ui/flow/FlowPicture.tsx')).FlowPicture);

type Fact = BodyOf<(typeof definitionRoutes)['tryDefinition']>['facts'][number];

export function TrialView({ working, onSample }: { working: WorkingCopy; onSample: (sample: Sample) => void }) {
  const t = useT();
  const [facts, setFacts] = useState<ReadonlyMap<string, Fact>>(new Map());
  const count = working.looked?.faults.length ?? 0;
  return (
    <div className="trial">
      <aside className="flow-side" aria-label={t('design.trial.sample')}>
        <h2>{t('design.trial.sample')}</h2>
        <SampleForm onChange={onSample} />
        <h2>{t('design.trial.facts')}</h2>
        <FactsForm working={working} facts={facts} onChange={(fact) => setFacts(new Map(facts).set(fact.name, fact))} />
      </aside>
      <div className="trial-path">
        {count > 0 && working.settled ? (
          <Alert type="warning" showIcon title={t('design.trial.faults', { count })} />
        ) : (
          working.looked && <TrialResult working={working} facts={[...facts.values()]} />
        )}
      </div>
    </div>
  );
}

/** Facts used by this definition; the others make no difference. */
function useReferencedFacts({ graph }: WorkingCopy): ReadonlySet<string> {
  const { kind } = useDesign();
  const asked = new Set<string>();
  for (const { condition } of graph?.flows ?? []) {
    if (condition === null) continue;
    try {
      for (const name of listReferences(parseCondition(condition, variablesOf(kind))).names) asked.add(name);
    } catch {
      // Syntax errors are listed with the other errors.
    }
  }
  return asked;
}

interface FactsFormProps {
  working: WorkingCopy;
  facts: ReadonlyMap<string, Fact>;
  onChange: (fact: Fact) => void;
}

function FactsForm({ working, facts, onChange }: FactsFormProps) {
  const { kind } = useDesign();
  const asked = useReferencedFacts(working);
  const shown = kind.facts.filter(({ name }) => asked.has(name));
  return (
    <div className="flow-form">
      {shown.map(({ name, type, label, codes }) => {
        const fact = facts.get(name) ?? { name, flag: null, number: null, codes: [] };
        if (type === 'boolean')
          return (
            <label className="trial-check" key={name}>
              <input
                type="checkbox"
                className="kw-check"
                checked={fact.flag === true}
                onChange={({ target }) => onChange({ ...fact, flag: target.checked })}
              />
              {label}
            </label>
          );
        return (
          <div className="flow-label" key={name}>
            <span>{label}</span>
            {type === 'number' ? (
              <NumberInput
                aria-label={label}
                value={fact.number ?? 0}
                onChange={(text) => onChange({ ...fact, number: /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0 })}
              />
            ) : (
              <Select
                mode="multiple"
                aria-label={label}
                value={fact.codes}
                options={codes.map((each) => ({ value: each.code, label: each.name }))}
                onChange={(chosen: string[]) => onChange({ ...fact, codes: chosen })}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}

function TrialResult({ working, facts }: { working: WorkingCopy; facts: Fact[] }) {
  const t = useT();
  const { kind, sample } = useDesign();
  const { xml, settled } = working;
  const { data, error, refetch, isFetching } = usePageQuery(
    definitionRoutes.tryDefinition,
    { body: { key: kind.key, xml, sample, facts } },
    { enabled: settled, keepPrevious: true, staleTime: 0 },
  );
  if (error && !data) return <LoadFailed error={error} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  return (
    <>
      <section aria-label={t('design.trial.path')}>
        <h2>
          {t('design.trial.path')}
          <small>{t('design.trial.levels', { levels: data.levels })}</small>
        </h2>
        <Path trial={data} />
        <Skipped working={working} trial={data} />
        <TrialPicture working={working} trial={data} />
      </section>
      <PastDocuments working={working} />
    </>
  );
}

function Path({ trial: { rows, outcome } }: { trial: Trial }) {
  const t = useT();
  return (
    <ol className="trial-rows">
      {rows.map((row) => (
        <PathRow key={row.element} row={row} />
      ))}
      <li className={`trial-end ${outcome}`}>{t(`design.trial.${outcome}`)}</li>
    </ol>
  );
}

function PathRow({ row }: { row: TrialRow }) {
  const t = useT();
  const locale = useLocale();
  const { kind, name, level, people, count, needed, asked, by, told, outcome } = row;
  if (kind === 'END' && count === 0) return null;
  const names = joinList(
    locale,
    people.map((person) => person.name),
  );
  const isUnusual = outcome === 'PASSED' || outcome === 'REFUSED' || outcome === 'STUCK';
  return (
    <li className={`trial-row ${kind} ${isUnusual ? 'odd' : ''}`}>
      <strong>{name || t('design.end')}</strong>
      {kind === 'STEP' && <small>{t('design.trial.step', { level })}</small>}
      {kind === 'STEP' && count > 0 && (
        <span>
          {count > people.length ? t('design.trial.peopleMore', { names, count }) : t('design.trial.people', { names })}
          {' · '}
          {asked > 1 ? t('design.trial.needs.MANY', { asked, needed }) : t('design.trial.needs.ONE')}
        </span>
      )}
      {kind !== 'STEP' && <span>{count === 0 ? t('design.nowNobody') : t('design.trial.told', { names })}</span>}
      {told.length > 0 && <span>{t('design.trial.told', { names: joinList(locale, told) })}</span>}
      {by.length > 0 && <span className="trial-by">{t('design.trial.by', { names: joinList(locale, by) })}</span>}
      {isUnusual && <span className="trial-odd">{t(`design.trial.outcome.STEP.${outcome}`)}</span>}
      {isUnusual && <Excluded row={row} />}
    </li>
  );
}

/** Why a step has no deciders left. */
function Excluded({ row: { excluded, count } }: { row: TrialRow }) {
  const t = useT();
  if (excluded.length === 0) return count === 0 ? <span>{t('design.trial.excluded.none')}</span> : null;
  return excluded.map(({ name, step }) => (
    <span key={name}>
      {step === null ? t('design.trial.excluded.applied', { name }) : t('design.trial.excluded.decided', { name, step })}
    </span>
  ));
}

function Skipped({ working: { graph }, trial }: { working: WorkingCopy; trial: Trial }) {
  const t = useT();
  const locale = useLocale();
  const { words } = useDesign();
  const passed = new Set(trial.rows.map(({ element }) => element));
  const skipped = graph?.nodes.filter(({ id, kind }) => kind === 'step' && !passed.has(id)).map(words.nameOf) ?? [];
  return skipped.length === 0 ? null : (
    <p className="flow-hint">{t('design.trial.skipped', { names: joinList(locale, skipped) })}</p>
  );
}

/** The path taken, with the level of each step. */
function TrialPicture({ working, trial }: { working: WorkingCopy; trial: Trial }) {
  const t = useT();
  const { graph, xml } = working;
  const ends = new Set(graph?.flows.filter(({ id }) => trial.flows.includes(id)).flatMap(({ from, to }) => [from, to]));
  const marks: PictureMark[] = [
    ...trial.flows.map((id) => ({ id, look: 'taken' as const })),
    ...[...ends].map((id): PictureMark => {
      const row = trial.rows.find(({ element }) => element === id);
      if (row?.outcome === 'STUCK' || row?.outcome === 'REFUSED')
        return { id, look: 'wrong', word: t(`design.trial.short.${row.outcome}`) };
      return { id, look: 'taken', ...(row?.kind === 'STEP' && { word: t('design.trial.step', { level: row.level }) }) };
    }),
  ];
  return (
    <Suspense fallback={<Skeleton active />}>
      <FlowPicture label={t('design.trial.picture')} xml={drawable(xml, graph)} marks={marks} />
    </Suspense>
  );
}

function PastDocuments({ working: { xml, settled } }: { working: WorkingCopy }) {
  const t = useT();
  const { kind } = useDesign();
  const { data } = usePageQuery(
    definitionRoutes.lookAtPast,
    { body: { key: kind.key, xml } },
    { enabled: settled, keepPrevious: true, staleTime: 60_000 },
  );
  return (
    <section aria-label={t('design.past.title')}>
      <h2>{t('design.past.title')}</h2>
      {data ? <PastTable past={data} /> : <Skeleton active paragraph={{ rows: 2 }} title={false} />}
    </section>
  );
}

function PastTable({ past: { looked, lacking, changed } }: { past: PastTrial }) {
  const t = useT();
  const locale = useLocale();
  const steps = (names: readonly string[]): string => (names.length === 0 ? t('design.past.noStep') : names.join(' → '));
  if (looked === 0) return <p className="flow-hint">{t('design.past.none')}</p>;
  return (
    <>
      <p>{changed.length === 0 ? t('design.past.same', { looked }) : t('design.past.text', { looked, count: changed.length })}</p>
      {lacking.length > 0 && <p className="flow-hint">{t('design.past.lacking', { facts: joinList(locale, lacking) })}</p>}
      {changed.length > 0 && (
        <div className="trial-scroll">
          <table className="flow-table">
            <thead>
              <tr>
                <th>{t('design.past.no')}</th>
                <th>{t('design.past.startedAt')}</th>
                <th>{t('design.past.before')}</th>
                <th>{t('design.past.after')}</th>
              </tr>
            </thead>
            <tbody>
              {changed.map(({ bizId, no, startedAt, before, after }) => (
                <tr key={`${bizId} ${startedAt}`}>
                  <td className="kw-code">{no || t('design.past.gone')}</td>
                  <td>
                    <When at={startedAt} />
                  </td>
                  <td>{steps(before)}</td>
                  <td>{steps(after)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
