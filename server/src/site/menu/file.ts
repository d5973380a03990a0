// Exports a menu as a file, and imports a file as the whole menu.
import { AppError } from '@kuwei/contract/error';
import type { Locale } from '@kuwei/contract/constants';
import { nameIn } from '@kuwei/contract/name';
import type { MenuFileEntry, MenuFile, MenuReport } from '@kuwei/contract/sys/menu';
import type { Kysely } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import type { DB } from '../../db/types.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import type { Download } from '../../http/transfer.ts';
import { say } from '../../phrase.ts';
import { canOpenEditor, menuFaults } from './check.ts';
import {
  listChangedFields,
  isShipped,
  mergeMenu,
  findMoved,
  sortEntries,
  entryFieldsOf,
  MENU_ROOT,
  type MergedEntry,
} from '../../platform/menu/merge.ts';
import { lockMenu, writeMenu, revOf, type Menu } from './save.ts';

/** As many as a person reads. */
const REFUSED_SHOWN = 50;

export function menuFileOf(entries: readonly MergedEntry[]): Download {
  const codes = new Map(entries.map(({ id, code }) => [id, code]));
  const file = {
    format: 'kuwei-menu',
    version: 1,
    entries: entries.map((entry) => {
      const { parentId, ...fields } = entryFieldsOf(entry);
      return { code: entry.code, parent: parentId === null ? null : (codes.get(parentId) ?? null), ...fields };
    }),
  };
  const content = Buffer.from(`${JSON.stringify(file, null, 2)}\n`);
  return { name: 'menu.json', type: 'application/json', content, rows: entries.length };
}

/** The menu a file describes: own entries missing from it are deleted, shipped ones are reset. */
function entriesFromFile({ entries }: Menu, filed: readonly MenuFileEntry[]): MergedEntry[] {
  const known = new Map(entries.map((entry) => [entry.code, entry]));
  const ids = new Map(filed.map(({ code }) => [code, known.get(code)?.id ?? newId()]));
  const shipped = mergeMenu([]).filter(({ code }) => !ids.has(code));
  const idOf = (code: string): string => ids.get(code) ?? (isShipped(code) ? code : `? ${code}`);
  const wanted = filed.map(({ code, parent, ...fields }, at): MergedEntry => {
    // A duplicate code is refused by name.
    const isFirst = filed.findIndex((other) => other.code === code) === at;
    return {
      id: isFirst ? ids.get(code)! : newId(),
      code,
      ...fields,
      parentId: parent === null ? null : idOf(parent),
      shipped: (isFirst && known.get(code)?.shipped) || null,
    };
  });
  return [...wanted, ...shipped];
}

async function reportOn(
  db: Kysely<DB>,
  menu: Menu,
  file: MenuFile,
  locale: Locale,
): Promise<{ report: MenuReport; wanted: MergedEntry[] }> {
  const wanted = entriesFromFile(menu, file.entries);
  const byId = new Map(wanted.map((entry) => [entry.id, entry]));
  const was = new Map(menu.entries.map((entry) => [entry.id, entry]));
  const faults = await menuFaults(
    db,
    wanted,
    wanted.map(({ id }) => id),
  );
  const named = ({ code, ...entry }: MergedEntry) => ({ code, name: nameIn(locale, entry) });
  const refused = faults.slice(0, REFUSED_SHOWN).map(({ id, fault: { path, key, params } }) => ({
    ...named(byId.get(id)!),
    field: path,
    message: say(locale, key, params),
  }));
  if (refused.length === 0 && !canOpenEditor(wanted))
    refused.push({ ...named(byId.get('system.menu')!), field: 'show', message: say(locale, 'rule.menuEditor') });
  const moved = new Set(refused.length > 0 ? [] : findMovedEntries(menu.entries, sortAsInFile(wanted, file)));
  const changes = wanted.flatMap((entry) => {
    const former = was.get(entry.id);
    if (!former) return [];
    const fields = [...listChangedFields({ ...entry, shipped: former }), ...(moved.has(entry.id) ? ['order'] : [])];
    return fields.length > 0 ? [{ ...named(entry), fields }] : [];
  });
  const added = wanted.filter(({ id }) => !was.has(id)).map(named);
  return {
    wanted,
    report: {
      rev: revOf(menu.rows, MENU_ROOT),
      added,
      changed: changes,
      removed: menu.entries.filter(({ id }) => !byId.has(id)).map(named),
      unchanged: wanted.length - added.length - changes.length,
      refused,
      more: Math.max(0, faults.length - REFUSED_SHOWN),
    },
  };
}

/** Orders siblings as in the file; entries missing from it keep their place. */
function sortAsInFile(wanted: readonly MergedEntry[], { entries }: MenuFile): MergedEntry[] {
  const filed = wanted.slice(0, entries.length).map(({ id }) => id);
  return sortEntries(wanted, () => filed);
}

/** Entries with the same parent but a changed position. */
function findMovedEntries(before: readonly MergedEntry[], after: readonly MergedEntry[]): string[] {
  const idsBelow = (entries: readonly MergedEntry[], parentId: string | null): string[] =>
    entries.filter((entry) => entry.parentId === parentId).map(({ id }) => id);
  const above = new Set(after.map(({ parentId }) => parentId));
  return [...above].flatMap((parentId) => findMoved(idsBelow(before, parentId), idsBelow(after, parentId)));
}

export async function previewMenuFile(db: Kysely<DB>, menu: Menu, file: MenuFile, locale: Locale): Promise<MenuReport> {
  return (await reportOn(db, menu, file, locale)).report;
}

/** @throws AppError STALE, INVALID at the first entry that is refused */
export async function importFile(
  context: WriteContext<Caller>,
  { rev, ...file }: MenuFile & { rev: number },
): Promise<MenuReport> {
  const { trx, origin } = context;
  const menu = await lockMenu(context);
  assertRevision(revOf(menu.rows, MENU_ROOT), rev);
  const { report, wanted } = await reportOn(trx, menu, file, origin.locale);
  if (report.refused.length > 0) {
    const fields = report.refused.map(({ code, field, message }) => ({
      path: `entries.${file.entries.findIndex((entry) => entry.code === code)}.${field}`,
      message: `${code}: ${message}`,
    }));
    throw new AppError('INVALID', { data: { fields } });
  }
  await writeMenu(context, menu, sortAsInFile(wanted, file), []);
  return { ...report, rev: rev + 1 };
}
