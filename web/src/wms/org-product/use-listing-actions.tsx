// Actions on one listing or many.
import { listingRoutes, type Listing } from '@kuwei/contract/wms/org-product';
import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { usePage } from '../../page/page.ts';
import { useMayCall } from '../../page/may-call.ts';
import { usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import type { Batch } from '../../table/batch.ts';
import type { RowAction } from '../../table/list-types.ts';
import { noticeDone, noticeError } from '../../ui/feedback.ts';

const UnlistDialog = lazyPart(async () => (await import('./UnlistDialog.tsx')).UnlistDialog);
const BulkUnlistDialog = lazyPart(async () => (await import('./BulkUnlistDialog.tsx')).BulkUnlistDialog);

type Answer = (more: { reason: string } | null) => void;

interface ListingActions {
  actionsOf: (listing: Listing) => RowAction[];
  batch: Batch<Listing>;
  /** Render beside the actions. */
  dialog: ReactNode;
}

export function useListingActions(): ListingActions {
  const t = useT();
  const { path } = usePage();
  const mayKeep = useMayCall()(listingRoutes.putUpListing);
  const publish = usePublish();
  const [down, setDown] = useState<Listing | null>(null);
  const [many, setMany] = useState<{ count: number; answer: Answer } | null>(null);
  const list = path.replace(/\/edit$/, '');
  const answer: Answer = (more) => {
    many?.answer(more);
    setMany(null);
  };
  return {
    actionsOf: (listing) =>
      mayKeep
        ? [
            listing.state === 'ON'
              ? { key: 'down', label: t('shelf.down'), danger: true, run: () => setDown(listing) }
              : { key: 'up', label: t('shelf.up'), run: () => publish(listing) },
            { key: 'edit', label: t('form.edit'), to: `${list}/edit?id=${listing.id}` },
          ]
        : [],
    batch: {
      route: listingRoutes.batchListings,
      actions: [
        { action: 'up', label: 'shelf.up' },
        {
          action: 'down',
          label: 'shelf.down',
          danger: true,
          more: (count) => new Promise((resolve) => setMany({ count, answer: resolve })),
        },
      ],
    },
    dialog: (
      <Suspense>
        {down && <UnlistDialog listing={down} onClose={() => setDown(null)} />}
        {many && <BulkUnlistDialog count={many.count} onAnswer={answer} />}
      </Suspense>
    ),
  };
}

/** Lists without asking, as nothing is lost by it; reports what prevents it. */
function usePublish(): (listing: Listing) => Promise<void> {
  const t = useT();
  const write = usePageWrite(listingRoutes.putUpListing, { changes: ['/wms/org-product'] });
  return async ({ id, rev, productName: name }) => {
    try {
      await write.mutateAsync({ params: { id }, body: { rev } });
      noticeDone(t('shelf.upDone', { name }));
    } catch (error) {
      noticeError(t('shelf.upFailed', { name }), error instanceof Error ? error.message : String(error));
    }
  };
}
