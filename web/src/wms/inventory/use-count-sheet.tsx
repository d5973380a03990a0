// The printable count sheet: goods by box, with room for numbers and without book quantities.
import type { ReplyOf } from '@kuwei/contract/route';
import type { Count, countRoutes, CountLine } from '@kuwei/contract/wms/inventory';
import { useMemo } from 'react';
import { useLocale, useT } from '../../phrase/phrases.ts';
import { labelOrigin } from '../../session/version.ts';
import { printTime } from '../../ui/print/print-time.ts';
import { ControlMarks, UnassessedMark } from '../../ui/HazardMarks.tsx';
import type { Printed } from '../../ui/print/printed.ts';
import { UnitName } from '../../ui/Quantity.tsx';
import { countingAddress } from './addresses.ts';

export type CountBox = ReplyOf<(typeof countRoutes)['listCountBoxes']>[number];

interface SheetRow {
  key: string;
  boxCode: string;
  /** Null for a box that is empty in the books, which is checked as well. */
  line: CountLine | null;
}

/** Rows along the route, including empty boxes. */
function rowsOf(lines: readonly CountLine[], boxes: readonly CountBox[]): SheetRow[] {
  const rowOf = (line: CountLine): SheetRow => ({ key: line.id, boxCode: line.boxCode, line });
  const byBox = Map.groupBy(lines, ({ boxId }) => boxId);
  const known = new Set(boxes.map(({ id }) => id));
  return [
    ...boxes.flatMap(({ id, code }) => byBox.get(id)?.map(rowOf) ?? [{ key: id, boxCode: code, line: null }]),
    ...lines.filter(({ boxId }) => !known.has(boxId)).map(rowOf),
  ];
}

export function useCountSheet(count: Count, lines: readonly CountLine[], boxes: readonly CountBox[]): Printed<SheetRow> {
  const t = useT();
  const locale = useLocale();
  const { id, no, warehouseName, assigneeNames, publishedAt, timeZone } = count;
  return useMemo(
    () => ({
      title: t('count.sheet.title'),
      no,
      house: warehouseName,
      qr: { text: labelOrigin() + countingAddress(id), label: t('count.counting', { no }) },
      facts: [
        [t('wms.count.assignees'), assigneeNames.map(({ name }) => name).join(t('wms.place.comma'))],
        [t('wms.count.publishedAt'), publishedAt && printTime(publishedAt, timeZone)],
      ],
      columns: [
        { key: 'no', title: '#', cell: ({ line }) => line?.lineNo },
        { key: 'box', title: t('wms.count.box'), look: 'code', cell: ({ boxCode }) => boxCode },
        {
          key: 'product',
          title: t('wms.product'),
          cell: ({ line }) => (line ? <Goods line={line} /> : t('count.sheet.empty')),
        },
        { key: 'batch', title: t('wms.count.batch'), cell: ({ line }) => line && <Batch line={line} /> },
        { key: 'owner', title: t('wms.count.owner'), cell: ({ line }) => line?.ownerOrgName },
        {
          key: 'qty',
          title: t('wms.count.qty'),
          look: 'room',
          cell: ({ line }) => line && <UnitName code={line.baseUnit} />,
        },
        { key: 'note', title: t('wms.count.note'), look: 'room', cell: () => null },
      ],
      rows: rowsOf(lines, boxes),
      keyOf: ({ key }) => key,
      signs: [
        [t('wms.count.counter'), ''],
        [t('wms.count.second'), ''],
        [t('wms.count.countedAt'), ''],
      ],
    }),
    [count, lines, boxes, locale],
  );
}

function Goods({ line }: { line: CountLine }) {
  const t = useT();
  const { productName, productCode, spec, cas, assessed, controlFlags, twoCounters } = line;
  return (
    <>
      <span className="print-name">{productName}</span>
      {!assessed && <UnassessedMark />}
      {controlFlags.length > 0 && <ControlMarks flags={controlFlags} />}
      {twoCounters && <span className="control-mark">{t('count.two')}</span>}
      <div className="print-codes">
        <span>{productCode}</span>
        {spec !== null && <span>{spec}</span>}
        {cas !== null && <span>CAS {cas}</span>}
      </div>
    </>
  );
}

/** Goods without batch tracking have a batch numbered `-`. */
function Batch({ line: { batchNo, expiresOn } }: { line: CountLine }) {
  return (
    <>
      {batchNo !== '-' && batchNo} {expiresOn !== null && <span className="whole">{expiresOn}</span>}
    </>
  );
}
