// Number of unread messages, for the header.
import { UNREAD_UNKNOWN } from '@kuwei/contract/constants';
import { EVENTS, type LiveEvent } from '@kuwei/contract/event';
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { create } from 'zustand';
import { call } from '../api/call.ts';
import { isEvent, onLiveConnect, onLiveDisconnect, onLiveEvent, socket } from '../api/live.ts';
import { isSignedIn } from '../api/tokens.ts';
import { hasPendingStep } from './user.ts';

export const useUnread = create<{ count: number }>(() => ({ count: UNREAD_UNKNOWN }));

let asking: Promise<void> | null = null;
let isRefetchNeeded = false;

/** Fetches the number; on failure the known one stays. A request in flight may predate the change, so another one follows it. */
export function refreshUnread(): Promise<void> {
  isRefetchNeeded = true;
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

async function ask(): Promise<void> {
  while (isRefetchNeeded) {
    isRefetchNeeded = false;
    if (!isSignedIn() || hasPendingStep()) return;
    const count = await call(msgInboxRoutes.countMine, { query: { state: ['NEW'] } }).catch(() => null);
    if (count !== null) useUnread.setState({ count });
  }
}

/** Longest wait for a connection that neither opens nor fails, as behind some proxies. */
const SOCKET_WAIT_MS = 2_000;

/** Resolves once live events arrive, or the connection has failed for now. */
function waitForSocket(): Promise<void> {
  if (socket.state !== 'connecting') return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      for (const stop of stops) stop();
      resolve();
    };
    const timer = setTimeout(end, SOCKET_WAIT_MS);
    const stops = [onLiveConnect(end), onLiveDisconnect(end)];
  });
}

/**
 * On header load, only if the number is not known yet. Waits for live events: a number fetched before would have to be fetched again,
 * since a message may have arrived in between.
 */
export async function loadUnreadOnce(): Promise<void> {
  if (!isUnknown()) return;
  await waitForSocket();
  if (isUnknown()) await (asking ?? refreshUnread());
}

const isUnknown = (): boolean => useUnread.getState().count === UNREAD_UNKNOWN;

export const forgetUnread = (): void => useUnread.setState({ count: UNREAD_UNKNOWN });

/** Text of the badge; empty while unknown. */
export const unreadText = (count: number): string => (count <= 0 ? '' : count > 99 ? '99+' : String(count));

/** The inbox has changed: only this event has data. */
export const changesCount = (event: LiveEvent): boolean =>
  isEvent(event, EVENTS.message) && event.d !== null && event.d !== undefined;

/** Keeps the number up to date; refetches if events may have been missed. @returns stops it */
export function watchUnread(): () => void {
  const stops = [
    onLiveEvent((event) => changesCount(event) && void refreshUnread()),
    onLiveConnect(() => (asking !== null || !isUnknown()) && void refreshUnread()),
  ];
  return () => stops.forEach((stop) => stop());
}
