// Replies of calls go compressed to who takes that: a list of 14 kB is one packet or two then.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Bytes below which a reply fits into a packet as it is. */
const LEAST = 1_024;
/** Tokens, keys of the second step and their codes: what stands beside them might be told from the length of the reply (BREACH). */
const SECRET = '/api/auth/';

/** Beside the main thread. As small as brotli at these sizes, for half the work. */
export const gzipped = promisify(gzip);

/** JSON alone: files, workbooks and what is streamed go as they are. */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isJson(reply) || typeof payload !== 'string') return payload;
    reply.header('vary', 'accept-encoding');
    if (payload.length < LEAST || !takesGzip(request) || isSecret(request)) return payload;
    const body = await gzipped(payload);
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    return body;
  });
}

const isJson = (reply: FastifyReply): boolean => String(reply.getHeader('content-type')).startsWith('application/json');

const isSecret = ({ routeOptions }: FastifyRequest): boolean => routeOptions.url?.startsWith(SECRET) ?? true;

export const takesGzip = ({ headers, method }: FastifyRequest): boolean =>
  method !== 'HEAD' &&
  (headers['accept-encoding'] ?? '').split(',').some((part) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(part));
