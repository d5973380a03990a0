// Column maps: one per entity, from each field of its record to a column or expression. Selects, writes and change logs are derived
// from the map, and the compiler checks it against the contract (decision 071).
import { isDeepStrictEqual } from 'node:util';
import { sql, type RawBuilder, type SelectType } from 'kysely';

/** Columns of a table whose row may be missing, as after `left join`. */
export type Joined<T> = { [C in keyof T]: SelectType<T[C]> | null };
/** A table with narrower column types than the database knows: JSON, and texts listed elsewhere. */
export type Narrowed<T, N extends { [C in keyof T]?: unknown }> = Omit<T, keyof N> & N;

/** Columns of the right type for a field, qualified by table alias: `w.opening_hours`. */
type Ref<V, Tables> = {
  [A in keyof Tables & string]: {
    [C in keyof Tables[A] & string]: SelectType<Tables[A][C]> extends V ? `${A}.${C}` : never;
  }[keyof Tables[A] & string];
}[keyof Tables & string];

/**
 * Where each field of a record comes from.
 * @typeParam Tables tables of the query by alias
 */
export type Columns<R, Tables> = { readonly [F in keyof R]-?: Ref<R[F], Tables> | RawBuilder<R[F]> };

type Source = string | RawBuilder<unknown>;
/** Names are constants of the program, inlined to keep statements short: long ones are not prepared (prepared.ts). */
const refOf = (source: Source): RawBuilder<unknown> => (typeof source === 'string' ? sql.raw(source) : source);
const isCalled = (source: Source, field: string): boolean => typeof source === 'string' && source.endsWith(`.${field}`);

const pairsOf = (columns: object): [field: string, source: Source][] => Object.entries(columns) as [string, Source][];

/** Select of whole records. @param from the `from` clause that defines the aliases */
export function rowsOf<R, Tables>(columns: Columns<R, Tables>, from: RawBuilder<unknown>): RawBuilder<R> {
  const selected = pairsOf(columns).map(([field, source]) =>
    isCalled(source, field) ? refOf(source) : sql`${refOf(source)} as ${sql.ref(field)}`,
  );
  return sql<R>`select ${sql.join(selected)} from ${from}`;
}

/** The record as a JSON expression. Decimals are strings in it: JSON numbers would lose digits. */
export const jsonOf = <R, Tables>(columns: Columns<R, Tables>): RawBuilder<R> =>
  sql<R>`json_build_object(${sql.join(pairsOf(columns).flatMap(([field, source]) => [sql.lit(field), refOf(source)]))})`;

/** A decimal for JSON, formatted as the driver does. @param column a name of the program */
export const asText = (column: string): RawBuilder<string> => sql<string>`trim_scale(${sql.raw(column)})::text`;

/** A subset of a map. */
export const pick = <M extends object, const F extends keyof M>(columns: M, ...fields: readonly F[]): Pick<M, F> =>
  Object.fromEntries(fields.map((field) => [field, columns[field]])) as unknown as Pick<M, F>;

type ColumnAt<A extends string, S> = S extends `${A}.${infer C}` ? C : never;

/**
 * Column values of a row from a form. Fields that the map does not find in the row's own table are named in `elsewhere`.
 * @param alias of the row's table in the map
 */
export function valuesOf<
  const A extends string,
  F extends object,
  const M extends { readonly [K in Exclude<keyof F, E>]: `${A}.${string}` },
  const E extends keyof F = never,
>(alias: A, columns: M, form: F, ...elsewhere: readonly E[]): { [K in Exclude<keyof F, E> as ColumnAt<A, M[K]>]: F[K] } {
  const fields = Object.keys(form).filter((field) => !elsewhere.includes(field as E)) as Exclude<keyof F, E>[];
  return Object.fromEntries(fields.map((field) => [columns[field].slice(alias.length + 1), form[field]])) as never;
}

/** Change for the log: old and new value of each field that differs. */
export type Differences<F> = { [K in keyof F]?: [before: unknown, after: unknown] };

/**
 * Differences between a record and its new state.
 * @param unsaid fields excluded from the log
 */
export function changesOf<F extends object, const E extends keyof F = never>(
  before: { [K in Exclude<keyof F, E>]: unknown },
  form: F,
  ...unsaid: readonly E[]
): Differences<F> {
  const fields = Object.keys(form).filter((field) => !unsaid.includes(field as E)) as Exclude<keyof F, E>[];
  const differs = fields.filter((field) => !isDeepStrictEqual(before[field], form[field]));
  return Object.fromEntries(differs.map((field) => [field, [before[field], form[field]]])) as unknown as Differences<F>;
}

type Condition = RawBuilder<unknown> | Promise<RawBuilder<unknown>>;
/** A condition for each filter of a query; null for parameters that are handled elsewhere. */
type Filters<Q> = { [F in Exclude<keyof Q, 'page' | 'size' | 'sort'>]-?: ((value: NonNullable<Q[F]>) => Condition) | null };

type Made<F> = F extends (value: never) => infer C ? C : never;

/** Conditions of the given filters, in order of declaration. */
export function conditionsOf<Q extends object, F extends Filters<Q>>(query: Q, filters: F): Made<F[keyof F]>[] {
  const given = Object.entries(filters) as [keyof Q, ((value: unknown) => never) | null][];
  return given.flatMap(([name, condition]) => (condition === null || query[name] === undefined ? [] : [condition(query[name])]));
}
