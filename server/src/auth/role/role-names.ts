// An index of normalized role names: an import looks up thousands of names among thousands of roles.
import type { Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import type { ReleasedValues } from '../../platform/import/unique-values.ts';
import { normalizeSpelling } from '../account/cells.ts';

export class RoleNames {
  /** Codes of roles by name; a role is also found by its code. */
  readonly #codes = new Map<string, Set<string>>();
  readonly #names = new Map<string, ReadonlySet<string>>();

  /** Sets the names of a role, replacing former ones. */
  set(code: string, names: readonly string[]): void {
    for (const name of this.#names.get(code) ?? []) this.#codes.get(name)?.delete(code);
    const folded = new Set([code, ...names].map(normalizeSpelling));
    this.#names.set(code, folded);
    for (const name of folded) {
      const codes = this.#codes.get(name);
      if (codes) codes.add(code);
      else this.#codes.set(name, new Set([code]));
    }
  }

  /** @returns the code of another role with this name */
  otherThan(code: string, name: string): string | null {
    for (const other of this.#codes.get(normalizeSpelling(name)) ?? []) if (other !== code) return other;
    return null;
  }
}

/** @param letGo names that roles give up */
export async function loadRoleNames(db: Kysely<DB>, letGo: ReleasedValues): Promise<RoleNames> {
  const roleNames = new RoleNames();
  const rows = await db.selectFrom('sys_role').select(['id', 'code', 'name', 'name_en']).execute();
  for (const { id, code, name, name_en } of rows)
    roleNames.set(
      code,
      [name, name_en].filter((each) => !letGo.has(id, normalizeSpelling(each))),
    );
  return roleNames;
}
