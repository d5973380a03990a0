import type { EVENTS } from '@kuwei/contract/event';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';

type Kind = (typeof EVENTS)[keyof typeof EVENTS];

/** Notifies the current holders of these powers. */
export async function notifyPowerHolders(
  { trx, emit }: WriteContext<Caller | null>,
  powers: readonly string[],
  kind: Kind,
  d: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct h.user_id as id from sys_user_role h join sys_role_power p on p.role_code = h.role_code
     where p.power_code = any(${[...powers]}::text[])`.execute(trx);
  emit({ to: rows.map(({ id }) => id), ...kind, d });
}
