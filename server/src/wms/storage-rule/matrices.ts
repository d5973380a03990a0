// The two compatibility matrices of storage groups, for the placement rules.
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import type { Compatible } from '../place/rules.ts';

/** Matrices by version, newest last; versions are unique across databases. */
const matrixCache = new Map<string, Compatible>();
const KNOWN_MAX = 8;

/**
 * The current matrices, cached by version.
 * @param version current version of `wms_storage_rule`
 */
export async function loadCompatible(db: Kysely<DB>, version: string): Promise<Compatible> {
  const before = matrixCache.get(version);
  if (before) return before;
  // One statement for both, so that no change commits in between.
  const read = await sql<{ version: string; pairs: string[] | null }>`
    select version, (select array_agg(level || ' ' || a || ' ' || b) from wms_storage_group_pair) as pairs
      from wms_storage_rule`.execute(db);
  const pairs = new Set(read.rows[0]!.pairs);
  const compatible: Compatible = {
    box: (a, b) => pairs.has(`BOX ${a} ${b}`),
    cabinet: (a, b) => pairs.has(`CABINET ${a} ${b}`),
  };
  matrixCache.set(read.rows[0]!.version, compatible);
  if (matrixCache.size > KNOWN_MAX) matrixCache.delete(matrixCache.keys().next().value!);
  return compatible;
}
