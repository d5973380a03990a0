import { EVENTS } from '@kuwei/contract/event';
import type { Caller, WriteContext } from '../../context.ts';
import { holdersOf } from '../../platform/people.ts';

/** Refreshes the account screens of administrators. */
export async function notifyAdministrators(context: WriteContext<Caller | null>, id?: string): Promise<void> {
  const to = await holdersOf(context.trx, 'ROLE_ADMIN', null);
  context.emit({ to, ...EVENTS.account, d: id === undefined ? {} : { id } });
}
