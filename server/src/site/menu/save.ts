// Writes the menu: validates a proposed whole menu, and stores only its differences from the shipped one (decision 119).
import { AppError, type Fault } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import { joinList } from '@kuwei/contract/phrase';
import { nameIn } from '@kuwei/contract/name';
import type { MenuForm } from '@kuwei/contract/sys/menu';
import { sql } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf } from '../../db/columns.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { insertRows } from '../../db/rows.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import { recheckAuthorization } from '../../session/recheck.ts';
import { canOpenEditor, menuFaults } from './check.ts';
import {
  listChangedFields,
  mergeMenu,
  entryFieldsOf,
  siblings,
  MENU_ROOT,
  type MergedEntry,
  type StoredMenuRow,
} from '../../platform/menu/merge.ts';
import { storedRows } from '../../platform/menu/stored.ts';

type Context = WriteContext<Caller>;

export interface Menu {
  rows: StoredMenuRow[];
  entries: MergedEntry[];
}

/** Locks the menu until the commit. Fails if the session was revoked while waiting. @throws AppError TOKEN_FAIL, FORBIDDEN */
export async function lockMenu({ trx, caller }: Context): Promise<Menu> {
  await sql`select from sys_menu where id = ${MENU_ROOT} for no key update`.execute(trx);
  await recheckAuthorization(trx, caller);
  const rows = await storedRows(trx);
  return { rows, entries: mergeMenu(rows) };
}

export const revOf = (rows: readonly StoredMenuRow[], id: string): number => rows.find((row) => row.id === id)?.rev ?? 1;

/** @throws AppError NOT_FOUND, STALE */
function entryAt({ rows, entries }: Menu, id: string, rev?: number): MergedEntry {
  const entry = entries.find((each) => each.id === id);
  if (!entry) throw new AppError('NOT_FOUND');
  if (rev !== undefined) assertRevision(revOf(rows, id), rev);
  return entry;
}

/** @throws AppError INVALID, CODE_TAKEN at the fields of the first invalid entry */
async function assertValid(trx: Trx, before: Menu, after: readonly MergedEntry[], ids: readonly string[]): Promise<void> {
  const [first, ...more] = await menuFaults(trx, after, ids);
  const taken = [first, ...more].find((each) => each?.fault.key === 'rule.twice');
  if (taken) {
    const code = after.find(({ id }) => id === taken.id)!.code;
    throw new AppError('CODE_TAKEN', { params: { code }, field: 'code' });
  }
  if (first) {
    const own = [first, ...more].filter(({ id }) => id === first.id);
    throw new AppError('INVALID', { faults: own.map(({ fault }) => fault) });
  }
  if (!canOpenEditor(after)) throw new AppError('INVALID', { faults: [editorLostFault(before, after, ids)] });
}

/** At the field by which administrators would lose the editor. */
function editorLostFault({ entries }: Menu, after: readonly MergedEntry[], ids: readonly string[]): Fault {
  const before = entries.find(({ id }) => id === ids[0]);
  const now = after.find(({ id }) => id === ids[0]);
  const isOther = (field: 'show' | 'role' | 'pageRole' | 'parentId' | 'url' | 'urlExp'): boolean =>
    now !== undefined && !isDeepStrictEqual(before?.[field] ?? (field === 'show' ? true : undefined), now[field]);
  const field = (['show', 'role', 'pageRole', 'parentId', 'url', 'urlExp'] as const).find(isOther);
  return { path: field ?? 'url', key: 'rule.menuEditor' };
}

/**
 * Writes a validated menu.
 * @param after entries in sibling order
 * @param touched ids of entries that get a new version without changes of their own
 */
export async function writeMenu(
  context: Context,
  before: Menu,
  after: readonly MergedEntry[],
  touched: readonly string[],
): Promise<void> {
  const { trx, caller, emit, logChange } = context;
  const stored = new Map(before.rows.map((row) => [row.id, row]));
  const was = new Map(before.entries.map((entry) => [entry.id, entry]));
  const below = Map.groupBy(after, ({ parentId }) => parentId ?? MENU_ROOT);
  const childrenOf = (id: string): string[] | null => {
    const children = below.get(id) ?? [];
    const ids = children.map((child) => child.id);
    return isDeepStrictEqual(ids, siblings(id, children, [])) ? null : ids;
  };
  const rows = [{ id: MENU_ROOT, own: false, changes: {} }, ...after.map(toRow)]
    .map((row) => ({ ...row, children: childrenOf(row.id), rev: (stored.get(row.id)?.rev ?? (row.own ? 0 : 1)) + 1 }))
    .filter(({ id, own, changes, children }) => {
      const { changes: known = {}, children: order = null } = stored.get(id) ?? {};
      const isNew = own && !stored.has(id);
      return (
        id === MENU_ROOT ||
        isNew ||
        touched.includes(id) ||
        !isDeepStrictEqual(changes, known) ||
        !isDeepStrictEqual(children, order)
      );
    });
  await insertRows(
    trx,
    'sys_menu',
    rows.map((row) => ({ ...row, updated_at: new Date().toISOString(), updated_by: caller.userId })),
    sql`on conflict (id) do update set own = excluded.own, changes = excluded.changes, children = excluded.children,
        rev = excluded.rev, updated_at = now(), updated_by = excluded.updated_by`,
  );
  const kept = new Set(after.map(({ id }) => id));
  const gone = before.rows.filter(({ id }) => id !== MENU_ROOT && !kept.has(id));
  if (gone.length > 0) await sql`delete from sys_menu where id = any(${gone.map(({ id }) => id)}::text[])`.execute(trx);

  for (const entry of after) {
    const former = was.get(entry.id);
    const change = former
      ? changesOf(former, { code: entry.code, ...entryFieldsOf(entry) })
      : { code: entry.code, ...entryFieldsOf(entry) };
    if (Object.keys(change).length > 0) logChange({ entity: 'sys_menu', id: entry.id, change });
    else if (touched.includes(entry.id))
      logChange({
        entity: 'sys_menu',
        id: entry.id,
        change: { order: below.get(entry.parentId ?? MENU_ROOT)!.map(({ code }) => code) },
      });
  }
  for (const { id, own } of gone) if (own) logChange({ entity: 'sys_menu', id, change: { deleted: was.get(id)?.code ?? id } });
  emit({ to: 'all', ...EVENTS.menu, d: {} });
}

/** Stored part of an entry. */
function toRow(entry: MergedEntry): Pick<StoredMenuRow, 'id' | 'own' | 'changes'> {
  if (entry.shipped === null) return { id: entry.id, own: true, changes: { code: entry.code, ...entryFieldsOf(entry) } };
  const changes = Object.fromEntries(listChangedFields(entry).map((field) => [field, entry[field]]));
  return { id: entry.id, own: false, changes };
}

/** Last in the list, and so last among its siblings. */
const atEnd = (entries: readonly MergedEntry[], entry: MergedEntry): MergedEntry[] => [
  ...entries.filter(({ id }) => id !== entry.id),
  entry,
];

export async function createEntry(context: Context, form: MenuForm): Promise<string> {
  const menu = await lockMenu(context);
  const entry: MergedEntry = { id: newId(), ...form, shipped: null };
  const after = atEnd(menu.entries, entry);
  await assertValid(context.trx, menu, after, [entry.id]);
  await writeMenu(context, menu, after, []);
  return entry.id;
}

export async function updateEntry(context: Context, id: string, { rev, ...form }: MenuForm & { rev: number }): Promise<void> {
  const menu = await lockMenu(context);
  const before = entryAt(menu, id, rev);
  const entry: MergedEntry = { ...before, ...form };
  const after =
    entry.parentId === before.parentId ? menu.entries.map((each) => (each.id === id ? entry : each)) : atEnd(menu.entries, entry);
  await assertValid(context.trx, menu, after, [id]);
  await writeMenu(context, menu, after, [id]);
}

interface Place {
  parentId: string | null;
  after: string | null;
  rev: number;
}

export async function moveEntry(context: Context, id: string, { parentId, after: neighbour, rev }: Place): Promise<void> {
  const menu = await lockMenu(context);
  const entry = { ...entryAt(menu, id, rev), parentId };
  const others = menu.entries.filter((each) => each.id !== id);
  const at = neighbour === null ? -1 : others.findIndex((each) => each.id === neighbour && each.parentId === parentId);
  // The neighbour was deleted or moved.
  if (neighbour !== null && at === -1) throw new AppError('STALE', { data: { rev: revOf(menu.rows, id) } });
  const after = others.toSpliced(at + 1, 0, entry);
  await assertValid(context.trx, menu, after, [id]);
  await writeMenu(context, menu, after, [id]);
}

export async function restoreEntry(context: Context, id: string, rev: number): Promise<void> {
  const menu = await lockMenu(context);
  if (entryAt(menu, id, rev).shipped === null) throw new AppError('NOT_FOUND');
  const rows = menu.rows.map((row) => ({
    ...row,
    ...(row.id === id && { changes: {} }),
    children: row.children?.filter((child) => child !== id) ?? null,
  }));
  const after = mergeMenu(rows);
  await assertValid(context.trx, menu, after, [id]);
  await writeMenu(context, menu, after, [id]);
}

export async function restoreAll(context: Context, rev: number): Promise<void> {
  const menu = await lockMenu(context);
  assertRevision(revOf(menu.rows, MENU_ROOT), rev);
  await writeMenu(context, menu, mergeMenu([]), []);
}

export async function deleteEntry(context: Context, id: string): Promise<void> {
  const menu = await lockMenu(context);
  const entry = entryAt(menu, id);
  if (entry.shipped !== null) throw new AppError('INVALID', { faults: [{ path: 'code', key: 'rule.menuStays' }] });
  const inside = menu.entries.filter(({ parentId }) => parentId === id);
  const { locale } = context.origin;
  if (inside.length > 0) {
    const by = joinList(
      locale,
      inside.map((each) => nameIn(locale, each)),
    );
    throw new AppError('IN_USE_BY', { params: { by } });
  }
  const after = menu.entries.filter((each) => each.id !== id);
  if (!canOpenEditor(after)) throw new AppError('INVALID', { faults: [{ path: 'url', key: 'rule.menuEditor' }] });
  await writeMenu(context, menu, after, []);
}
