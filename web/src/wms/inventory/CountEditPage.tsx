import { Suspense } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { usePage } from '../../page/page.ts';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { CountScreen } from './CountScreen.tsx';

/** Lazy: most visitors of this page do not edit. */
const CountDraft = lazyPart(async () => (await import('./CountDraft.tsx')).CountDraft);
const CountView = lazyPart(async () => (await import('./CountView.tsx')).CountView);

/** A draft is edited; a published count is viewed and moved on. */
export default function CountEditPage() {
  const id = usePage().query.get('id');
  return (
    <Suspense fallback={<PageSkeleton />}>
      {id === null ? (
        <CountDraft />
      ) : (
        <CountScreen>
          {(count, reload) =>
            count.state === 'DRAFT' && count.keeps ? (
              <CountDraft />
            ) : (
              <CountView key={count.id} count={count} onChanged={reload} />
            )
          }
        </CountScreen>
      )}
    </Suspense>
  );
}
