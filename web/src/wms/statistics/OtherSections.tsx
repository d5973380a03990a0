// Age and expiry, lead times, box use and reviewers: a few numbers each, with a table.
import {
  LEAD_BY,
  LEAD_STEPS,
  SPACE_BY,
  AGE_BY,
  statisticsRoutes as routes,
  type AgeFigure,
  type LeadRow,
  type LoadRow,
  type SpaceRow,
} from '@kuwei/contract/wms/statistics';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { ExportButton } from '../../table/ExportButton.tsx';
import { grouped, money } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import { GOODS, PERIOD, useQueryParams, useQueryChoice } from './ask.ts';
import { useEntries } from './entries.ts';
import { changeOf, useAmounts, useHours } from './figures.tsx';
import { Linked, useLists } from './lists.tsx';
import { Choice, NumberRow, Section } from './Section.tsx';
import { StatTable } from './StatTable.tsx';

interface AgeRow {
  key: string;
  figure: AgeFigure;
}

/** Until the figures are there. */
const NO_PERIOD = { asOfSeq: 0, period: { from: '', to: '' } };

export function AgeSection() {
  const t = useT();
  const amounts = useAmounts();
  const [by, setBy] = useQueryChoice('ageBy', AGE_BY);
  const query = { ...useQueryParams([...PERIOD, ...GOODS]), by };
  const answer = usePageQuery(routes.getAge, { query }, { keepPrevious: true });
  const { data } = answer;
  const { filteredStock } = useLists();
  const waste = useEntries(data ?? NO_PERIOD).waste();
  /** @param key empty: all stock */
  const below = (key: string): string | undefined => filteredStock(key === '' ? {} : { [by]: key });
  const unknown = ({ unpriced }: AgeFigure) =>
    unpriced > 0 ? t('stat.unknownRows', { count: grouped(String(unpriced)) }) : null;
  const expiredFigure = by === 'expiry' ? data?.rows.find(({ key }) => key === 'EXPIRED')?.figure : undefined;
  return (
    <Section
      kind="age"
      hint={t('stat.nowHint')}
      answer={answer}
      tools={
        <>
          <Choice label={t('stat.by')} values={AGE_BY} value={by} nameOf={(each) => t(`stat.age.${each}`)} onChange={setBy} />
          <ExportButton route={routes.exportAge} query={query} />
        </>
      }
    >
      {data && (
        <>
          <NumberRow
            numbers={[
              { name: t('stat.stockRows'), value: grouped(String(data.total.rows)), to: below('') },
              { name: t('stat.stockValue'), value: money(data.total.value), to: below(''), notes: [unknown(data.total)] },
              ...(expiredFigure
                ? [
                    {
                      name: t('stat.expired'),
                      value: money(expiredFigure.value),
                      to: below('EXPIRED'),
                      notes: [unknown(expiredFigure)],
                    },
                  ]
                : []),
              {
                name: t('stat.waste'),
                value: money(data.waste.value),
                to: waste,
                notes: [
                  t('stat.ofEntries', { count: grouped(String(data.waste.entries)) }),
                  data.waste.unpriced > 0 ? t('stat.unknown', { count: grouped(String(data.waste.unpriced)) }) : null,
                ],
              },
            ]}
          />
          <StatTable<AgeRow>
            label={t('stat.kind.age')}
            of={t(`stat.age.${by}`)}
            rows={data.rows}
            keyOf={({ key }) => key}
            nameOf={({ key }) => (key === '' ? '' : t(`stat.${by}.${key}` as 'stat.age.30'))}
            columns={[
              {
                key: 'rows',
                title: t('stat.stockRows'),
                cell: ({ key, figure }) => <Linked to={below(key)}>{grouped(String(figure.rows))}</Linked>,
                amount: ({ figure }) => figure.rows,
              },
              {
                key: 'value',
                title: t('stat.stockValue'),
                cell: ({ key, figure }) => (
                  <Linked to={below(key)}>
                    {money(figure.value)} <small>{unknown(figure)}</small>
                  </Linked>
                ),
                amount: ({ figure }) => Number(figure.value),
              },
              { key: 'qty', title: t('stat.qty'), cell: ({ figure }) => amounts(figure.amounts) },
            ]}
            foot={[{ name: t('stat.total'), row: { key: '', figure: data.total } }]}
          />
        </>
      )}
    </Section>
  );
}

/** Filters of documents. */
const DOCUMENTS = ['warehouseId', 'ownerOrgId', 'productId'];

export function LeadSection() {
  const t = useT();
  const hours = useHours();
  const [by, setBy] = useQueryChoice('leadBy', LEAD_BY);
  const query = { ...useQueryParams([...PERIOD, ...DOCUMENTS, 'compare']), by };
  const answer = usePageQuery(routes.getLead, { query }, { keepPrevious: true });
  const { data } = answer;
  const stepOf = (steps: LeadRow['steps'], step: string) => steps.find((each) => each.step === step);
  const changeOfWhole = (steps: LeadRow['steps'], before: LeadRow['before']): string | null => {
    const [now, then] = [stepOf(steps, 'ALL')?.p50 ?? null, stepOf(before ?? [], 'ALL')?.p50 ?? null];
    return now === null || then === null ? null : changeOf(now, then);
  };
  return (
    <Section
      kind="lead"
      hint={t('stat.leadHint')}
      filters={DOCUMENTS}
      before={data?.before}
      answer={answer}
      tools={
        <>
          <Choice
            label={t('stat.by')}
            values={LEAD_BY}
            value={by}
            nameOf={(each) => t('stat.byWhat', { what: t(`stat.by.${each}`) })}
            onChange={setBy}
          />
          <ExportButton route={routes.exportLead} query={query} count={{ total: data?.total.documents ?? 0, exact: true }} />
        </>
      }
    >
      {data && (
        <>
          <NumberRow
            numbers={LEAD_STEPS.map((step) => {
              const now = stepOf(data.total.steps, step);
              const before = data.totalBefore && stepOf(data.totalBefore.steps, step);
              return {
                name: t(`stat.lead.${step}`),
                value: hours(now?.p50 ?? null),
                notes: [
                  t('stat.p90', { hours: hours(now?.p90 ?? null) }),
                  before ? t('stat.beforeWas', { value: hours(before.p50) }) : null,
                ],
              };
            })}
          />
          <StatTable<LeadRow>
            label={t('stat.kind.lead')}
            of={t(`stat.by.${by}`)}
            rows={data.rows}
            keyOf={({ key }) => key}
            nameOf={({ label }) => label}
            columns={[
              {
                key: 'n',
                title: t('stat.documents'),
                cell: ({ documents }) => grouped(String(documents)),
                amount: ({ documents }) => documents,
              },
              ...LEAD_STEPS.map((step) => ({
                key: step,
                title: t(`stat.lead.${step}`),
                cell: ({ steps }: LeadRow) =>
                  `${hours(stepOf(steps, step)?.p50 ?? null)} / ${hours(stepOf(steps, step)?.p90 ?? null)}`,
              })),
              ...(data.before === null || by === 'month'
                ? []
                : [
                    {
                      key: 'change',
                      title: t('stat.change'),
                      cell: ({ steps, before }: LeadRow) => changeOfWhole(steps, before) ?? <None />,
                      wide: true as const,
                    },
                  ]),
            ]}
            foot={[
              { name: t('stat.total'), row: { key: '', label: '', before: data.totalBefore?.steps ?? null, ...data.total } },
            ]}
          />
        </>
      )}
    </Section>
  );
}

const SPACE = ['warehouseId'];
const OCCUPIED = { occupied: 'true' };

export function SpaceSection() {
  const t = useT();
  const [by, setBy] = useQueryChoice('spaceBy', SPACE_BY);
  const { boxes } = useLists();
  const chosen = useQueryParams(SPACE);
  const query = { ...chosen, by };
  const answer = usePageQuery(routes.getSpace, { query }, { keepPrevious: true });
  /** Boxes of a row; of all rows if its key is empty. */
  const below = (key: string, more: Record<string, string> = {}): string | undefined =>
    boxes({ ...chosen, ...(key !== '' && { [by === 'warehouse' ? 'warehouseId' : 'containerId']: key }), ...more });
  const { data } = answer;
  const rest: SpaceRow | null = data?.others ? { key: '', label: '', figure: data.others.figure } : null;
  const percent = (text: string | null): string => (text === null ? '–' : `${text}%`);
  return (
    <Section
      kind="space"
      hint={t('stat.nowHint')}
      filters={SPACE}
      answer={answer}
      tools={
        <>
          <Choice
            label={t('stat.by')}
            values={SPACE_BY}
            value={by}
            nameOf={(each) => t('stat.byWhat', { what: t(`stat.by.${each}`) })}
            onChange={setBy}
          />
          <ExportButton
            route={routes.exportBoxUse}
            query={query}
            count={{ total: (data?.rows.length ?? 0) + (data?.others?.rows ?? 0), exact: true }}
          />
        </>
      }
    >
      {data && (
        <>
          <NumberRow
            numbers={[
              { name: t('stat.spaceUse'), value: percent(data.total.percent), to: below('') },
              {
                name: t('stat.boxesUsed'),
                value: `${grouped(String(data.total.used))} / ${grouped(String(data.total.boxes))}`,
                to: below('', OCCUPIED),
              },
            ]}
          />
          <StatTable<SpaceRow>
            label={t('stat.kind.space')}
            of={t(`stat.by.${by}`)}
            rows={data.rows}
            keyOf={({ key }) => key}
            nameOf={({ label }) => label}
            columns={[
              {
                key: 'percent',
                title: t('stat.spaceUse'),
                cell: ({ figure }) => percent(figure.percent),
                amount: ({ figure }) => Number(figure.percent ?? '0'),
                most: 100,
              },
              {
                key: 'used',
                title: t('stat.boxesUsed'),
                cell: (row) => (
                  <Linked to={row === rest ? undefined : below(row.key, OCCUPIED)}>{grouped(String(row.figure.used))}</Linked>
                ),
              },
              {
                key: 'boxes',
                title: t('stat.boxes'),
                cell: (row) => (
                  <Linked to={row === rest ? undefined : below(row.key)}>{grouped(String(row.figure.boxes))}</Linked>
                ),
              },
            ]}
            foot={[
              ...(rest === null ? [] : [{ name: t('stat.others', { count: data.others?.rows ?? 0 }), row: rest }]),
              { name: t('stat.total'), row: { key: '', label: '', figure: data.total } },
            ]}
          />
        </>
      )}
    </Section>
  );
}

type Load = Pick<LoadRow, 'key' | 'label' | 'approved' | 'returned' | 'rejected' | 'decided' | 'p50' | 'p90'>;

export function LoadSection() {
  const t = useT();
  const hours = useHours();
  const query = useQueryParams([...PERIOD, ...DOCUMENTS]);
  const answer = usePageQuery(routes.getLoad, { query }, { keepPrevious: true });
  const { data } = answer;
  const count = (key: 'approved' | 'returned' | 'rejected' | 'decided') => ({
    key,
    title: t(`stat.load.${key}`),
    cell: (row: Load) => grouped(String(row[key])),
    ...(key === 'decided' && { amount: (row: Load) => row.decided }),
  });
  return (
    <Section
      kind="load"
      filters={DOCUMENTS}
      answer={answer}
      tools={<ExportButton route={routes.exportLoad} query={query} count={{ total: data?.rows.length ?? 0, exact: true }} />}
    >
      {data && (
        <>
          <NumberRow
            numbers={[
              { name: t('stat.load.decided'), value: grouped(String(data.total.decided)) },
              { name: t('stat.load.waiting'), value: grouped(String(data.waiting)), notes: [t('stat.now')] },
            ]}
          />
          <StatTable<Load>
            label={t('stat.kind.load')}
            of={t('stat.person')}
            rows={data.rows}
            keyOf={({ key }) => key}
            nameOf={({ label }) => label}
            columns={[
              count('decided'),
              count('approved'),
              count('returned'),
              count('rejected'),
              {
                key: 'p50',
                title: t('stat.load.waited'),
                cell: ({ p50, p90 }) => (p50 === null ? '' : `${hours(p50)} / ${hours(p90)}`),
              },
            ]}
            foot={[{ name: t('stat.total'), row: { key: '', label: '', p50: null, p90: null, ...data.total } }]}
          />
        </>
      )}
    </Section>
  );
}
