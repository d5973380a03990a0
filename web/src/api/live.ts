// Live events for whoever wants them, and the one connection they come over.
import { EVENTS, type LiveEvent } from '@kuwei/contract/event';
import { LiveSocket } from './socket.ts';

type Listener = (event: LiveEvent) => void;

const listeners = new Set<Listener>();
const returns = new Set<() => void>();

export const socket = new LiveSocket(
  (event) => {
    for (const listener of listeners) listener(event);
  },
  () => {
    for (const listener of returns) listener();
  },
);

/** Calls back for every live event. @returns ends it */
export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back when the connection is back after a break: what happened meanwhile was not heard. @returns ends it */
export function onLiveReturn(listener: () => void): () => void {
  returns.add(listener);
  return () => returns.delete(listener);
}

/** True for an event of this business, function and code. */
export const isEvent = (event: LiveEvent, kind: Pick<LiveEvent, 'bc' | 'fc' | 'ec'>): boolean =>
  event.bc === kind.bc && event.fc === kind.fc && event.ec === kind.ec;

/** A document that moves on moves what it is about: stock, its records, the room it takes. */
const MOVED_BY_DOCUMENTS = ['/wms/product-box', '/wms/ledger', '/wms/product-space', '/wms/warehouse-box'];

/** Paths whose answers an event makes out of date; those below them, too. */
export const pathsOf = (event: LiveEvent): readonly string[] => {
  const own = `/${event.bc}/${event.fc}`;
  return isEvent(event, EVENTS.transaction) ? [own, ...MOVED_BY_DOCUMENTS] : [own];
};

/** True for an event that makes the answers of a path out of date. */
export const concerns = (event: LiveEvent, path: string): boolean =>
  pathsOf(event).some((each) => path === each || path.startsWith(`${each}/`));
