// Validation of roles beyond the schema, shared by form, workbook and API.
import type { RoleForm } from '@kuwei/contract/auth/role';
import { AppError, type Fault } from '@kuwei/contract/error';
import { nameIn } from '@kuwei/contract/name';
import type { Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { ReleasedValues } from '../../platform/import/unique-values.ts';
import { normalizeSpelling } from '../account/cells.ts';
import { prefixFaults } from './built-in.ts';
import { loadRoleNames, type RoleNames } from './role-names.ts';
import { rolesByCode, type StoredRole } from './record.ts';
import { RightsByDay } from './days.ts';
import { loadGrantScope, checkRoleChange, type GrantingCaller, type GrantScope } from './rights.ts';

export interface RoleChangeRequest {
  before: StoredRole | null;
  form: RoleForm;
}

/** The names of a role, which are unique. */
export const namesOf = (form: Pick<RoleForm, 'name' | 'nameEn'>) =>
  (['name', 'nameEn'] as const).map((path) => ({
    key: normalizeSpelling(form[path]),
    taken: ({ code }: Pick<RoleForm, 'code'>) =>
      new AppError('INVALID', { faults: [{ path, key: 'rule.roleAlike', params: { name: form[path], code } }] }),
  }));

/**
 * @param letGo names that roles give up
 * @param known names, as earlier batches of the same import change them
 * @returns all faults of each role
 */
export async function checkRoles(
  db: Kysely<DB>,
  asker: GrantingCaller,
  wanted: readonly RoleChangeRequest[],
  letGo = ReleasedValues.of(wanted, namesOf),
  known: Promise<RoleNames> = loadRoleNames(db, letGo),
): Promise<AppError[][]> {
  const [reach, tooLongs, roleNames, taken] = await Promise.all([
    loadGrantScope(db, asker),
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
      ...duplicateNameFaults(before, form, roleNames),
      ...(form.powers.every((power) => reach.names.has(power)) ? [] : [{ path: 'powers', key: 'rule.notOffered' } as const]),
    ];
    const isTaken = before === null && (taken.has(form.code) || seen.has(form.code));
    seen.add(form.code);
    roleNames.set(form.code, [form.name, form.nameEn]);
    const refused = faults.length > 0 ? null : checkRoleChange({ before, wanted: form }, reach, asker.locale);
    const tooLong = tooLongs[at];
    return [
      ...(isTaken ? [new AppError('CODE_TAKEN', { params: { code: form.code }, field: 'code' })] : []),
      ...(faults.length > 0 ? [new AppError('INVALID', { faults })] : []),
      ...(refused ? [refused] : tooLong ? [tooLong] : []),
    ];
  });
}

/**
 * A power added to a role reaches its holders until their grants end, so these may not end later than the power does for the
 * person who adds it.
 */
async function checkPowerDays(
  db: Kysely<DB>,
  asker: GrantingCaller,
  wanted: readonly RoleChangeRequest[],
): Promise<(AppError | null)[]> {
  const own = new RightsByDay(db, asker.caller.userId, asker.locale);
  const refused: (AppError | null)[] = [];
  for (const { before, form } of wanted) {
    const kept = before?.form.valid ? before.form.powers : [];
    const added = form.valid ? form.powers.filter((power) => !kept.includes(power)) : [];
    const until = before?.heldUntil;
    const isTheirs = ({ everything, powers }: GrantScope) => everything || added.every((power) => powers.has(power));
    const isNew = until === undefined || added.length === 0;
    refused.push(isNew ? null : await own.refusal(until, nameIn(asker.locale, form), isTheirs));
  }
  return refused;
}

/** Role names are unique, as workbooks and people refer to roles by name. Unchanged names may stay. */
function duplicateNameFaults(before: StoredRole | null, form: RoleForm, roleNames: RoleNames): Fault[] {
  return (['name', 'nameEn'] as const).flatMap((path): Fault[] => {
    if (before?.form[path] === form[path]) return [];
    const code = roleNames.otherThan(form.code, form[path]);
    return code === null ? [] : [{ path, key: 'rule.roleAlike', params: { name: form[path], code } }];
  });
}
