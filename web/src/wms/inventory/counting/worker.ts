// What makes the screen open without a connection, and keeps what was counted: a worker for this one screen, and room that the
// browser does not take back (decision 150).
import { useEffect, useState } from 'react';
import { COUNT_SCREEN } from '../../../session/count-places.ts';
import { fetchParts } from './parts.ts';

export interface WorkerState {
  /** `none`: the screen does not open without a connection, in this browser or at this address. */
  screen: 'preparing' | 'ready' | 'none';
  /** Whether the browser has promised to keep what lies here; null: it is not known yet. */
  persisted: boolean | null;
}

/** How long the program may take to come: a page that has been left asks no more. */
const PREPARED_MS = 60_000;

export function useWorker(): WorkerState {
  const [state, setState] = useState<WorkerState>({ screen: 'preparing', persisted: null });
  useEffect(() => {
    let isHere = true;
    const set = (patch: Partial<WorkerState>): void => void (isHere && setState((before) => ({ ...before, ...patch })));
    fetchParts();
    void prepare().then((ready) => set({ screen: ready ? 'ready' : 'none' }));
    void persist().then((persisted) => set({ persisted }));
    return () => {
      isHere = false;
    };
  }, []);
  return state;
}

/** @returns whether the screen opens without a connection from now on */
async function prepare(): Promise<boolean> {
  const workers = navigator.serviceWorker;
  // In development there is nothing to be kept: every file is made anew.
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
    const look = (): void => {
      if (worker.state === 'activated') resolve(true);
      if (worker.state === 'redundant') resolve(false);
    };
    worker.addEventListener('statechange', look);
    setTimeout(() => resolve(worker.state === 'activated'), PREPARED_MS);
    look();
  });

/** Asks the browser to keep what lies here even when its room runs out. */
async function persist(): Promise<boolean> {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    return false;
  }
}
