import { Suspense, useState, type ComponentProps } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import type { ReasonDialog } from './ReasonDialog.tsx';

const LazyReason = lazyPart(async () => (await import('./ReasonDialog.tsx')).ReasonDialog);

/** The dialog that asks for a reason: it comes when it is wanted first, and stays, so that it closes as it opened. */
export function AskReason(props: ComponentProps<typeof ReasonDialog>) {
  const [isWanted, setIsWanted] = useState(false);
  if (props.asked && !isWanted) setIsWanted(true);
  return isWanted ? (
    <Suspense>
      <LazyReason {...props} />
    </Suspense>
  ) : null;
}
