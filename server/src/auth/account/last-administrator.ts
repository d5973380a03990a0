// Finds the change in a batch that would remove the last administrator.
import type { AccountForm } from '@kuwei/contract/auth/account';
import { AppError } from '@kuwei/contract/error';
import { sql, type Kysely } from 'kysely';
import { anyOf } from '../../db/rows.ts';
import type { DB } from '../../db/types.ts';
import type { AccountChange } from './record.ts';
import { canSignIn, isAdministrator } from './queries.ts';

/** @returns a refusal at the index of the last change that would leave no administrator; usually empty */
export async function findLastAdministratorRefusal(
  db: Kysely<DB>,
  wanted: readonly AccountChange[],
): Promise<ReadonlyMap<number, AppError>> {
  const { rows } = await sql<{ today: string }>`select current_date::text as today`.execute(db);
  const { today } = rows[0]!;
  const isLosing = ({ before, form }: AccountChange): boolean =>
    before !== null && isLastingAdministrator(before.form, today) && !isLastingAdministrator(form, today);
  const last = wanted.findLastIndex(isLosing);
  if (last < 0) return new Map();
  const losing = wanted.filter(isLosing).map(({ before }) => before!.id);
  const gaining = wanted.flatMap(({ before, form }) => (before && isLastingAdministrator(form, today) ? before.id : []));
  const { rows: staying } = await sql`
    select from sys_user u where ${canSignIn}
       and (u.id = ${anyOf(gaining)} or (${isAdministrator} and not u.id = ${anyOf(losing)})) limit 1`.execute(db);
  return staying.length > 0 ? new Map() : new Map([[last, new AppError('LAST_ADMIN', { field: 'roles' })]]);
}

/** Administrator today and without an end date. */
const isLastingAdministrator = ({ roles, untilDay }: AccountForm, today: string): boolean =>
  untilDay === null &&
  roles.some(
    ({ code, ...days }) => code === 'ROLE_ADMIN' && days.untilDay === null && (days.fromDay === null || days.fromDay <= today),
  );
