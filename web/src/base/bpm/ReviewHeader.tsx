import type { WorkItem } from '@kuwei/contract/bpm/work';
import { useT } from '../../phrase/phrases.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { exactMoment } from '../../ui/format.ts';
import { ageText } from './age.ts';
import { HandoverNote, Opinions, Step, Overdue } from './cells.tsx';
import { Marks } from './kinds.tsx';

/** State of a task, hazards of its document, and why it was assigned to the user. */
export function ReviewHeader({ item, marks }: { item: WorkItem; marks: readonly string[] }) {
  const t = useT();
  return (
    <div className="look-head">
      <p className="look-facts">
        <span>
          <Step item={item} />
        </span>
        <span title={exactMoment(item.at)}>
          {t('bpm.waiting')} {ageText(item.at)}
        </span>
        {item.dueAt !== null && <span>{t('bpm.due', { at: exactMoment(item.dueAt).slice(0, -3) })}</span>}
        <Overdue item={item} />
        {item.link !== null && (
          <PageLink className="kw-link" to={item.link}>
            {t('work.toDocument')}
          </PageLink>
        )}
      </p>
      <HandoverNote item={item} />
      <Opinions item={item} />
      <Marks bizType={item.bizType} marks={marks} />
    </div>
  );
}
