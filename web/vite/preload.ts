// What is loaded ahead with a chunk that comes later, without what must be there already when it is asked for: that list
// is part of the code of whoever asks, and of the first load most of all.
import type { Plugin } from 'vite';

export function preload(): Plugin {
  /** By chunk, all it needs before it runs; and that of the page's own entry, which runs before everything. */
  const needed = new Map<string, ReadonlySet<string>>();
  const entries = new Set<string>();
  return {
    name: 'preload',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          resolveDependencies: (_, files, { hostId, hostType }) =>
            hostType === 'js' ? files.filter((file) => !entries.has(file) && !needed.get(hostId)?.has(file)) : files,
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
        }
      },
    },
  };
}
