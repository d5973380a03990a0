// ETags for public content, which browsers cache and revalidate.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const tagOf = (body: string | Buffer): string => `"${createHash('sha256').update(body).digest('base64url')}"`;

/** Sets the ETag. @returns whether the browser has this version: then respond 304 */
export function isUnchanged(tag: string, request: FastifyRequest, reply: FastifyReply): boolean {
  reply.header('etag', tag).header('cache-control', 'no-cache');
  return request.headers['if-none-match'] === tag;
}
