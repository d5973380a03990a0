// What every list shares: the parameters it takes and the page it answers.
import * as z from 'zod/mini';
import { maybe, text, whole } from './field.ts';

export const PAGE_SIZE = 20;
export const PAGE_SIZE_MAX = 200;
/** Rows are counted up to here; a longer list says "more than". */
export const COUNT_CAP = 1_000;
/** Rows that page numbers reach; further ones are reached by filters. */
export const OFFSET_MAX = 10_000;

/**
 * Query of a list: page, size, free text, sort, and the filters given.
 * @param sorts columns that may be sorted by; `-` before one turns the order round
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

/** Reply of a list. `total` stops at COUNT_CAP + 1, or sooner where rows are costly to find; then `exact` is false. */
export const pageOf = <S extends z.core.$ZodType>(row: S) =>
  z.object({ list: z.array(row), total: z.int(), exact: z.boolean(), page: z.int(), size: z.int() });

export interface Page<T> {
  list: T[];
  total: number;
  exact: boolean;
  page: number;
  size: number;
}

/** Who made and last changed a record, on every record that is edited. */
export const stamps = {
  rev: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  updatedBy: maybe(z.string()),
};
export type Stamps = typeof stamps;
