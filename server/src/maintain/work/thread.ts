// Runs long work in a thread, which ends with the process, together with its connections.
import { Worker } from 'node:worker_threads';
import type { BackupFault, WorkPhase } from '@kuwei/contract/sys/maintain';
import type { Config } from '../../config.ts';
import { Fault } from '../archive/fault.ts';
import type { Checked } from '../archive/check.ts';
import type { Written, WriteOptions } from '../backup/write.ts';
import type { Inspection, LookOptions } from '../restore/inspect.ts';
import type { RestoreOptions } from '../restore/restore-backup.ts';
import type { VerifyOptions } from '../restore/verify.ts';

/** Objects that are not sent to the thread but created in it. */
type ThreadProvided = 'sealer' | 'pathOf' | 'store' | 'report' | 'signal';
type Ordered<O> = Omit<O, ThreadProvided> & Pick<Config, 'dataDir' | 'ledgerKey'>;

export type Order =
  | ({ what: 'backup' } & Ordered<WriteOptions>)
  | ({ what: 'verify' } & Ordered<VerifyOptions>)
  | ({ what: 'look' } & Ordered<LookOptions>)
  | ({ what: 'restore' } & Ordered<RestoreOptions>);
interface Results {
  backup: Written;
  verify: Checked;
  look: Inspection;
  restore: null;
}

export type Message =
  | { is: 'progress'; phase: WorkPhase; done: number; total: number }
  | { is: 'result'; result: unknown }
  | { is: 'fault'; fault: BackupFault; stack: string };

const MEGABYTES = 256;

/** Keeps the stack for the log; users only see the fault. */
class ThreadFault extends Fault {
  constructor({ code, params }: BackupFault, stack: string) {
    super(code, params);
    this.stack = stack;
  }
}

/** @throws Fault; the reason of the signal if it is aborted */
export async function inThread<W extends Order['what']>(
  order: Order & { what: W },
  progress: (phase: WorkPhase, done: number, total: number) => void,
  signal: AbortSignal,
): Promise<Results[W]> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: order,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Results[W]>();
  const abort = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  worker
    .on('message', (message: Message) => {
      if (message.is === 'progress') progress(message.phase, message.done, message.total);
      else if (message.is === 'result') resolve(message.result as Results[W]);
      else reject(new ThreadFault(message.fault, message.stack));
    })
    .once('error', reject)
    .once('exit', (code) => reject(new Error(`the thread ended with ${code}`)));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', abort);
    await worker.terminate();
  }
}
