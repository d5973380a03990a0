// The two matrices of storage groups as the rules of places ask them.
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import type { Compatible } from '../place/rules.ts';

/** Matrices by their version, the newest last: a change gives them a new one, which no other database has either. */
const known = new Map<string, Compatible>();
const KNOWN_MAX = 8;

/**
 * The matrices as they stand, whichever process changed them. They are read once for each version.
 * @param version that `wms_storage_rule` has at this moment
 */
export async function compatibleAt(db: Kysely<DB>, version: string): Promise<Compatible> {
  const before = known.get(version);
  if (before) return before;
  // One statement for both: between two of them a change could be committed.
  const read = await sql<{ version: string; pairs: string[] | null }>`
    select version, (select array_agg(level || ' ' || a || ' ' || b) from wms_storage_group_pair) as pairs
      from wms_storage_rule`.execute(db);
  const pairs = new Set(read.rows[0]!.pairs);
  const compatible: Compatible = {
    box: (a, b) => pairs.has(`BOX ${a} ${b}`),
    cabinet: (a, b) => pairs.has(`CABINET ${a} ${b}`),
  };
  known.set(read.rows[0]!.version, compatible);
  if (known.size > KNOWN_MAX) known.delete(known.keys().next().value!);
  return compatible;
}
