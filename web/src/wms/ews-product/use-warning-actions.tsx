// Actions on one warning or many, and links to where the goods are dealt with.
import { isScreen } from '@kuwei/contract/screens';
import { warningRoutes, type Warning } from '@kuwei/contract/wms/ews-product';
import { statisticsRoutes } from '@kuwei/contract/wms/statistics';
import type { RequestType } from '@kuwei/contract/wms/transaction-type';
import { Suspense, useState, type ReactNode } from 'react';
import { history } from '../../browser/history.ts';
import { lazyPart } from '../../browser/lazy-part.ts';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import type { Batch, BatchAction } from '../../table/batch.ts';
import type { RowAction } from '../../table/list-types.ts';
import { noticeDone, noticeError, noticeRefused } from '../../ui/feedback.ts';
import { WANTED_MAX } from '../wanted-goods.ts';
import type { DismissKind } from './DismissDialog.tsx';
import { REMEDY_LABELS, remedyAddress, remedyOf } from './remedies.ts';
import { useSaveFile } from './use-save-file.ts';
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
  const remedies = useBulkRemedies();
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
        ...remedies,
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

/** Links to documents and pages that can fix the cause. @param hasFigures whether the user may see statistics */
function listRemedies(warning: Warning, prefix: string, t: ReturnType<typeof useT>, hasFigures: boolean): RowAction[] {
  const { kind, productId, batchId, warehouseId, boxId, documentId, documentType, permitId, controlClass } = warning;
  const remedies: (RowAction & { to: string })[] = [];
  const addRemedy = (key: string, label: string, to: string): void => void remedies.push({ key, label, to: `/${prefix}/${to}` });
  const remedy = remedyOf(warning, prefix);
  const document = remedy && remedyAddress([warning], remedy.type, prefix);
  if (document && 'to' in document) remedies.push({ key: remedy.type, label: t(REMEDY_LABELS[remedy.type]), to: document.to });
  if (documentId !== null && documentType !== null)
    addRemedy('document', t('warning.document'), `wms/transaction/${documentType.toLowerCase()}/edit?id=${documentId}`);
  if (productId !== null) {
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

const isShort = ({ kind }: Warning): boolean => kind === 'LOW_STOCK' || kind === 'OUT';

/** One document for all selected warnings, and the purchase list of those selected. */
function useBulkRemedies(): BatchAction<Warning>[] {
  const t = useT();
  const { prefix } = usePage();
  const save = useSaveFile();
  const types: readonly RequestType[] = prefix === 'admin' ? ['MOVE'] : ['INBOUND', 'OUTBOUND'];
  const open = (type: RequestType) => (_ids: readonly string[], rows: readonly Warning[]) => {
    const found = remedyAddress(rows, type, prefix);
    if ('to' in found) return history.push(found.to);
    const name = 'unfit' in found ? subjectOf(found.unfit) : '';
    noticeRefused(t(found.refused, { action: t(REMEDY_LABELS[type]), name, max: WANTED_MAX }));
  };
  return [
    ...types.map((type) => ({ action: type, label: REMEDY_LABELS[type], run: open(type) })),
    {
      action: 'purchase',
      label: 'warning.purchaseSelected',
      run: async (ids, rows) => {
        if (!rows.some(isShort)) return noticeRefused(t('warning.noShortage'));
        await save(warningRoutes.exportPurchases, { ids: [...ids] });
      },
    },
  ];
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
