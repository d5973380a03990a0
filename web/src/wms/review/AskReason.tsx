import { Suspense, useState, type ComponentProps } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import type { ReasonDialog } from './ReasonDialog.tsx';

const LazyReason = lazyPart(async () => (await import('./ReasonDialog.tsx')).ReasonDialog);

/** The reason dialog: loaded on first use, then kept mounted for its closing transition. */
export function AskReason(props: ComponentProps<typeof ReasonDialog>) {
  const [isWanted, setIsWanted] = useState(false);
  if (props.asked && !isWanted) setIsWanted(true);
  return isWanted ? (
    <Suspense>
      <LazyReason {...props} />
    </Suspense>
  ) : null;
}
