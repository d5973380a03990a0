// What every role is called, folded once: an import asks for thousands of names among thousands of roles.
import type { Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import type { LetGo } from '../../platform/import/ties.ts';
import { spelled } from '../account/cells.ts';

export class Called {
  /** By what it is called: a role is known by its code, too. */
  readonly #codes = new Map<string, Set<string>>();
  readonly #names = new Map<string, ReadonlySet<string>>();

  /** From now on it is called so, and no longer as before. */
  set(code: string, names: readonly string[]): void {
    for (const name of this.#names.get(code) ?? []) this.#codes.get(name)?.delete(code);
    const folded = new Set([code, ...names].map(spelled));
    this.#names.set(code, folded);
    for (const name of folded) {
      const codes = this.#codes.get(name);
      if (codes) codes.add(code);
      else this.#codes.set(name, new Set([code]));
    }
  }

  /** Another role that is called so. */
  otherThan(code: string, name: string): string | null {
    for (const other of this.#codes.get(spelled(name)) ?? []) if (other !== code) return other;
    return null;
  }
}

/** @param letGo names that roles are to have no longer */
export async function calledOf(db: Kysely<DB>, letGo: LetGo): Promise<Called> {
  const called = new Called();
  const rows = await db.selectFrom('sys_role').select(['id', 'code', 'name', 'name_en']).execute();
  for (const { id, code, name, name_en } of rows)
    called.set(
      code,
      [name, name_en].filter((each) => !letGo.has(id, spelled(each))),
    );
  return called;
}
