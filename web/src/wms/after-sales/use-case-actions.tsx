// Actions on a case, from the same table that the server enforces.
import { afterSalesRoutes as routes, type AfterSalesCase } from '@kuwei/contract/wms/after-sales';
import { caseRefusal, type CaseAction } from '@kuwei/contract/wms/after-sales-state';
import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { confirmDelete } from '../../ui/confirm-delete.ts';
import { usePage } from '../../page/page.ts';
import { usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import type { RowAction } from '../../table/list-types.ts';
import { noticeDone, noticeError } from '../../ui/feedback.ts';
import type { Decision } from './DecideDialog.tsx';

const DecideDialog = lazyPart(async () => (await import('./DecideDialog.tsx')).DecideDialog);
const CancelDialog = lazyPart(async () => (await import('./CancelDialog.tsx')).CancelDialog);

const CHANGES = ['/wms/after-sales', '/wms/product-box'] as const;

export function useCaseActions(): { actionsOf: (filed: AfterSalesCase) => RowAction[]; dialog: ReactNode } {
  const t = useT();
  const { prefix } = usePage();
  const submit = usePageWrite(routes.submitCase, { changes: CHANGES });
  const withdraw = usePageWrite(routes.withdrawCase, { changes: CHANGES });
  const remove = usePageWrite(routes.deleteCase, { changes: CHANGES });
  const [deciding, setDeciding] = useState<{ filed: AfterSalesCase; decision: Decision } | null>(null);
  const [canceling, setCanceling] = useState<AfterSalesCase | null>(null);
  const step = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await work();
      noticeDone(done);
    } catch (error) {
      noticeError(t('afs.failed'), error instanceof Error ? error.message : String(error));
    }
  };
  const actionsOf = (filed: AfterSalesCase): RowAction[] => {
    const { id, no, rev } = filed;
    const can = (action: CaseAction): boolean => caseRefusal(action, filed) === null;
    const decide = (decision: Decision) => ({ run: () => setDeciding({ filed, decision }) });
    return [
      ...(can('decide')
        ? [
            { key: 'approve', label: t('afs.approve'), ...decide('APPROVE') },
            { key: 'return', label: t('afs.return'), ...decide('RETURN') },
            { key: 'reject', label: t('afs.reject'), danger: true, ...decide('REJECT') },
          ]
        : []),
      ...(can('submit')
        ? [
            {
              key: 'submit',
              label: t('afs.submit'),
              run: () => step(() => submit.mutateAsync({ params: { id }, body: { rev } }), t('afs.submitted', { no })),
            },
          ]
        : []),
      ...(can('edit') ? [{ key: 'edit', label: t('form.edit'), to: `/${prefix}/wms/after-sales/edit?id=${id}` }] : []),
      ...(can('withdraw')
        ? [
            {
              key: 'withdraw',
              label: t('afs.withdraw'),
              run: () => step(() => withdraw.mutateAsync({ params: { id }, body: { rev } }), t('afs.withdrawn', { no })),
            },
          ]
        : []),
      ...(can('delete')
        ? [
            {
              key: 'delete',
              label: t('common.delete'),
              danger: true,
              run: async () => {
                if (await confirmDelete(no)) await step(() => remove.mutateAsync({ params: { id } }), t('afs.deleted', { no }));
              },
            },
          ]
        : can('cancel')
          ? [{ key: 'cancel', label: t('afs.cancel'), danger: true, run: () => setCanceling(filed) }]
          : []),
    ];
  };
  return {
    actionsOf,
    dialog: (
      <Suspense>
        {deciding && <DecideDialog {...deciding} onClose={() => setDeciding(null)} />}
        {canceling && <CancelDialog filed={canceling} onClose={() => setCanceling(null)} />}
      </Suspense>
    ),
  };
}
