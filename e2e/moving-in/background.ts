// An unrelated user who keeps working in a thread of their own, to measure latency during imports.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Headers of the background user. */
export interface BackgroundUser {
  url: string;
  headers: Record<string, string>;
}

export interface WaitTimes {
  calls: number;
  p50: number;
  p95: number;
  max: number;
}

/** Typical page calls: own user, unread messages, list settings. */
const CALLS = [
  { method: 'GET', path: '/auth/biz/user/by-me' },
  { method: 'GET', path: '/sys/msg-inbox/by-me?size=20' },
  { method: 'PUT', path: '/auth/biz/user/by-me/setting/moving.beside', body: '{"value":{"seen":1}}' },
];
const WARM_CALLS = 30;
/** Faster than people click. */
const PAUSE_MS = 10;

/** Starts working; the returned function stops and reports the waiting times. */
export async function startBackgroundWork(stranger: BackgroundUser): Promise<() => Promise<WaitTimes>> {
  const worker = new Worker(new URL(import.meta.url), { workerData: stranger });
  const ended = once(worker, 'exit');
  await once(worker, 'message');
  return async () => {
    worker.postMessage('stop', []);
    const [waits] = (await once(worker, 'message')) as [WaitTimes];
    await ended;
    return waits;
  };
}

async function work({ url, headers }: BackgroundUser): Promise<void> {
  const over = new AbortController();
  parentPort!.once('message', () => over.abort());
  const times: number[] = [];
  for (let n = 0; !over.signal.aborted; n++) {
    // Warm-up calls open the connection and load code; they don't count.
    if (n === WARM_CALLS) {
      times.length = 0;
      parentPort!.postMessage('begun', []);
    }
    const begun = performance.now();
    const { path, ...call } = CALLS[n % CALLS.length]!;
    const response = await fetch(`${url}/api${path}`, { ...call, headers: { ...headers, 'content-type': 'application/json' } });
    const body = await response.text();
    times.push(performance.now() - begun);
    if (response.status !== 200) throw new Error(`somebody beside it was refused: ${response.status} ${body}`);
    await sleep(PAUSE_MS);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  parentPort!.postMessage({ calls: times.length, p50: at(0.5), p95: at(0.95), max: at(1) } satisfies WaitTimes, []);
}

if (!isMainThread) await work(workerData as BackgroundUser);
