// The number of unread messages, as the header shows it.
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
let again = false;

/**
 * Asks the server; what was known stays when it does not answer. An answer under way may be older than what this is
 * called for: another one follows it.
 */
export function refreshUnread(): Promise<void> {
  again = true;
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

async function ask(): Promise<void> {
  while (again) {
    again = false;
    if (!isSignedIn() || hasPendingStep()) return;
    const count = await call(msgInboxRoutes.countMine, { query: { state: ['NEW'] } }).catch(() => null);
    if (count !== null) useUnread.setState({ count });
  }
}

/** A connection that does not say whether it comes about, as behind some proxies, is waited for no longer than this. */
const SOCKET_WAIT_MS = 2_000;

/** Resolves once live events are heard, or it is plain that for now they are not. */
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
 * At header load: only when the number is not known yet. A number asked for before messages are heard would have to be
 * asked for a second time, because one may have come in between.
 */
export async function loadUnreadOnce(): Promise<void> {
  if (!isUnknown()) return;
  await waitForSocket();
  if (isUnknown()) await (asking ?? refreshUnread());
}

const isUnknown = (): boolean => useUnread.getState().count === UNREAD_UNKNOWN;

export const forgetUnread = (): void => useUnread.setState({ count: UNREAD_UNKNOWN });

/** What the badge says; nothing while unknown. */
export const unreadText = (count: number): string => (count <= 0 ? '' : count > 99 ? '99+' : String(count));

/** Something has changed in the inbox: this one event says so, with data. */
export const changesCount = (event: LiveEvent): boolean =>
  isEvent(event, EVENTS.message) && event.d !== null && event.d !== undefined;

/** Follows new messages; what was asked before they could be heard is asked again. @returns ends it */
export function watchUnread(): () => void {
  const stops = [
    onLiveEvent((event) => changesCount(event) && void refreshUnread()),
    onLiveConnect(() => (asking !== null || !isUnknown()) && void refreshUnread()),
  ];
  return () => stops.forEach((stop) => stop());
}
