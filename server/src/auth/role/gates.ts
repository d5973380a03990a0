// What stands against a role as somebody wants it, beyond its shape: the same for the form, the workbook and the API.
import type { RoleForm } from '@kuwei/contract/auth/role';
import { AppError, type Fault } from '@kuwei/contract/error';
import type { Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { spelled } from '../account/cells.ts';
import { namesOfRoles, rolesByCode, type StoredRole } from './record.ts';
import { reachOf, refusalOfRole, type Asker } from './rights.ts';

export interface Wanted {
  before: StoredRole | null;
  form: RoleForm;
}

/** @returns for each everything that stands against it */
export async function faultsOfRoles(db: Kysely<DB>, asker: Asker, wanted: readonly Wanted[]): Promise<AppError[][]> {
  const [reach, names, taken] = await Promise.all([
    reachOf(db, asker),
    namesOfRoles(db),
    rolesByCode(
      db,
      wanted.filter(({ before }) => before === null).map(({ form }) => form.code),
    ),
  ]);
  const seen = new Set<string>();
  return wanted.map(({ before, form }) => {
    const faults: Fault[] = [
      ...(before && before.form.code !== form.code ? [{ path: 'code', key: 'rule.fixed' } as const] : []),
      ...alikeFaults(before, form, names),
      ...(form.powers.every((power) => reach.names.has(power)) ? [] : [{ path: 'powers', key: 'rule.notOffered' } as const]),
    ];
    const isTaken = before === null && (taken.has(form.code) || seen.has(form.code));
    seen.add(form.code);
    names.set(form.code, [form.name, form.nameEn]);
    const refused = faults.length > 0 ? null : refusalOfRole({ before, wanted: form }, reach, asker.locale);
    return [
      ...(isTaken ? [new AppError('CODE_TAKEN', { params: { code: form.code }, field: 'code' })] : []),
      ...(faults.length > 0 ? [new AppError('INVALID', { faults })] : []),
      ...(refused ? [refused] : []),
    ];
  });
}

/** Workbooks and people know roles by what they are called: none is called as another one is. What stood so before may stay. */
function alikeFaults(before: StoredRole | null, form: RoleForm, names: ReadonlyMap<string, readonly string[]>): Fault[] {
  return (['name', 'nameEn'] as const).flatMap((path): Fault[] => {
    if (before?.form[path] === form[path]) return [];
    const wanted = spelled(form[path]);
    const other = [...names].find(
      ([code, called]) => code !== form.code && [code, ...called].some((name) => spelled(name) === wanted),
    );
    return other ? [{ path, key: 'rule.roleAlike', params: { name: form[path], code: other[0] } }] : [];
  });
}
