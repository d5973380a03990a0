import type { WorkItem } from '@kuwei/contract/bpm/work';
import { useT } from '../../phrase/phrases.ts';
import { StateTag, type StateLooks } from '../../ui/StateTag.tsx';
import '../../wms/document/said.css';

/** Outcome of a request in the review. */
export type Outcome = 'approved' | 'returned' | 'rejected' | 'transferred' | 'skipped' | 'gone';

const LOOKS: StateLooks<Outcome> = {
  approved: { label: 'bpm.outcome.approved', tone: 'success', shape: 'check' },
  returned: { label: 'bpm.outcome.returned', tone: 'warning', shape: 'triangle' },
  rejected: { label: 'bpm.outcome.rejected', tone: 'danger', shape: 'cross' },
  transferred: { label: 'bpm.outcome.transferred', tone: 'info', shape: 'half' },
  skipped: { label: 'bpm.outcome.skipped', tone: 'quiet', shape: 'ring' },
  gone: { label: 'bpm.outcome.gone', tone: 'quiet', shape: 'bar' },
};

interface ReviewSummaryProps {
  items: readonly WorkItem[];
  outcomes: Readonly<Record<string, Outcome>>;
  /** Returns to a request. */
  onShow: (at: number) => void;
}

/** Outcome of each request. */
export function ReviewSummary({ items, outcomes, onShow }: ReviewSummaryProps) {
  const t = useT();
  const outcomeOf = ({ id }: WorkItem): Outcome => outcomes[id] ?? 'skipped';
  const left = items.filter((item) => outcomeOf(item) === 'skipped').length;
  return (
    <>
      <p className="work-dialog-text" aria-live="polite">
        {t('bpm.summary.text', { count: items.length, done: items.length - left })}
        {left > 0 && ` ${t('bpm.summary.left')}`}
      </p>
      <ul className="look-summary" aria-label={t('bpm.summary')}>
        {items.map((item, at) => (
          <li key={item.id}>
            <span className="kw-code">{item.no}</span>
            <span className="look-summary-what">{item.title}</span>
            <StateTag look={LOOKS[outcomeOf(item)]} />
            {outcomeOf(item) === 'skipped' && (
              <button type="button" className="kw-plain kw-link" onClick={() => onShow(at)}>
                {t('bpm.look')}
                <span className="kw-unseen"> {item.no}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
