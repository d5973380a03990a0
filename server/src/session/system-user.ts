// The user that jobs run as; it cannot sign in.
import type { Trx } from '../db/open.ts';

export const SYSTEM_ID = '00000000-0000-7000-8000-000000000001';

export async function seedSystemUser(trx: Trx): Promise<void> {
  await trx
    .insertInto('sys_user')
    .values({ id: SYSTEM_ID, username: '$system', name: '系统', state: 'DISABLED' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
