// The bundled PostgreSQL when another instance is in its way.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { withClient } from '../../test/scratch.ts';
import { findRunner } from './bundled-program.ts';
import { findBundled, startBundled } from './bundled.ts';

/** Lowest ephemeral port of this system. */
function firstOutgoing(): number {
  const range = '/proc/sys/net/ipv4/ip_local_port_range';
  return existsSync(range) ? Number.parseInt(readFileSync(range, 'utf8'), 10) : 49_152;
}

test('no outgoing connection can take its port while it is down', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kuwei-port-'));
  const database = await startBundled(folder);
  const port = Number(new URL(database.url('postgres')).port);
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
  expect(port).toBeLessThan(firstOutgoing());
});

test('[F-D8] a start waits for a server that is shutting down', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kuwei-ending-'));
  const data = join(folder, 'pg');
  const first = await startBundled(folder);
  const port = new URL(first.url('postgres')).port;
  await first.stop();
  // Without a watcher, as after a killed program.
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`].flatMap((each) => ['-c', each]);
  findRunner(folder).spawn('postgres', ['-D', data, ...settings], { stdio: 'ignore' });
  const url = await vi.waitUntil(() => findBundled(folder), { timeout: 20_000 });
  const last = new Client(url('postgres'));
  await last.connect();
  // A smart shutdown: rejects connections and ends with its last session.
  process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGTERM');
  await vi.waitUntil(async () => (await findBundled(folder)) === null, { timeout: 20_000 });

  const starting = startBundled(folder);
  const refused = vi.waitUntil(() => readFileSync(join(folder, 'pg.log'), 'utf8').includes('postmaster.pid" already exists'), {
    timeout: 20_000,
  });
  await Promise.race([refused, starting]);
  await last.end();
  const second = await starting;
  await withClient(second.url('postgres'), (client) => client.query('select 1'));
  expect(await findBundled(folder)).not.toBeNull();
  await second.stop();
  rmSync(folder, { recursive: true, force: true });
});
