// First start of an installation: demo data, or one administrator with a random password.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { WMS_ROLES as R } from '@kuwei/contract/access';
import { sql } from 'kysely';
import { hashPassword } from '../auth/password/password.ts';
import type { Services } from '../context.ts';
import { newId } from '../db/id.ts';
import { searchText } from '../db/search.ts';
import { SYSTEM_ID } from '../session/system-user.ts';

/**
 * Roles of the first administrator: accounts and permissions, warehouses, boxes, products and opening stock, and putaway of the
 * first deposit. Reviews need a second person.
 */
const FIRST_ROLES = ['ROLE_WAREHOUSE_ADMIN', R.box, R.product, R.warehouse, R.opening, 'ROLE_ADMIN'] as const;

/** Arbitrary advisory-lock id. */
const LOCK = 7_318_004;
const AGAIN_MS = 50;

/** Under concurrent starts on an empty database, one process seeds and the others wait. */
export async function seedOnFirstStart(services: Services): Promise<void> {
  await services.db.connection().execute(async (held) => {
    // Polls, because a blocking lock would run into the statement timeout.
    for (;;) {
      const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${LOCK}) as taken`.execute(held);
      if (rows[0]!.taken) break;
      await sleep(AGAIN_MS);
    }
    try {
      await seedFirstData(services);
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(held);
    }
  });
}

async function seedFirstData(services: Services): Promise<void> {
  const { db, config } = services;
  const someone = await db.selectFrom('sys_user').where('id', '<>', SYSTEM_ID).select('id').limit(1).executeTakeFirst();
  if (someone) return;
  if (config.demo) {
    const { seedDemo } = await import('./demo.ts');
    return seedDemo(services);
  }
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    const id = newId();
    await trx
      .insertInto('sys_user')
      .values({ id, username: 'admin', name: '系统管理员', password_hash: passwordHash, must_change_password: true })
      .execute();
    // The first administrator has to set up the first warehouse, and users cannot grant roles to themselves.
    const departmentId = newId();
    await trx
      .insertInto('wms_org')
      .values({
        id: departmentId,
        code: 'WAREHOUSE',
        name: '仓储管理部',
        name_en: 'Warehouse department',
        type: 'WAREHOUSE',
        search: await searchText(['WAREHOUSE', '仓储管理部', 'Warehouse department']),
      })
      .execute();
    await trx.insertInto('wms_org_member').values({ org_id: departmentId, user_id: id, relation: 'LEADER' }).execute();
    await trx
      .insertInto('sys_role_grant')
      .values(FIRST_ROLES.map((role_code) => ({ user_id: id, role_code })))
      .execute();
  });
  // On standard error, because standard output is the log, which is stored.
  console.error(`\n  First administrator: admin\n  Password, shown this once: ${password}\n`);
}
