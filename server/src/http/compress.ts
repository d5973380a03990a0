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
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isJson(reply) || typeof payload !== 'string') return done(null, payload);
    reply.header('vary', 'accept-encoding');
    // As bytes, which Node sends as they are: of a text with Chinese in it, it would write the headers as slowly as the text.
    const plain = Buffer.from(payload);
    if (plain.length < LEAST || !takesGzip(request) || isSecret(request)) return done(null, plain);
    gzip(plain, (error, body) => {
      if (!error) reply.header('content-encoding', 'gzip').removeHeader('content-length');
      done(error as null, body);
    });
  });
}

const isJson = (reply: FastifyReply): boolean => String(reply.getHeader('content-type')).startsWith('application/json');

const isSecret = ({ routeOptions }: FastifyRequest): boolean => routeOptions.url?.startsWith(SECRET) ?? true;

export const takesGzip = ({ headers, method }: FastifyRequest): boolean =>
  method !== 'HEAD' &&
  (headers['accept-encoding'] ?? '').split(',').some((part) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(part));
