// What a database has noted as applied, held against the files that this program ships. Release 0.2.0 put one readable schema in
// place of the 125 files that led to it: a database on which all of those are noted is the same, and is noted so (decision 210).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file that this program ships. */
type Shipped = Pick<Note, 'name' | 'checksum'>;

/** What the table of notes says of a file that was applied. */
export interface Note {
  name: string;
  checksum: string;
  appliedAt: string;
  ms: number | null;
  version: string | null;
  /** Notes in whose place this one is. */
  replaces?: readonly Note[];
}

/** Why the notes are not those of a database that this program goes on with, and the file that shows it. */
export interface NotesFault {
  code: 'NEWER' | 'EDITED' | 'OLDER';
  name: string;
}

/** The version to start once on a database that is older than the files of 0.2.0 replace. */
export const BRIDGING_VERSION = '0.1.0';

/** As `sha256sum` writes it. 0005 is there twice: its first text wanted a superuser, and 0036 made up for it. */
const CHAIN = new Set(
  readFileSync(join(import.meta.dirname, 'migrations/before-0.2.0.sha256'), 'utf8')
    .trimEnd()
    .split('\n'),
);
const CHAIN_NAMES = new Set([...CHAIN].map((line) => line.split('  ')[1]!));

const isOfChain = ({ name, checksum }: Note): boolean => CHAIN.has(`${checksum}  ${name}`);

/** Files of release 0.2.0, which all others build on. */
const isBase = ({ name }: Shipped): boolean => name < '0100';

/**
 * @param noted in the order of names
 * @returns the notes under the names that this program knows, and whether they have to be written so
 */
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
  const lacking = [...CHAIN_NAMES].find((name) => !names.has(name));
  if (lacking !== undefined) return { fault: { code: 'OLDER', name: lacking } };
  return { notes: [...baseNotes(replaced, known), ...rest], isReplaced };
}

/** The base was there since the first of the files that it replaces, and is as the last of them left it. */
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
