// Which modules come together. Left to itself the bundler makes a chunk for every set of pages that share something: a hundred
// requests for one list, most of them for less than a kilobyte. Here it is told by what our own modules are reached from; what
// they use of libraries comes along.
import type { Rolldown } from 'vite';

type GetModuleInfo = Rolldown.GetModuleInfo;

/** In the order in which they take what several of them rest on. The last three are for pages of one kind. */
const CHUNKS = ['console', 'frame', 'parts', 'fields', 'list', 'form', 'document'] as const;
type Chunk = (typeof CHUNKS)[number];

interface Group {
  name: string | ((id: string, modules: { getModuleInfo: GetModuleInfo }) => string | null);
  test?: RegExp;
  includeDependenciesRecursively?: boolean;
  priority: number;
  /** For the bundler's own report. */
  debugName?: string;
}

/** What makes a page one of a kind. */
const KINDS = {
  list: '/src/table/List.tsx',
  form: '/src/form/use-form-life.ts',
  document: '/src/wms/document/DocumentLines.tsx',
} as const;
/** Share of the pages of a kind that use a module which comes with the kind. */
const MOST = 0.8;
/** Pages that use one of the parts, beside those of the kind it comes with: a number, so that pages to come take nothing out of them. */
const MANY = 16;

/** What dialogs and forms are made of: most lists do without. */
const FIELDS = /[\\/]src[\\/]form[\\/]/;

/** Small, and needed by pages of every kind before long. */
const OF_PAGES = /[\\/]src[\\/]page[\\/]/;

/** Under the module that starts it all alone, and so under no other of ours. */
const REACT = /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/;
/** The frame asks forms for one context, radio buttons for one name, and each would carry all of them. */
const FORM_RULES =
  /@rc-component[\\/](?:form[\\/]es[\\/](?!FormContext)|async-validator)|antd[\\/]es[\\/]form[\\/](?:hooks[\\/]useForm|util)\.|(?:scroll-into-view-if-needed|compute-scroll-into-view)[\\/]/;

/** For `codeSplitting`. */
export function chunks(): Group[] {
  let plan: ReadonlyMap<string, Chunk> | undefined;
  const own = CHUNKS.map((chunk, at): Group => ({
    name: (id, modules) => {
      plan ??= planned(id, (each) => modules.getModuleInfo(each));
      return plan.get(id) === chunk || (chunk === 'console' && REACT.test(id)) ? chunk : null;
    },
    priority: CHUNKS.length - at,
    debugName: chunk,
  }));
  return [{ name: 'form-rules', test: FORM_RULES, includeDependenciesRecursively: false, priority: CHUNKS.length + 1 }, ...own];
}

/** @param some any module */
function planned(some: string, infoOf: GetModuleInfo): Map<string, Chunk> {
  const root = rootOf(some, infoOf)!;
  const reached = new Map([...entriesFrom(root, infoOf)].map((entry) => [entry, reach(entry, infoOf)]));
  const of = (path: string): ReadonlySet<string> => [...reached].find(([entry]) => entry.endsWith(path))![1];
  const first = reached.get(root)!;
  const [frame, login] = [of('/src/shell/Frame.tsx'), of('/src/common/login/LoginPage.tsx')];
  const pages = [...reached].flatMap(([entry, ids]) => (entry.endsWith('Page.tsx') ? [ids] : []));
  const kinds = Object.entries(KINDS).map(([kind, path]) => ({
    kind: kind as keyof typeof KINDS,
    pages: pages.filter((ids) => [...ids].some((id) => id.endsWith(path))),
  }));
  const usersOf = (id: string, all: readonly ReadonlySet<string>[]): number => all.filter((ids) => ids.has(id)).length;
  const chunkOf = (id: string): Chunk | null => {
    if (first.has(id) || (login.has(id) && frame.has(id))) return 'console';
    if (frame.has(id)) return 'frame';
    const comesWith = kinds.filter((each) => usersOf(id, each.pages) >= MOST * each.pages.length);
    const [only] = comesWith;
    const shared = FIELDS.test(id) ? 'fields' : 'parts';
    if (comesWith.length > 1 || (only && OF_PAGES.test(id))) return shared;
    const others = only?.kind === 'list' ? pages.filter((ids) => !only.pages.includes(ids)) : pages;
    return usersOf(id, others) >= MANY ? shared : (only?.kind ?? null);
  };
  const isAskedFor = (id: string): boolean => reached.has(id) || infoOf(id)!.importers.includes(root);
  const plan = new Map<string, Chunk>();
  for (const id of new Set([...reached.values()].flatMap((ids) => [...ids]))) {
    const chunk = isAskedFor(id) ? null : chunkOf(id);
    if (chunk) plan.set(id, chunk);
  }
  return plan;
}

/** The module that starts it all, above any other. */
function rootOf(id: string, infoOf: GetModuleInfo, seen = new Set<string>()): string | null {
  const info = infoOf(id);
  if (!info || seen.has(id)) return null;
  if (info.isEntry) return id;
  seen.add(id);
  for (const above of [...info.importers, ...info.dynamicImporters]) {
    const root = rootOf(above, infoOf, seen);
    if (root !== null) return root;
  }
  return null;
}

/** What is asked for by itself: the root, and all that is imported while the console runs. */
function entriesFrom(root: string, infoOf: GetModuleInfo): Set<string> {
  const entries = new Set([root]);
  for (const entry of entries)
    for (const id of reach(entry, infoOf)) for (const later of infoOf(id)?.dynamicallyImportedIds ?? []) entries.add(later);
  return entries;
}

/** The modules of ours that one needs before it runs, with itself. */
function reach(id: string, infoOf: GetModuleInfo, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const below of infoOf(id)?.importedIds ?? []) if (!below.includes('node_modules')) reach(below, infoOf, seen);
  return seen;
}
