// Health checks for monitors and load balancers, and the log.
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tokenRoutes } from '@kuwei/contract/auth/token';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openWorld, type World } from '../../test/_world.ts';
import { configOf } from '../config.ts';
import { takeWorkLock } from '../services/work-lock.ts';
import { DEMO_PASSWORD } from '../seed/demo-people.ts';
import { makeServer, type Server } from '../start.ts';
import { Health } from './health.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

/** The same world with other settings, and its log lines. */
async function withSettings(env: NodeJS.ProcessEnv, work: (server: Server, lines: Record<string, unknown>[]) => Promise<void>) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  const config = configOf({ DATA_DIR: world.services.config.dataDir, ...env });
  const server = await makeServer(config, log, world.database);
  await server.app.ready();
  try {
    await work(server, lines);
  } finally {
    await server.close();
  }
}

const statusOf = async ({ app }: Pick<Server, 'app'>, url: string): Promise<number> => (await app.inject(url)).statusCode;

test('[F-O7] a running program is live, healthy and ready; a draining one is live and healthy, but not ready', async () => {
  await withSettings({}, async (server) => {
    for (const path of ['/api/health', '/api/health/live', '/api/health/ready']) expect(await statusOf(server, path)).toBe(200);
    server.services.health.drain();
    expect(await statusOf(server, '/api/health/ready')).toBe(503);
    expect(await statusOf(server, '/api/health')).toBe(200);
    expect(await statusOf(server, '/api/health/live')).toBe(200);
  });
});

test('[F-O3] health fails if the database or the files are not writable or disk space is low; the log says why', async () => {
  const { db, config, files, mode, settings } = world.services;
  const problems: unknown[] = [];
  const log = pino(
    { level: 'error' },
    { write: (line) => void problems.push((JSON.parse(line) as { problem: string }).problem) },
  );
  const fresh = (more: object = {}): Health => new Health({ config, settings, db, files, mode, log, ...more });
  expect(await fresh().isWell()).toBe(true);
  expect(await fresh({ settings: { get: () => 1e12 } }).isWell()).toBe(false);
  expect(await fresh({ files: { incoming: `${config.dataDir}/not-there` } }).isWell()).toBe(false);
  await sql`revoke insert, update on sys_health from current_user`.execute(db);
  expect(await fresh().isWell()).toBe(false);
  await sql`grant insert, update on sys_health to current_user`.execute(db);
  expect(await fresh().isWell()).toBe(true);
  expect(problems).toEqual([
    expect.stringMatching(/MIN_FREE_MB/),
    expect.stringMatching(/ENOENT/),
    expect.stringMatching(/permission denied/),
  ]);
});

test('health fails and the metrics say so while the ledger is not sealed; it stays ready', async () => {
  const { db } = world.services;
  await sql`insert into sys_job_run (name, at, ms, error) values ('seal', now(), 1, 'block 2 is another one')`.execute(db);
  onTestFinished(async () => void (await sql`delete from sys_job_run`.execute(db)));
  const METRICS_TOKEN = 'a-token-for-the-monitor';
  await withSettings({ METRICS_TOKEN }, async (server, lines) => {
    expect(await statusOf(server, '/api/health')).toBe(503);
    expect(await statusOf(server, '/api/health/ready')).toBe(200);
    expect(lines.find(({ msg }) => msg === 'not healthy')).toMatchObject({ problem: expect.stringContaining('block 2') });
    const { body } = await server.app.inject({ url: '/api/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    expect(body).toMatch(/kuwei_ledger_sealing 0\n/);
    expect(body).toMatch(/kuwei_job_failed\{job="seal"\} 1\n/);
  });
});

test('is not ready while a live process replaces the data, and ready at once when that process is gone', async () => {
  const { db, url } = world.services;
  const lock = await takeWorkLock(url);
  await sql`insert into sys_mode (kind, closed) values ('RESTORE', true)`.execute(db);
  onTestFinished(async () => void (await sql`delete from sys_mode`.execute(db)));
  await withSettings({}, async (server) => {
    expect(await statusOf(server, '/api/health/ready')).toBe(503);
    expect(await statusOf(server, '/api/health')).toBe(200);
    expect(await statusOf(server, '/api/wms/product')).toBe(503);
    await lock!.release();
    await vi.waitFor(async () => expect(await statusOf(server, '/api/health/ready')).toBe(200), 5_000);
    expect(await statusOf(server, '/api/wms/product'), 'without a session').toBe(401);
  });
  // A process that starts then does not wait either.
  await withSettings({}, async (server) => expect(await statusOf(server, '/api/wms/product')).toBe(401));
});

test('[F-O7] metrics exist only if enabled, and only for requests with the token', async () => {
  expect(await statusOf(world, '/api/metrics')).toBe(404);
  expect(() => configOf({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN');
  const METRICS_TOKEN = 'a-token-for-the-monitor';
  await withSettings({ METRICS_TOKEN }, async (server) => {
    expect(await statusOf(server, '/api/metrics')).toBe(401);
    const ask = async (token: string) =>
      server.app.inject({ url: '/api/metrics', headers: { authorization: `Bearer ${token}` } });
    expect((await ask('another-token-of-somebody')).statusCode).toBe(401);
    await statusOf(server, '/api/health/live');
    const { statusCode, body } = await ask(METRICS_TOKEN);
    expect(statusCode).toBe(200);
    expect(body).toMatch(/kuwei_http_request_seconds_count\{method="GET",route="\/api\/health\/live",status="200"\} 1/);
    expect(body).toMatch(/kuwei_database_connections\{state="idle"\} \d/);
    expect(body).toMatch(/kuwei_backup_verified_age_seconds \+Inf\n/);
    expect(body).toMatch(/kuwei_ledger_proof_age_seconds\{kind="full"\} (\+Inf|\d)/);
    expect(body).toMatch(/kuwei_job_failed\{job="seal"\} 0\n/);
    expect(body).toMatch(/kuwei_ledger_sealing 1\n/);
    expect(body).toMatch(/kuwei_disk_free_bytes\{folder="backup"\} \d/);
    expect(body).toMatch(/kuwei_event_loop_delay_seconds\{quantile="0.99"\} \d/);
  });
});

test('[F-O7] the log has sign-ins and failed ones, and each call if enabled; no secrets', async () => {
  await withSettings({ LOG_REQUESTS: '1' }, async (server, lines) => {
    await statusOf(server, '/api/health/live?x=secret-in-the-address');
    await server.app.inject({
      method: 'POST',
      url: `/api${tokenRoutes.login.path}`,
      payload: { username: 'teacher', password: DEMO_PASSWORD },
    });
    await server.app.inject({
      method: 'POST',
      url: `/api${tokenRoutes.login.path}`,
      payload: { username: 'a-password-typed-here', password: 'wrong' },
    });
    expect(lines.find(({ msg }) => msg === 'signed in')).toMatchObject({ user: 'teacher', ip: '127.0.0.1', result: 'OK' });
    expect(lines.find(({ msg }) => msg === 'sign-in failed')).toMatchObject({ ip: '127.0.0.1', result: 'FAIL' });
    expect(lines.find(({ msg }) => msg === 'request')).toMatchObject({
      method: 'GET',
      route: '/api/health/live',
      requestId: expect.any(String),
      ms: expect.any(Number),
    });
    expect(JSON.stringify(lines)).not.toMatch(/a-password-typed-here|secret-in-the-address|kuwei-demo/);
  });
  await withSettings({}, async (server, lines) => {
    await statusOf(server, '/api/health/live');
    expect(lines.filter(({ msg }) => msg === 'request')).toEqual([]);
  });
});

test('[F-O3] a body aborted by the client is logged as refused, not as failed', async () => {
  await withSettings({}, async ({ app }, lines) => {
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const heard = once(app.server, 'request');
    const socket = connect(port, '127.0.0.1');
    const url = `/api${tokenRoutes.login.path}`;
    socket.write(`POST ${url} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"us`);
    const [request] = (await heard) as [IncomingMessage];
    await vi.waitFor(() => expect(request.listenerCount('data'), 'the body is being read').toBeGreaterThan(0), 20_000);
    socket.destroy();
    await vi.waitFor(() => expect(lines.map(({ msg }) => msg)).toContain('request broken off by the client'), 20_000);
    expect(lines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  });
});
