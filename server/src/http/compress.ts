// Compresses JSON replies: a list of 14 kB then fits into one or two packets.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Smaller replies fit into one packet uncompressed. */
const MIN_BYTES = 1_024;
/** Tokens, TOTP secrets and codes: compression could reveal them by the length of the reply (BREACH). */
const SECRET = '/api/auth/';

/** Off the main thread. At these sizes gzip compresses like brotli at half the cost. */
export const gzipped = promisify(gzip);

/** JSON only: files, workbooks and streams are sent as they are. */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isJson(reply) || typeof payload !== 'string') return done(null, payload);
    reply.header('vary', 'accept-encoding');
    // A buffer, since Node writes headers slowly together with non-Latin text.
    const plain = Buffer.from(payload);
    if (plain.length < MIN_BYTES || !takesGzip(request) || isSecret(request)) return done(null, plain);
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
