// Figures for a monitor, in the format of Prometheus: there only where METRICS_TOKEN is set, and for nobody else.
import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '@kuwei/contract/error';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';

const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

export async function serveMetrics(app: FastifyInstance, token: string, pool: Pool): Promise<void> {
  const { collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'kuwei_http_request_seconds',
    help: 'Time to the answer of a call, by its route',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  const connections = new Gauge({
    name: 'kuwei_database_connections',
    help: 'Connections of the pool: in use, idle, and calls that wait for one',
    labelNames: ['state'],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    requests.observe({ method, route: routeOptions.url ?? 'none', status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
  const wanted = hashOf(`Bearer ${token}`);
  app.get('/api/metrics', async (request, reply) => {
    if (!timingSafeEqual(hashOf(request.headers.authorization ?? ''), wanted)) throw new AppError('UNAUTHORIZED');
    connections.set({ state: 'used' }, pool.totalCount - pool.idleCount);
    connections.set({ state: 'idle' }, pool.idleCount);
    connections.set({ state: 'waiting' }, pool.waitingCount);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
