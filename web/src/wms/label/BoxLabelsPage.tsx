// Labels of the boxes matching a list's query, or of selected ones.
import { useMemo } from 'react';
import { usePage } from '../../page/page.ts';
import { useLocale, useT } from '../../phrase/phrases.ts';
import { grouped } from '../../ui/format.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { boxContent } from './content.ts';
import { LabelPage } from './LabelPage.tsx';
import { LABELS_MAX } from './sheets.ts';
import { useLabelBoxes } from './use-label-boxes.ts';

export default function BoxLabelsPage() {
  const t = useT();
  const locale = useLocale();
  const { query, prefix } = usePage();
  const { boxes, total, error, retry } = useLabelBoxes(query);
  const isWhole = boxes.length === total;
  const labels = useMemo(() => (isWhole ? boxes.map(boxContent) : null), [boxes, isWhole, locale]);
  return (
    <LabelPage
      title={t('label.title')}
      labels={labels}
      count={total}
      back={`/${prefix}/wms/warehouse-box/list`}
      waiting={error ? <LoadFailed error={error} onRetry={retry} /> : <Waiting done={boxes.length} total={total} />}
    />
  );
}

function Waiting({ done, total }: { done: number; total: number | null }) {
  const t = useT();
  if (total === 0) return <p className="label-waiting">{t('label.none')}</p>;
  if (total !== null && total > LABELS_MAX) {
    return <p className="label-waiting">{t('label.tooMany', { max: grouped(String(LABELS_MAX)) })}</p>;
  }
  return (
    <p className="label-waiting" role="status">
      {total === null ? t('app.loading') : t('label.loading', { done: grouped(String(done)), count: grouped(String(total)) })}
    </p>
  );
}
