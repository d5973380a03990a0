// What lies on this device of the counts that a person has opened: their lists, so that they can be counted where there is no
// connection, and what was counted and has not arrived. A database for each person: nobody is shown what is another's.
import type { FoundValue, PackLine, CountPack, ValueOutcome } from '@kuwei/contract/wms/inventory';
import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { COUNT_DATABASES, COUNT_SCREEN } from './count-places.ts';

/** An amount that was counted, until it has arrived and nothing is left to say about it. */
export interface StoredValue {
  id: string;
  countId: string;
  /** Their order, whatever the clock says. */
  seq: number;
  boxId: string;
  /** Null for goods that no line tells of. */
  lineId: string | null;
  found: Pick<FoundValue, 'productId' | 'ownerOrgId' | 'batchNo' | 'expiresOn'> | null;
  /** What these goods are called. */
  name: string;
  qty: string;
  unit: string;
  note: string | null;
  /** `ver` of the line that was in front of whoever counted. */
  ver: number;
  /** By the clock of the device. */
  at: string;
  /** It was sent, and may have arrived. */
  sent: boolean;
  /** The value of the same line that was sent before it: this one is sent once that has been answered. */
  after: string | null;
  /** What became of it, where that was not to be taken. */
  outcome: ValueOutcome | null;
}

/** A count as the device keeps it. */
export interface StoredCount {
  countId: string;
  count: CountPack['count'];
  boxes: CountPack['boxes'];
  /** What the site calls units and the like: the console is told by the server otherwise. */
  site: unknown;
  takenAt: string;
  /** When something arrived last. */
  sentAt: string | null;
  /** Why nothing is taken any more: it has ended, or is not theirs to count now. */
  closed: string | null;
}

export interface StoredBox {
  countId: string;
  boxId: string;
  lines: PackLine[];
}

/** What was typed and not entered. */
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

/** Who counts here: somebody, or whoever acts as them. */
export const getCounterId = ({ id, authProxyUser }: { id: string; authProxyUser: string | null }): string =>
  authProxyUser === null ? id : `${id}~${authProxyUser}`;

/** @throws DOMException where the browser keeps nothing */
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

/** Whose counts lie here: told without opening theirs. Not in the storage of the window, which a browser that is killed may forget. */
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

/** One at a time, in all windows: whoever opens a database that another is about to delete would make it again. */
const withPeopleLock = async <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(`${COUNT_DATABASES} people`, work) : work();

/** @returns what lies here of this person; null where nothing does */
export const openCounts = (person: string): Promise<Device | null> =>
  withPeopleLock(async () => {
    const known = await withPeople((people) => people.get('people', person));
    return known === undefined ? null : openDevice(person);
  });
export const saveCounter = (person: string, name: string): Promise<unknown> =>
  withPeople((people) => people.put('people', { person, name, lists: true }));

/** Whose counts open without a connection: nobody else has signed in since. */
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

/** Amounts of a person that have not arrived. */
export const listUnsent = (person: string): Promise<StoredValue[]> =>
  withDevice(person, async (device) => (await device.getAll('values')).filter(({ outcome }) => outcome === null));

/** Somebody signs out: nothing of theirs stays on the device, nor what shows it without a connection. */
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

/** Somebody else is here, or the session was ended: lists go. What has not arrived stays, and is shown to its person alone. */
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
