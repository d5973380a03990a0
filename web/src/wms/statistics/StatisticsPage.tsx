// Statistics: one period and one set of filters for all figures.
import PrinterOutlined from '@ant-design/icons/es/icons/PrinterOutlined';
import type { ComponentType } from 'react';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { FilterBar } from '../../table/FilterBar.tsx';
import { dayOf } from '../../ui/format.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { GOODS, PERIOD, useQueryParams, useLiveFigures } from './ask.ts';
import { compareFilter, goodsFilters, periodFilter } from './filters.ts';
import { FlowSection } from './FlowSection.tsx';
import { HazardSection } from './HazardSection.tsx';
import { AgeSection, LeadSection, LoadSection, SpaceSection } from './OtherSections.tsx';
import { usePins, type Kind } from './pins.ts';
import { PrintedHead } from './PrintedHead.tsx';
import { StockSection } from './StockSection.tsx';
import '../../table/list.css';
import './stat.css';

const SECTIONS: Record<Kind, ComponentType> = {
  flow: FlowSection,
  stock: StockSection,
  age: AgeSection,
  lead: LeadSection,
  space: SpaceSection,
  hazard: HazardSection,
  load: LoadSection,
};

const SPANS = ['month', 'lastMonth', 'days90', 'year', 'months12'] as const;
type Span = (typeof SPANS)[number];

/** First and last day of a common period; without the last, up to now. */
function daysOfSpan(span: Span, now = new Date()): { from: string; to: string | null } {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  return {
    month: { from: dayOf(new Date(year, month, 1)), to: null },
    lastMonth: { from: dayOf(new Date(year, month - 1, 1)), to: dayOf(new Date(year, month, 0)) },
    days90: { from: dayOf(new Date(year, month, day - 89)), to: null },
    year: { from: dayOf(new Date(year, 0, 1)), to: null },
    months12: { from: dayOf(new Date(year, month - 11, 1)), to: null },
  }[span];
}

const FILTERS = [periodFilter, ...goodsFilters, compareFilter];
const NAMES = [...PERIOD, ...GOODS, 'compare'];

export default function StatisticsPage() {
  const t = useT();
  const { path, setQuery } = usePage();
  const texts = useQueryParams(NAMES);
  const { order } = usePins();
  useLiveFigures();
  const { from: first, to: last } = texts;
  /** Two spans can be the same days: in December, the year and the last twelve months. */
  const isChosen = (span: Span): boolean => {
    if (first === undefined && last === undefined) return span === 'month';
    const { from, to } = daysOfSpan(span);
    return first === from && (last ?? null) === to;
  };
  const isReversed = first !== undefined && last !== undefined && last < first;
  return (
    <div className="list stat-page">
      <PageHead
        title={t('stat.title')}
        actions={
          <>
            <button type="button" className="kw-button" onClick={() => window.print()}>
              <PrinterOutlined aria-hidden="true" />
              {t('stat.print')}
            </button>
            <PageLink className="kw-button" to={`${path}/index02`}>
              {t('stat.openScreen')}
            </PageLink>
          </>
        }
      />
      <PrintedHead texts={texts} />
      <div className="stat-spans" role="group" aria-label={t('stat.period')}>
        {SPANS.map((span) => (
          <button
            key={span}
            type="button"
            className="kw-button small"
            aria-pressed={isChosen(span)}
            onClick={() => setQuery(span === 'month' ? { from: null, to: null } : daysOfSpan(span))}
          >
            {t(`stat.span.${span}`)}
          </button>
        ))}
      </div>
      <FilterBar
        search={null}
        filters={FILTERS}
        texts={texts}
        isFiltered={Object.keys(texts).length > 0}
        unfolded
        onUnfold={() => {}}
        onChange={(patch) => setQuery(patch as Record<string, string | null>)}
        onReset={() => setQuery(Object.fromEntries(NAMES.map((name) => [name, null])))}
        sorting={{ columns: [], sort: '', onSort: () => {} }}
      />
      {isReversed ? (
        <p className="stat-reversed" role="alert">
          {t('stat.reversed', { from: first, to: last })}
          <button type="button" className="kw-button" onClick={() => setQuery({ from: last, to: first })}>
            {t('stat.swap')}
          </button>
        </p>
      ) : (
        order.map((kind) => {
          const Shown = SECTIONS[kind];
          return <Shown key={kind} />;
        })
      )}
    </div>
  );
}
