// The first start of an installation: the demo world, or one administrator with a random password.
import { randomBytes } from 'node:crypto';
import { hashPassword } from '../auth/password.ts';
import type { Services } from '../context.ts';
import { newId } from '../db/id.ts';

export async function firstStart(services: Services): Promise<void> {
  const { db, config } = services;
  const someone = await db.selectFrom('sys_user').select('id').limit(1).executeTakeFirst();
  if (someone) return;
  if (config.demo) {
    const { seedDemo } = await import('./demo.ts');
    return seedDemo(services);
  }
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  const made = await db.transaction().execute(async (trx) => {
    // Several processes may start at once: the unique username lets one of them win.
    const id = newId();
    const added = await trx
      .insertInto('sys_user')
      .values({ id, username: 'admin', name: '系统管理员', password_hash: passwordHash, must_change_password: true })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (!added.numInsertedOrUpdatedRows) return false;
    await trx.insertInto('sys_user_role').values({ user_id: id, role_code: 'ROLE_ADMIN' }).execute();
    return true;
  });
  if (made) console.log(`\n  First administrator: admin\n  Password, shown this once: ${password}\n`);
}
