// Offline storage of stock counts: the lists a user has opened, so that they can count without a connection, and counted amounts not
// sent yet. One database per user, so that no user sees another's.
import type { FoundValue, PackLine, CountPack, ValueOutcome } from '@kuwei/contract/wms/inventory';
import type { ClosedCountState } from '@kuwei/contract/wms/inventory-state';
import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { COUNT_DATABASES, COUNT_SCREEN } from './count-places.ts';

/** A counted amount, until the server has accepted it and nothing is left to report. */
export interface StoredValue {
  id: string;
  countId: string;
  /** Order, independent of the clock. */
  seq: number;
  boxId: string;
  /** Null for goods that are on no line. */
  lineId: string | null;
  found: Pick<FoundValue, 'productId' | 'ownerOrgId' | 'batchNo' | 'expiresOn'> | null;
  /** Name of these goods. */
  name: string;
  /** Name of the owner of found goods. */
  ownerName?: string | undefined;
  qty: string;
  unit: string;
  note: string | null;
  /** `ver` of the line as seen when counting. */
  ver: number;
  /** Device time. */
  at: string;
  /** Sent, and possibly received. */
  sent: boolean;
  /** The preceding value of the same line: this one is sent once that has been answered. */
  after: string | null;
  /** The outcome, if the value was not accepted. */
  outcome: ValueOutcome | null;
}

/** A count as stored on the device. */
export interface StoredCount {
  countId: string;
  count: CountPack['count'];
  boxes: CountPack['boxes'];
  /** The site's terms, which the console otherwise loads from the server. */
  site: unknown;
  takenAt: string;
  /** Last successful send. */
  sentAt: string | null;
  /** Why no more values are accepted: the count has ended, or is no longer assigned to this user. */
  closed: string | null;
  /** The state that the server gave with it. */
  closedState?: ClosedCountState | null;
}

export interface StoredBox {
  countId: string;
  boxId: string;
  lines: PackLine[];
}

/** Text typed but not entered. */
export interface StoredText {
  countId: string;
  lineId: string;
  qty: string;
  unit: string;
}

interface Tables extends DBSchema {
  counts: { key: string; value: StoredCount };
  boxes: { key: [string, string]; value: StoredBox; indexes: { count: string } };
  texts: { key: [string, string]; value: StoredText; indexes: { count: string } };
  values: { key: string; value: StoredValue; indexes: { count: string } };
}
export type Device = IDBPDatabase<Tables>;

const VERSION = 1;
const nameOf = (person: string): string => `${COUNT_DATABASES} of ${person}`;

/** The user who counts here, or the pair of user and impersonator. */
export const getCounterId = ({ id, authProxyUser }: { id: string; authProxyUser: string | null }): string =>
  authProxyUser === null ? id : `${id}~${authProxyUser}`;

/** @throws DOMException if the browser stores nothing */
export function openDevice(person: string): Promise<Device> {
  return openDB<Tables>(nameOf(person), VERSION, {
    upgrade: (db) => {
      db.createObjectStore('counts', { keyPath: 'countId' });
      db.createObjectStore('boxes', { keyPath: ['countId', 'boxId'] }).createIndex('count', 'countId');
      db.createObjectStore('texts', { keyPath: ['countId', 'lineId'] }).createIndex('count', 'countId');
      db.createObjectStore('values', { keyPath: 'id' }).createIndex('count', 'countId');
    },
    blocking: closing,
  });
}

/** Another window signs out, or runs a newer console. */
function closing(_current: number, _blocked: number | null, { target }: IDBVersionChangeEvent): void {
  (target as IDBDatabase).close();
}

/**
 * The users with counts on this device, readable without opening their databases. Not in `localStorage`, which a killed browser may lose.
 */
interface People extends DBSchema {
  people: { key: string; value: { person: string; name: string; lists: boolean } };
}
async function withPeople<T>(work: (people: IDBPDatabase<People>) => Promise<T>): Promise<T> {
  const people = await openDB<People>(`${COUNT_DATABASES} people`, VERSION, {
    upgrade: (db) => void db.createObjectStore('people', { keyPath: 'person' }),
    blocking: closing,
  });
  try {
    return await work(people);
  } finally {
    people.close();
  }
}

/** One at a time across all windows: opening a database that another window is about to delete would recreate it. */
const withPeopleLock = async <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(`${COUNT_DATABASES} people`, work) : work();

/** @returns this user's data on the device; null if there is none */
export const openCounts = (person: string): Promise<Device | null> =>
  withPeopleLock(async () => {
    const known = await withPeople((people) => people.get('people', person));
    return known === undefined ? null : openDevice(person);
  });
export const saveCounter = (person: string, name: string): Promise<unknown> =>
  withPeople((people) => people.put('people', { person, name, lists: true }));

/** The user whose counts may open offline: only if no other user has signed in since. */
export const findOfflineCounter = (): Promise<{ person: string; name: string } | null> =>
  withPeople(async (people) => (await people.getAll('people')).find(({ lists }) => lists) ?? null);

async function withDevice<T>(person: string, work: (device: Device) => Promise<T>): Promise<T> {
  const device = await openDevice(person);
  try {
    return await work(device);
  } finally {
    device.close();
  }
}

/** A user's amounts that have not reached the server. */
export const listUnsent = (person: string): Promise<StoredValue[]> =>
  withDevice(person, async (device) => (await device.getAll('values')).filter(({ outcome }) => outcome === null));

/** On sign-out: deletes the user's data from the device, and what shows it offline. */
export const forgetCounts = (person: string): Promise<void> => withPeopleLock(() => forget(person));

async function forget(person: string): Promise<void> {
  await withDevice(person, async (device) => {
    await Promise.all([device.clear('values'), device.clear('texts'), device.clear('boxes'), device.clear('counts')]);
  }).catch(() => {});
  const left = await withPeople(async (people) => {
    await people.delete('people', person);
    return people.count('people');
  });
  await Promise.all([deleteDB(nameOf(person)), left === 0 && deleteDB(`${COUNT_DATABASES} people`)]);
  await forgetWorker();
}

/** On another user's sign-in or a revoked session: deletes the lists. Amounts not sent yet stay, visible to their user only. */
export const hideCounts = (isOthers: (person: string) => boolean): Promise<void> => withPeopleLock(() => hide(isOthers));

async function hide(isOthers: (person: string) => boolean): Promise<void> {
  const all = await withPeople((people) => people.getAll('people'));
  for (const { person, lists } of all) {
    if (!lists || !isOthers(person)) continue;
    const left = await withDevice(person, async (device) => {
      await Promise.all([device.clear('counts'), device.clear('boxes')]);
      return device.count('values');
    });
    if (left === 0) await forget(person);
    else await withPeople((people) => people.put('people', { person, name: '', lists: false }));
  }
}

async function forgetWorker(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration(COUNT_SCREEN);
  await worker?.unregister();
  const names = await globalThis.caches?.keys();
  await Promise.all((names ?? []).filter((name) => name.startsWith('kuwei-count')).map((name) => caches.delete(name)));
}
