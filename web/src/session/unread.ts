// The number of unread messages, as the header shows it.
import { UNREAD_UNKNOWN } from '@kuwei/contract/constants';
import { EVENTS, type LiveEvent } from '@kuwei/contract/event';
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { create } from 'zustand';
import { call } from '../api/call.ts';
import { isEvent, onLiveEvent, onLiveReturn } from '../api/live.ts';
import { isSignedIn } from '../api/tokens.ts';

export const useUnread = create<{ count: number }>(() => ({ count: UNREAD_UNKNOWN }));

/** Asks the server; what was known stays when it does not answer. */
export async function refreshUnread(): Promise<void> {
  if (!isSignedIn()) return;
  const count = await call(msgInboxRoutes.countMine, { query: { state: ['NEW'] } }, { marginRequest: true }).catch(() => null);
  if (count !== null) useUnread.setState({ count });
}

/** At header load: only when the number is not known yet. */
export async function needUnread(): Promise<void> {
  if (useUnread.getState().count === UNREAD_UNKNOWN) await refreshUnread();
}

export const forgetUnread = (): void => useUnread.setState({ count: UNREAD_UNKNOWN });

/** What the badge says; nothing while unknown. */
export const unreadText = (count: number): string => (count <= 0 ? '' : count > 99 ? '99+' : String(count));

/** A message has come, or was read or deleted in another window. */
const changesCount = (event: LiveEvent): boolean =>
  [EVENTS.message, EVENTS.messageChange].some((kind) => isEvent(event, kind)) && event.d !== null && event.d !== undefined;

/** Follows new messages, and asks again after a break of the connection. @returns ends it */
export function watchUnread(): () => void {
  const stops = [onLiveEvent((event) => changesCount(event) && void refreshUnread()), onLiveReturn(() => void refreshUnread())];
  return () => stops.forEach((stop) => stop());
}
