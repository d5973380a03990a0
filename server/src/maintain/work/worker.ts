// Entry point of the thread for long work, which keeps the process responsive.
import { parentPort, workerData } from 'node:worker_threads';
import { FileStore } from '../../services/file/store.ts';
import { openSealer } from '../../services/sealer.ts';
import { faultOf } from '../archive/fault.ts';
import { writeBackup } from '../backup/write.ts';
import { inspectArchive } from '../restore/inspect.ts';
import { restoreBackup } from '../restore/restore-backup.ts';
import { verifyBackup } from '../restore/verify.ts';
import type { Message, Order } from './thread.ts';

/** Minimum interval of progress messages. */
const EVERY_MS = 250;

const port = parentPort!;
const order = workerData as Order;
const send = (message: Message): void => port.postMessage(message, []);
const signal = new AbortController().signal;

let lastReport = -Infinity;
let lastPhase = '';
const report = (phase: (Message & { is: 'progress' })['phase'], done: number, total: number): void => {
  const now = performance.now();
  if (phase === lastPhase && now - lastReport < EVERY_MS) return;
  [lastReport, lastPhase] = [now, phase];
  send({ is: 'progress', phase, done, total });
};

async function carryOut(): Promise<unknown> {
  const sealer = openSealer(order);
  const store = new FileStore(order.dataDir);
  switch (order.what) {
    case 'backup':
      return writeBackup({ ...order, sealer, pathOf: (id) => store.pathOf(id), report, signal });
    case 'look':
      return inspectArchive({ ...order, sealer, pathOf: (id) => store.pathOf(id), report, signal });
    case 'restore':
      return restoreBackup({ ...order, sealer, store, report, signal });
    default:
      return verifyBackup({ ...order, sealer, report, signal });
  }
}

carryOut().then(
  (result) => send({ is: 'result', result }),
  (error: unknown) => send({ is: 'fault', fault: faultOf(error), stack: String((error as Error).stack) }),
);
