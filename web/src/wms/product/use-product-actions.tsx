import { productRoutes, type Product } from '@kuwei/contract/wms/product';
import { confirmDelete } from '../../ui/confirm-delete.ts';
import { usePageCall, usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { ask, noticeDone, noticeError } from '../../ui/feedback.ts';
import { openDocumentsOf } from '../goods/open-documents.tsx';

const CHANGES = ['/wms/product', '/wms/category'];

/** Actions on a product. @param onGone it was deleted */
export function useProductActions({ id, rev, code, name }: Product, onGone: () => void) {
  const t = useT();
  const call = usePageCall();
  const state = usePageWrite(productRoutes.setProductState, { changes: CHANGES });
  const removal = usePageWrite(productRoutes.deleteProduct, { changes: CHANGES });
  return {
    busy: state.isPending || removal.isPending,
    setState: async (wanted: 'ACTIVE' | 'DISABLED'): Promise<void> => {
      if (wanted === 'DISABLED') {
        const text = [<p key="text">{t('product.disableText')}</p>, await openDocumentsOf(call, 'product', { ids: [id] })];
        const title = t('product.disableAsk', { name: `${code} ${name}` });
        if (!(await ask({ title, text, yes: t('product.disable'), no: t('common.cancel') }))) return;
      }
      state.mutate(
        { params: { id }, body: { state: wanted, rev } },
        {
          onSuccess: () => noticeDone(t('common.modified')),
          onError: (error) => noticeError(t('common.modifyFailed'), error.message),
        },
      );
    },
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
