// A user's arrangement of a list: order, width and choice of columns, row height, page size, views. Pure functions. Stored in the account
// as JSON, and validated on reading.
import { PAGE_SIZE_MAX } from '@kuwei/contract/page';
import type { Locale } from '@kuwei/contract/constants';
import * as z from 'zod/mini';

export const DENSITIES = ['tight', 'normal', 'loose'] as const;

const storedArrangement = z.object({
  order: z.optional(z.array(z.string())),
  /** Only columns that differ from the list's defaults. */
  shown: z.optional(z.record(z.string(), z.boolean())),
  pinned: z.optional(z.record(z.string(), z.boolean())),
  /** px */
  widths: z.optional(z.record(z.string(), z.number())),
  density: z.optional(z.enum(DENSITIES)),
  size: z.optional(z.int().check(z.gte(1), z.lte(PAGE_SIZE_MAX))),
  /** All filters are shown. */
  unfolded: z.optional(z.boolean()),
});
export type Arrangement = z.infer<typeof storedArrangement>;

/** Parses a stored arrangement part by part; an invalid part is ignored. */
export function readArrangement(kept: unknown): Arrangement {
  if (typeof kept !== 'object' || kept === null) return {};
  const parts = Object.entries(storedArrangement.shape).flatMap(([name, schema]) => {
    const parsed = z.safeParse(schema, (kept as Record<string, unknown>)[name]);
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data]] : [];
  });
  return Object.fromEntries(parts) as Arrangement;
}

interface ColumnFacts {
  key: string;
  hidden?: boolean | 'en';
  pinned?: true;
}

/** The columns of a list for a language, some of which are hidden in English only. */
export const columnsIn = <C extends ColumnFacts>(columns: readonly C[], locale: Locale): readonly C[] =>
  columns.map((column) => (column.hidden === 'en' ? { ...column, hidden: locale === 'en' } : column));

export interface Placed<C> {
  column: C;
  shown: boolean;
  pinned: boolean;
  /** Width set by the user, px. */
  dragged: number | null;
}

const WIDTH_MIN = 56;
const WIDTH_MAX = 1_000;
export const fittingWidth = (width: number): number => Math.round(Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, width)));

/**
 * The columns in display order: the first one always leads and is visible, then the pinned ones, then the others, each in the user's
 * order. A column added to the list since keeps the position the list gives it.
 */
export function arrangeColumns<C extends ColumnFacts>(columns: readonly C[], arrangement: Arrangement): Placed<C>[] {
  const [first] = columns;
  const all = inOrder(columns, arrangement.order ?? []).map((column): Placed<C> => {
    const dragged = arrangement.widths?.[column.key];
    return {
      column,
      shown: column === first || (arrangement.shown?.[column.key] ?? !column.hidden),
      pinned: column === first || (arrangement.pinned?.[column.key] ?? column.pinned ?? false),
      dragged: dragged === undefined ? null : fittingWidth(dragged),
    };
  });
  const rank = ({ column, pinned }: Placed<C>): number => (column === first ? 0 : pinned ? 1 : 2);
  return all.toSorted((a, b) => rank(a) - rank(b));
}

function inOrder<C extends ColumnFacts>(columns: readonly C[], order: readonly string[]): C[] {
  const known = order.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  const result = [...known];
  for (const [at, column] of columns.entries()) {
    if (known.includes(column)) continue;
    const before = columns.slice(0, at).findLast((each) => result.includes(each));
    result.splice(before ? result.indexOf(before) + 1 : 0, 0, column);
  }
  return result;
}

/** The arrangement with a column moved before another one, or to the end. */
export function withMoved(
  columns: readonly ColumnFacts[],
  arrangement: Arrangement,
  key: string,
  before: string | null,
): Arrangement {
  const order = arrangeColumns(columns, arrangement).map(({ column }) => column.key);
  const others = order.filter((each) => each !== key);
  const at = before === null ? others.length : others.indexOf(before);
  // Nothing moves before the first column.
  const to = Math.max(at < 0 ? others.length : at, 1);
  if (key === columns[0]?.key) return arrangement;
  return { ...arrangement, order: [...others.slice(0, to), key, ...others.slice(to)] };
}

/** The arrangement with a column moved one visible position left or right. */
export function withStepped<C extends ColumnFacts>(
  columns: readonly C[],
  arrangement: Arrangement,
  key: string,
  step: -1 | 1,
  among: (column: Placed<C>) => boolean = () => true,
): Arrangement {
  const order = arrangeColumns(columns, arrangement).filter(among);
  const at = order.findIndex(({ column }) => column.key === key);
  const target = step < 0 ? order[at - 1] : order[at + 2];
  if (at < 0 || (step < 0 && at <= 1) || (step > 0 && at === order.length - 1)) return arrangement;
  return withMoved(columns, arrangement, key, target?.column.key ?? null);
}

export const withShown = (arrangement: Arrangement, key: string, shown: boolean): Arrangement => ({
  ...arrangement,
  shown: { ...arrangement.shown, [key]: shown },
});
export const withPinned = (arrangement: Arrangement, key: string, pinned: boolean): Arrangement => ({
  ...arrangement,
  pinned: { ...arrangement.pinned, [key]: pinned },
});
export const withWidth = (arrangement: Arrangement, key: string, width: number): Arrangement => ({
  ...arrangement,
  widths: { ...arrangement.widths, [key]: fittingWidth(width) },
});

/** Resets the columns to the list's defaults; everything else stays. */
export const withOwnColumns = ({ density, size, unfolded }: Arrangement): Arrangement => ({
  ...(density && { density }),
  ...(size && { size }),
  ...(unfolded !== undefined && { unfolded }),
});

const storedView = z.object({
  id: z.string(),
  name: z.string(),
  /** Filters and sort order as query text. */
  query: z.string(),
  /** Applied when the list is opened without filters. */
  isDefault: z.optional(z.boolean()),
});
export type View = z.infer<typeof storedView>;

export function readViews(kept: unknown): View[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((each) => {
    const parsed = z.safeParse(storedView, each);
    return parsed.success ? [parsed.data] : [];
  });
}
