// The code of what an address will most likely show: it comes while the server is asked who is here.
import { matchScreen } from '@kuwei/contract/screens';
import { isSignedIn } from '../api/tokens.ts';
import { history } from '../browser/history.ts';
import { entryOf } from '../navigation/screens.ts';

export const loadFrame = () => import('./Frame.tsx');

/** Not for whoever has yet to sign in: that comes first. What fails here is asked for again where it is needed. */
export function fetchAhead(): void {
  if (!isSignedIn()) return;
  const match = matchScreen(history.place.pathname);
  const entry = match && entryOf(match.screen);
  if (!entry?.bare) void loadFrame().catch(() => {});
  void entry?.page.preload().catch(() => {});
}
