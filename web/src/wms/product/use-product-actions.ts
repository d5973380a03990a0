import { productRoutes, type Product } from '@kuwei/contract/wms/product';
import { confirmDelete } from '../../ui/confirm-delete.ts';
import { usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { noticeDone, noticeError } from '../../ui/feedback.ts';

const CHANGES = ['/wms/product', '/wms/category'];

/** What can be done with a product as a whole. @param onGone it is deleted */
export function useProductActions({ id, rev, code, name }: Product, onGone: () => void) {
  const t = useT();
  const state = usePageWrite(productRoutes.setProductState, { changes: CHANGES });
  const removal = usePageWrite(productRoutes.deleteProduct, { changes: CHANGES });
  return {
    busy: state.isPending || removal.isPending,
    setState: (wanted: 'ACTIVE' | 'DISABLED'): void =>
      state.mutate(
        { params: { id }, body: { state: wanted, rev } },
        {
          onSuccess: () => noticeDone(t('common.modified')),
          onError: (error) => noticeError(t('common.modifyFailed'), error.message),
        },
      ),
    remove: async (): Promise<void> => {
      if (!(await confirmDelete(`${code} ${name}`))) return;
      removal.mutate(
        { params: { id } },
        {
          onSuccess: () => {
            noticeDone(t('common.deleted'));
            onGone();
          },
          onError: (error) => noticeError(t('common.deleteFailed'), error.message),
        },
      );
    },
  };
}
