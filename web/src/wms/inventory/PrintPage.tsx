// The count sheet, for who counts on paper: what lies where, and room for numbers. It is blind for everybody: no amount stands on it.
import { countRoutes, type Count, type CountLine } from '@kuwei/contract/wms/inventory';
import { useEffect, useMemo, useState } from 'react';
import { usePage } from '../../page/page.ts';
import { usePageCall } from '../../page/query.ts';
import { useLocale, useT } from '../../phrase/phrases.ts';
import { labelOrigin } from '../../session/version.ts';
import { exactMoment } from '../../ui/format.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { PrintedPage } from '../../ui/print/PrintedPage.tsx';
import type { Printed } from '../../ui/print/printed.ts';
import { UnitName } from '../../ui/Quantity.tsx';
import { countAddress, countingAddress } from './addresses.ts';
import { CountScreen } from './CountScreen.tsx';

export default function PrintPage() {
  return <CountScreen>{(count) => <Sheet key={count.id} count={count} />}</CountScreen>;
}

/** Of one call. */
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
  if (error) return <LoadFailed error={error} onRetry={() => location.reload()} busy={false} />;
  return lines ? <Lines count={count} lines={lines} /> : <PageSkeleton />;
}

function Lines({ count, lines }: { count: Count; lines: readonly CountLine[] }) {
  const t = useT();
  const locale = useLocale();
  const { id, no, warehouseName, assigneeNames, publishedAt } = count;
  const printed = useMemo(
    (): Printed<CountLine> => ({
      title: t('count.sheet.title'),
      no,
      house: warehouseName,
      qr: { text: labelOrigin() + countingAddress(id), label: t('count.counting', { no }) },
      facts: [
        [t('wms.count.assignees'), assigneeNames.map(({ name }) => name).join(t('wms.place.comma'))],
        [t('wms.count.publishedAt'), publishedAt && exactMoment(publishedAt)],
      ],
      columns: [
        { key: 'no', title: '#', cell: ({ lineNo }) => lineNo },
        { key: 'box', title: t('wms.count.box'), look: 'code', cell: ({ boxCode }) => boxCode },
        {
          key: 'product',
          title: t('wms.product'),
          look: 'name',
          cell: ({ productName, productCode }) => (
            <>
              {productName} <span className="kw-code">{productCode}</span>
            </>
          ),
        },
        { key: 'batch', title: t('wms.count.batch'), cell: ({ batchNo, expiresOn }) => batchText(batchNo, expiresOn) },
        { key: 'owner', title: t('wms.count.owner'), cell: ({ ownerOrgName }) => ownerOrgName },
        { key: 'qty', title: t('wms.count.qty'), look: 'room', cell: ({ baseUnit }) => <UnitName code={baseUnit} /> },
        { key: 'note', title: t('wms.count.note'), look: 'room', cell: () => null },
      ],
      rows: lines,
      keyOf: (line) => line.id,
      signs: [
        [t('wms.count.counter'), ''],
        [t('wms.count.second'), ''],
        [t('wms.count.countedAt'), ''],
      ],
    }),
    [count, lines, locale],
  );
  return <PrintedPage printed={printed} back={{ to: countAddress(id), label: t('count.toCount') }} />;
}

/** Goods that are not kept by batch have one without a number. */
const batchText = (batchNo: string, expiresOn: string | null): string =>
  [batchNo === '-' ? null : batchNo, expiresOn].filter(Boolean).join(' · ');
