import type { ReactNode } from 'react';
import { useIsPhone } from '../../ui/use-media.ts';

/** The name of the place: below the page title, or replacing it on a phone. */
export function PlaceTitle({ children }: { children: ReactNode }) {
  const Heading = useIsPhone() ? 'h1' : 'h2';
  return <Heading className="place-title">{children}</Heading>;
}
