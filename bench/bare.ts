// Baseline server: node:http and pg, prepared statements, rows as JSON. No rights, validation or log.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { Pool } from 'pg';
import type { Reads, Write } from './bare-statements.ts';

/** Configuration of the bare server, passed on standard input. */
export interface BareJob {
  databaseUrl: string;
  poolSize: number;
  /** By name, the first path segment. */
  reads: Reads;
  writes: Record<string, Write>;
}

const { databaseUrl, poolSize, reads, writes } = (await json(process.stdin)) as BareJob;
const pool = new Pool({
  connectionString: databaseUrl,
  max: poolSize,
  options: '-c timezone=Asia/Shanghai -c kuwei.posting=on -c plan_cache_mode=force_generic_plan',
});
pool.on('error', () => {});

async function read(name: string, values: readonly string[]): Promise<unknown> {
  const { rows } = await pool.query({ name, text: reads[name]!, values: [...values] });
  return rows;
}

async function write(name: string, id: string): Promise<unknown> {
  const { statements, second } = writes[name]!;
  const named = statements.map((text, at) => ({ name: `${name}_${at}`, text, values: [id, second] }));
  if (named.length === 1) return (await pool.query(named[0]!)).rows;
  const client = await pool.connect();
  try {
    let rows: unknown[] = [];
    await client.query('begin');
    for (const each of named) rows = (await client.query(each)).rows;
    await client.query('commit');
    return rows;
  } finally {
    client.release();
  }
}

const server = createServer((request, response) => {
  const [, name = '', ...values] = decodeURIComponent(request.url!).split('/');
  void (reads[name] ? read(name, values) : write(name, values[0]!))
    .then((rows) => response.setHeader('content-type', 'application/json; charset=utf-8').end(JSON.stringify(rows)))
    .catch((error: unknown) => response.writeHead(500).end(String(error)));
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port));
// Exit if the parent process has died.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && process.exit(), 500).unref();
