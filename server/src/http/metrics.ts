// Metrics in the Prometheus text format, for requests with the configured token.
import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { AppError } from '@kuwei/contract/error';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';

const BUCKETS_S = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const NS = 1e9;
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

interface Times {
  /** How many fell into each bucket, cumulatively. */
  within: number[];
  count: number;
  seconds: number;
}

type Line = readonly [labels: string, value: number];
const metric = (name: string, type: 'counter' | 'gauge', help: string, lines: readonly Line[]): string =>
  [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...lines.map(([labels, value]) => `${name}${labels} ${value === Infinity ? '+Inf' : value}`),
  ].join('\n');

export interface Gauge {
  name: string;
  help: string;
  lines: readonly Line[];
}

/** Call times by method, route and status; only known routes, so that cardinality is bounded. */
function requestTimes(byLabels: ReadonlyMap<string, Times>): string {
  const name = 'kuwei_http_request_seconds';
  const lines = [...byLabels].flatMap(([labels, { within, count, seconds }]) => [
    ...within.map((number, at) => `${name}_bucket{${labels},le="${BUCKETS_S[at]}"} ${number}`),
    `${name}_bucket{${labels},le="+Inf"} ${count}`,
    `${name}_sum{${labels}} ${seconds}`,
    `${name}_count{${labels}} ${count}`,
  ]);
  return [`# HELP ${name} Time to the answer of a call`, `# TYPE ${name} histogram`, ...lines].join('\n');
}

interface Sources {
  /** The current token; null: metrics are disabled. */
  tokenNow: () => string | null;
  pool: Pool;
  /** Figures of the operation, from the database. Left out while it does not answer. */
  loadGauges: () => Promise<Gauge[]>;
}

export function serveMetrics(app: FastifyInstance, { tokenNow, pool, loadGauges }: Sources): void {
  const byLabels = new Map<string, Times>();
  const delay = monitorEventLoopDelay();
  delay.enable();
  app.addHook('onClose', async () => void delay.disable());
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    const labels = `method="${method}",route="${routeOptions.url ?? 'none'}",status="${statusCode}"`;
    const times = byLabels.get(labels) ?? { within: BUCKETS_S.map(() => 0), count: 0, seconds: 0 };
    byLabels.set(labels, times);
    const seconds = elapsedTime / 1_000;
    for (const [at, most] of BUCKETS_S.entries()) if (seconds <= most) times.within[at]!++;
    times.count++;
    times.seconds += seconds;
  });

  const text = async (): Promise<string> => {
    const gauges = await loadGauges().catch(() => []);
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const connections: Line[] = [
      ['{state="used"}', pool.totalCount - pool.idleCount],
      ['{state="idle"}', pool.idleCount],
      ['{state="waiting"}', pool.waitingCount],
    ];
    // Since the last scrape.
    const lag: Line[] = [50, 99, 100].map((part) => [`{quantile="${part / 100}"}`, delay.percentile(part) / NS]);
    delay.reset();
    return [
      requestTimes(byLabels),
      metric('kuwei_database_connections', 'gauge', 'Connections of the pool, and calls that wait for one', connections),
      metric('kuwei_event_loop_delay_seconds', 'gauge', 'How late the process is, since these figures were read before', lag),
      metric('process_resident_memory_bytes', 'gauge', 'Memory of the process', [['', rss]]),
      metric('nodejs_heap_size_used_bytes', 'gauge', 'Memory of its objects', [['', heapUsed]]),
      metric('process_cpu_seconds_total', 'counter', 'Time on a processor', [['', (user + system) / 1e6]]),
      metric('process_start_time_seconds', 'gauge', 'When it started', [['', Math.round(performance.timeOrigin / 1_000)]]),
      ...gauges.map(({ name, help, lines }) => metric(name, 'gauge', help, lines)),
      '',
    ].join('\n');
  };

  app.get('/api/metrics', async (request, reply) => {
    const token = tokenNow();
    if (token === null) throw new AppError('NOT_FOUND');
    if (!timingSafeEqual(hashOf(request.headers.authorization ?? ''), hashOf(`Bearer ${token}`)))
      throw new AppError('UNAUTHORIZED');
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await text());
  });
}
