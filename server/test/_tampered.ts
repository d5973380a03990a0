// What the proof of the ledger finds after its owner has written past the guards of some tables.
import { sql } from 'kysely';
import type { Services } from '../src/context.ts';
import type { Fault } from '../src/wms/ledger/fault.ts';
import { proveInside } from '../src/wms/ledger/prove.ts';

/**
 * Runs statements as the owner of the tables, whose triggers do not stop them, proves the ledger, and takes all of it back.
 * @param tables whose triggers are off meanwhile
 */
export async function faultsAfter(
  { db, sealer }: Pick<Services, 'db' | 'sealer'>,
  tables: readonly string[],
  statements: readonly string[],
): Promise<(Fault & { check: string })[]> {
  const trx = await db.startTransaction().execute();
  const guards = async (how: 'disable' | 'enable') => {
    for (const table of tables) await sql.raw(`alter table ${table} ${how} trigger user`).execute(trx);
  };
  await guards('disable');
  for (const statement of statements) await sql.raw(statement).execute(trx);
  await guards('enable');
  const { faults } = await proveInside(trx, sealer);
  await trx.rollback().execute();
  return faults;
}
