// Actions on a request other than deciding it.
import { shareRoutes, type Share } from '@kuwei/contract/wms/share';
import { Suspense, useState, type ReactNode } from 'react';
import { history } from '../../browser/history.ts';
import { lazyPart } from '../../browser/lazy-part.ts';
import { usePage } from '../../page/page.ts';
import { usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import type { RowAction } from '../../table/list-types.ts';
import { noticeError } from '../../ui/feedback.ts';
import { documentAddress } from '../addresses.ts';

const WithdrawDialog = lazyPart(async () => (await import('./WithdrawDialog.tsx')).WithdrawDialog);

interface ShareActions {
  actionsOf: (share: Share) => RowAction[];
  /** Render beside the actions. */
  dialog: ReactNode;
}

export function useShareActions(): ShareActions {
  const t = useT();
  const { prefix } = usePage();
  const [withdrawn, setWithdrawn] = useState<Share | null>(null);
  const createReturn = usePageWrite(shareRoutes.giveBackShare, { changes: ['/wms/share', '/wms/transaction'] });
  const beginReturn = async ({ id, no }: Share): Promise<void> => {
    try {
      const draft = await createReturn.mutateAsync({ params: { id } });
      history.push(documentAddress(prefix, { id: draft.id, type: 'INBOUND' }));
    } catch (error) {
      noticeError(t('share.giveBackFailed', { no }), error instanceof Error ? error.message : String(error));
    }
  };
  return {
    actionsOf: (share) => [
      ...(share.mayGiveBack ? [{ key: 'giveBack', label: t('share.giveBack'), run: () => beginReturn(share) }] : []),
      ...(share.mayWithdraw
        ? [{ key: 'withdraw', label: t('share.withdraw'), danger: true, run: () => setWithdrawn(share) }]
        : []),
    ],
    dialog: <Suspense>{withdrawn && <WithdrawDialog share={withdrawn} onClose={() => setWithdrawn(null)} />}</Suspense>,
  };
}
