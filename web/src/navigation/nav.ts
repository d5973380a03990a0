// Follows the address: settles what is shown there, and shows it.
import { create } from 'zustand';
import { hidePages, openPage, usePages } from '../page/pages.ts';
import { history, type Place } from './history.ts';
import { resolve, type OpenPage, type Resolution } from './resolve.ts';
import { messageOf, statusOf } from './status.ts';

export type Shown =
  | { kind: 'starting' }
  | OpenPage
  | { kind: 'error'; place: Place; status: number; message: string }
  | { kind: 'nothing'; place: Place };

interface NavState {
  shown: Shown;
  /** An address is being settled. */
  pending: boolean;
}
export const useNav = create<NavState>(() => ({ shown: { kind: 'starting' }, pending: true }));

let turn = 0;

/** Settles the address as it is now; a later one overtakes an earlier one. */
export async function follow(): Promise<void> {
  const mine = ++turn;
  const { place } = history;
  useNav.setState({ pending: true });
  const resolution = await resolve(place, usePages.getState().activeTab).catch((error: unknown) => errorAt(place, error));
  if (mine === turn) show(resolution);
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
    default:
      hidePages();
  }
  useNav.setState({ shown: resolution, pending: false });
}

const errorAt = (place: Place, error: unknown): Resolution => ({
  kind: 'error',
  place,
  status: statusOf(error),
  message: messageOf(error),
});

export function startFollowing(): Promise<void> {
  history.subscribe(() => void follow());
  return follow();
}
