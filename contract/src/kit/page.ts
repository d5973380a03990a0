// Query parameters and reply shared by all lists.
import * as z from 'zod/mini';
import { maybe, text, whole } from './field.ts';

export const PAGE_SIZE = 20;
export const PAGE_SIZE_MAX = 200;
/** Counts are capped here; longer lists display "more than". */
export const COUNT_CAP = 1_000;
/** Offset limit of page numbers; filters reach the rest. */
export const OFFSET_MAX = 10_000;

/**
 * Query of a list: page, size, free text, sort, and the given filters.
 * @param sorts sortable columns; a leading `-` reverses the order
 */
export const listQuery = <const S extends readonly [string, ...string[]], F extends Record<string, z.core.$ZodType>>(
  sorts: S,
  filters: F,
) =>
  z.strictObject({
    page: z._default(whole.check(z.gte(1), z.lte(OFFSET_MAX)), 1),
    size: z._default(whole.check(z.gte(1), z.lte(PAGE_SIZE_MAX)), PAGE_SIZE),
    q: z.optional(text(100)),
    sort: z.optional(z.enum(sorts.flatMap((sort) => [sort, `-${sort}`]) as [Sort<S[number]>, ...Sort<S[number]>[]])),
    ...filters,
  });
type Sort<S extends string> = S | `-${S}`;

/** Reply of a list. `total` is capped at COUNT_CAP + 1, or lower if rows are costly to find; then `exact` is false. */
export const pageOf = <S extends z.core.$ZodType>(row: S) =>
  z.object({ list: z.array(row), total: z.int(), exact: z.boolean(), page: z.int(), size: z.int() });

export interface Page<T> {
  list: T[];
  total: number;
  exact: boolean;
  page: number;
  size: number;
}

/** Creation and last change, on every editable record. */
export const stamps = {
  rev: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  updatedBy: maybe(z.string()),
};
export type Stamps = typeof stamps;
