// Serves the console: the built page for every screen's address, and its assets with immutable caching.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import statics from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { isUnchanged, tagOf } from './etag.ts';

const DIST = resolve(import.meta.dirname, '../../../web/dist');

/** @param has whether a path (without query) is a screen */
export async function servePage(app: FastifyInstance, has: (path: string) => boolean, folder = DIST): Promise<void> {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return;
  const page = readFileSync(index);
  const tag = tagOf(page);

  await app.register(statics, {
    root: folder,
    index: false,
    // No route for each file: 800 would take 20 MB.
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const named = path.includes(`${folder}/assets/`);
      reply.header('cache-control', named ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  // Labels hold only this short address, which keeps their QR codes coarse.
  app.get<{ Params: { code: string } }>('/:q(^[qQ]$)/:code', ({ params: { code } }, reply) => {
    if (code === '') return reply.callNotFound();
    return reply.redirect(`/def/wms/scan?code=${encodeURIComponent(code.slice(0, 100))}`);
  });
  const files = filesIn(folder);
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const file = request.params['*'];
    if (files.has(file)) return reply.sendFile(file);
    const path = request.url.split('?')[0]!;
    if (path.startsWith('/api/') || path.startsWith('/assets/')) return reply.callNotFound();
    reply.header('vary', 'accept-encoding');
    if (isUnchanged(tag, request, reply)) return reply.status(304).send();
    return reply
      .status(has(path) ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(page);
  });
}

/** URL paths of the files; dotfiles are not served. */
function filesIn(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  return new Set(files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/')));
}
