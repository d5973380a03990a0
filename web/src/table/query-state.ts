// Conversion between the address of a list and its query. Pure functions.
import { PAGE_SIZE } from '@kuwei/contract/page';
import * as z from 'zod/mini';

export type ListQuery = Readonly<Record<string, unknown>> & { page: number; size: number; sort?: string; q?: string };

/** Query parameters of every list that do not filter. */
const PAGING = new Set(['page', 'size', 'sort']);

/**
 * Parses the query from an address. Unknown and invalid parameters are dropped: an old link shows the list, not an error.
 * @param size default page size
 */
export function readQuery(schema: z.ZodMiniObject, address: URLSearchParams, size: number = PAGE_SIZE): ListQuery {
  const query: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    const text = address.get(name)?.trim();
    if (text === undefined || text === '') continue;
    const parsed = z.safeParse(field, text);
    if (parsed.success) query[name] = parsed.data;
  }
  return { size, page: 1, ...query };
}

/** A query value as text for the address; null if unset. */
export function textOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(String).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * The filters of a query as texts: for batch calls on all matches, and for views.
 * @param after the page start parameter of a keyset-paginated list
 */
export function filterTexts(query: ListQuery, after: string | null = null): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => {
      const text = PAGING.has(name) || name === after ? null : textOf(value);
      return text === null ? [] : [[name, text]];
    }),
  );
}

/**
 * The change to the address. Anything but a page change resets to the first page; the size is included if it is not the default, so that
 * a copied link shows the same rows.
 */
export function addressPatch(change: Readonly<Record<string, unknown>>, size: number): Readonly<Record<string, string | null>> {
  const texts = Object.fromEntries(Object.entries(change).map(([name, value]) => [name, textOf(value)]));
  const next = Number(texts['size'] ?? size);
  const page = texts['page'] ?? null;
  return { ...texts, size: next === PAGE_SIZE ? null : String(next), page: page === '1' ? null : page };
}

/** Removes all filters of a list, and its sort order. */
export function resetPatch(schema: z.ZodMiniObject): Record<string, null> {
  return Object.fromEntries(Object.keys(schema.shape).flatMap((name) => (name === 'size' ? [] : [[name, null]])));
}

/** Filters and sort order as a canonical text. */
export function viewText(query: ListQuery, after: string | null = null): string {
  const texts = { ...filterTexts(query, after), ...(query.sort === undefined ? {} : { sort: query.sort }) };
  return new URLSearchParams(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1))).toString();
}

/** The sort order after clicking a column: ascending, descending, default; the first two swapped with `descFirst`. */
export function nextSort(current: string | undefined, name: string, descFirst: boolean): string | undefined {
  const order = descFirst ? [`-${name}`, name] : [name, `-${name}`];
  const at = order.indexOf(current ?? '');
  return at < 0 ? order[0] : order[at + 1];
}

/** Number of pages; null for a capped count. */
export const pageCount = ({ total, exact }: { total: number; exact: boolean }, size: number): number | null =>
  exact ? Math.max(1, Math.ceil(total / size)) : null;
