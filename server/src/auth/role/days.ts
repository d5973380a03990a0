// Grants end no later than the grantor's own rights (decision 189). Otherwise two people with temporary rights could extend each
// other's.
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { SYSTEM_ID } from '../../session/system-user.ts';
import { findAutoGrantableRoles, isWithinScope, loadGrantScopeUntil, selectGrantableRoles, type GrantScope } from './rights.ts';

/** The last day of something; null: no end. */
export type LastDay = string | null;

export const isLater = (one: LastDay, other: LastDay): boolean => other !== null && (one === null || one > other);
export const earlierDay = (one: LastDay, other: LastDay): LastDay => (isLater(one, other) ? other : one);

/** A role that is new to an account, or is granted for longer than before. */
export interface ExtendedRole {
  code: string;
  untilDay: LastDay;
}

/**
 * Roles that open only the holder's own requests may outlast the grantor's. Roles beyond the grantor's rights altogether are
 * refused by `assertMayGrant`.
 * @param extended by account
 * @returns BEYOND_DAYS or null, for each account
 */
export async function checkGrantDays(
  db: Kysely<DB>,
  { userId, locale }: { userId: string; locale: Locale },
  extended: readonly (readonly ExtendedRole[])[],
): Promise<(AppError | null)[]> {
  const codes = [...new Set(extended.flat().map(({ code }) => code))];
  if (codes.length === 0 || userId === SYSTEM_ID) return extended.map(() => null);
  const own = new RightsByDay(db, userId, locale);
  if ((await own.reach(null)).everything) return extended.map(() => null);
  const [free, givable] = await Promise.all([findAutoGrantableRoles(db, codes), selectGrantableRoles(db, codes, locale)]);
  const roles = new Map(givable.filter(({ code }) => !free.has(code)).map((role) => [role.code, role]));
  const refused: (AppError | null)[] = [];
  for (const each of extended) {
    let first: AppError | null = null;
    for (const { code, untilDay } of each) {
      const role = roles.get(code);
      if (role) first ??= await own.refusal(untilDay, role.name, (reach) => isWithinScope(reach, role));
    }
    refused.push(first);
  }
  return refused;
}

/** One person's rights on future days. */
export class RightsByDay {
  readonly #db: Kysely<DB>;
  readonly #userId: string;
  readonly #locale: Locale;
  readonly #reaches = new Map<LastDay, Promise<GrantScope>>();

  constructor(db: Kysely<DB>, userId: string, locale: Locale) {
    this.#db = db;
    this.#userId = userId;
    this.#locale = locale;
  }

  reach(day: LastDay): Promise<GrantScope> {
    const known = this.#reaches.get(day) ?? loadGrantScopeUntil(this.#db, this.#userId, this.#locale, day);
    this.#reaches.set(day, known);
    return known;
  }

  /**
   * @param day the last day of the grant
   * @param name of what is granted
   * @param isTheirs whether the rights of a day suffice to grant it
   * @returns BEYOND_DAYS with the last day on which they suffice; null if they suffice on `day`, or on no day
   */
  async refusal(
    day: LastDay,
    name: string,
    isTheirs: (reach: GrantScope, day: LastDay) => boolean | Promise<boolean>,
  ): Promise<AppError | null> {
    if (await isTheirs(await this.reach(day), day)) return null;
    for (const last of await this.#lastDays())
      if (isLater(day, last) && (await isTheirs(await this.reach(last), last)))
        return new AppError('BEYOND_DAYS', { params: { name, day: last } });
    return null;
  }

  /** Days on which a grant, a membership or the account ends, latest first. */
  async #lastDays(): Promise<string[]> {
    const { rows } = await sql<{ day: string }>`
      select distinct x.day from (
        select until_day as day from sys_role_grant where user_id = ${this.#userId}
        union all select until_day from wms_org_member where user_id = ${this.#userId}
        union all select until_day from sys_user where id = ${this.#userId}) x
       where x.day >= current_date order by x.day desc`.execute(this.#db);
    return rows.map(({ day }) => day);
  }
}
