// Follows the address: resolves it and shows the result.
import { create } from 'zustand';
import { ApiError } from '../api/error.ts';
import { fullPath, history, type Place } from '../browser/history.ts';
import { waitForServer } from '../browser/server-up.ts';
import { resolve, type OpenPage, type Resolution } from '../navigation/resolve.ts';
import { messageOf, statusOf } from '../navigation/status.ts';
import { useUser } from '../session/user.ts';
import { hidePages, openPage, usePages } from './pages.ts';

export type Shown =
  | { kind: 'starting' }
  | OpenPage
  /** `lost`: key of the page open at the address that the user may no longer see. */
  | { kind: 'error'; place: Place; status: number; message: string; lost: string | null }
  | { kind: 'nothing'; place: Place };

interface NavState {
  shown: Shown;
  /** Resolving the address takes longer than `PENDING_AFTER_MS`. */
  pending: boolean;
}
export const useNav = create<NavState>(() => ({ shown: { kind: 'starting' }, pending: false }));

/** Most addresses resolve immediately; a progress indicator would only flicker. */
const PENDING_AFTER_MS = 150;

let turn = 0;

/**
 * Resolves the current address; a later call supersedes an earlier one.
 * @param isRetry the last attempt was lost
 */
export async function followAddress(isRetry = false): Promise<void> {
  const thisTurn = ++turn;
  const { place } = history;
  const slow = setTimeout(() => thisTurn === turn && useNav.setState({ pending: true }), PENDING_AFTER_MS);
  const resolution = await resolve(place, usePages.getState().activeTab).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 0) void retryOnceUp(thisTurn, isRetry);
    return errorAt(place, error);
  });
  clearTimeout(slow);
  if (thisTurn === turn) show(resolution);
}

/** Between attempts that are lost though the server answers. */
const RETRY_MS = 5_000;

/** Tries again as soon as the server answers, from the second time on after a pause. */
async function retryOnceUp(lostTurn: number, isRetry: boolean): Promise<void> {
  await waitForServer();
  if (isRetry) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  if (lostTurn === turn) await followAddress(true);
}

function show(resolution: Resolution): void {
  switch (resolution.kind) {
    case 'redirect':
      return history.replace(resolution.to);
    case 'leave':
      return location.assign(resolution.to);
    case 'page':
      openPage(resolution);
      break;
    case 'error':
      return showError(resolution);
    default:
      hidePages();
  }
  useNav.setState({ shown: resolution, pending: false });
}

/** An open page closed by a change of rights keeps its tab: the rights may come back. */
function showError(resolution: Extract<Resolution, { kind: 'error' }>): void {
  const address = fullPath(resolution.place);
  const tab = resolution.status === 403 ? usePages.getState().tabs.find((each) => each.fullPath === address) : undefined;
  hidePages(tab?.routeName ?? null);
  useNav.setState({ shown: { ...resolution, lost: tab?.key ?? null }, pending: false });
}

const errorAt = (place: Place, error: unknown): Resolution => ({
  kind: 'error',
  place,
  status: statusOf(error),
  message: messageOf(error),
});

export function startFollowing(): Promise<void> {
  history.subscribe(() => void followAddress());
  // When the user's roles or rules change, resolve the current address again: the page in front may have been closed or opened to them.
  useUser.subscribe(({ user, roles, opened }, before) => {
    const isSame = user !== null && user.id === before.user?.id;
    const isOther = JSON.stringify([roles, opened]) !== JSON.stringify([before.roles, before.opened]);
    if (isSame && isOther) void followAddress();
  });
  return followAddress();
}
