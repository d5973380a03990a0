// Makes the counting screen open offline: a service worker for this screen only, and persistent storage (decision 150).
import { useEffect, useState } from 'react';
import { COUNT_SCREEN } from '../../../session/count-places.ts';
import { fetchParts } from './parts.ts';

export interface WorkerState {
  /** `none`: the screen does not open offline in this browser or at this address. */
  screen: 'preparing' | 'ready' | 'none';
  /** Whether the browser granted persistent storage; null while unknown. */
  persisted: boolean | null;
}

/** Timeout of the service worker's activation. */
const PREPARED_MS = 60_000;

export function useWorker(): WorkerState {
  const [state, setState] = useState<WorkerState>({ screen: 'preparing', persisted: null });
  useEffect(() => {
    let isMounted = true;
    const set = (patch: Partial<WorkerState>): void => void (isMounted && setState((before) => ({ ...before, ...patch })));
    fetchParts();
    void prepare().then((ready) => set({ screen: ready ? 'ready' : 'none' }));
    void persist().then((persisted) => set({ persisted }));
    return () => {
      isMounted = false;
    };
  }, []);
  return state;
}

/** @returns whether the screen opens offline from now on */
async function prepare(): Promise<boolean> {
  const workers = navigator.serviceWorker;
  // In development nothing is precached: every file is rebuilt.
  if (!workers || !import.meta.env.PROD) return false;
  try {
    const registration = await workers.register('/count-worker.js', { scope: COUNT_SCREEN, updateViaCache: 'none' });
    const next = registration.installing ?? registration.waiting;
    return next === null ? registration.active !== null : await isActive(next);
  } catch {
    return false;
  }
}

const isActive = (worker: ServiceWorker): Promise<boolean> =>
  new Promise((resolve) => {
    const checkState = (): void => {
      if (worker.state === 'activated') resolve(true);
      if (worker.state === 'redundant') resolve(false);
    };
    worker.addEventListener('statechange', checkState);
    setTimeout(() => resolve(worker.state === 'activated'), PREPARED_MS);
    checkState();
  });

/** Requests persistent storage. */
async function persist(): Promise<boolean> {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    return false;
  }
}
