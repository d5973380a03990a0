import { grouped } from '../../ui/format.ts';

interface ImportCountsProps {
  counts: readonly { label: string; count: number; tone?: 'good' | 'bad' }[];
}

/** Number of records by outcome. */
export const ImportCounts = ({ counts }: ImportCountsProps) => (
  <dl className="import-counts" role="status">
    {counts.map(({ label, count, tone }) => (
      <div key={label} className={count > 0 ? tone : undefined}>
        <dt>{label}</dt>
        <dd>{grouped(String(count))}</dd>
      </div>
    ))}
  </dl>
);
