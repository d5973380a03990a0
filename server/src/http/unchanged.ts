// What is the same for everybody may be kept by the browser, and is only asked about.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const tagOf = (body: string | Buffer): string => `"${createHash('sha256').update(body).digest('base64url')}"`;

/** Gives the answer its tag. @returns whether the browser has it already: then it is sent 304 */
export function isUnchanged(tag: string, request: FastifyRequest, reply: FastifyReply): boolean {
  reply.header('etag', tag).header('cache-control', 'no-cache');
  return request.headers['if-none-match'] === tag;
}
