// The batches of one product or all, with shelf life and status.
import { nameIn } from '@kuwei/contract/name';
import { BATCH_STATES, batchRoutes, type Batch } from '@kuwei/contract/wms/batch';
import { productRoutes } from '@kuwei/contract/wms/product';
import { useState } from 'react';
import { history } from '../../browser/history.ts';
import { useMayCall } from '../../page/may-call.ts';
import { locale, useT } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { day } from '../../table/filter/days.tsx';
import { record } from '../../table/filter/record.tsx';
import { lastChanged } from '../../table/last-changed.tsx';
import { listOf, type RowAction } from '../../table/list-types.ts';
import { List } from '../../table/List.tsx';
import { noticeRefused } from '../../ui/feedback.ts';
import { None } from '../../ui/None.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { goodsLabels, LABELS_BY_NAME_MAX } from '../addresses.ts';
import { BatchDetail } from './BatchDetail.tsx';
import { DatesDialog, StatusDialog, statusSteps, type Step } from './BatchDialogs.tsx';
import { batchLooks } from './looks.ts';

const batchList = listOf(batchRoutes.listBatches, {
  name: 'wms.batch',
  sort: 'expiresOn',
  search: 'batch.search',
  nameOf: ({ batchNo, productName }) => `${productName} ${batchNo}`,
  columns: [
    {
      key: 'batchNo',
      title: 'batch.no',
      sort: 'batchNo',
      card: 'title',
      cell: ({ batchNo }) => <span className="kw-code">{batchNo}</span>,
      copy: ({ batchNo }) => batchNo,
    },
    {
      key: 'status',
      title: 'batch.status',
      card: 'state',
      cell: ({ status }) => <StateTag look={batchLooks[status]} />,
    },
    {
      key: 'product',
      title: 'wms.product',
      sort: 'product',
      width: 'grow',
      card: 'fact',
      cell: ({ productName, productCode }) => (
        <>
          {productName} <span className="kw-code">{productCode}</span>
        </>
      ),
    },
    {
      key: 'qty',
      title: 'batch.qty',
      align: 'right',
      card: 'fact',
      cell: ({ qty, baseUnit }) => <Quantity qty={qty} unit={baseUnit} />,
    },
    {
      key: 'expiresOn',
      title: 'batch.expiresOn',
      sort: 'expiresOn',
      card: 'fact',
      cell: ({ expiresOn }) => expiresOn ?? <None />,
    },
    { key: 'madeOn', title: 'batch.madeOn', cell: ({ madeOn }) => madeOn ?? <None /> },
    { key: 'reason', title: 'batch.reason', cell: ({ statusReason }) => statusReason ?? <None /> },
    { ...lastChanged, hidden: true },
  ],
  filters: [
    record({
      name: 'productId',
      label: 'wms.product',
      find: productRoutes.selectProducts,
      optionOf: ({ id, code, name }) => ({ value: id, label: `${code} ${name}` }),
      one: productRoutes.getProduct,
      nameOf: (one) => `${one.code} ${nameIn(locale(), one)}`,
    }),
    choice({ name: 'status', label: 'batch.status', useOptions: phraseOptions('wms.batch.status', BATCH_STATES) }),
    day({ name: 'expiresBefore', label: 'batch.expiresBefore' }),
  ],
});

type Asking = { batch: Batch; step: Step | 'dates' } | null;

export default function BatchListPage() {
  const t = useT();
  const mayDecide = useMayCall()(batchRoutes.setBatchStatus);
  const [asking, setAsking] = useState<Asking>(null);
  const actionsOf = (batch: Batch): RowAction[] =>
    mayDecide
      ? [
          ...statusSteps(batch).map((step) => ({
            key: step.to,
            label: t(step.label),
            run: () => setAsking({ batch, step }),
          })),
          { key: 'dates', label: t('batch.dates'), run: () => setAsking({ batch, step: 'dates' }) },
        ]
      : [];
  const printLabels = (ids: readonly string[]): void => {
    if (ids.length > LABELS_BY_NAME_MAX) noticeRefused(t('label.byNameMost', { max: LABELS_BY_NAME_MAX }));
    else history.push(goodsLabels('admin', { kind: 'BATCH', ids: ids.join(',') }));
  };
  const close = (): void => setAsking(null);
  return (
    <>
      <List
        spec={batchList}
        title={t('batch.title')}
        detail={(id, row) => <BatchDetail id={id} row={row} actionsOf={actionsOf} />}
        actionsOf={actionsOf}
        batch={{ actions: [{ action: 'label', label: 'batch.label', run: printLabels }] }}
        exporter={batchRoutes.exportBatches}
        emptyText={t('batch.emptyText')}
      />
      {asking?.step === 'dates' && <DatesDialog batch={asking.batch} onClose={close} />}
      {asking && asking.step !== 'dates' && <StatusDialog batch={asking.batch} step={asking.step} onClose={close} />}
    </>
  );
}
