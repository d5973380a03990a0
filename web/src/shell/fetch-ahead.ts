// Preloads the code an address will most likely need, while the user is being loaded.
import { matchScreen } from '@kuwei/contract/screens';
import { isSignedIn } from '../api/tokens.ts';
import { preloadablePart } from '../browser/lazy-part.ts';
import { history } from '../browser/history.ts';
import { entryOf } from '../navigation/screens.ts';

export const frame = preloadablePart(async () => (await import('./Frame.tsx')).default);

/** Nothing before the sign-in, which needs none of it. Failed loads are retried when needed. */
export async function fetchAhead(): Promise<void> {
  if (!isSignedIn()) return;
  const match = matchScreen(history.place.pathname);
  const entry = match && entryOf(match.screen);
  await Promise.all([entry?.bare ? undefined : frame.preload(), entry?.page.preload()]).catch(() => {});
}
