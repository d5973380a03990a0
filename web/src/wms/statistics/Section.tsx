// One figure of the page: title, tools and content.
import PushpinFilled from '@ant-design/icons/es/icons/PushpinFilled';
import PushpinOutlined from '@ant-design/icons/es/icons/PushpinOutlined';
import type { ReactNode } from 'react';
import { joinList } from '@kuwei/contract/phrase';
import { locale, useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { GOODS, useQueryParams } from './ask.ts';
import { goodsFilters } from './filters.ts';
import { usePins, type Kind } from './pins.ts';

interface SectionProps {
  kind: Kind;
  /** Choices and the export. */
  tools?: ReactNode;
  hint?: string;
  /** Filters of the page that the figure takes; all by default. */
  filters?: readonly string[];
  /** Period that it is compared with. */
  before?: { from: string; to: string } | null | undefined;
  answer: { data: unknown; error: Error | null; isFetching: boolean; refetch: () => unknown };
  children: ReactNode;
}

export function Section({ kind, tools, hint, filters = GOODS, before, answer, children }: SectionProps) {
  const t = useT();
  const { pins, toggle } = usePins();
  const isPinned = pins.includes(kind);
  const { data, error, isFetching, refetch } = answer;
  const chosen = useQueryParams(GOODS.filter((name) => !filters.includes(name)));
  const unused = goodsFilters.filter(({ names }) => names.some((name) => name in chosen)).map(({ label }) => t(label));
  return (
    <section className="stat-section" aria-label={t(`stat.kind.${kind}`)}>
      <header>
        <h2>{t(`stat.kind.${kind}`)}</h2>
        {tools}
        <button
          type="button"
          className="kw-button"
          aria-pressed={isPinned}
          aria-label={t('stat.pin', { name: t(`stat.kind.${kind}`) })}
          title={t('stat.pinTitle')}
          onClick={() => toggle(kind)}
        >
          {isPinned ? <PushpinFilled aria-hidden="true" /> : <PushpinOutlined aria-hidden="true" />}
        </button>
      </header>
      {hint !== undefined && <p className="stat-hint">{hint}</p>}
      {unused.length > 0 && <p className="stat-hint">{t('stat.unused', { filters: joinList(locale(), unused) })}</p>}
      {before && <p className="stat-hint">{t('stat.beforeSpan', before)}</p>}
      {error && data === undefined ? (
        <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : data === undefined ? (
        <p className="stat-none" role="status">
          {t('stat.loading')}
        </p>
      ) : (
        children
      )}
    </section>
  );
}

interface ChoiceProps<V extends string> {
  label: string;
  values: readonly V[];
  value: V;
  nameOf: (value: V) => string;
  onChange: (value: V) => void;
}

/** A native select for a few values. */
export const Choice = <V extends string>({ label, values, value, nameOf, onChange }: ChoiceProps<V>) => (
  <select value={value} aria-label={label} onChange={({ target }) => onChange(target.value as V)}>
    {values.map((each) => (
      <option key={each} value={each}>
        {nameOf(each)}
      </option>
    ))}
  </select>
);

interface Numbers {
  name: string;
  value: ReactNode;
  /** Address of the rows that it is made of; undefined without a right to see them. */
  to?: string | undefined;
  notes?: readonly (string | null)[];
}

/** Large numbers with labels and notes. */
export const NumberRow = ({ numbers }: { numbers: readonly Numbers[] }) => (
  <dl className="stat-numbers">
    {numbers.map(({ name, value, to, notes = [] }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <strong>{to === undefined ? value : <PageLink to={to}>{value}</PageLink>}</strong>
          {notes.map((note) => note !== null && <small key={note}>{note}</small>)}
        </dd>
      </div>
    ))}
  </dl>
);
