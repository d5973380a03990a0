// Preload lists of dynamic imports, without chunks that are already loaded by then: each list is part of the importing code, and above
// all
// of the first load.
import type { Plugin } from 'vite';

/** Imported by the entry for every page but the sign-in, and preloads its own dependencies. */
const FRAME = '/src/shell/Frame.tsx';
const STANDALONE_ENTRIES = ['/src/shell/Frame.tsx', '/src/common/login/LoginPage.tsx'];

export function preload(): Plugin {
  /** By chunk, all its static dependencies. */
  const needed = new Map<string, ReadonlySet<string>>();
  const entries = new Set<string>();
  const frameNeeds = new Set<string>();
  const alone = new Set<string>();
  const isThere = (file: string, host: string, target: string): boolean =>
    entries.has(file) ||
    needed.get(host)?.has(file) === true ||
    (entries.has(host) && !alone.has(target) && frameNeeds.has(file));
  return {
    name: 'preload',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          resolveDependencies: (target, files, { hostId, hostType }) =>
            hostType === 'js' ? files.filter((file) => !isThere(file, hostId, target)) : files,
        },
      },
    }),
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const importsOf = (name: string): readonly string[] => {
          const chunk = bundle[name];
          return chunk?.type === 'chunk' ? chunk.imports : [];
        };
        const closure = (name: string, seen = new Set<string>()): Set<string> => {
          if (seen.has(name)) return seen;
          seen.add(name);
          for (const each of importsOf(name)) closure(each, seen);
          return seen;
        };
        for (const [name, chunk] of Object.entries(bundle)) {
          if (chunk.type !== 'chunk') continue;
          needed.set(name, closure(name));
          if (chunk.isEntry) for (const each of needed.get(name)!) entries.add(each);
          const source = chunk.facadeModuleId ?? '';
          if (source.endsWith(FRAME)) for (const each of needed.get(name)!) frameNeeds.add(each);
          if (STANDALONE_ENTRIES.some((page) => source.endsWith(page))) alone.add(name);
        }
      },
    },
  };
}
