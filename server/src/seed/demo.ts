// The demo world, loaded once: people of every kind, products, places, and documents in every state.
import { hashPassword } from '../auth/password.ts';
import type { Services } from '../context.ts';
import type { Db, Trx } from '../db/open.ts';
import { newId } from '../db/id.ts';
import { DEMO_PASSWORD, demoOrgs, demoUsers } from './demo-people.ts';

export async function seedDemo({ db }: Services): Promise<void> {
  await seedTestWorld(db);
}

/** The part of the demo world that tests start from: people and organisations, products and places, no documents. */
export async function seedTestWorld(db: Db): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await db.transaction().execute(async (trx) => {
    await seedPeople(trx, passwordHash);
  });
}

async function seedPeople(trx: Trx, passwordHash: string): Promise<void> {
  const orgIds = new Map(demoOrgs.map((org) => [org.code, newId()]));
  await trx
    .insertInto('wms_org')
    .values(demoOrgs.map(({ code, name, nameEn, type }) => ({ id: orgIds.get(code)!, code, name, name_en: nameEn, type })))
    .execute();
  for (const { username, name, roles, orgs } of demoUsers) {
    const id = newId();
    await trx.insertInto('sys_user').values({ id, username, name, password_hash: passwordHash }).execute();
    await trx
      .insertInto('sys_user_role')
      .values(roles.map((role_code) => ({ user_id: id, role_code })))
      .execute();
    if (orgs.length === 0) continue;
    await trx
      .insertInto('wms_org_user')
      .values(orgs.map(([code, relation]) => ({ org_id: orgIds.get(code)!, user_id: id, relation })))
      .execute();
  }
}
