import type { RoleHeld } from '@kuwei/contract/access';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import type { MenuEntry, MenuPreview, menuRoutes } from '@kuwei/contract/sys/menu';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { named } from '../../db/named.ts';
import { like } from '../../db/search.ts';
import type { Handlers } from '../../http/register.ts';
import { importFile, lookAtFile, menuFileOf } from './file.ts';
import { changedIn, isHome, layMenu, movedAmong, saidOf, WHOLE, type Laid, type Stored } from './lay.ts';
import { previewOf } from './preview.ts';
import { createEntry, deleteEntry, moveEntry, restoreAll, restoreEntry, revOf, updateEntry, type Menu } from './save.ts';
import { readMenu, storedRows } from './stored.ts';

const PEOPLE_FOUND = 20;

async function menuOf(db: Kysely<DB>): Promise<Menu> {
  const rows = await storedRows(db);
  return { rows, entries: layMenu(rows) };
}

/** Shipped entries that stand below what they come below, and elsewhere among those. */
function movedIn(entries: readonly Laid[]): Set<string> {
  const home = entries.filter(isHome);
  const come = layMenu([]);
  const idsBelow = (of: readonly Laid[], parentId: string | null): string[] =>
    of.filter((entry) => entry.parentId === parentId).map(({ id }) => id);
  const above = new Set(home.map(({ parentId }) => parentId));
  return new Set([...above].flatMap((parentId) => movedAmong(idsBelow(come, parentId), idsBelow(home, parentId))));
}

function recordsOf({ rows, entries }: Menu): MenuEntry[] {
  const moved = movedIn(entries);
  const stored = new Map(rows.map((row) => [row.id, row]));
  return entries.map((entry) => recordOf(entry, stored.get(entry.id), moved.has(entry.id)));
}

const recordOf = (entry: Laid, row: Stored | undefined, isMoved: boolean): MenuEntry => ({
  id: entry.id,
  code: entry.code,
  ...saidOf(entry),
  shipped: entry.shipped,
  changed: [...changedIn(entry), ...(isMoved ? ['order'] : [])],
  rev: row?.rev ?? 1,
  ...(row && { updatedAt: row.updatedAt }),
  updatedBy: row?.updatedBy ?? null,
});

/** @throws AppError NOT_FOUND */
async function findEntry(db: Kysely<DB>, id: string): Promise<MenuEntry> {
  const found = recordsOf(await menuOf(db)).find((entry) => entry.id === id);
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

interface Need {
  code: string;
  name: string;
  kind: 'ROLE' | 'POWER';
}

async function needsOf(db: Kysely<DB>, locale: Locale): Promise<Need[]> {
  const { rows } = await sql<Need>`
    select x.code, x.name, x.kind from (
      select r.code, ${named(locale, 'r')} as name, 'ROLE' as kind, r.sort from sys_role r
      union all
      select p.code, ${named(locale, 'p')}, 'POWER', 0 from sys_power p) x
     order by x.kind desc, x.sort, x.code`.execute(db);
  return rows;
}

/** Roles with their powers: those a person has now, or those that are asked about. */
async function rolesFor(db: Kysely<DB>, userId: string | undefined, codes: readonly string[]): Promise<RoleHeld[]> {
  const held =
    userId === undefined
      ? sql`r.code = any(${[...codes]}::text[])`
      : sql`exists (select from sys_user_role h where h.role_code = r.code and h.user_id = ${userId})`;
  const { rows } = await sql<RoleHeld>`
    select r.code, coalesce((select json_agg(json_build_object('code', p.power_code) order by p.power_code)
             from sys_role_power p where p.role_code = r.code), '[]') as powers
      from sys_role r where ${held} order by r.sort, r.code`.execute(db);
  return rows;
}

async function preview(
  db: Kysely<DB>,
  { userId, roles = [] }: { userId?: string | undefined; roles?: readonly string[] | undefined },
  locale: Locale,
): Promise<MenuPreview[]> {
  if (userId !== undefined) {
    const person = await db
      .selectFrom('sys_user')
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .select('id')
      .executeTakeFirst();
    if (!person) throw new AppError('NOT_FOUND');
  }
  const [entries, held, needs] = await Promise.all([readMenu(db), rolesFor(db, userId, roles), needsOf(db, locale)]);
  const names = new Map(needs.map(({ code, name }) => [code, name]));
  return previewOf(entries, held).map((seen) => ({
    ...seen,
    needs: seen.needs.map((code) => ({ code, name: names.get(code) ?? code })),
  }));
}

export const menuHandlers: Handlers<typeof menuRoutes> = {
  listMenu: async (_, { db }) => {
    const menu = await menuOf(db);
    return { rev: revOf(menu.rows, WHOLE), entries: recordsOf(menu) };
  },
  listMenuNeeds: (_, { db, origin }) => needsOf(db, origin.locale),
  previewMenu: ({ query }, { db, origin }) => preview(db, query, origin.locale),
  findMenuPeople: async ({ query: { q = '' } }, { db }) => {
    const { rows } = await sql<{ id: string; name: string; username: string }>`
      select u.id, u.name, u.username from sys_user u
       where u.deleted_at is null and u.state = 'ACTIVE' and u.search like ${like(q)}
       order by u.name collate "zh-x-icu", u.id limit ${PEOPLE_FOUND}`.execute(db);
    return rows;
  },
  exportMenu: async (_, { db }) => menuFileOf(await readMenu(db)),
  lookAtMenuImport: async ({ body }, { db, origin }) => lookAtFile(db, await menuOf(db), body, origin.locale),
  importMenu: ({ body }, context) => importFile(context, body),
  restoreMenu: async ({ body }, context) => {
    await restoreAll(context, body.rev);
    return null;
  },
  getMenuEntry: ({ params }, { db }) => findEntry(db, params.id),
  createMenuEntry: async ({ body }, context) => findEntry(context.trx, await createEntry(context, body)),
  updateMenuEntry: async ({ params, body }, context) => {
    await updateEntry(context, params.id, body);
    return findEntry(context.trx, params.id);
  },
  moveMenuEntry: async ({ params, body }, context) => {
    await moveEntry(context, params.id, body);
    return findEntry(context.trx, params.id);
  },
  restoreMenuEntry: async ({ params, body }, context) => {
    await restoreEntry(context, params.id, body.rev);
    return findEntry(context.trx, params.id);
  },
  deleteMenuEntry: async ({ params }, context) => {
    await deleteEntry(context, params.id);
    return null;
  },
};
