// The count sheet for counting on paper.
import { countRoutes, type Count, type CountLine } from '@kuwei/contract/wms/inventory';
import { useEffect, useState } from 'react';
import { usePage } from '../../page/page.ts';
import { usePageCall, usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { PrintedPage } from '../../ui/print/PrintedPage.tsx';
import { countAddress } from './addresses.ts';
import { CountScreen } from './CountScreen.tsx';
import { useCountSheet, type CountBox } from './use-count-sheet.tsx';

export default function PrintPage() {
  return <CountScreen>{(count) => <Sheet key={count.id} count={count} />}</CountScreen>;
}

/** Page size of one call. */
const SIZE = 200;

function useAllLines(id: string) {
  const call = usePageCall();
  const [lines, setLines] = useState<readonly CountLine[] | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const { key } = usePage();
  useEffect(() => {
    let isOver = false;
    const from = async (page: number, before: readonly CountLine[]): Promise<readonly CountLine[]> => {
      const { list } = await call(countRoutes.listCountLines, { params: { id }, query: { page, size: SIZE } });
      const so = [...before, ...list];
      return list.length < SIZE || isOver ? so : from(page + 1, so);
    };
    from(1, []).then(
      (all) => !isOver && setLines(all),
      (failed: Error) => setError(failed),
    );
    return () => {
      isOver = true;
    };
  }, [id, key]);
  return { lines, error };
}

function Sheet({ count }: { count: Count }) {
  const { lines, error } = useAllLines(count.id);
  const boxes = usePageQuery(countRoutes.listCountBoxes, { params: { id: count.id } });
  const failed = error ?? (boxes.data ? null : boxes.error);
  if (failed) return <LoadFailed error={failed} onRetry={() => location.reload()} busy={false} />;
  return lines && boxes.data ? <Lines count={count} lines={lines} boxes={boxes.data} /> : <PageSkeleton />;
}

function Lines(props: { count: Count; lines: readonly CountLine[]; boxes: readonly CountBox[] }) {
  const t = useT();
  const printed = useCountSheet(props.count, props.lines, props.boxes);
  return <PrintedPage printed={printed} back={{ to: countAddress(props.count.id), label: t('count.toCount') }} />;
}
