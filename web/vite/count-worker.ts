// Writes the service worker of the offline count screen, with the list of files it caches, after file names are final.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** Modules of the page. */
const PAGE = ['/index.html', '/src/wms/inventory/offline/OfflineCount.tsx', '/src/wms/inventory/FoundDialog.tsx'];
const TEXTS = /\/src\/phrase\/(?:zh|en)-(?:first|pages|count|goods)\.ts$/;
/** For counting by camera: without it codes are typed. */
const CAMERA = ['/src/ui/scan/CameraDialog.tsx', '/src/ui/scan/zxing.ts'];
/** Files not created by the bundler. */
const EXTRA_FILES = ['/', '/first.js'];

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string>; importedAssets: Set<string> } };

export function countWorker(): Plugin {
  return {
    name: 'count-worker',
    apply: 'build',
    generateBundle: {
      // After all other plugins have named their files.
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((each): each is Chunk => each.type === 'chunk');
        const of = (path: string): Chunk => {
          const found = chunks.find(({ moduleIds, facadeModuleId }) =>
            [...moduleIds, facadeModuleId].some((id) => id?.endsWith(path)),
          );
          if (!found) throw new Error(`There is no chunk for ${path}: fix the lists in vite/count-worker.ts`);
          return found;
        };
        const filesOf = (starts: readonly Chunk[]): Set<string> => {
          const seen = new Set<Chunk>();
          const files = new Set<string>();
          const take = (chunk: Chunk): void => {
            if (seen.has(chunk)) return;
            seen.add(chunk);
            files.add(chunk.fileName);
            for (const file of chunk.viteMetadata?.importedCss ?? []) files.add(file);
            for (const file of chunk.viteMetadata?.importedAssets ?? []) files.add(file);
            for (const name of chunk.imports) {
              const next = bundle[name];
              if (next?.type === 'chunk') take(next);
            }
          };
          for (const start of starts) take(start);
          return files;
        };
        const texts = chunks.filter(({ moduleIds }) => moduleIds.some((id) => TEXTS.test(id)));
        const needed = filesOf([...PAGE.map((path) => of(path)), ...texts]);
        const more = [...filesOf(CAMERA.map((path) => of(path)))].filter((file) => !needed.has(file));
        const parts = [...EXTRA_FILES, ...[...needed].map((file) => `/${file}`)];
        const first = readFileSync(join(import.meta.dirname, '../public/first.js'));
        const version = createHash('sha256')
          .update(parts.join(' '))
          .update(indexOf(bundle))
          .update(first)
          .digest('hex')
          .slice(0, 16);
        this.emitFile({
          type: 'asset',
          fileName: 'count-worker.js',
          source: readFileSync(join(import.meta.dirname, 'count-worker.js'), 'utf8')
            .replace('__VERSION__', version)
            .replace("['__PARTS__']", JSON.stringify(parts))
            .replace("['__MORE__']", JSON.stringify(more.map((file) => `/${file}`))),
        });
      },
    },
  };
}

function indexOf(bundle: Rolldown.OutputBundle): string {
  const page = bundle['index.html'];
  return page?.type === 'asset' ? String(page.source) : '';
}
