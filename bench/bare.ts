// The least a server can do: node:http and pg, the SQL it is told, the rows as JSON. No rights, no checks, no log.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { Pool } from 'pg';
import type { Statement } from './tap.ts';

/** What the bare server is started with, on its standard input. */
export interface BareJob {
  databaseUrl: string;
  poolSize: number;
  /** By name, the first part of a path: statements that run at once. `{id}` among the values stands for the path's second part. */
  reads: Record<string, Statement[]>;
  /** By name: statements of one transaction, one after the other. A single one is a commit by itself. */
  writes: Record<string, Statement[]>;
}

const { databaseUrl, poolSize, reads, writes } = (await json(process.stdin)) as BareJob;
const pool = new Pool({ connectionString: databaseUrl, max: poolSize, options: '-c timezone=Asia/Shanghai -c kuwei.posting=on' });
pool.on('error', () => {});

async function read(statements: readonly Statement[], id: string | undefined): Promise<unknown> {
  const results = await Promise.all(statements.map((each) => pool.query(each.sql, valuesOf(each, id))));
  return results.map((result) => result.rows as unknown[]);
}

async function write(statements: readonly Statement[], id: string | undefined): Promise<unknown> {
  if (statements.length === 1) return (await pool.query(statements[0]!.sql, valuesOf(statements[0]!, id))).rows;
  const client = await pool.connect();
  try {
    let rows: unknown[] = [];
    await client.query('begin');
    for (const each of statements) rows = (await client.query(each.sql, valuesOf(each, id))).rows;
    await client.query('commit');
    return rows;
  } finally {
    client.release();
  }
}

const valuesOf = ({ values }: Statement, id: string | undefined): (string | null)[] =>
  values.map((value) => (value === '{id}' ? id! : value));

const server = createServer((request, response) => {
  const [, name = '', id] = request.url!.split('/');
  void (reads[name] ? read(reads[name], id) : write(writes[name]!, id))
    .then((rows) => response.setHeader('content-type', 'application/json; charset=utf-8').end(JSON.stringify(rows)))
    .catch((error: unknown) => response.writeHead(500).end(String(error)));
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port));
// Whoever started this may be gone without having ended it.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && process.exit(), 500).unref();
