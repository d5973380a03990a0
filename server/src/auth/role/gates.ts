// What stands against a role as somebody wants it, beyond its shape: the same for the form, the workbook and the API.
import type { RoleForm } from '@kuwei/contract/auth/role';
import { AppError, type Fault } from '@kuwei/contract/error';
import type { Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { rolesByCode, type StoredRole } from './record.ts';
import { reachOf, refusalOfRole, type Asker } from './rights.ts';

export interface Wanted {
  before: StoredRole | null;
  form: RoleForm;
}

/** @returns for each everything that stands against it */
export async function faultsOfRoles(db: Kysely<DB>, asker: Asker, wanted: readonly Wanted[]): Promise<AppError[][]> {
  const [reach, taken] = await Promise.all([
    reachOf(db, asker),
    rolesByCode(
      db,
      wanted.filter(({ before }) => before === null).map(({ form }) => form.code),
    ),
  ]);
  const seen = new Set<string>();
  return wanted.map(({ before, form }) => {
    const faults: Fault[] = [
      ...(before && before.form.code !== form.code ? [{ path: 'code', key: 'rule.fixed' } as const] : []),
      ...(form.powers.every((power) => reach.names.has(power)) ? [] : [{ path: 'powers', key: 'rule.notOffered' } as const]),
    ];
    const isTaken = before === null && (taken.has(form.code) || seen.has(form.code));
    seen.add(form.code);
    const refused = faults.length > 0 ? null : refusalOfRole({ before, wanted: form }, reach, asker.locale);
    return [
      ...(isTaken ? [new AppError('CODE_TAKEN', { params: { code: form.code }, field: 'code' })] : []),
      ...(faults.length > 0 ? [new AppError('INVALID', { faults })] : []),
      ...(refused ? [refused] : []),
    ];
  });
}
