// Live events, and the one connection that delivers them.
import { EVENTS, type LiveEvent } from '@kuwei/contract/event';
import { LiveSocket } from './socket.ts';

type Listener = (event: LiveEvent) => void;

const listeners = new Set<Listener>();
const connectListeners = new Set<() => void>();
const disconnectListeners = new Set<() => void>();

export const socket = new LiveSocket(
  (event) => {
    for (const listener of listeners) listener(event);
  },
  () => {
    for (const listener of connectListeners) listener();
  },
  () => {
    for (const listener of disconnectListeners) listener();
  },
);

/** Subscribes to all live events. @returns unsubscribes */
export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Subscribes to connects, the first and every reconnect: events before one may have been missed. @returns unsubscribes */
export function onLiveConnect(listener: () => void): () => void {
  connectListeners.add(listener);
  return () => connectListeners.delete(listener);
}

/** Subscribes to lost connections and failed reconnects. @returns unsubscribes */
export function onLiveDisconnect(listener: () => void): () => void {
  disconnectListeners.add(listener);
  return () => disconnectListeners.delete(listener);
}

/** Whether an event has this business, function and code. */
export const isEvent = (event: LiveEvent, kind: Pick<LiveEvent, 'bc' | 'fc' | 'ec'>): boolean =>
  event.bc === kind.bc && event.fc === kind.fc && event.ec === kind.ec;

/** Approval tasks and the actions on them. */
const APPROVAL = '/sys/bpm';

/** To-dos, which documents of all kinds pose. */
const TODOS = '/wms/transaction/todo';

/** Paths affected when a document changes state: stock, its records, capacity in use. */
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

/** Paths whose cached data an event makes stale, including the paths below them. */
export const pathsOf = (event: LiveEvent): readonly string[] => {
  const own = `/${event.bc}/${event.fc}`;
  if (isEvent(event, EVENTS.transaction)) return [own, APPROVAL, ...MOVED_BY_DOCUMENTS];
  // Approvers decide on these, and a listing's goods are in stock. The owner of the goods learns only from this event about the
  // documents that fulfil it.
  if (isEvent(event, EVENTS.share)) return [APPROVAL, TODOS, ...MOVED_BY_DOCUMENTS];
  if (isEvent(event, EVENTS.listing)) return [own, '/wms/share'];
  if (isEvent(event, EVENTS.boxes)) return [own, '/wms/container', '/wms/product-box', '/wms/transaction'];
  // For an approver without other access to the document, the message is the only event.
  if (isEvent(event, EVENTS.message)) return [own, APPROVAL, TODOS];
  if (isEvent(event, EVENTS.afterSales) || isEvent(event, EVENTS.count)) return [own, APPROVAL, TODOS];
  // Roles show counts of their members and powers, and the reverse.
  if (RIGHTS.some((kind) => isEvent(event, kind))) return ['/auth/power', '/auth/biz/user/account', '/wms/org'];
  // Accounts and organisations show each other's names.
  if (isEvent(event, EVENTS.org)) return [own, '/auth/biz/user/account', '/wms/org-quota'];
  if (isEvent(event, EVENTS.mode)) return ['/sys/maintain/upgrade/mode'];
  // Product lists show category names.
  return isEvent(event, EVENTS.category) ? [own, '/wms/product'] : [own];
};

/** Whether an event makes data at this path stale. */
export const concerns = (event: LiveEvent, path: string): boolean =>
  pathsOf(event).some((each) => path === each || path.startsWith(`${each}/`));
