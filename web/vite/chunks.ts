// Chunk layout. By default the bundler creates a chunk for every set of screens that share modules: a hundred requests for one list, most
// below a kilobyte. So a first build analyses dependencies and sizes; then two chunks are merged whenever the requests saved outweigh the
// bytes added for screens that do not need both.
import { statSync } from 'node:fs';
import type { Rolldown } from 'vite';

/** Cost of one request in bytes: for the server, the browser, and an entry in the chunk list. */
const REQUEST_BYTES = 5_000;
/** Compression ratio of a large chunk: a small one compresses worse alone than as a part of it. */
const COMPRESSED = 0.32;

/** Weights of entries. Code opened by a click finds most of its chunks already loaded. */
const WEIGHTS = { login: 20, page: 1, part: 0.1 } as const;

const LOGIN = '/src/common/login/';
const FRAME = '/src/shell/Frame.tsx';

type Output = readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[];

/** A chunk in planning. */
interface Piece {
  name: string;
  modules: string[];
  bytes: number;
  styleBytes: number;
  needs: Set<Piece>;
  /** By entry index: 1 if loaded with that entry. */
  loads: Uint8Array;
}

interface Pair {
  a: Piece;
  b: Piece;
  saved: number;
}

interface Plan {
  pieces: Piece[];
  /** Pieces that may be merged: a dynamically imported module stays in a chunk of its own. */
  shared: Set<Piece>;
  /** By entry index. */
  weights: number[];
}

/** The groups for `codeSplitting`. @param output of a build without groups */
export function groupsOf(output: Output): Rolldown.CodeSplittingGroup[] {
  const plan = planOf(output);
  joinPieces(plan);
  const names = new Map<string, string>();
  for (const [at, { name, modules }] of [...plan.shared].entries()) for (const id of modules) names.set(id, `${name}-${at}`);
  return [{ name: (id) => names.get(id) ?? null, includeDependenciesRecursively: false, debugName: 'joined' }];
}

function planOf(output: Output): Plan {
  const chunks = output.filter((each) => each.type === 'chunk');
  const entries = chunks.filter((each) => each.isEntry || each.isDynamicEntry);
  const pieces = new Map(
    chunks.map(({ fileName, name, code, moduleIds }): [string, Piece] => {
      const [bytes, styleBytes] = [code.length * COMPRESSED, styleBytesOf(moduleIds)];
      return [fileName, { name, modules: moduleIds, bytes, styleBytes, needs: new Set(), loads: new Uint8Array(entries.length) }];
    }),
  );
  const inFiles = (files: readonly string[]): Piece[] => files.flatMap((file) => pieces.get(file) ?? []);
  for (const { fileName, imports } of chunks) pieces.get(fileName)!.needs = new Set(inFiles(imports));
  const fileOf = (path: string): string => entries.find((each) => each.facadeModuleId!.endsWith(path))!.fileName;
  const [start, frame] = [fileOf('/index.html'), fileOf(FRAME)];
  for (const [at, { fileName, isEntry, facadeModuleId }] of entries.entries()) {
    const isBare = isEntry || facadeModuleId!.includes(LOGIN);
    for (const piece of collectDependencies(inFiles([start, ...(isBare ? [] : [frame]), fileName]))) piece.loads[at] = 1;
  }
  const entryFiles = new Set(entries.map(({ fileName }) => fileName));
  return {
    pieces: [...pieces.values()],
    shared: new Set([...pieces].flatMap(([file, piece]) => (entryFiles.has(file) ? [] : [piece]))),
    weights: entries.map(({ facadeModuleId }) => WEIGHTS[kindOf(facadeModuleId!)]),
  };
}

/** Merges the best pair repeatedly while it saves anything. */
function joinPieces({ pieces, shared, weights }: Plan): void {
  const pairsOf = (a: Piece, others: readonly Piece[]): Pair[] =>
    others.map((b) => ({ a, b, saved: savedBy(a, b, weights) })).filter(({ saved }) => saved > 0);
  let pairs = [...shared].flatMap((a, at) => pairsOf(a, [...shared].slice(at + 1)));
  while (pairs.length > 0) {
    const best = pairs.reduce((most, pair) => (pair.saved > most.saved ? pair : most));
    const { a, b } = best;
    const saved = savedBy(a, b, weights);
    // Outdated by other merges since.
    if (saved < best.saved) {
      best.saved = saved;
      if (saved <= 0) pairs.splice(pairs.indexOf(best), 1);
      continue;
    }
    join(a, b, pieces);
    shared.delete(b);
    pieces.splice(pieces.indexOf(b), 1);
    pairs = pairs.filter((pair) => ![pair.a, pair.b].some((each) => each === a || each === b));
    pairs.push(
      ...pairsOf(
        a,
        [...shared].filter((each) => each !== a),
      ),
    );
  }
}

const styleBytesOf = (modules: readonly string[]): number =>
  modules.filter((id) => id.endsWith('.css')).reduce((sum, id) => sum + statSync(id).size * COMPRESSED, 0);

function kindOf(source: string): keyof typeof WEIGHTS {
  if (source.includes(`${LOGIN}LoginPage`)) return 'login';
  return source.endsWith('Page.tsx') || source.endsWith(FRAME) ? 'page' : 'part';
}

/** These pieces and all their dependencies. */
function collectDependencies(pieces: Iterable<Piece>, found = new Set<Piece>()): Set<Piece> {
  for (const piece of pieces) {
    if (found.has(piece)) continue;
    found.add(piece);
    collectDependencies(piece.needs, found);
  }
  return found;
}

const weightOf = (piece: Piece): number => piece.bytes + REQUEST_BYTES + (piece.styleBytes && piece.styleBytes + REQUEST_BYTES);

/** Total savings across entries from merging the two. */
function savedBy(a: Piece, b: Piece, weights: readonly number[]): number {
  const either = a.loads.map((load, at) => load | b.loads[at]!);
  const countOf = (test: (at: number) => unknown): number =>
    weights.reduce((sum, weight, at) => sum + (test(at) ? weight : 0), 0);
  const both = { ...a, bytes: a.bytes + b.bytes, styleBytes: a.styleBytes + b.styleBytes };
  let saved =
    weightOf(a) * countOf((at) => a.loads[at]) +
    weightOf(b) * countOf((at) => b.loads[at]) -
    weightOf(both) * countOf((at) => either[at]);
  if (saved <= 0) return 0;
  const needed = collectDependencies([...a.needs, ...b.needs].filter((each) => each !== a && each !== b));
  // A third piece between the two would create a dependency cycle.
  if (needed.has(a) || needed.has(b)) return 0;
  for (const each of needed) saved -= weightOf(each) * countOf((at) => either[at]! > each.loads[at]!);
  return Math.max(saved, 0);
}

/** Merges `b` into `a`. */
function join(a: Piece, b: Piece, pieces: readonly Piece[]): void {
  if (b.bytes > a.bytes) a.name = b.name;
  a.modules = [...a.modules, ...b.modules];
  a.bytes += b.bytes;
  a.styleBytes += b.styleBytes;
  for (const each of b.needs) a.needs.add(each);
  for (const each of pieces) if (each.needs.delete(b)) each.needs.add(a);
  a.needs.delete(a);
  for (const each of collectDependencies([a])) each.loads = each.loads.map((load, at) => load | a.loads[at]! | b.loads[at]!);
}
