// Actions on one warning or many, and links to where the goods are dealt with.
import { isScreen } from '@kuwei/contract/screens';
import { warningRoutes, type Warning } from '@kuwei/contract/wms/ews-product';
import { statisticsRoutes } from '@kuwei/contract/wms/statistics';
import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import type { Batch } from '../../table/batch.ts';
import type { RowAction } from '../../table/list-types.ts';
import { noticeDone, noticeError } from '../../ui/feedback.ts';
import type { DismissKind } from './DismissDialog.tsx';
import { subjectOf } from './warning-list.tsx';

const DismissDialog = lazyPart(async () => (await import('./DismissDialog.tsx')).DismissDialog);
const BulkDismissDialog = lazyPart(async () => (await import('./BulkDismissDialog.tsx')).BulkDismissDialog);

type More = Readonly<Record<string, unknown>> | null;

interface WarningActions {
  actionsOf: (warning: Warning) => RowAction[];
  batch: Batch<Warning>;
  /** Render beside the actions. */
  dialog: ReactNode;
}

export function useWarningActions(): WarningActions {
  const t = useT();
  const { prefix } = usePage();
  const mayCall = useMayCall();
  const ack = useAck();
  const [dismissing, setDismissing] = useState<{ how: DismissKind; warning: Warning } | null>(null);
  const [many, setMany] = useState<{ how: DismissKind; count: number; answer: (more: More) => void } | null>(null);
  const ask = (how: DismissKind) => (count: number) => new Promise<More>((resolve) => setMany({ how, count, answer: resolve }));
  const answer = (more: More): void => {
    many?.answer(more);
    setMany(null);
  };
  const handling = (warning: Warning): RowAction[] =>
    warning.own && warning.state !== 'RESOLVED'
      ? [
          ...(warning.state === 'ACKED' ? [] : [{ key: 'ack', label: t('warning.ack'), run: () => ack(warning) }]),
          { key: 'snooze', label: t('warning.snooze'), run: () => setDismissing({ how: 'snooze', warning }) },
          ...(warning.state === 'IGNORED'
            ? []
            : [{ key: 'ignore', label: t('warning.ignore'), run: () => setDismissing({ how: 'ignore', warning }) }]),
        ]
      : [];
  return {
    actionsOf: (warning) => [...handling(warning), ...listRemedies(warning, prefix, t, mayCall(statisticsRoutes.getHazard))],
    batch: {
      route: warningRoutes.batchWarnings,
      actions: [
        { action: 'ack', label: 'warning.ack' },
        { action: 'snooze', label: 'warning.snooze', more: ask('snooze') },
        { action: 'ignore', label: 'warning.ignore', more: ask('ignore') },
      ],
    },
    dialog: (
      <Suspense>
        {dismissing && <DismissDialog {...dismissing} onClose={() => setDismissing(null)} />}
        {many && <BulkDismissDialog how={many.how} count={many.count} onAnswer={answer} />}
      </Suspense>
    ),
  };
}

/** Links to pages that can fix the cause, prefilled where possible. @param hasFigures whether the user may see statistics */
function listRemedies(warning: Warning, prefix: string, t: ReturnType<typeof useT>, hasFigures: boolean): RowAction[] {
  const { kind, productId, batchId, warehouseId, orgId, boxId, documentId, documentType, permitId, controlClass } = warning;
  const goods = new URLSearchParams({
    ...(productId !== null && { goods: productId }),
    ...(batchId !== null && { batch: batchId }),
    warehouse: warehouseId,
  });
  const isOwner = prefix !== 'admin';
  const remedies: (RowAction & { to: string })[] = [];
  const addRemedy = (key: string, label: string, to: string): void => void remedies.push({ key, label, to: `/${prefix}/${to}` });
  if (documentId !== null && documentType !== null)
    addRemedy('document', t('warning.document'), `wms/transaction/${documentType.toLowerCase()}/edit?id=${documentId}`);
  if (productId !== null) {
    const hasGoods = warning.value !== '0' && warning.state !== 'RESOLVED';
    if (kind === 'LOW_STOCK' || kind === 'OUT') {
      if (isOwner) addRemedy('deposit', t('warning.deposit'), `wms/transaction/inbound/edit?product=${productId}`);
    } else if (hasGoods && isOwner)
      addRemedy('collect', t('warning.collect'), `wms/transaction/outbound/edit?${goods.toString()}`);
    if (hasGoods && !isOwner && kind !== 'LOW_STOCK' && kind !== 'OUT')
      addRemedy('move', t('warning.move'), `wms/transaction/move/edit?${goods.toString()}&owner=${orgId ?? ''}`);
    const stock = new URLSearchParams({ productId, warehouseId, ...(batchId !== null && { batchId }) });
    addRemedy('stock', t('warning.stock'), `wms/product-box/list?${stock.toString()}`);
    addRemedy('limit', t('warning.limit'), `wms/ews-limit?productId=${productId}`);
  } else if (permitId !== null) addRemedy('permit', t('warning.permit'), `wms/permit?show=${permitId}`);
  else if (controlClass !== null)
    addRemedy('flow', t('warning.flowReport'), `wms/hazard-flow/report?warehouse=${warehouseId}&control=${controlClass}`);
  else if (kind === 'S_INDEX' && hasFigures)
    addRemedy('figures', t('warning.figures'), `wms/statistics?hazardBy=product&warehouseId=${warehouseId}`);
  else if (boxId !== null) addRemedy('stock', t('warning.stock'), `wms/product-box/list?boxId=${boxId}`);
  return remedies.filter(({ to }) => isScreen(to));
}

/** Acknowledges without asking: nothing is lost by it. */
function useAck(): (warning: Warning) => Promise<void> {
  const t = useT();
  const write = usePageWrite(warningRoutes.ackWarning, { changes: ['/wms/ews-product'] });
  return async (warning) => {
    const name = subjectOf(warning);
    try {
      await write.mutateAsync({ params: { id: warning.id }, body: { rev: warning.rev } });
      noticeDone(t('warning.ackDone', { name }));
    } catch (error) {
      noticeError(t('warning.ackFailed', { name }), error instanceof Error ? error.message : String(error));
    }
  };
}
