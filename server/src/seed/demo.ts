// Demo data, loaded once: users of every kind, products, places, and documents in every state.
import { hashPassword } from '../auth/password/password.ts';
import type { Services } from '../context.ts';
import { newId } from '../db/id.ts';
import { searchText } from '../db/search.ts';
import type { Db, Trx } from '../db/open.ts';
import { SYSTEM_ID } from '../session/system-user.ts';
import { seedDocuments } from './demo-documents.ts';
import { seedLimits } from './demo-limits.ts';
import { seedPermits } from './demo-permits.ts';
import { seedPlaces, seedProducts, type DemoFile } from './demo-master.ts';
import { DEMO_PASSWORD, demoOrgs, demoUsers } from './demo-people.ts';

export async function seedDemo(services: Services): Promise<void> {
  for (const { id, content } of await seedTestWorld(services.db)) await services.files.write(id, content);
  await services.db.transaction().execute(nameSite);
  await seedLimits(services.db);
  await seedPermits(services.db);
  await seedDocuments(services);
}

/** Changes a setting like any other, with user and time. */
async function nameSite(trx: Trx): Promise<void> {
  const [code, value] = ['SYS_ADMIN_TITLE_EN', JSON.stringify('Warehouse Management')];
  const set = await trx
    .insertInto('sys_config')
    .values({ code, value })
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .executeTakeFirst();
  if (!set) return;
  const change = { code, rev: 2, value, kind: 'SET' as const, reason: '演示数据 Demo data', changed_by: SYSTEM_ID };
  await trx.insertInto('sys_config_history').values(change).execute();
}

/**
 * The part of the demo data that tests start from: people, organisations, products and places, without documents.
 * @returns the files that its rows refer to
 */
export async function seedTestWorld(db: Db): Promise<DemoFile[]> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  return db.transaction().execute(async (trx) => {
    const { userIds, orgIds } = await seedPeople(trx, passwordHash);
    await seedPlaces(trx, orgIds.get('WAREHOUSE')!, userIds);
    return seedProducts(trx, userIds.get('admin')!);
  });
}

type Ids = ReadonlyMap<string, string>;

async function seedPeople(trx: Trx, passwordHash: string): Promise<{ userIds: Ids; orgIds: Ids }> {
  const orgIds = new Map(demoOrgs.map((org) => [org.code, newId()]));
  const userIds = new Map(demoUsers.map((user) => [user.username, newId()]));
  const orgs = demoOrgs.map(async ({ code, name, nameEn, type }) => ({
    id: orgIds.get(code)!,
    code,
    name,
    name_en: nameEn,
    type,
    search: await searchText([code, name, nameEn]),
  }));
  await trx
    .insertInto('wms_org')
    .values(await Promise.all(orgs))
    .execute();
  for (const { username, name, roles, orgs: places } of demoUsers) {
    const id = userIds.get(username)!;
    await trx
      .insertInto('sys_user')
      .values({ id, username, name, password_hash: passwordHash, search: await searchText([username, name]) })
      .execute();
    await trx
      .insertInto('sys_role_grant')
      .values(roles.map((role_code) => ({ user_id: id, role_code })))
      .execute();
    if (places.length === 0) continue;
    await trx
      .insertInto('wms_org_member')
      .values(places.map(([code, relation]) => ({ org_id: orgIds.get(code)!, user_id: id, relation })))
      .execute();
  }
  return { userIds, orgIds };
}
