// Between the address of a list and the query it sends. Pure.
import { PAGE_SIZE } from '@kuwei/contract/page';
import * as z from 'zod/mini';

export type ListQuery = Readonly<Record<string, unknown>> & { page: number; size: number; sort?: string; q?: string };

/** Parts of every list's query that filter nothing. */
const PAGING = new Set(['page', 'size', 'sort']);

/**
 * The query that an address stands for. What the route does not know, or would refuse, is left out: an old link shows the
 * list, not an error.
 * @param size rows of a page where the address does not say
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

/** A value of a query as the address writes it; null for what is not set. */
export function textOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(String).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * The parts of a query that filter, as texts: what a batch call names "all" by, and what a view keeps with the order.
 * @param after the part that says where a page begins, in a list that is paged by key
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
 * What to change in the address. Everything but a change of page starts again at the first one; the size is said where it
 * is not the usual one, so that a copied link shows the same rows.
 */
export function addressPatch(change: Readonly<Record<string, unknown>>, size: number): Readonly<Record<string, string | null>> {
  const texts = Object.fromEntries(Object.entries(change).map(([name, value]) => [name, textOf(value)]));
  const next = Number(texts['size'] ?? size);
  const page = texts['page'] ?? null;
  return { ...texts, size: next === PAGE_SIZE ? null : String(next), page: page === '1' ? null : page };
}

/** Takes away every filter of a list, and its order. */
export function resetPatch(schema: z.ZodMiniObject): Record<string, null> {
  return Object.fromEntries(Object.keys(schema.shape).flatMap((name) => (name === 'size' ? [] : [[name, null]])));
}

/** Filters and order as one text, the same for the same choice however it was made. */
export function viewText(query: ListQuery, after: string | null = null): string {
  const texts = { ...filterTexts(query, after), ...(query.sort === undefined ? {} : { sort: query.sort }) };
  return new URLSearchParams(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1))).toString();
}

/** The order after a click on a column: up, down, and back to the list's own; the other way round where down comes first. */
export function nextSort(current: string | undefined, name: string, descFirst: boolean): string | undefined {
  const order = descFirst ? [`-${name}`, name] : [name, `-${name}`];
  const at = order.indexOf(current ?? '');
  return at < 0 ? order[0] : order[at + 1];
}

/** How many pages there are; null while nobody has counted to the end. */
export const pageCount = ({ total, exact }: { total: number; exact: boolean }, size: number): number | null =>
  exact ? Math.max(1, Math.ceil(total / size)) : null;
