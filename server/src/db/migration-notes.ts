// Compares the migrations recorded in a database with those of this program. Release 0.2.0 replaced the 125 files before it by
// one readable schema: a database with all of them is equivalent, and is recorded so (decision 210).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of this program. */
type Shipped = Pick<Note, 'name' | 'checksum'>;

/** A recorded migration. */
export interface Note {
  name: string;
  checksum: string;
  appliedAt: string;
  ms: number | null;
  version: string | null;
  /** The records that this one replaces. */
  replaces?: readonly Note[];
}

/** Why a database is refused, with the offending file. */
export interface NotesFault {
  code: 'NEWER' | 'EDITED' | 'OLDER';
  name: string;
}

/** Version to start once on databases with only some of the files that 0.2.0 replaces. */
export const BRIDGING_VERSION = '0.1.0';

/** Format of `sha256sum`. 0005 is listed twice: its first version needed a superuser, which 0036 made up for. */
const CHAIN = new Set(
  readFileSync(join(import.meta.dirname, 'migrations/before-0.2.0.sha256'), 'utf8')
    .trimEnd()
    .split('\n'),
);
const CHAIN_NAMES = new Set([...CHAIN].map((line) => line.split('  ')[1]!));

const isOfChain = ({ name, checksum }: Note): boolean => CHAIN.has(`${checksum}  ${name}`);

/** Files of release 0.2.0, the base of all later ones. */
const isBase = ({ name }: Shipped): boolean => name < '0100';

/** @param noted in the order of names @returns the records under current names, and whether they must be rewritten */
export function readNotes(
  noted: readonly Note[],
  known: readonly Shipped[],
): { notes: readonly Note[]; isReplaced: boolean } | { fault: NotesFault } {
  const replaced = noted.filter(isOfChain);
  const isReplaced = replaced.length > 0;
  const rest = noted.filter((note) => !isOfChain(note));
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of rest) {
    const isEdited = isReplaced && CHAIN_NAMES.has(name);
    if (!isEdited && !checksums.has(name)) return { fault: { code: 'NEWER', name } };
    if (isEdited || checksums.get(name) !== checksum) return { fault: { code: 'EDITED', name } };
  }
  if (!isReplaced) return { notes: noted, isReplaced };
  const names = new Set(replaced.map(({ name }) => name));
  const missing = [...CHAIN_NAMES].find((name) => !names.has(name));
  if (missing !== undefined) return { fault: { code: 'OLDER', name: missing } };
  return { notes: [...baseNotes(replaced, known), ...rest], isReplaced };
}

/** Records for the base files: applied with the first file they replace, and as of the last. */
function baseNotes(replaced: readonly Note[], known: readonly Shipped[]): Note[] {
  const [first, last] = [replaced[0]!, replaced.at(-1)!];
  return known.filter(isBase).map(({ name, checksum }, place) => ({
    name,
    checksum,
    appliedAt: first.appliedAt,
    ms: null,
    version: last.version,
    ...(place === 0 && { replaces: replaced }),
  }));
}
