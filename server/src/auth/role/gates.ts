// What stands against a role as somebody wants it, beyond its shape: the same for the form, the workbook and the API.
import type { RoleForm } from '@kuwei/contract/auth/role';
import { AppError, type Fault } from '@kuwei/contract/error';
import { nameIn } from '@kuwei/contract/name';
import type { Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { LetGo } from '../../platform/import/ties.ts';
import { spelled } from '../account/cells.ts';
import { prefixFaults } from './built-in.ts';
import { calledOf, type Called } from './called.ts';
import { rolesByCode, type StoredRole } from './record.ts';
import { RightsByDay } from './days.ts';
import { reachOf, refusalOfRole, type Asker, type Reach } from './rights.ts';

export interface Wanted {
  before: StoredRole | null;
  form: RoleForm;
}

/** What a role is called: no other is called so. */
export const namesOf = (form: Pick<RoleForm, 'name' | 'nameEn'>) =>
  (['name', 'nameEn'] as const).map((path) => ({
    key: spelled(form[path]),
    taken: ({ code }: Pick<RoleForm, 'code'>) =>
      new AppError('INVALID', { faults: [{ path, key: 'rule.roleAlike', params: { name: form[path], code } }] }),
  }));

/**
 * @param letGo names that roles are to have no longer
 * @param known what roles are called, as rows before have said, of an import that is looked at part by part
 * @returns for each everything that stands against it
 */
export async function faultsOfRoles(
  db: Kysely<DB>,
  asker: Asker,
  wanted: readonly Wanted[],
  letGo = LetGo.of(wanted, namesOf),
  known: Promise<Called> = calledOf(db, letGo),
): Promise<AppError[][]> {
  const [reach, tooLongs, called, taken] = await Promise.all([
    reachOf(db, asker),
    checkPowerDays(db, asker, wanted),
    known,
    rolesByCode(
      db,
      wanted.filter(({ before }) => before === null).map(({ form }) => form.code),
    ),
  ]);
  const seen = new Set<string>();
  return wanted.map(({ before, form }, at) => {
    const faults: Fault[] = [
      ...(before && before.form.code !== form.code ? [{ path: 'code', key: 'rule.fixed' } as const] : []),
      ...(before || taken.has(form.code) ? [] : prefixFaults(form.code)),
      ...alikeFaults(before, form, called),
      ...(form.powers.every((power) => reach.names.has(power)) ? [] : [{ path: 'powers', key: 'rule.notOffered' } as const]),
    ];
    const isTaken = before === null && (taken.has(form.code) || seen.has(form.code));
    seen.add(form.code);
    called.set(form.code, [form.name, form.nameEn]);
    const refused = faults.length > 0 ? null : refusalOfRole({ before, wanted: form }, reach, asker.locale);
    const tooLong = tooLongs[at];
    return [
      ...(isTaken ? [new AppError('CODE_TAKEN', { params: { code: form.code }, field: 'code' })] : []),
      ...(faults.length > 0 ? [new AppError('INVALID', { faults })] : []),
      ...(refused ? [refused] : tooLong ? [tooLong] : []),
    ];
  });
}

/** A power added to a role reaches its holders until their grants end: no later than it ends for the person who adds it. */
async function checkPowerDays(db: Kysely<DB>, asker: Asker, wanted: readonly Wanted[]): Promise<(AppError | null)[]> {
  const own = new RightsByDay(db, asker.caller.userId, asker.locale);
  const refused: (AppError | null)[] = [];
  for (const { before, form } of wanted) {
    const kept = before?.form.valid ? before.form.powers : [];
    const added = form.valid ? form.powers.filter((power) => !kept.includes(power)) : [];
    const until = before?.heldUntil;
    const isTheirs = ({ everything, powers }: Reach) => everything || added.every((power) => powers.has(power));
    const isNew = until === undefined || added.length === 0;
    refused.push(isNew ? null : await own.refusal(until, nameIn(asker.locale, form), isTheirs));
  }
  return refused;
}

/** Workbooks and people know roles by what they are called: none is called as another one is. What stood so before may stay. */
function alikeFaults(before: StoredRole | null, form: RoleForm, called: Called): Fault[] {
  return (['name', 'nameEn'] as const).flatMap((path): Fault[] => {
    if (before?.form[path] === form[path]) return [];
    const code = called.otherThan(form.code, form[path]);
    return code === null ? [] : [{ path, key: 'rule.roleAlike', params: { name: form[path], code } }];
  });
}
