// Recent choices in the finder, in this window until sign-out.
import { KEYS, session } from '../../browser/storage.ts';
import { useUser } from '../../session/user.ts';
import type { Choice } from './find.ts';

export interface Recent extends Choice {
  to: string;
}

const RECENT_MAX = 8;

interface Kept {
  userId: string;
  recent: Recent[];
}

/** Newest first; only the current user's. */
export function recentChoices(): Recent[] {
  const kept = session.get(KEYS.finderRecent) as Kept | null;
  return kept?.userId === useUser.getState().user?.id ? (kept?.recent ?? []) : [];
}

export function rememberChoice({ key, name, above, to }: Recent): void {
  const userId = useUser.getState().user?.id;
  if (userId === undefined) return;
  const others = recentChoices().filter((each) => each.to !== to);
  session.set(KEYS.finderRecent, { userId, recent: [{ key, name, above, to }, ...others].slice(0, RECENT_MAX) } satisfies Kept);
}
