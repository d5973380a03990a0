// How close warehouses are to the threshold of a major hazard installation, and which goods contribute.
import { HAZARD_BY, statisticsRoutes as routes, type HazardRow } from '@kuwei/contract/wms/statistics';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { ExportButton } from '../../table/ExportButton.tsx';
import { grouped } from '../../ui/format.ts';
import { useQueryParams, useQueryChoice } from './ask.ts';
import { Linked, useLists } from './lists.tsx';
import { Choice, NumberRow, Section } from './Section.tsx';
import { StatTable } from './StatTable.tsx';

const FILTERS = ['warehouseId'];

export function HazardSection() {
  const t = useT();
  const [by, setBy] = useQueryChoice('hazardBy', HAZARD_BY);
  const query = { ...useQueryParams(FILTERS), by };
  const { stock, here } = useLists();
  const products = here({ hazardBy: 'product' });
  /** Of a warehouse its products; of a product its stock there. */
  const below = ({ key }: HazardRow): string | undefined => {
    const [warehouseId = '', productId] = key.split('/');
    return productId === undefined ? here({ warehouseId, hazardBy: 'product' }) : stock({ warehouseId, productId });
  };
  const answer = usePageQuery(routes.getHazard, { query }, { keepPrevious: true });
  const { data } = answer;
  const known = (text: string | null): string => (text === null ? t('stat.notKnown') : grouped(text));
  return (
    <Section
      kind="hazard"
      hint={t('stat.indexHint')}
      filters={FILTERS}
      answer={answer}
      tools={
        <>
          <Choice
            label={t('stat.by')}
            values={HAZARD_BY}
            value={by}
            nameOf={(each) => t('stat.byWhat', { what: t(`stat.by.${each}`) })}
            onChange={setBy}
          />
          <ExportButton
            route={routes.exportHazard}
            query={query}
            count={{ total: data ? data.rows.length + data.others : 0, exact: true }}
          />
        </>
      }
    >
      {data && (
        <>
          <NumberRow
            numbers={[
              {
                name: t('stat.index'),
                value: data.highest === null ? '–' : known(data.highest.index),
                to: data.highest === null ? undefined : below(data.highest),
                notes: [data.highest && t('stat.indexHighest', { name: data.highest.label })],
              },
              { name: t('stat.hazardous'), value: grouped(String(data.products)), to: products },
              {
                name: t('stat.indexUnknown'),
                value: grouped(String(data.unknown)),
                to: products,
                notes: [data.unknown > 0 ? t('stat.indexUnknownHint') : null],
              },
            ]}
          />
          <StatTable<HazardRow>
            label={t('stat.kind.hazard')}
            of={t(`stat.by.${by}`)}
            rows={data.rows}
            keyOf={({ key }) => key}
            nameOf={(row) => <Linked to={below(row)}>{row.label}</Linked>}
            columns={[
              {
                key: 'index',
                title: t('stat.index'),
                cell: (row) => <Linked to={below(row)}>{known(row.index)}</Linked>,
                amount: ({ index }) => Math.min(1, Number(index ?? '0')),
                most: 1,
              },
              { key: 'massT', title: t('stat.massT'), cell: ({ massT }) => known(massT) },
              by === 'product'
                ? { key: 'criticalT', title: t('stat.criticalT'), cell: ({ criticalT }) => known(criticalT) }
                : { key: 'unknown', title: t('stat.indexUnknown'), cell: ({ unknown }) => grouped(String(unknown)) },
            ]}
          />
          {data.others > 0 && <p className="stat-none">{t('stat.others', { count: data.others })}</p>}
        </>
      )}
    </Section>
  );
}
