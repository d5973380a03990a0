// Live events for whoever wants them, and the one connection they come over.
import { EVENTS, type LiveEvent } from '@kuwei/contract/event';
import { LiveSocket } from './socket.ts';

type Listener = (event: LiveEvent) => void;

const listeners = new Set<Listener>();
const beginnings = new Set<() => void>();
const breaks = new Set<() => void>();

export const socket = new LiveSocket(
  (event) => {
    for (const listener of listeners) listener(event);
  },
  () => {
    for (const listener of beginnings) listener();
  },
  () => {
    for (const listener of breaks) listener();
  },
);

/** Calls back for every live event. @returns ends it */
export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back when events begin to be heard, at first and after every break: what happened before was not. @returns ends it */
export function onLiveConnect(listener: () => void): () => void {
  beginnings.add(listener);
  return () => beginnings.delete(listener);
}

/** Calls back when the connection breaks, and each time it does not come back. @returns ends it */
export function onLiveDisconnect(listener: () => void): () => void {
  breaks.add(listener);
  return () => breaks.delete(listener);
}

/** True for an event of this business, function and code. */
export const isEvent = (event: LiveEvent, kind: Pick<LiveEvent, 'bc' | 'fc' | 'ec'>): boolean =>
  event.bc === kind.bc && event.fc === kind.fc && event.ec === kind.ec;

/** What waits for people, and what they can do about it. */
const APPROVAL = '/sys/bpm';

/** A document that moves on moves what it is about: stock, its records, the room it takes. */
const MOVED_BY_DOCUMENTS = [
  '/wms/product-box',
  '/wms/ledger',
  '/wms/product-space',
  '/wms/warehouse-box',
  '/wms/org-quota',
  '/wms/org-product',
  '/wms/share',
  '/wms/permit',
  '/wms/hazard-flow',
  '/wms/ews-product',
  '/wms/ews-limit',
];

const RIGHTS = [EVENTS.account, EVENTS.role, EVENTS.power, EVENTS.rule];

/** Paths whose answers an event makes out of date; those below them, too. */
export const pathsOf = (event: LiveEvent): readonly string[] => {
  const own = `/${event.bc}/${event.fc}`;
  if (isEvent(event, EVENTS.transaction)) return [own, APPROVAL, ...MOVED_BY_DOCUMENTS];
  // Decided by whoever is asked; what is offered stands on shelves. Of the documents that carry it out, the owner of the goods hears
  // by this event alone.
  if (isEvent(event, EVENTS.share)) return [APPROVAL, ...MOVED_BY_DOCUMENTS];
  if (isEvent(event, EVENTS.listing)) return [own, '/wms/share'];
  if (isEvent(event, EVENTS.boxes)) return [own, '/wms/container', '/wms/product-box', '/wms/transaction'];
  // Whoever is asked about something that they do not see otherwise hears of it by the message alone.
  if (isEvent(event, EVENTS.message)) return [own, APPROVAL];
  // A role is counted by its people and its powers, and they by it.
  if (RIGHTS.some((kind) => isEvent(event, kind))) return ['/auth/power', '/auth/biz/user/account', '/wms/org'];
  // Accounts and organisations name each other.
  if (isEvent(event, EVENTS.org)) return [own, '/auth/biz/user/account', '/wms/org-quota'];
  if (isEvent(event, EVENTS.mode)) return ['/sys/maintain/upgrade/mode'];
  // Lists of products name their categories.
  return isEvent(event, EVENTS.category) ? [own, '/wms/product'] : [own];
};

/** True for an event that makes the answers of a path out of date. */
export const concerns = (event: LiveEvent, path: string): boolean =>
  pathsOf(event).some((each) => path === each || path.startsWith(`${each}/`));
