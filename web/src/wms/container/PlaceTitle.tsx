import type { ReactNode } from 'react';
import { useIsPhone } from '../../ui/use-media.ts';

/** What the place is called: below the title of the page, or, on a phone, in its place. */
export function PlaceTitle({ children }: { children: ReactNode }) {
  const Heading = useIsPhone() ? 'h1' : 'h2';
  return <Heading className="place-title">{children}</Heading>;
}
