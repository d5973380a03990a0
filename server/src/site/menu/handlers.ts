import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import type { MenuEntry, MenuPreview, menuRoutes } from '@kuwei/contract/sys/menu';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { matchesPerson } from '../../db/search.ts';
import type { Handlers } from '../../http/register.ts';
import { importFile, previewMenuFile, menuFileOf } from './file.ts';
import {
  listChangedFields,
  isHome,
  mergeMenu,
  findMoved,
  entryFieldsOf,
  MENU_ROOT,
  type MergedEntry,
  type StoredMenuRow,
} from '../../platform/menu/merge.ts';
import { needsOf } from '../../platform/menu/needs.ts';
import { countRulesPerEntry } from '../../platform/menu/rules.ts';
import { createEntry, deleteEntry, moveEntry, restoreAll, restoreEntry, revOf, updateEntry, type Menu } from './save.ts';
import { loadMenuPreview } from '../../platform/menu/load-preview.ts';
import { readMenu, storedRows } from '../../platform/menu/stored.ts';

const PEOPLE_FOUND = 20;

async function loadMenu(db: Kysely<DB>): Promise<Menu> {
  const rows = await storedRows(db);
  return { rows, entries: mergeMenu(rows) };
}

/** The menu as shown in the editor. */
async function shownMenu(db: Kysely<DB>): Promise<{ rev: number; entries: MenuEntry[] }> {
  const menu = await loadMenu(db);
  return { rev: revOf(menu.rows, MENU_ROOT), entries: buildRecords(menu, await countRulesPerEntry(db, menu.entries)) };
}

/** Shipped entries below their shipped parent, but at another position. */
function findMovedShipped({ rows, entries }: Menu): Set<string> {
  const home = entries.filter(isHome);
  const come = mergeMenu([]);
  const idsBelow = (of: readonly MergedEntry[], parentId: string | null): string[] =>
    of.filter((entry) => entry.parentId === parentId).map(({ id }) => id);
  const touched = rows.toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1)).map(({ id }) => id);
  const above = new Set(home.map(({ parentId }) => parentId));
  return new Set([...above].flatMap((parentId) => findMoved(idsBelow(come, parentId), idsBelow(home, parentId), touched)));
}

function buildRecords(menu: Menu, rulesOf: (id: string) => number): MenuEntry[] {
  const { rows, entries } = menu;
  const moved = findMovedShipped(menu);
  const stored = new Map(rows.map((row) => [row.id, row]));
  return entries.map((entry) => ({
    ...recordOf(entry, stored.get(entry.id), moved.has(entry.id)),
    rules: rulesOf(entry.id),
  }));
}

/** The neighbour that each entry follows. */
const neighbours: ReadonlyMap<string, string> = new Map(
  [...Map.groupBy(mergeMenu([]), ({ parentId }) => parentId).values()].flatMap((siblings) =>
    siblings.slice(1).map(({ id }, at) => [id, siblings[at]!.id] as const),
  ),
);

const recordOf = (entry: MergedEntry, row: StoredMenuRow | undefined, isMoved: boolean): Omit<MenuEntry, 'rules'> => ({
  id: entry.id,
  code: entry.code,
  ...entryFieldsOf(entry),
  shipped: entry.shipped,
  comesBehind: neighbours.get(entry.id) ?? null,
  changed: [...listChangedFields(entry), ...(isMoved ? ['order'] : [])],
  rev: row?.rev ?? 1,
  ...(row && { updatedAt: row.updatedAt }),
  updatedBy: row?.updatedBy ?? null,
});

/** @throws AppError NOT_FOUND */
async function findEntry(db: Kysely<DB>, id: string): Promise<MenuEntry> {
  const found = (await shownMenu(db)).entries.find((entry) => entry.id === id);
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

/** @throws AppError NOT_FOUND for an unknown person */
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
  const { seen, nameOf } = await loadMenuPreview(db, userId === undefined ? { roles } : { userId }, locale);
  return seen.map((each) => ({ ...each, needs: each.needs.map((code) => ({ code, name: nameOf(code) })) }));
}

export const menuHandlers: Handlers<typeof menuRoutes> = {
  listMenu: (_, { db }) => shownMenu(db),
  listMenuNeeds: (_, { db, origin }) => needsOf(db, origin.locale),
  previewMenu: ({ query }, { db, origin }) => preview(db, query, origin.locale),
  findMenuPeople: async ({ query: { q = '' } }, { db }) => {
    const { rows } = await sql<{ id: string; name: string; username: string }>`
      select u.id, u.name, u.username from sys_user u
       where u.deleted_at is null and u.state = 'ACTIVE' and ${matchesPerson('u', q)}
       order by u.name collate "zh-x-icu", u.id limit ${PEOPLE_FOUND}`.execute(db);
    return rows;
  },
  exportMenu: async (_, { db }) => menuFileOf(await readMenu(db)),
  lookAtMenuImport: async ({ body }, { db, origin }) => previewMenuFile(db, await loadMenu(db), body, origin.locale),
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
