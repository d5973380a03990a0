// Thousands of live connections: idle memory per connection, and time until the last one receives an event.
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { SOCKET_PATH } from '@kuwei/contract/constants';
import { EVENTS, SOCKET_TYPES } from '@kuwei/contract/event';
import type { Client } from 'pg';
import { SOCKETS_PER_DEVICE as PER_DEVICE, SOCKETS_PER_USER as PER_USER } from '../server/src/http/socket-connections.ts';
import serve from '../scripts/serve.json' with { type: 'json' };
import { freePort } from '../server/src/db/free-port.ts';
import { getHeapBytes } from './inspect.ts';
import { median } from './measure.ts';
import type { Check } from './report.ts';
import { end, startChild, startServer, type ServerProcess } from './server-process.ts';

const RATIO_GOAL = 1.5;
const BLOCK_GOAL_MS = 25;
/** Time until new connections are idle. */
const SETTLED_MS = 6_000;
/** The first connections also pay for one-time allocations. */
const FIRST = 0.2;
const CALLS = 7;
const PAUSE_MS = 300;

interface Contender {
  server: ServerProcess;
  /** Inspector port. */
  inspector: number;
  path: string;
  greetings: string[];
  /** Triggers a broadcast. */
  call: () => Promise<unknown>;
}

interface Outcome {
  /** Bytes per idle connection. */
  memory: number;
  /** From the call until the last connection has received it. */
  lastMs: number;
  /** Longest delay of another request meanwhile. */
  blockedMs: number;
}

/** @param count sockets per server; servers are measured one after the other */
export async function checkSockets(databaseUrl: string, connection: Client, count: number): Promise<Check[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kuwei-bench-sockets-'));
  try {
    const tokens = await createSessions(connection, Math.ceil(count / PER_USER));
    const inspector = await freePort();
    const flag = `--inspect=127.0.0.1:${inspector}`;
    const product = await startChild(databaseUrl, folder, [flag]);
    const ours = await measureSockets({
      server: product,
      inspector,
      path: SOCKET_PATH,
      greetings: Array.from({ length: count }, (_, at) => loginOf(at, tokens[Math.floor(at / PER_USER)]!)),
      call: () => connection.query(`select pg_notify('kuwei_event', $1)`, [notifyAll]),
    });
    const other = await startServer([...serve.flags, flag, join(import.meta.dirname, 'bare-socket.ts')], serve.env);
    const bare = await measureSockets({
      server: other,
      inspector,
      path: '/',
      greetings: Array.from({ length: count }, () => JSON.stringify({ c: 200 })),
      call: async () => other.process.stdin!.write(`${frame}\n`),
    });
    return checksOf(count, ours, bare);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const event = { ...EVENTS.product, d: { id: randomUUID() } };
const frame = JSON.stringify({ t: SOCKET_TYPES.push, d: JSON.stringify(event) });
/** As another process on this database would send it. */
const notifyAll = JSON.stringify({ origin: randomUUID(), event: { to: 'all', ...event } });

const loginOf = (at: number, token: string): string =>
  JSON.stringify({
    id: String(at),
    t: SOCKET_TYPES.login,
    d: JSON.stringify({ token, deviceId: `bench-${Math.floor(at / PER_DEVICE)}` }),
  });

/** Inserts users with a session each, since signing in is slow by design. @returns their tokens */
async function createSessions(connection: Client, people: number): Promise<string[]> {
  const tokens = Array.from({ length: people }, () => randomBytes(32).toString('base64url'));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'));
  await connection.query(
    `with person as (
       insert into sys_user (id, username, name)
         select gen_random_uuid(), 'bench-' || x, '基准用户' from unnest($1::text[]) x returning id, username
     ), session as (
       insert into sys_session (id, user_id, device_id, ip, user_agent, ends_at)
         select gen_random_uuid(), id, username, '127.0.0.1', 'bench', now() + interval '1 hour' from person
       returning id, device_id
     )
     insert into sys_token (token_hash, session_id, rtoken_hash, expires_at, rexpires_at)
       select decode(x, 'hex'), s.id, sha256(decode(x, 'hex')), now() + interval '1 hour', now() + interval '1 hour'
         from unnest($1::text[]) x join session s on s.device_id = 'bench-' || x`,
    [hashes],
  );
  return tokens;
}

async function measureSockets({ server, inspector, path, greetings, call }: Contender): Promise<Outcome> {
  const address = server.url.replace('http', 'ws') + path;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'listeners.ts'), address], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const nextLine = readLinesOf(child);
  const memoryWith = async (more: string[]): Promise<number> => {
    child.stdin.write(`${JSON.stringify(more)}\n`);
    await nextLine();
    await sleep(SETTLED_MS);
    return getHeapBytes(inspector);
  };
  try {
    const first = Math.floor(greetings.length * FIRST);
    const before = await memoryWith(greetings.slice(0, first));
    const after = await memoryWith(greetings.slice(first));
    const memory = (after - before) / (greetings.length - first);

    const lasts: number[] = [];
    const waits: number[] = [];
    for (let round = 0; round < CALLS; round++) {
      // Measured separately, since probing takes time of its own.
      await sleep(PAUSE_MS);
      const begun = performance.timeOrigin + performance.now();
      await call();
      const { lastAt } = (await nextLine()) as { lastAt: number };
      lasts.push(lastAt - begun);

      await sleep(PAUSE_MS);
      const watch = measureLoopDelay(`${server.url}/api/nothing`);
      await call();
      await nextLine();
      waits.push(await watch.stop());
    }
    return { memory, lastMs: median(lasts), blockedMs: median(waits) };
  } finally {
    child.kill();
    await end(server.process);
  }
}

/** @returns a reader of the next line; throws if the process ends */
function readLinesOf(child: ChildProcess): () => Promise<unknown> {
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  return async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('The sockets were not kept open.');
    return JSON.parse(value) as unknown;
  };
}

/** Polls a trivial request: its delay is how long the event loop is blocked. */
function measureLoopDelay(url: string): { stop: () => Promise<number> } {
  let longest = 0;
  const ending = new AbortController();
  const ended = (async () => {
    while (!ending.signal.aborted) {
      const begun = performance.now();
      await (await fetch(url)).arrayBuffer();
      longest = Math.max(longest, performance.now() - begun);
    }
  })();
  return {
    stop: async () => {
      ending.abort();
      await ended;
      return longest;
    },
  };
}

function checksOf(count: number, ours: Outcome, bare: Outcome): Check[] {
  const many = count.toLocaleString('en');
  const memoryRatio = ours.memory / bare.memory;
  const lastRatio = ours.lastMs / bare.lastMs;
  const kb = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;
  const ms = (time: number): string => `${time.toFixed(0)} ms`;
  return [
    {
      name: `Memory of an idle socket, of ${many}`,
      value: `${kb(ours.memory)}, ${memoryRatio.toFixed(2)} × ${kb(bare.memory)}`,
      goal: `≤ ${RATIO_GOAL} ×`,
      met: memoryRatio <= RATIO_GOAL,
    },
    {
      name: `Last of ${many} sockets hears`,
      value: `${ms(ours.lastMs)}, ${lastRatio.toFixed(2)} × ${ms(bare.lastMs)}`,
      goal: `≤ ${RATIO_GOAL} ×`,
      met: lastRatio <= RATIO_GOAL,
    },
    {
      name: 'Longest wait of another request meanwhile',
      value: `${ms(ours.blockedMs)} (bare ${ms(bare.blockedMs)})`,
      goal: `≤ ${BLOCK_GOAL_MS} ms`,
      met: ours.blockedMs <= BLOCK_GOAL_MS,
    },
  ];
}
