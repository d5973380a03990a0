// Labels of bottles, batches or documents: `?kind=` with `?ids=`, or of the goods that a document has put away with `?document=`; also
// command cards.
import { micros } from '@kuwei/contract/decimal';
import { LABELS_ASKED_MAX, scanRoutes, type Label } from '@kuwei/contract/wms/scan';
import { useMemo, useState } from 'react';
import { SCAN } from '../../navigation/addresses.ts';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useLocale, useT } from '../../phrase/phrases.ts';
import { grouped } from '../../ui/format.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { contentOf } from './content.ts';
import { LabelPage } from './LabelPage.tsx';
import { LABELS_MAX } from './sheets.ts';

const KINDS = ['STOCK', 'BATCH', 'DOCUMENT', 'COMMAND'] as const;

export default function GoodsLabelsPage() {
  const t = useT();
  const locale = useLocale();
  const { query, prefix } = usePage();
  const [perPiece, setPerPiece] = useState(query.get('each') === 'piece');
  const kind = KINDS.find((each) => each === query.get('kind')) ?? 'STOCK';
  const ids = (query.get('ids') ?? '').split(',').filter(Boolean).slice(0, LABELS_ASKED_MAX);
  const documentId = query.get('document');
  const { data, error, refetch, isFetching } = usePageQuery(scanRoutes.listLabels, { body: { kind, ids, documentId } });
  const all = useMemo(() => (data ?? []).flatMap((label) => copiesOf(label, perPiece)), [data, perPiece]);
  const labels = useMemo(
    () => (data && all.length <= LABELS_MAX ? all.map((label, at) => ({ ...contentOf(label), key: `${label.id} ${at}` })) : null),
    [data, all, locale],
  );
  const waiting = error ? (
    <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />
  ) : (
    <p className="label-waiting" role="status">
      {!data ? t('app.loading') : all.length === 0 ? t('label.noneOf') : t('label.tooMany', { max: grouped(String(LABELS_MAX)) })}
    </p>
  );
  const each = (
    <label>
      {t('label.each')}{' '}
      <select className="kw-field" value={String(perPiece)} onChange={({ target }) => setPerPiece(target.value === 'true')}>
        <option value="false">{t('label.each.row')}</option>
        <option value="true">{t('label.each.piece')}</option>
      </select>
    </label>
  );
  return (
    <LabelPage
      title={t(`label.title.${kind}`)}
      labels={labels}
      count={data ? all.length : null}
      back={kind === 'COMMAND' ? SCAN : `/${prefix}/wms/product-box/list`}
      tools={kind === 'STOCK' && each}
      waiting={waiting}
    />
  );
}

/** One per bottle where requested; a fractional quantity gets a last label for the rest. */
function copiesOf(label: Label, perPiece: boolean): Label[] {
  const qty = label.goods?.qty ?? null;
  if (!perPiece || qty === null) return [label];
  const count = Number((micros(qty) + 999_999n) / 1_000_000n);
  return Array.from({ length: Math.max(1, Math.min(count, LABELS_MAX + 1)) }, () => label);
}
