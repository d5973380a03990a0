// Backups whose file is gone, or lies in another folder than the configured one.
import { stat } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Services } from '../../context.ts';
import { pathIn } from './files.ts';

/** SQL: whether a backup is complete and its file is there, when it was last looked for. */
export const IS_AVAILABLE = `(state in ('READY', 'VERIFIED') and fault ->> 'code' is distinct from 'MISSING')`;

/** Marks backups whose file is missing, and unmarks those whose file is back. */
export async function markMissingBackups({ db, config, log }: Pick<Services, 'db' | 'config' | 'log'>): Promise<void> {
  const backups = await db
    .selectFrom('sys_backup')
    .where('state', 'in', ['READY', 'VERIFIED'])
    .where(sql<boolean>`coalesce(fault ->> 'code', 'MISSING') = 'MISSING'`)
    .select(['id', 'name', sql<boolean>`fault is not null`.as('isMarked')])
    .execute();
  for (const { id, name, isMarked } of backups) {
    const isMissing = (await stat(pathIn(config, name)).catch(() => null)) === null;
    if (isMissing === isMarked) continue;
    if (isMissing) log.warn({ backup: id, name }, 'the file of a backup is missing');
    await db
      .updateTable('sys_backup')
      .set({ fault: isMissing ? JSON.stringify({ code: 'MISSING', params: {} }) : null })
      .where('id', '=', id)
      .execute();
  }
}
