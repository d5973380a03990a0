import { nameIn } from '@kuwei/contract/name';
import { warehouseRoutes, type Warehouse } from '@kuwei/contract/wms/warehouse';
import { usePageWrite } from '../../page/query.ts';
import { locale, useT } from '../../phrase/phrases.ts';
import { ask, noticeDone, noticeError } from '../../ui/feedback.ts';

/** Closes a warehouse after confirmation, or reopens it. */
export function useWarehouseState(): (warehouse: Warehouse) => Promise<void> {
  const t = useT();
  const write = usePageWrite(warehouseRoutes.setWarehouseState, { changes: ['/wms/warehouse', '/wms/container'] });
  return async (warehouse) => {
    const { id, state, rev } = warehouse;
    const name = nameIn(locale(), warehouse);
    const closing = state === 'ACTIVE';
    const question = { title: t('warehouse.closeAsk', { name }), text: t('warehouse.closeText'), yes: t('warehouse.close') };
    if (closing && !(await ask({ ...question, no: t('common.cancel'), danger: true }))) return;
    try {
      const body = { state: closing ? 'CLOSED' : 'ACTIVE', rev } as const;
      await write.mutateAsync({ params: { id }, body });
      noticeDone(t(closing ? 'warehouse.closed' : 'warehouse.reopened', { name }));
    } catch (error) {
      noticeError(
        closing ? t('warehouse.closeFailed', { name }) : t('common.modifyFailed'),
        error instanceof Error ? error.message : String(error),
      );
    }
  };
}
