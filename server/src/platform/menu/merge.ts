// The effective menu: the shipped one with the site's changes merged in (decision 119). Pure.
import { patternRefusal } from '@kuwei/contract/menu-pattern';
import { builtInMenu } from '@kuwei/contract/menu-data';
import { OWN_MENU_CODE, type ShippedMenuEntry } from '@kuwei/contract/sys/menu';
import type { MenuItem } from '@kuwei/contract/menu-item';
import { isDeepStrictEqual } from 'node:util';
import { shippedText } from '../../phrase.ts';

/** Every field of an entry except its code. */
export type MenuEntryFields = ShippedMenuEntry;

/** A row of the table. */
export interface StoredMenuRow {
  id: string;
  own: boolean;
  changes: Partial<MenuEntryFields> & { code?: string };
  children: string[] | null;
  rev: number;
  updatedAt: string;
  updatedBy: string | null;
}

export interface MergedEntry extends MenuEntryFields {
  id: string;
  code: string;
  shipped: MenuEntryFields | null;
}

/** Id of the row for the menu as a whole, also the parent of top-level entries. */
export const MENU_ROOT = '';

const listIn = (text: string): string[] => JSON.parse(text) as string[];

const shippedEntries: ReadonlyMap<string, MenuEntryFields> = new Map(
  builtInMenu.map((item): [string, MenuEntryFields] => [
    item.id,
    {
      parentId: item.idParent,
      name: item.name,
      nameEn: item.nameTag === null ? item.name : shippedText('en', item.nameTag),
      nameTag: item.nameTag,
      url: item.url,
      urlExp: listIn(item.urlExp),
      role: listIn(item.role),
      pageRole: listIn(item.pageRole),
      icon: item.icon,
      show: item.show ?? true,
      keepalive: item.keepalive ?? true,
    },
  ]),
);
const places = new Map([...shippedEntries.keys()].map((id, place) => [id, place]));
export const isShipped = (id: string): boolean => shippedEntries.has(id);

const NOTHING: MenuEntryFields = {
  parentId: null,
  name: '',
  nameEn: '',
  nameTag: null,
  url: null,
  urlExp: [],
  role: [],
  pageRole: [],
  icon: null,
  show: true,
  keepalive: true,
};

/** Entries top down, siblings in order. Entries with a missing parent or in a cycle move to the top. */
export function mergeMenu(rows: readonly StoredMenuRow[]): MergedEntry[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const merged = [...shippedEntries].map(([id, shipped]): MergedEntry => ({
    id,
    code: id,
    ...shipped,
    ...byId.get(id)?.changes,
    shipped,
  }));
  for (const { id, own, changes } of rows)
    if (own) merged.push({ id, ...NOTHING, ...changes, code: codeOf(changes.code ?? id), shipped: null });
  return sortEntries(moveOrphansToTop(merged), (id) => byId.get(id)?.children ?? null);
}

/** Prefixes own codes that the product has since taken. */
const codeOf = (code: string): string => (isShipped(code) ? OWN_MENU_CODE + code : code);

function moveOrphansToTop(entries: readonly MergedEntry[]): MergedEntry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return entries.map((entry) => (isConnected(byId, entry) ? entry : { ...entry, parentId: null }));
}

function isConnected(byId: ReadonlyMap<string, MergedEntry>, entry: MergedEntry): boolean {
  if (entry.parentId !== null && !byId.has(entry.parentId)) return false;
  const seen = new Set<string>();
  for (let at: MergedEntry | undefined = entry; at; at = at.parentId === null ? undefined : byId.get(at.parentId)) {
    if (seen.has(at.id)) return at.id !== entry.id;
    seen.add(at.id);
  }
  return true;
}

/** @param orderOf the site's order of ids below an entry; null: as shipped */
export function sortEntries(entries: readonly MergedEntry[], orderOf: (id: string) => readonly string[] | null): MergedEntry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const below = Map.groupBy(entries, ({ parentId }) => parentId ?? MENU_ROOT);
  const walk = (id: string): MergedEntry[] =>
    siblings(id, below.get(id) ?? [], orderOf(id) ?? []).flatMap((child) => [byId.get(child)!, ...walk(child)]);
  return walk(MENU_ROOT);
}

/**
 * Ids of siblings in order: as put by the site; others follow their shipped predecessor.
 * @param above id of their parent
 */
export function siblings(
  above: string,
  entries: readonly Pick<MergedEntry, 'id' | 'shipped'>[],
  put: readonly string[],
): string[] {
  const here = new Map(entries.map((entry) => [entry.id, entry]));
  const order = put.filter((id) => here.has(id));
  const known = new Set(order);
  const left = entries.filter(({ id }) => !known.has(id)).toSorted((a, b) => placeOf(a.id) - placeOf(b.id));
  for (const { id, shipped } of left) {
    const neighbours = order.filter((other) => here.get(other)!.shipped && isBefore(other, id, above));
    const last = neighbours.toSorted((a, b) => placeOf(a) - placeOf(b)).at(-1);
    const isShippedHere = shipped !== null && (shipped.parentId ?? MENU_ROOT) === above;
    order.splice(!isShippedHere ? order.length : last === undefined ? 0 : order.indexOf(last) + 1, 0, id);
  }
  return order;
}

const placeOf = (id: string): number => places.get(id) ?? Infinity;

const isBefore = (other: string, id: string, above: string): boolean =>
  (shippedEntries.get(other)?.parentId ?? MENU_ROOT) === above && placeOf(other) < placeOf(id);

/**
 * The smallest set of ids to move to get from one order to the other.
 * @param touched ids changed by users, latest last: of two swapped ones, the later counts as moved
 */
export function findMoved(before: readonly string[], after: readonly string[], touched: readonly string[] = []): string[] {
  const lateness = new Map(touched.map((id, at) => [id, at + 1]));
  const sum = (chain: readonly string[]): number => chain.reduce((all, id) => all + (lateness.get(id) ?? 0), 0);
  const better = (best: string[], chain: string[]): string[] =>
    chain.length > best.length || (chain.length === best.length && sum(chain) < sum(best)) ? chain : best;
  const place = new Map(before.map((id, at) => [id, at]));
  const both = after.filter((id) => place.has(id));
  /** For each entry, the longest order-preserving chain that ends with it. */
  const chains: string[][] = [];
  for (const [at, id] of both.entries()) {
    const fits = chains.slice(0, at).filter((chain) => place.get(chain.at(-1)!)! < place.get(id)!);
    chains.push([...fits.reduce(better, []), id]);
  }
  const kept = new Set(chains.reduce(better, []));
  return both.filter((id) => !kept.has(id));
}

const FIELDS = Object.keys(NOTHING) as (keyof MenuEntryFields)[];

/** Whether a shipped entry is below its shipped parent. */
export const isHome = ({ shipped, parentId }: MergedEntry): boolean => shipped !== null && shipped.parentId === parentId;

/** Fields that differ from the shipped entry. */
export const listChangedFields = (entry: MergedEntry): (keyof MenuEntryFields)[] =>
  entry.shipped === null ? [] : FIELDS.filter((field) => !isDeepStrictEqual(entry[field], entry.shipped![field]));

export const entryFieldsOf = (entry: MenuEntryFields): MenuEntryFields =>
  Object.fromEntries(FIELDS.map((field) => [field, entry[field]])) as unknown as MenuEntryFields;

/** The entry for consoles. Invalid stored values are dropped, whoever wrote them (decision 119). */
export const itemOf = (entry: MergedEntry): MenuItem => ({
  id: entry.id,
  idParent: entry.parentId,
  code: entry.code,
  name: entry.name,
  ...(isRenamed(entry) && { nameEn: entry.nameEn }),
  nameTag: entry.nameTag,
  url: entry.url,
  urlExp: JSON.stringify(entry.urlExp.filter((source) => patternRefusal(source) === undefined)),
  role: JSON.stringify(entry.role),
  pageRole: JSON.stringify(entry.pageRole),
  keepalive: entry.keepalive,
  show: entry.show,
  icon: entry.icon,
});

const isRenamed = ({ nameEn, nameTag, shipped }: MergedEntry): boolean =>
  shipped?.nameEn !== nameEn || shipped.nameTag !== nameTag;
