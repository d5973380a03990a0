import { AppError } from '@kuwei/contract/error';
import { normalizeText as seenIn } from '@kuwei/contract/normalize-text';
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../db/open.ts';
import { SYSTEM_ID } from '../../session/system-user.ts';

/** Ignores case, width and spaces, like the index `sys_user_plain_name`. */
const normalizedName = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`lower(regexp_replace(normalize(${text}, NFKC), '\\s', '', 'g'))`;

/**
 * Refuses the display name of another active person or of a role: documents and timelines identify people by it alone. Real
 * namesakes get theirs from an administrator. Concurrent claims of a name are serialized.
 * @throws AppError INVALID at `name`
 */
export async function assertDistinctName(trx: Trx, userId: string, name: string): Promise<void> {
  const typed = normalizedName(sql`${seenIn(name)}::text`);
  await sql`select pg_advisory_xact_lock(hashtextextended('name/' || ${typed}, 0))`.execute(trx);
  const { rows } = await sql`
    select from sys_user u
     where ${normalizedName(sql`u.name`)} = ${typed} and u.id <> ${userId} and u.deleted_at is null
       and (u.state = 'ACTIVE' or u.id = ${SYSTEM_ID})
    union all
    select from sys_role r where ${typed} in (${normalizedName(sql`r.name`)}, ${normalizedName(sql`r.name_en`)})
    limit 1`.execute(trx);
  if (rows.length > 0) throw new AppError('INVALID', { faults: [{ path: 'name', key: 'rule.personAlike' }] });
}
